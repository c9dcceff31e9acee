# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models with rows of 3 to 15 elements: formulas beside a vector that rows share, and sums of
products.

Usage: short_rows.py FOLDER
"""
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

TYPES = {np.float32: TensorProto.FLOAT, np.float64: TensorProto.DOUBLE}


def write(folder, name, nodes, inputs, shape):
    dtype = next(iter(inputs.values())).dtype.type
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes, "g", [info(key, TYPES[dtype], value.shape) for key, value in inputs.items()],
        [info("y", TYPES[dtype], shape)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, os.path.join(folder, f"{name}.onnx"))
    np.savez(os.path.join(folder, f"{name}.inputs.npz"), **inputs)


def main():
    folder = sys.argv[1]
    rng = np.random.default_rng(3)
    for length, dtype in [(3, np.float32), (5, np.float32), (6, np.float32), (7, np.float32),
                          (13, np.float32), (15, np.float32), (3, np.float64)]:
        def draw(*shape):
            return rng.standard_normal(shape).astype(dtype)
        name = f"{length}" if dtype == np.float32 else f"{length}_double"
        nodes = [helper.make_node("Add", ["x", "b"], ["s"]), helper.make_node("Tanh", ["s"], ["t"]),
                 helper.make_node("Exp", ["t"], ["y"])]
        write(folder, f"formula_{name}", nodes, {"x": draw(9, length), "b": draw(1, length)},
              (9, length))
        write(folder, f"product_{name}", [helper.make_node("MatMul", ["x", "w"], ["y"])],
              {"x": draw(2, 11, 40), "w": draw(2, 40, length)}, (2, 11, length))


if __name__ == "__main__":
    main()
