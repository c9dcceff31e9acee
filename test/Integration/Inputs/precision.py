# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products and convolutions with --precision=PRECISION against numpy's of rounded operands.

Usage: precision.py BIN FOLDER PRECISION CPU…
"""
import os
import subprocess
import sys

import numpy as np
import onnx.reference
import onnxruntime
from onnx import helper, numpy_helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../benchmarks"))
import dlc


# Each kind of product and of convolution, more than twice.
MODELS = 9


def round_to_bf16(array):
    bits = array.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).view(np.float32)


def make_model(random, number):
    """A model, its input, and the positions of its weights."""
    weights, nodes = [], []
    draw = lambda *shape: random.standard_normal(shape).astype(np.float32)

    def constant(array):
        weights.append(numpy_helper.from_array(array, f"w{len(weights)}"))
        return weights[-1].name

    if number % 2:
        rows, terms, columns = (int(n) for n in random.integers(1, 70, 3))
        shape = (rows, terms)
        if number % 4 == 1:
            nodes.append(helper.make_node("MatMul", ["x", constant(draw(terms, columns))], ["y"]))
        else:
            nodes.append(helper.make_node(
                "Gemm", ["x", constant(draw(columns, terms)), constant(draw(columns))], ["y"],
                transB=1, alpha=0.5))
    else:
        kernel, stride = int(random.integers(1, 4)), int(random.integers(1, 3))
        channels, outputs = (16 * int(n) for n in random.integers(1, 4, 2))
        shape = (1, channels, *(int(n) for n in random.integers(kernel, 12, 2)))
        inputs = ["x", constant(draw(outputs, channels, kernel, kernel))]
        if number % 4:
            inputs.append(constant(draw(outputs)))
        nodes += [helper.make_node("Conv", inputs, ["c"], strides=[stride, stride],
                                   pads=[kernel // 2] * 4),
                  helper.make_node("Relu", ["c"], ["y"])]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "model", [info("x", 1, shape)], [info("y", 1, None)], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)],
                             ir_version=8), draw(*shape)


def run_exactly(model, x):
    """In f64, with the factors rounded."""
    wide = onnx.ModelProto.FromString(model.SerializeToString())
    for number, weight in enumerate(wide.graph.initializer):
        array = numpy_helper.to_array(weight)
        array = round_to_bf16(array) if array.ndim > 1 else array
        weight.CopyFrom(numpy_helper.from_array(array.astype(np.float64), weight.name))
    for value in [*wide.graph.input, *wide.graph.output]:
        value.type.tensor_type.elem_type = onnx.TensorProto.DOUBLE
    return onnx.reference.ReferenceEvaluator(wide).run(
        None, {"x": round_to_bf16(x).astype(np.float64)})[0]


def main():
    compiler, folder, precision = os.path.join(sys.argv[1], "dl-compile"), *sys.argv[2:4]
    cpus = sys.argv[4:]
    random = np.random.default_rng(0)
    right = rounded = 0
    for number in range(MODELS):
        model, x = make_model(random, number)
        path = os.path.join(folder, f"{number}.onnx")
        onnx.save(model, path)
        exact = run_exactly(model, x)
        wide = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]).run(
            None, {"x": x})[0]
        for cpu in cpus:
            library = f"{path}.{cpu}.so"
            subprocess.run([compiler, path, f"--precision={precision}", f"--mcpu={cpu}", "-o", library],
                           check=True, timeout=120)
            result = dlc.Model(library).run({"x": x})[0]
            largest = np.abs(exact).max()
            error = np.abs(result - exact).max() / largest
            right += error <= 1e-5
            if error > 1e-5:
                print(f"{number} for {cpu}: is off by {error:.2g} of the largest element")
            rounded += np.abs(result - wide).max() / largest > 1e-4
    print(f"{right} of {MODELS * len(cpus)} right, {rounded} differ from f32")


main()
