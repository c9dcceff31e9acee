# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of products of matrices, Fourier transforms and quantized numbers."""
import sys

import numpy as np

from cases import Cases, const, floats, i64, ints, main

cases = Cases()
add = cases.add

Y = floats("y", (4, 6))

# Sums of products.
A, B = floats("A", (2, 3, 4)), floats("B", (2, 4, 5))
for equation, inputs in [
        ("bij,bjk->bik", (A, B)), ("bij, bjk", (A, B)), ("ij->ji", (Y,)), ("ij->", (Y,)),
        ("...ij->...i", (A,)), ("...ij,...jk->...ik", (A, B)), ("ii->i", (floats("m", (4, 4)),)),
        ("i,j->ij", (floats("v", (3,)), floats("w", (4,)))), ("ij,jk,kl->il", (Y, Y.T.copy(), Y)),
        ("...ii->...i", (floats("m", (2, 3, 3)),))]:
    add("Einsum", *inputs, equation=equation)

# Matrices.
for lhs, rhs in [((3, 4), (4, 5)), ((2, 3, 4), (4, 5)), ((2, 1, 3, 4), (5, 4, 2)), ((4,), (4, 3)),
                 ((3, 4), (4,)), ((6,), (6,)), ((17, 33), (33, 16))]:
    add("MatMul", floats("m", lhs), floats("n", rhs))
    add("MatMul", ints("m", lhs, dtype=np.int32), ints("n", rhs, dtype=np.int32), since=9)
for transA, transB, alpha, beta in [(0, 0, 1.0, 1.0), (1, 0, 0.5, 2.0), (0, 1, 1.0, 0.25),
                                    (1, 1, -1.0, 1.0), (0, 1, 2.0, 0.0)]:
    a, b = floats("a", (5, 3) if transA else (3, 5)), floats("b", (4, 5) if transB else (5, 4))
    attributes = dict(transA=transA, transB=transB, alpha=alpha, beta=beta)
    add("Gemm", a, b, floats("c", (3, 4)), since=7, **attributes)
    # The reference forgets beta in version 6.
    add("Gemm", a, b, floats("c", (3, 4)), until=6, like=(7,), **attributes)
    add("Gemm", a, b, const(floats("c", (4,))), since=7, **attributes)
    add("Gemm", a, b, floats("c", (4,)), until=6, broadcast=1, **attributes,
        like=(7, [a, b, floats("c", (4,))], attributes))
add("Gemm", floats("a", (3, 5)), floats("b", (5, 4)), since=11)
for transA, transB, dtype, c in [(0, 0, np.int32, (3, 4)), (1, 1, np.int64, (4,)),
                                 (0, 1, np.uint32, (3, 1)), (1, 0, np.uint64, ())]:
    a, b = (5, 3) if transA else (3, 5), (4, 5) if transB else (5, 4)
    low = 0 if dtype in (np.uint32, np.uint64) else -9
    add("Gemm", ints("a", a, low, 9, dtype), ints("b", b, low, 9, dtype), ints("c", c, low, 9, dtype),
        since=11, transA=transA, transB=transB)

# Determinants: with rows to change, singular, of batches.
for matrices in [floats("d", (1, 1)), floats("d", (2, 2)), floats("d", (7, 7)), floats("d", (2, 3, 4, 4)),
                 np.array([[0, 2, 1], [3, 0, 1], [1, 1, 0]], np.float32),
                 np.array([[[1, 2], [2, 4]], [[0, 0], [0, 5]]], np.float32),
                 np.array([[1e-20, 1], [1, 1]], np.float32), np.zeros((3, 3), np.float32)]:
    add("Det", matrices)
    add("Det", matrices.astype(np.float64), reference=True)

# Fourier transforms.
for shape, axis, length, attributes in [
        ((1, 10, 6, 1), 1, None, {}), ((2, 5, 7, 2), 2, None, {}),
        ((1, 9, 3, 1), 1, None, dict(onesided=1)), ((2, 8, 2), 1, None, dict(inverse=1)),
        ((2, 6, 2), 1, 9, {}), ((3, 7, 1), 1, 4, {}), ((1, 6, 2), 1, 5, dict(inverse=1)),
        ((1, 5, 3, 2), 1, 8, dict(inverse=1, onesided=1)),
        ((1, 5, 3, 2), 1, 9, dict(inverse=1, onesided=1)),
        ((2, 4, 2), 1, None, dict(inverse=1, onesided=1))]:
    x = floats("dft", shape)
    more = [] if length is None else [const(np.array(length, np.int64))]
    add("DFT", x, *more, until=19, axis=axis, **attributes)
    add("DFT", x, *(more or [None]), const(np.array(axis, np.int64)), since=20, **attributes)
