# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that put computed tensors and inputs one behind the other, along any axis.

Usage: computed_parts.py FOLDER SEED COUNT
"""
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

TYPES = {np.float32: TensorProto.FLOAT, np.int32: TensorProto.INT32}
FORMULAS = {np.float32: ["", "Relu", "Exp", "Sigmoid", "Neg", "Swap", "Scale", "Quotient"],
            np.int32: ["", "Abs", "Neg", "Swap", "Quotient"]}


class Model:
    def __init__(self, rng, dtype):
        self.rng, self.dtype, self.nodes, self.inputs = rng, dtype, [], {}

    def input(self, shape):
        name = f"x{len(self.inputs)}"
        values = self.rng.standard_normal(shape) * (1 if self.dtype == np.float32 else 100)
        self.inputs[name] = values.astype(self.dtype)
        return name

    def op(self, kind, *operands, **attributes):
        self.nodes.append(helper.make_node(kind, operands, [f"v{len(self.nodes)}"], **attributes))
        return self.nodes[-1].output[0]

    def part(self, shape):
        """An input, or a formula of one."""
        formula = self.rng.choice(FORMULAS[self.dtype])
        if formula == "Swap":
            order = list(range(len(shape)))
            order[:2] = order[1::-1]
            return self.op("Transpose", self.input([shape[axis] for axis in order]), perm=order)
        if formula == "Scale":
            return self.op("Mul", self.input(shape), self.input(shape[-1:]))
        if formula == "Quotient":
            divisor = self.input(shape)
            values = self.inputs[divisor]
            self.inputs[divisor] = np.where(values == 0, 1, values).astype(self.dtype)
            return self.op("Div", self.input(shape), divisor)
        return self.op(str(formula), self.input(shape)) if formula else self.input(shape)

    def save(self, path, result, shape):
        info, kind = helper.make_tensor_value_info, TYPES[self.dtype]
        self.nodes.append(helper.make_node("Identity", [result], ["y"]))
        graph = helper.make_graph(
            self.nodes, "g", [info(name, kind, value.shape) for name, value in self.inputs.items()],
            [info("y", kind, shape)])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)],
                                    ir_version=8), path + ".onnx")
        np.savez(path + ".inputs.npz", **self.inputs)


def make(path, rng):
    model = Model(rng, np.float32 if rng.random() < 0.75 else np.int32)
    rank = int(rng.integers(2, 5))
    shape = [int(rng.choice([1, 2, 3, 5, 8, 12, 17, 33])) for _ in range(rank)]
    axis = int(rng.integers(rank))
    parts, total = [], 0
    for _ in range(int(rng.integers(2, 5))):
        extent = int(rng.choice([1, 2, 4, 7, 8, 16, 24]))
        parts.append(model.part(shape[:axis] + [extent] + shape[axis + 1:]))
        total += extent
    shape[axis] = total
    result = model.op("Concat", *parts, axis=axis)
    if rng.random() < 0.3:
        result = model.op("Abs", result)
    model.save(path, result, shape)


def main():
    folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for number in range(count):
        make(os.path.join(folder, f"parts_{number}"), np.random.default_rng([seed, number]))


if __name__ == "__main__":
    main()
