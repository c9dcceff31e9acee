# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How well the estimate of a kernel's time orders its schedules.

Eight kernels, each with random schedules (schedule-random): the rank correlation (Spearman) of
the estimate (schedule-estimate) with the measured time of one thread, over all schedules and
within the fastest quarter. A schedule's time is the longest of a few processes' shortest runs.
`measured again` is the correlation of the processes' times with each other within that quarter,
which no estimate can surpass, and `its spread` the slowest of the quarter over the fastest.
The kernels are not those that the model's constants were set by, which `--calibration` measures.
"""
import argparse
import itertools
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

REMARK = re.compile(r"about ([0-9.]+) ms, bound by (\S+):")
LIMIT = 60  # seconds of a tool
TURNS, TURN = 10, 0.02  # how often each schedule is run, again and again for so many seconds


def make_kernels(calibration):
    """Name -> (nodes, inputs by name and shape, weights by name and shape, output's shape)."""
    from onnx import helper

    def matmul(m, k, n):
        return [helper.make_node("MatMul", ["x", "w"], ["y"])], {"x": (m, k)}, {"w": (k, n)}, (m, n)

    def transpose(perm, *shape):
        return [helper.make_node("Transpose", ["x"], ["y"], perm=perm)], {"x": shape}, {}, \
            tuple(shape[axis] for axis in perm)

    def conv(channels, filters, size, kernel, stride=1, group=1):
        pad = kernel // 2
        out = (size + 2 * pad - kernel) // stride + 1
        node = helper.make_node("Conv", ["x", "w"], ["y"], strides=[stride] * 2, pads=[pad] * 4,
                                kernel_shape=[kernel] * 2, group=group)
        return [node], {"x": (1, channels, size, size)}, \
            {"w": (filters, channels // group, kernel, kernel)}, (1, filters, out, out)

    if calibration:
        return {
            "gemm": matmul(100, 180, 144),
            "conv3x3": conv(24, 40, 22, 3),
            "conv1x1": conv(56, 72, 17, 1),
            "conv7x7s2": conv(3, 24, 44, 7, 2),
            "depthwise5x5": conv(48, 48, 30, 5, group=48),
            "softmax": ([helper.make_node("Softmax", ["x"], ["y"], axis=-1)], {"x": (60, 700)}, {},
                        (60, 700)),
            "instance_norm": ([helper.make_node("InstanceNormalization", ["x", "s", "b"], ["y"])],
                              {"x": (1, 24, 32, 30)}, {"s": (24,), "b": (24,)}, (1, 24, 32, 30)),
            "reduce": ([helper.make_node("ReduceMean", ["x"], ["y"], axes=[1], keepdims=0)],
                       {"x": (30, 60, 50)}, {}, (30, 50)),
            "transpose": transpose([2, 0, 1], 40, 110, 90),
            "pool": ([helper.make_node("AveragePool", ["x"], ["y"], kernel_shape=[3, 3])],
                     {"x": (1, 32, 30, 30)}, {}, (1, 32, 28, 28)),
        }
    return {
        "gemm": matmul(192, 256, 320),
        "conv3x3": conv(32, 48, 28, 3),
        "conv1x1": conv(96, 64, 20, 1),
        "conv5x5s2": conv(12, 32, 48, 5, 2),
        "depthwise": conv(96, 96, 40, 3, group=96),
        "softmax": ([helper.make_node("Softmax", ["x"], ["y"], axis=-1)], {"x": (96, 1000)}, {},
                    (96, 1000)),
        "layernorm": ([helper.make_node("LayerNormalization", ["x", "s", "b"], ["y"])],
                      {"x": (160, 512)}, {"s": (512,), "b": (512,)}, (160, 512)),
        "transpose": transpose([0, 2, 1], 12, 300, 200),
    }


def write_model(path, nodes, inputs, weights, output):
    import numpy as np
    import onnx
    from onnx import helper, numpy_helper

    random = np.random.default_rng(0)
    info = lambda name, shape: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
    graph = helper.make_graph(
        nodes, "kernel", [info(*entry) for entry in inputs.items()], [info("y", output)],
        [numpy_helper.from_array(random.standard_normal(shape).astype(np.float32), name)
         for name, shape in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, path)


def tool(options, name, *arguments):
    """What a tool wrote to standard error; None where it failed or took too long."""
    command = [os.path.join(options.build, "bin", name), *arguments]
    try:
        done = subprocess.run(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode else done.stderr


def measure(libraries, shapes):
    """Of each library the shortest run in seconds that its thread was on a core, in this process.
    All take turns: others may use the machine, and what they disturb is not one library's time."""
    import contextlib
    import time

    import dlc
    import numpy as np

    random = np.random.default_rng(1)
    inputs = {name: random.standard_normal(shape).astype(np.float32)
              for name, shape in shapes.items()}
    with contextlib.ExitStack() as opened:
        calls = [opened.enter_context(dlc.Model(library, threads=1)).bound(inputs)
                 for library in libraries]
        shortest = [float("inf")] * len(calls)
        for _ in range(TURNS):
            for number, call in enumerate(calls):
                end = time.perf_counter() + TURN
                for _ in range(10):
                    start = time.thread_time()
                    call()
                    shortest[number] = min(shortest[number], time.thread_time() - start)
                    if time.perf_counter() > end:
                        break
    return shortest


def measure_apart(libraries, shapes, processes):
    """What some processes measured, each with stack and heap of its own: for each a list."""
    import addresses

    results = []
    for number in range(processes):
        job = json.dumps([libraries, shapes])
        done = subprocess.run([sys.executable, os.path.abspath(__file__), "--job", job],
                              stdout=subprocess.PIPE, text=True, check=True, timeout=3600,
                              env=addresses.environment(number),
                              preexec_fn=addresses.fix_addresses)
        results.append(json.loads(done.stdout))
    return results


def rank(values):
    """The ranks of values, equal ones sharing the mean of theirs."""
    import numpy as np

    values = np.asarray(values)
    return np.array([(np.sum(values < v) + np.sum(values <= v) - 1) / 2 for v in values])


def spearman(a, b):
    import numpy as np

    a, b = rank(a), rank(b)
    return float(np.corrcoef(a, b)[0, 1]) if a.std() > 0 and b.std() > 0 else 0.0


def estimate_kernel(options, name, kernel, folder):
    nodes, inputs, weights, output = kernel
    base = os.path.join(folder, name)
    write_model(base + ".onnx", nodes, inputs, weights, output)
    if tool(options, "dl-compile", base + ".onnx", "--to=te", "--weights=inline", "-o",
            base + ".mlir") is None:
        raise SystemExit(f"estimate: dl-compile failed on {base}.onnx")
    libraries, estimates, seeds = [], [], []
    for seed in range(options.first, options.first + options.count):
        scheduled, library = f"{base}.{seed}.mlir", f"{base}.{seed}.so"
        if tool(options, "dl-opt", base + ".mlir", f"--schedule-random=seed={seed}", "-o",
                scheduled) is None:
            continue
        with open(scheduled) as file:
            if not all("schedule.tree" in kernel for kernel in file.read().split("te.kernel")[1:]):
                continue  # a kernel without a step: dl-compile would take its own schedule
        text = tool(options, "dl-opt", scheduled, "--dl-set-target=cpu=native",
                    "--schedule-estimate=repeated=true", "-o", os.devnull)
        found = REMARK.findall(text or "")
        if not found or tool(options, "dl-compile", scheduled, "--threads=1", "-o",
                             library) is None:
            continue
        seeds.append(seed)
        libraries.append(library)
        estimates.append(sum(float(time) for time, _ in found))
    measured = measure_apart(libraries, inputs, options.processes)
    times = [max(each) for each in zip(*measured)]
    order = sorted(range(len(times)), key=lambda i: times[i])
    best = order[:max(len(order) // 4, 2)]
    # No estimate can order schedules better than a second measurement does.
    again = [spearman([a[i] for i in best], [b[i] for i in best])
             for a, b in itertools.combinations(measured, 2)]
    return dict(kernel=name, schedules=len(times), fastest_ms=min(times) * 1e3,
                slowest_ms=max(times) * 1e3, spearman=spearman(estimates, times),
                quarter=spearman([estimates[i] for i in best], [times[i] for i in best]),
                again=sum(again) / len(again) if again else 1.0,
                spread=times[best[-1]] / times[best[0]],
                found=times[estimates.index(min(estimates))] / min(times),
                all=[dict(seed=s, estimate_ms=e, ms=t * 1e3)
                     for s, e, t in zip(seeds, estimates, times)])


def main():
    ap = argparse.ArgumentParser(prog="./dev estimate", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--kernels", help="comma list (default: all)")
    ap.add_argument("--count", type=int, default=200, help="schedules of each kernel (default 200)")
    ap.add_argument("--calibration", action="store_true",
                    help="other kernels: those that the model's constants are set by")
    ap.add_argument("--first", type=int, default=0, help="the first seed (default 0)")
    ap.add_argument("--processes", type=int, default=3, help="that measure each (default 3)")
    ap.add_argument("--json", metavar="FILE", help="where each schedule's times go")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    ap.add_argument("--job", help=argparse.SUPPRESS)
    options = ap.parse_args()
    if options.job:
        print(json.dumps(measure(*json.loads(options.job))))
        return 0
    kernels = make_kernels(options.calibration)
    names = options.kernels.split(",") if options.kernels else list(kernels)
    if unknown := [name for name in names if name not in kernels]:
        ap.error(f"unknown kernels: {', '.join(unknown)}; expected some of {', '.join(kernels)}")
    if options.count < 2 or options.processes < 1:
        ap.error("expected --count of at least 2 and --processes of at least 1")
    folder = os.path.join(options.build, "bench", "estimate",
                          "calibration" if options.calibration else "judged")
    os.makedirs(folder, exist_ok=True)
    print("kernel      schedules  fastest ms  slowest ms  spearman  of the fastest quarter  "
          "measured again  its spread  chosen / fastest")
    rows = []
    for name in names:
        row = estimate_kernel(options, name, kernels[name], folder)
        rows.append(row)
        print(f"{name:<12}{row['schedules']:>9}{row['fastest_ms']:>12.3f}{row['slowest_ms']:>12.3f}"
              f"{row['spearman']:>10.3f}{row['quarter']:>24.3f}{row['again']:>16.3f}"
              f"{row['spread']:>12.2f}{row['found']:>18.2f}", flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
