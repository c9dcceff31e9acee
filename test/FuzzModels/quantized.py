# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantized numbers."""

import numpy as np

from products import sizes
from registry import operator
from values import BF16, F16, F32, I8, I32, NONE, U8, is_float, limits
from windows import Window, groups_of


def scale(d, dtype, shape=(), low=0.02, high=0.2):
    return d.operand(dtype, shape=shape, low=low, high=high, specials=NONE, reuse=0)


def zero_point(d, dtype, shape=()):
    low, high = (0, 0) if is_float(dtype) else limits(dtype)
    return d.operand(
        dtype, shape=shape, low=max(int(low), -20), high=min(int(high), 20), specials=NONE, reuse=0
    )


@operator("QuantizeLinear")
def quantize(d, op):
    x = d.operand(
        d.types(op), rank=(0, 4), low=-20, high=20, exact=True, specials=NONE, limit=(-100, 100)
    )
    targets = [t for t in d.types(op, 2)]
    target = d.choose_type([t for t in targets if t in (U8, I8)] * 3 + targets)
    shape, more = (), {}
    if d.version(op) >= 13 and len(d.shape(x)) > 1 and d.chance(0.4):
        axis = d.axis(x)
        shape, more = (d.shape(x)[axis],), dict(axis=axis)
    scale_type = d.dtype(x) if is_float(d.dtype(x)) and d.version(op) >= 19 else F32
    given = zero_point(d, target, shape) if target != U8 or d.chance(0.7) else None
    scales = scale(d, scale_type, shape)
    if scale_type in (F16, BF16) and d.version(op) < 23:
        # In which type numbers are divided, versions before 23 do not say.
        scales = d.constant(np.full(shape, 0.125), scale_type)
    d.emit(op, x, scales, given, **more)


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
    x = d.operand(
        [F32],
        rank=(1, 4),
        low=-4,
        high=4,
        exact=True,
        specials=NONE,
        limit=(-100, 100),
        fits=lambda array: array.size > 0,
    )
    d.emit(op, x, outputs=3)


def bytes_of(d, types, shape):
    return d.operand(
        [t for t in types if t in (U8, I8)],
        shape=shape,
        low=-128,
        high=255,
        specials=NONE,
        limit=(-128, 255),
    )


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
    d.emit(
        op,
        a,
        scale(d, F32),
        zero_point(d, dtype),
        b,
        scale(d, F32),
        zero_point(d, b_type),
        scale(d, F32, (), 0.5, 4),
        zero_point(d, dtype),
    )


def integer_conv(d, types):
    window = Window(d)
    x = d.operand(
        [t for t in types if t in (U8, I8)],
        shape=(d.pick([1, 2]), d.pick([1, 2, 3, 4, 8, 16]), *window.image),
        low=-128,
        high=255,
        specials=NONE,
        limit=(-128, 255),
    )
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
        x,
        scale(d, F32),
        zero_point(d, dtype),
        w,
        scale(d, F32),
        zero_point(d, d.dtype(w)),
        scale(d, F32, (), 0.5, 4),
        zero_point(d, dtype),
    ]
    if d.chance(0.5):
        inputs.append(d.operand(I32, shape=(shape[0],), low=-500, high=500, specials=NONE))
    d.emit(op, *inputs, group=group, **window.attributes)
