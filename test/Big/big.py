"""Compiles, links and runs a model with gigabytes of weights and tells the peak of memory.

The model looks words up in a table of half the weights (one tensor, of more than 2 GiB
from 4 GiB on) and multiplies by square matrices; all weights are random and lie in one
file beside the model. The result is compared with numpy in float64. Fails where it is
wrong, or where a process took more than the weights and an allowance.
"""
import argparse
import os
import subprocess
import sys
import time

import numpy as np
import onnx
from onnx import TensorProto, helper

GIB = 1 << 30
WIDTH = 4096  # floats of a row
LIMIT = 5e-5  # of the largest value, after 40 layers in f32 of 4096 terms each


def external(name, shape, offset):
    """A tensor whose values lie in weights.bin."""
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=shape,
                         data_location=TensorProto.EXTERNAL)
    for key, value in [("location", "weights.bin"), ("offset", str(offset)),
                       ("length", str(4 * int(np.prod(shape))))]:
        tensor.external_data.add(key=key, value=value)
    return tensor


def write_model(folder, size, width):
    """model.onnx and weights.bin with about `size` bytes; the shapes of the tensors."""
    matrix = 4 * width * width
    count = max(1, size // 2 // matrix)
    rows = max(16, (size - count * matrix) // (4 * width))
    shapes = [("table", (rows, width))] + [(f"w{i}", (width, width)) for i in range(count)]
    random = np.random.default_rng(0)
    offset, initializers = 0, []
    with open(os.path.join(folder, "weights.bin"), "wb") as file:
        for name, shape in shapes:
            initializers.append(external(name, shape, offset))
            for first in range(0, shape[0], 1024):
                block = random.random((min(1024, shape[0] - first), width), dtype=np.float32)
                block -= 0.5
                if name != "table":  # products keep the deviation of what they multiply
                    block *= (12 / width) ** 0.5
                file.write(memoryview(block))
            offset += 4 * shape[0] * shape[1]
    nodes = [helper.make_node("Gather", ["table", "words"], ["x0"])]
    for i in range(count):
        nodes.append(helper.make_node("MatMul", [f"x{i}", f"w{i}"], [f"m{i}"]))
        nodes.append(helper.make_node("Tanh", [f"m{i}"], [f"x{i + 1}"]))
    graph = helper.make_graph(
        nodes, "big", [helper.make_tensor_value_info("words", TensorProto.INT64, [4])],
        [helper.make_tensor_value_info(f"x{count}", TensorProto.FLOAT, [4, width])], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    with open(os.path.join(folder, "model.onnx"), "wb") as file:
        file.write(model.SerializeToString())
    return shapes, offset


def expected(folder, shapes, words):
    """The result in float64, one tensor at a time."""
    data = np.memmap(os.path.join(folder, "weights.bin"), np.float32, "r")
    offset, result = 0, None
    for _, (rows, columns) in shapes:
        tensor = data[offset:offset + rows * columns].reshape(rows, columns)
        offset += rows * columns
        if result is None:
            result = tensor[words].astype(np.float64)
        else:
            result = np.tanh(sum(result[:, first:first + 256]
                                 @ tensor[first:first + 256].astype(np.float64)
                                 for first in range(0, rows, 256)))
    return result


def measured(command):
    """Seconds, and the largest memory of the command and of each process that it started."""
    begin = time.monotonic()
    # A process apart: what it waited for is counted for itself.
    code = ("import resource, subprocess, sys\n"
            "status = subprocess.call(sys.argv[1:])\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)\n"
            "sys.exit(status)")
    run = subprocess.run([sys.executable, "-c", code, *command], stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit(f"big: failed with status {run.returncode}: {' '.join(command)}")
    return time.monotonic() - begin, int(run.stdout.split()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", help="folder of dl-compile and dl-run")
    parser.add_argument("folder", help="folder for the model, 3 times the weights; it is emptied")
    parser.add_argument("--gib", type=float, default=5, help="GiB of weights (default 5)")
    parser.add_argument("--width", type=int, default=WIDTH, help="rows of a matrix")
    parser.add_argument("--allow-mb", type=int, default=1000,
                        help="memory beside the weights, in MB (default 1000)")
    parser.add_argument("--keep", action="store_true", help="leave the files")
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    path = {name: os.path.join(arguments.folder, name)
            for name in ["model.onnx", "weights.bin", "model.so", "words.npy", "result.npz"]}
    try:
        shapes, size = write_model(arguments.folder, int(arguments.gib * GIB), arguments.width)
        print(f"weights: {size / GIB:.2f} GiB in {len(shapes)} tensors, "
              f"the largest {4 * shapes[0][1][0] * shapes[0][1][1] / GIB:.2f} GiB")
        words = np.array([0, 1, shapes[0][1][0] // 2, shapes[0][1][0] - 1])
        np.save(path["words.npy"], words)
        failed = False
        for name, command in [
                ("compile", ["dl-compile", path["model.onnx"], "-o", path["model.so"]]),
                ("run", ["dl-run", path["model.so"], "--map-weights",
                         "--inputs=" + path["words.npy"],
                         "--outputs=" + path["result.npz"]])]:
            command[0] = os.path.join(arguments.bin, command[0])
            seconds, peak = measured(command)
            above = (peak - size) / 1e6
            failed |= above > arguments.allow_mb
            print(f"{name}: {seconds:.1f} s, peak {peak / GIB:.2f} GiB, "
                  f"{above:+.0f} MB to the weights (at most {arguments.allow_mb:+d})")
        result = list(np.load(path["result.npz"]).values())[0]
        want = expected(arguments.folder, shapes, words)
        error = np.abs(result - want).max() / np.abs(want).max()
        print(f"largest error: {error:.1e} of the largest value")
        sys.exit("big: too much memory or a wrong result" if failed or not error < LIMIT else 0)
    finally:
        for file in [] if arguments.keep else path.values():
            if os.path.exists(file):
                os.remove(file)


if __name__ == "__main__":
    main()
