# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of bytes of any signs, with and without zero points, for several CPUs, against numpy's
integers: exact. Convolutions of dequantized bytes: to 1e-6 of the largest value.

Usage: byte_products.py DL_COMPILE FOLDER SOURCES
"""
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper

dl_compile, folder = sys.argv[1:3]
sys.path.insert(0, os.path.join(sys.argv[3], "benchmarks"))
import dlc  # noqa: E402

TYPES = {np.uint8: onnx.TensorProto.UINT8, np.int8: onnx.TensorProto.INT8}
LIMIT = 120  # seconds of a tool


def draw(rng, dtype, shape):
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, shape).astype(dtype)


def write_model(path, a, b, zero_points):
    """MatMulInteger of an input like `a` with the constant `b`."""
    constants = [numpy_helper.from_array(b, "b")]
    names = ["a", "b", "", ""]
    for number, value in enumerate(zero_points):
        if value is not None:
            names[2 + number] = "pq"[number]
            constants.append(numpy_helper.from_array(value, "pq"[number]))
    while names[-1] == "":
        names.pop()
    shape = (*a.shape[:-1], b.shape[-1])
    info = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("MatMulInteger", names, ["y"])], "g",
                              [info("a", TYPES[a.dtype.type], a.shape)],
                              [info("y", onnx.TensorProto.INT32, shape)], constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              path)


def compute(a, b, zero_points):
    a, b = a.astype(np.int64), b.astype(np.int64)
    if zero_points[0] is not None:
        a -= zero_points[0].astype(np.int64)
    if zero_points[1] is not None:
        b -= zero_points[1].astype(np.int64)
    return a @ b


def write_convolution(path, x, w, zero_point, scales, stride, pad):
    """A convolution of the dequantized input by dequantized weights."""
    constants = dict(w=w, xs=np.float32(0.03), xz=zero_point, ws=scales,
                     wz=np.zeros(scales.shape, np.int8))
    shape = [(size + 2 * pad - w.shape[2]) // stride + 1 for size in x.shape[2:]]
    info = helper.make_tensor_value_info
    nodes = [helper.make_node("DequantizeLinear", ["x", "xs", "xz"], ["a"]),
             helper.make_node("DequantizeLinear", ["w", "ws", "wz"], ["b"], axis=0),
             helper.make_node("Conv", ["a", "b"], ["y"], strides=[stride] * 2, pads=[pad] * 4)]
    graph = helper.make_graph(
        nodes, "g", [info("x", TYPES[x.dtype.type], x.shape)],
        [info("y", onnx.TensorProto.FLOAT, [x.shape[0], w.shape[0], *shape])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              path)


def convolve(x, w, zero_point, scales, stride, pad):
    x = np.pad(x.astype(np.float64) - float(zero_point), [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    view = np.lib.stride_tricks.sliding_window_view(x, w.shape[2:], (2, 3))
    sums = np.einsum("nchwij,ocij->nohw", view[:, :, ::stride, ::stride], w.astype(np.float64))
    return sums * float(np.float32(0.03)) * scales.astype(np.float64).reshape(-1, 1, 1)


def check_convolutions(rng):
    cases = [(np.uint8, (1, 32, 9, 11), (48, 32, 3, 3), 1, 1, True),
             (np.uint8, (2, 16, 8, 8), (16, 16, 1, 1), 2, 0, False),
             (np.int8, (1, 64, 7, 7), (32, 64, 5, 5), 1, 2, True)]
    for number, (dtype, x_shape, w_shape, stride, pad, per_channel) in enumerate(cases):
        x, w = draw(rng, dtype, x_shape), draw(rng, np.int8, w_shape)
        zero_point = draw(rng, dtype, ())
        scales = rng.uniform(0.001, 0.02, w_shape[0] if per_channel else 1).astype(np.float32)
        model = os.path.join(folder, f"conv{number}.onnx")
        write_convolution(model, x, w, zero_point, scales if per_channel else scales[0], stride, pad)
        expected = convolve(x, w, zero_point, scales, stride, pad)
        for cpu in ("native", "haswell"):
            library = os.path.join(folder, f"conv{number}-{cpu}.so")
            subprocess.run([dl_compile, model, f"--mcpu={cpu}", "--threads=1", "-o", library],
                           check=True, timeout=LIMIT)
            with dlc.Model(library, threads=1) as loaded:
                found, = loaded.run({"x": x})
            agrees = np.max(np.abs(found - expected)) <= 1e-6 * np.max(np.abs(expected))
            print(f"convolution {number} for {cpu} {'agrees' if agrees else 'differs'}")


def main():
    rng = np.random.default_rng(15)
    cases = [(np.uint8, np.int8, (37, 64), (64, 48), False),
             (np.uint8, np.int8, (2, 13, 40), (40, 16), True),
             (np.uint8, np.int8, (100, 96), (96, 128), True),
             (np.uint8, np.int8, (9, 30), (30, 50), True),
             (np.int8, np.int8, (20, 64), (64, 32), True),
             (np.uint8, np.uint8, (20, 64), (64, 32), True)]
    for number, (first, second, a_shape, b_shape, is_centred) in enumerate(cases):
        a, b = draw(rng, first, a_shape), draw(rng, second, b_shape)
        zero_points = (draw(rng, first, ()), draw(rng, second, b_shape[-1:])) if is_centred \
            else (None, None)
        model = os.path.join(folder, f"{number}.onnx")
        write_model(model, a, b, zero_points)
        expected = compute(a, b, zero_points)
        for cpu in ("native", "x86-64", "haswell"):
            library = os.path.join(folder, f"{number}-{cpu}.so")
            subprocess.run([dl_compile, model, f"--mcpu={cpu}", "--threads=1", "-o", library],
                           check=True, timeout=LIMIT)
            with dlc.Model(library, threads=1) as loaded:
                found, = loaded.run({"a": a})
            agrees = "agrees" if np.array_equal(found, expected) else "differs"
            print(f"case {number} for {cpu} {agrees}")
    check_convolutions(rng)


if __name__ == "__main__":
    main()