for numbers in [(8, 16, 8192, 0.0, 4096.0), (5, 64, 16000, 20.0, 7600.0), (1, 4, 8000, 100.0, 3000.0),
                (40, 512, 16000, 0.0, 8000.0), (12, 25, 44100, 300.0, 9000.0)]:
    types = (np.int64, np.int64, np.int64, np.float32, np.float32)
    add("MelWeightMatrix", *(const(np.array(number, dtype)) for number, dtype in zip(numbers, types)))
for name in ("HannWindow", "HammingWindow", "BlackmanWindow"):
    for size, dtype in ((3, np.int32), (9, np.int64), (16, np.int64), (400, np.int32)):
        for periodic in (0, 1):
            add(name, const(np.array(size, dtype)), periodic=periodic)
for shape, step, window, length, onesided in [
        ((1, 32, 1), 8, None, 16, 1), ((2, 20, 1), 3, np.hanning(8), 8, 1),
        ((1, 17, 1), 5, np.hamming(7), None, 1), ((1, 24, 2), 6, np.hanning(12), 12, 0),
        ((2, 12, 1), 4, np.ones(4), 4, 0)]:
    add("STFT", floats("stft", shape), const(np.array(step, np.int64)),
        None if window is None else const(window.astype(np.float32)),
        *([] if length is None else [const(np.array(length, np.int64))]), onesided=onesided)

# Quantized numbers.
for dtype in (np.uint8, np.int8):
    zero = np.array(3, dtype)
    for shape in [(5,), (3, 4), (2, 3, 4)]:
        add("QuantizeLinear", floats("q", shape, -30, 30), np.array(0.17, np.float32), zero)
        low = 0 if dtype is np.uint8 else -100
        add("DequantizeLinear", ints("q", shape, low, 100, dtype), np.array(0.17, np.float32), zero)
    scales = np.array([0.1, 0.2, 0.3], np.float32)
    add("QuantizeLinear", floats("q", (2, 3, 4), -30, 30), scales, np.array([1, 0, 5], dtype),
        since=13, axis=1)
    add("DequantizeLinear", ints("q", (2, 3, 4), 0, 100, dtype), scales, np.array([1, 0, 5], dtype),
        since=13, axis=1)
# The type of the scale is that of quotients.
for target in (np.uint8, np.int8):
    add("QuantizeLinear", floats("q", (40,), 0, 19, np.float16), np.array(0.0620117, np.float16),
        np.array(4, target), since=23, reference=True)
for shape in [(6,), (3, 4), (2, 2, 2), (1, 9), (4, 1)]:
    add("DynamicQuantizeLinear", floats("q", shape, -2, 5), outputs=3)
for lhs, rhs in [((3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5)), ((1, 4), (4, 1)), ((5, 8), (8, 3)),
                 ((2, 2), (2, 2))]:
    a, b = ints("a", lhs, 0, 255, np.uint8), ints("b", rhs, 0, 255, np.uint8)
    add("MatMulInteger", a, b)
    add("MatMulInteger", a, b, np.array(12, np.uint8), np.array(7, np.uint8))
    scale = lambda value: np.array(value, np.float32)
    add("QLinearMatMul", a, scale(0.02), np.array(113, np.uint8), b, scale(0.01),
        np.array(100, np.uint8), scale(0.05), np.array(118, np.uint8))
    # Halves: the ratio of the scales is rounded before it is multiplied with.
    add("QLinearMatMul", np.arange(-104, 104, 2, dtype=np.int8).reshape(-1, 1), scale(0.125),
        np.array(0, np.int8), np.array([[26, -26, 13]], np.int8), scale(0.125),
        np.array(0, np.int8), scale(1.625), np.array(-8, np.int8))

if __name__ == "__main__":
    sys.exit(main(cases))
