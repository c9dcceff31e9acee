# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles functions of quantized numbers and compares them with numpy's, in 64 bits.

Each model quantizes an input, may move it and quantize it again, computes a function, with or
without quantized numbers on the way, and quantizes that. All 256 numbers occur, and inputs beyond
them.

Usage: quantized_functions.py DL_COMPILE FOLDER [CPU]
"""
import math
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SHAPE = (12, 40)
# How near to the middle between two numbers either may be taken, in steps.
MIDDLE = 1e-3


class Graph:
    """Operators of ONNX, and what numpy computes beside them."""

    def __init__(self, x, signed):
        self.nodes, self.constants = [], []
        self.bytes = np.int8 if signed else np.uint8
        self.unsure = np.zeros(x.shape, bool)

    def op(self, kind, operands, values, **attributes):
        names = [operand[0] for operand in operands]
        self.nodes.append(helper.make_node(kind, names, [f"v{len(self.nodes)}"], **attributes))
        return self.nodes[-1].output[0], values

    def constant(self, value, dtype=np.float32):
        self.constants.append(numpy_helper.from_array(np.array(value, dtype),
                                                      f"c{len(self.constants)}"))
        return self.constants[-1].name, np.array(value, dtype)

    def quantize(self, x, scale, zero):
        scale = self.constant(scale)
        operands = [scale, self.constant(zero, self.bytes)]
        limits = np.iinfo(self.bytes)
        exact = x[1].astype(np.float64) / np.float64(scale[1])
        self.unsure |= np.abs(np.abs(exact - np.floor(exact)) - 0.5) < MIDDLE
        number = np.clip(np.rint(exact) + zero, limits.min, limits.max) - zero
        byte = self.op("QuantizeLinear", [x, *operands], None)
        return self.op("DequantizeLinear", [byte, *operands], number * np.float64(scale[1]))

    def turn(self, x):
        self.unsure = self.unsure.T
        return self.op("Transpose", [x], x[1].T, perm=[1, 0])

    def unary(self, kind, x, function):
        return self.op(kind, [x], function(x[1]))

    def binary(self, kind, x, y, function):
        y = y if isinstance(y, tuple) else self.constant(y)
        return self.op(kind, [x, y], function(x[1], y[1].astype(np.float64)))


erf, softplus = np.vectorize(math.erf), lambda x: np.log1p(np.exp(x))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def gelu(g, x, step):
    y = step(g.unary("Erf", g.binary("Div", x, math.sqrt(2), np.divide), erf))
    y = step(g.binary("Mul", x, step(g.binary("Add", y, 1, np.add)), np.multiply))
    return g.binary("Mul", y, 0.5, np.multiply)


def silu(g, x, step):
    return g.binary("Mul", x, step(g.unary("Sigmoid", x, sigmoid)), np.multiply)


def bell(g, x, step):
    y = g.unary("Tanh", step(g.binary("Mul", x, x, np.multiply)), np.tanh)
    return g.unary("Softplus", step(g.unary("Neg", y, np.negative)), softplus)


def make(path, number):
    random = np.random.default_rng(number)
    signed = bool(number % 2)
    scale = np.float32(random.uniform(0.01, 0.05))
    zero = int(random.integers(-60, 60) if signed else random.integers(60, 200))
    x = (random.permutation(np.linspace(-300, 300, math.prod(SHAPE))) * scale).astype(np.float32)
    x = x.reshape(SHAPE)
    g = Graph(x, signed)

    def step(value):
        return g.quantize(value, random.uniform(0.005, 0.02), zero) if number % 4 < 2 else value
    y = g.quantize(("x", x), scale, zero)
    if number % 3 == 0:
        y = g.quantize(g.turn(y), scale, zero)
    y = [gelu, silu, bell][number // 2 % 3](g, y, step)
    y = g.quantize(y, random.uniform(0.01, 0.05), zero)
    save(g, path, x, y)
    return y[1], g.unsure


def save(g, path, x, y):
    g.nodes[-1].output[0] = "y"
    info = helper.make_tensor_value_info
    graph = helper.make_graph(g.nodes, "g", [info("x", TensorProto.FLOAT, x.shape)],
                              [info("y", TensorProto.FLOAT, y[1].shape)], g.constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              path + ".onnx")
    np.savez(path + ".inputs.npz", x=x)


def run(compiler, path, flags):
    """The result of a model for the inputs beside it."""
    tool = os.path.join(os.path.dirname(compiler), "dl-run")
    subprocess.run([compiler, path + ".onnx", "-o", path + ".so", *flags], check=True, timeout=60)
    subprocess.run([tool, path + ".so", f"--inputs={path}.inputs.npz", f"--outputs={path}.npz"],
                   check=True, timeout=60, stdout=subprocess.DEVNULL)
    return np.load(path + ".npz")["y"]


def check_special(compiler, path, flags):
    """What was rounded and bounded and never was a byte may be NaN."""
    x = np.tile(np.array([np.nan, np.inf, -np.inf, -0.0, -0.3, 1e30, -1e30, 2.6], np.float32), 5)
    g = Graph(x, True)
    y = g.unary("Round", ("x", x), np.rint)
    y = g.op("Clip", [y, g.constant(-100), g.constant(100)], np.clip(y[1], -100, 100))
    y = silu(g, g.binary("Mul", y, 0.25, np.multiply),
             lambda value: g.unary("Tanh", g.unary("Erf", value, erf), np.tanh))
    save(g, path, x, y)
    made = run(compiler, path, flags)
    is_same = np.allclose(made, y[1], rtol=1e-5, equal_nan=True) and np.isnan(made).sum() == 5
    print("special", "agrees" if is_same else f"differs: {made[:8]}")


def main(compiler, folder, cpu=None):
    flags = [f"--mcpu={cpu}"] if cpu else []
    check_special(compiler, os.path.join(folder, "special"), flags)
    for number in range(12):
        path = os.path.join(folder, str(number))
        wanted, unsure = make(path, number)
        made = run(compiler, path, flags)
        error = np.where(unsure, 0, np.abs(made - wanted)).max()
        is_same = error <= 1e-5 * np.abs(wanted).max() and unsure.mean() < 0.5
        print(number, "agrees" if is_same else f"differs by {error}, {unsure.mean():.0%} unsure")


if __name__ == "__main__":
    main(*sys.argv[1:])
