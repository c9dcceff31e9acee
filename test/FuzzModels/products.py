# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices, Fourier transforms, quantized numbers."""
import numpy as np

from oracle import Refused
from registry import operator
from values import (
    BF16,
    F16,
    F32,
    F64,
    I8,
    I32,
    I64,
    NARROW_FLOATS,
    NONE,
    SUMS,
    U8,
    is_float,
    is_narrow,
     limits)
from windows import Window, groups_of, image

SIZES = [1, 1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 48, 64, 65, 100]


def sizes(d):
    while True:
        m, n, k = d.pick(SIZES), d.pick(SIZES), d.pick(SIZES)
        if m * n * k <= (200000 if d.chance(0.1) else 20000):
            if d.kind == "zero" and d.chance(0.3):
                return d.pick([(0, n, k), (m, 0, k), (m, n, 0)])
            return m, n, k


@operator("MatMul")
def matmul(d, op):
    m, n, k = sizes(d)
    x = d.operand(d.types(op), rank=(1, 4), low=-2, high=2, specials=SUMS,
                  limit=(-20, 20)) if d.chance(0.4) else None
    if x is None:
        batch = [d.pick([1, 2, 3]) for _ in range(d.pick([0, 0, 0, 1, 1, 2]))]
        x = d.operand(
    d.types(op),
    shape=(
        *batch,
        m,
        k) if d.chance(0.92) else (
            k,
            ),
            low=-2,
            high=2,
            specials=SUMS,
             reuse=0)
    shape = d.shape(x)
    batch = d.other_shape(shape[:-2]) if len(shape) > 2 and d.chance(0.6) else ()
    form = (shape[-1], n) if d.chance(0.92) else (shape[-1],)
    y = d.operand(d.dtype(x), shape=(*batch, *form) if len(form) ==
                  2 else form, low=-2, high=2, specials=NONE, limit=(-20, 20))
    d.emit(op, x, y)


@operator("Gemm")
def gemm(d, op):
    m, n, k = sizes(d)
    transA, transB = d.between(0, 1), d.between(0, 1)
    types = d.types(op)
    a = d.operand(types, shape=(k, m) if transA else (m, k), specials=SUMS, limit=(-20, 20))
    b = d.operand(d.dtype(a), shape=(n, k) if transB else (k, n), specials=NONE, limit=(-20, 20))
    shapes = [(m, n), (n,), (1, n), (m, 1), (1,), ()]
    c = d.operand(d.dtype(a), shape=d.pick(shapes if d.version(op) >= 7 else [(m, n)]), specials=NONE)
    integer = not is_float(d.dtype(a))
    more = {} if integer else d.maybe(alpha=d.pick([0.5, 1.0, -1.25]), beta=d.pick([2.0, 0.0, 0.5]))
    d.emit(op, a, b, c if d.version(op) < 11 or d.chance(0.7)
           else None, transA=transA, transB=transB, **more)


EQUATIONS = [
    "bij,bjk->bik",
    "ij,jk->ik",
    "ij,kj->ik",
    "ij->ji",
    "ij->",
    "ij->j",
    "...ij->...i",
    "...ij,...jk->...ik",
    "ii->i",
    "i,j->ij",
    "ij,jk,kl->il",
    "bhid,bhjd->bhij",
    "bij,bij->b",
    "ij,ij->ij",
    "i,i->",
    "bij->bji",
    "ijk,kl",
     "abc,cd->abd"]


@operator("Einsum")
def einsum(d, op):
    equation = d.pick(EQUATIONS)
    extents = {letter: d.pick([1, 2, 3, 4, 5, 8, 9]) for letter in "abcdhijkl"}
    batch = [d.pick([1, 2, 3]) for _ in range(d.between(0, 1))]
    names = []
    for term in equation.split("->")[0].split(","):
        shape = ([*batch] if "..." in term else []) + [extents[letter]
                 for letter in term if letter.isalpha()]
        dtype = d.dtype(names[0]) if names else None
        names.append(d.operand([dtype] if dtype else [t for t in d.types(op) if is_float(
            t) or t in (I32, I64)], shape=tuple(shape), specials=NONE, limit=(-20, 20)))
    d.emit(op, *names, equation=equation)


@operator("DFT")
def dft(d, op):
    rank = d.between(3, 4)
    parts = d.pick([1, 2])
    shape = (d.pick([1, 2]), *[d.between(1, 12) for _ in range(rank - 2)], parts)
    inverse, onesided = d.pick([0, 0, 1]), 0
    if parts == 1 and not inverse:
        onesided = d.between(0, 1)
    x = d.operand([t for t in d.types(op) if t in (F32, F64)], shape=shape, specials=NONE, reuse=0)
    axis = d.between(1, rank - 2)
    length = d.constant(d.between(1, 12)) if d.chance(0.3) else None
    more = d.maybe(0.9, inverse=inverse) if not inverse else dict(inverse=1)
    if onesided:
        more["onesided"] = 1
    if d.version(op) >= 20:
        return d.emit(op, x, length, d.constant(axis), **more)
    d.emit(op, x, length, axis=axis, **more)


