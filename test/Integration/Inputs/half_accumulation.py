# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that add up, in floats of 16 bits, against the same in float64.

Usage: half_accumulation.py [float16] [bfloat16]

Each element may be off by one unit in its last place, and by 2^-16 of the largest one. The
values are such that a sum, a square or a mean of 16 bits on the way would
overflow, vanish or lose its digits.
"""
import sys

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import dl

ROWS, LENGTH, CHANNELS = 3, 768, 6
TYPES = {"float16": (TensorProto.FLOAT16, np.dtype(np.float16), -24),
         "bfloat16": (TensorProto.BFLOAT16, np.dtype(ml_dtypes.bfloat16), -133)}


def norm(x, axes, epsilon=1e-5, scale=1.0, bias=0.0):
    centred = x - x.mean(axes, keepdims=True)
    return centred / np.sqrt((centred ** 2).mean(axes, keepdims=True) + epsilon) * scale + bias


def centre(x):
    return x - x.mean((0, 2, 3), keepdims=True)


def softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def windows(x, size, stride=1):
    view = np.lib.stride_tricks.sliding_window_view(x, (size, size), (2, 3))
    return view[:, :, ::stride, ::stride]


def groups(x, count, scale, bias):
    parts = x.reshape(x.shape[0], count, -1)
    channels = [1, -1] + [1] * (x.ndim - 2)
    return norm(parts, 2).reshape(x.shape) * scale.reshape(channels) + bias.reshape(channels)


def lrn(x, size, alpha, beta):
    squares = np.pad(x ** 2, [(0, 0), (size // 2, size // 2), (0, 0), (0, 0)])
    sums = sum(squares[:, i:i + x.shape[1]] for i in range(size))
    return x / (1 + alpha / size * sums) ** beta


def lstm(x, w, r):
    """Gates in the order input, output, forget, cell; the last hidden state."""
    sigmoid = lambda v: 1 / (1 + np.exp(-v))
    h = c = np.zeros((x.shape[1], r.shape[2]))
    for step in x:
        i, o, f, g = np.split(step @ w[0].T + h @ r[0].T, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
    return h[None]


def make_cases(rng):
    """Nodes on a matrix `m`, an image `x` and weights, and what they mean."""
    weights = {"s": rng.uniform(0.5, 2, LENGTH), "t": rng.uniform(-1, 1, LENGTH),
               "cs": rng.uniform(0.5, 2, CHANNELS), "cb": rng.uniform(-1, 1, CHANNELS),
               "mean": rng.uniform(-1, 1, CHANNELS) * 100, "var": rng.uniform(0.5, 2, CHANNELS),
               "k": rng.uniform(-1, 1, (4, CHANNELS, 3, 3)), "kb": rng.uniform(-1, 1, 4) * 50,
               "d": rng.uniform(-1, 1, (LENGTH, 5)), "db": rng.uniform(-1, 1, 5) * 50,
               "q": rng.uniform(-1, 1, (7, 2, 16)) * 3, "w": rng.uniform(-1, 1, (1, 32, 16)),
               "r": rng.uniform(-1, 1, (1, 32, 8))}
    cases = []

    def add(op, inputs, function, **attributes):
        name = f"y{len(cases)}"
        node = helper.make_node(op, inputs.split() if inputs else [], [name], **attributes)
        cases.append((op, node, name, function))

    axes = [1]
    add("LayerNormalization", "m s t", lambda v: norm(v["m"], 1, 1e-5, v["s"], v["t"]))
    add("RMSNormalization", "m s",
        lambda v: v["m"] / np.sqrt((v["m"] ** 2).mean(1, keepdims=True) + 1e-5) * v["s"])
    add("InstanceNormalization", "x cs cb", lambda v: groups(v["x"], CHANNELS, v["cs"], v["cb"]))
    add("GroupNormalization", "x cs cb", lambda v: groups(v["x"], 2, v["cs"], v["cb"]), num_groups=2)
    add("MeanVarianceNormalization", "x", lambda v: centre(v["x"]) / (
        np.sqrt((centre(v["x"]) ** 2).mean((0, 2, 3), keepdims=True)) + 1e-9))
    add("BatchNormalization", "x cs cb mean var", lambda v: (
        (v["x"] - v["mean"][:, None, None]) / np.sqrt(v["var"][:, None, None] + 1e-5)
        * v["cs"][:, None, None] + v["cb"][:, None, None]))
    add("LpNormalization", "m", lambda v: v["m"] / np.abs(v["m"]).sum(1, keepdims=True), p=1)
    add("LpNormalization", "m",
        lambda v: v["m"] / np.sqrt((v["m"] ** 2).sum(1, keepdims=True)), p=2)
    add("ReduceMean", "m axes", lambda v: v["m"].mean(1, keepdims=True))
    add("ReduceSum", "m axes", lambda v: v["m"].sum(1, keepdims=True))
    add("ReduceL1", "m axes", lambda v: np.abs(v["m"]).sum(1, keepdims=True))
    add("ReduceL2", "m axes", lambda v: np.sqrt((v["m"] ** 2).sum(1, keepdims=True)))
    add("ReduceSumSquare", "m axes", lambda v: (v["m"] ** 2).sum(1, keepdims=True))
    add("ReduceLogSumExp", "m axes", lambda v: v["m"].max(1, keepdims=True) + np.log(
        np.exp(v["m"] - v["m"].max(1, keepdims=True)).sum(1, keepdims=True)))
    add("Softmax", "m", lambda v: softmax(v["m"], 1))
    add("LogSoftmax", "m", lambda v: np.log(softmax(v["m"], 1)))
    add("GlobalAveragePool", "x", lambda v: v["x"].mean((2, 3), keepdims=True))
    add("AveragePool", "x", lambda v: windows(v["x"], 5, 2).mean((4, 5)), kernel_shape=[5, 5],
        strides=[2, 2])
    add("LpPool", "x", lambda v: np.sqrt((windows(v["x"], 3) ** 2).sum((4, 5))),
        kernel_shape=[3, 3], p=2)
    add("GlobalLpPool", "x", lambda v: np.sqrt((v["x"] ** 2).sum((2, 3), keepdims=True)), p=2)
    add("LRN", "x", lambda v: lrn(v["x"], 3, 0.5, 0.75), size=3, alpha=0.5, beta=0.75)
    add("CumSum", "m axis", lambda v: v["m"].cumsum(1))
    add("Sum", "m m s", lambda v: v["m"] + v["m"] + v["s"])
    add("Mean", "m m s", lambda v: (v["m"] + v["m"] + v["s"]) / 3)
    add("MatMul", "m d", lambda v: v["m"] @ v["d"])
    add("Gemm", "m d db", lambda v: 0.25 * (v["m"] @ v["d"]) + v["db"], alpha=0.25)
    add("Conv", "x k kb", lambda v: np.einsum("nchwij,ocij->nohw", windows(v["x"], 3), v["k"])
        + v["kb"][:, None, None])
    add("Einsum", "m m", lambda v: np.einsum("ab,cb->ac", v["m"], v["m"]), equation="ab,cb->ac")
    add("LSTM", "q w r", lambda v: lstm(v["q"], v["w"], v["r"]), hidden_size=8)
    cases[-1][1].output[:] = ["", cases[-1][2]]
    return weights, cases, axes


def make_model(weights, cases, axes, kind, dtype):
    inputs = [helper.make_tensor_value_info("m", kind, [ROWS, LENGTH]),
              helper.make_tensor_value_info("x", kind, [2, CHANNELS, 24, 20])]
    constants = [numpy_helper.from_array(np.array(axes, np.int64), "axes"),
                 numpy_helper.from_array(np.array(1, np.int64), "axis")]
    constants += [helper.make_tensor(name, kind, value.shape, value.astype(dtype).tobytes(), raw=True)
                  for name, value in weights.items()]
    outputs = [helper.make_value_info(name, onnx.TypeProto()) for _op, _node, name, _f in cases]
    graph = helper.make_graph([node for _op, node, _name, _f in cases], "half", inputs, outputs,
                              constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)


def make_values(rng, kind):
    """What is added up, by what would go wrong in between."""
    def shaped(make):
        return {"m": make((ROWS, LENGTH)), "x": make((2, CHANNELS, 24, 20))}
    large = 80 if kind == "float16" else 1e15
    def outlier(shape):
        values = rng.standard_normal(shape)
        values.reshape(-1)[5::97] = 300
        return values
    return {"plain": shaped(rng.standard_normal),
            "moved": shaped(lambda shape: 100 + 0.5 * rng.standard_normal(shape)),
            "constant": shaped(lambda shape: np.full(shape, 100.0)),
            "wide": shaped(lambda shape: 10 * rng.standard_normal(shape)),
            "large": shaped(lambda shape: large * rng.standard_normal(shape)),
            "small": shaped(lambda shape: 1e-4 * rng.standard_normal(shape)),
            "outlier": shaped(outlier)}


def main():
    failures = compared = 0
    for kind in sys.argv[1:] or TYPES:
        code, dtype, least = TYPES[kind]
        rng = np.random.default_rng(7)
        weights, cases, axes = make_cases(rng)
        model = dl.compile(make_model(weights, cases, axes, code, dtype))
        weights = {name: value.astype(dtype).astype(np.float64) for name, value in weights.items()}
        for what, values in make_values(rng, kind).items():
            given = {name: value.astype(dtype) for name, value in values.items()}
            results = model(given["m"], given["x"])
            exact = {name: value.astype(np.float64) for name, value in given.items()} | weights
            for (op, _node, _name, function), result in zip(cases, results):
                with np.errstate(all="ignore"):
                    wanted = function(exact)
                    rounded = wanted.astype(dtype).astype(np.float64)
                    result = result.astype(np.float64)
                    # One unit in the last place, and what cancels in f32.
                    digits = -10 if kind == "float16" else -7
                    unit = 2.0 ** np.maximum(np.floor(np.log2(np.abs(wanted))) + digits, least)
                    slack = 2.0 ** -16 * np.abs(wanted[np.isfinite(rounded)]).max(initial=0)
                    error = np.where(result == rounded, 0, np.abs(result - wanted))
                compared += 1
                if result.shape != wanted.shape or not (error <= unit + slack).all():
                    failures += 1
                    worst = np.unravel_index(np.argmax(np.nan_to_num(error - unit, nan=np.inf)),
                                             error.shape)
                    print(f"{kind} {what} {op}: got {result[worst]}, expected {wanted[worst]}")
    print(f"{compared - failures} of {compared} agree")


main()