@operator("STFT")
def stft(d, op):
    frame = d.pick([4, 7, 8, 16])
    x = d.operand([F32], shape=(d.pick([1, 2]), frame + d.between(0, 20), 1), specials=NONE, reuse=0)
    window = d.operand([F32], shape=(frame,), low=0.1, high=1, specials=NONE) if d.chance(0.6) else None
    length = d.constant(frame) if window is None or d.chance(0.5) else None
    d.emit(op, x, d.constant(d.between(1, 6)), window, length, **d.maybe(onesided=d.between(0, 1)))


def scale(d, dtype, shape=(), low=0.02, high=0.2):
    return d.operand(dtype, shape=shape, low=low, high=high, specials=NONE, reuse=0)


def zero_point(d, dtype, shape=()):
    low, high = (0, 0) if is_float(dtype) else limits(dtype)
    return d.operand(dtype, shape=shape, low=max(int(low), -20),
                     high=min(int(high), 20), specials=NONE, reuse=0)


@operator("QuantizeLinear")
def quantize(d, op):
    x = d.operand(d.types(op), rank=(0, 4), low=-20, high=20, exact=True, specials=NONE, limit=(-100, 100))
    targets = [t for t in d.types(op, 2)]
    target = d.choose_type([t for t in targets if t in (U8, I8)] * 3 + targets)
    shape, more = (), {}
    if d.version(op) >= 13 and len(d.shape(x)) > 1 and d.chance(0.4):
        axis = d.axis(x)
        shape, more = (d.shape(x)[axis],), dict(axis=axis)
    scale_type = d.dtype(x) if is_float(d.dtype(x)) and d.version(op) >= 19 else F32
    given = zero_point(d, target, shape) if target != U8 or d.chance(0.7) else None
    d.emit(op, x, scale(d, scale_type, shape), given, **more)


@operator("DequantizeLinear")
def dequantize(d, op):
    x = d.operand(d.types(op), rank=(0, 4), low=-100, high=100, specials=NONE, limit=(-1e9, 1e9))
    dtype = d.dtype(x)
    shape, more = (), {}
    if d.version(op) >= 13 and len(d.shape(x)) > 1 and d.chance(0.4):
        axis = d.axis(x)
        shape, more = (d.shape(x)[axis],), dict(axis=axis)
    kinds = [t for t in d.types(op, 1)]
    given = zero_point(d, dtype, shape) if dtype != I32 and d.chance(0.7) else None
    d.emit(op, x, scale(d, d.choose_type(kinds), shape), given, **more)


@operator("DynamicQuantizeLinear")
def dynamic_quantize(d, op):
    x = d.operand([F32], rank=(1, 4), low=-4, high=4, exact=True, specials=NONE,
                  limit=(-100, 100), fits=lambda array: array.size > 0)
    d.emit(op, x, outputs=3)


def bytes_of(d, types, shape):
    return d.operand([t for t in types if t in (U8, I8)], shape=shape,
                     low=-128, high=255, specials=NONE, limit=(-128, 255))


@operator("MatMulInteger")
def matmul_integer(d, op):
    m, n, k = sizes(d)
    a, b = bytes_of(d, d.types(op), (m, k)), bytes_of(d, d.types(op, 1), (k, n))
    zeros = [zero_point(d, d.dtype(name)) if d.chance(0.5) else None for name in (a, b)]
    d.emit(op, a, b, *zeros)


@operator("QLinearMatMul")
def qlinear_matmul(d, op):
    m, n, k = sizes(d)
    dtype = d.pick([U8, I8])
    b_type = d.pick([dtype, I8])
    a, b = bytes_of(d, [dtype], (m, k)), bytes_of(d, [b_type], (k, n))
    d.emit(op, a, scale(d, F32), zero_point(d, dtype), b, scale(d, F32), zero_point(d, b_type),
           scale(d, F32, (), 0.5, 4), zero_point(d, dtype))


def integer_conv(d, types):
    window = Window(d)
    x = d.operand([t for t in types if t in (U8, I8)], shape=(d.pick([1, 2]), d.pick(
        [1, 2, 3, 4, 8, 16]), *window.image), low=-128, high=255, specials=NONE, limit=(-128, 255))
    channels = d.shape(x)[1]
    group = groups_of(d, channels)
    outputs = group * d.pick([1, 2, 3])
    return window, x, (outputs, channels // group, *window.kernel), group


@operator("ConvInteger")
def conv_integer(d, op):
    window, x, shape, group = integer_conv(d, [U8])
    w = bytes_of(d, d.types(op, 1), shape)
    zeros = [zero_point(d, U8), zero_point(d, d.dtype(w))] if d.chance(0.6) else []
    d.emit(op, x, w, *zeros, group=group, **window.attributes)


@operator("QLinearConv")
def qlinear_conv(d, op):
    window, x, shape, group = integer_conv(d, d.types(op))
    dtype = d.dtype(x)
    w = bytes_of(d, [dtype] if dtype == U8 else [I8], shape)
    inputs = [
    x, scale(
        d, F32), zero_point(
            d, dtype), w, scale(
                d, F32), zero_point(
                    d, d.dtype(w)), scale(
                        d, F32, (), 0.5, 4), zero_point(
                            d, dtype)]
    if d.chance(0.5):
        inputs.append(d.operand(I32, shape=(shape[0],), low=-500, high=500, specials=NONE))
    d.emit(op, *inputs, group=group, **window.attributes)
