# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operators, choices and conversions."""

import numpy as np

from oracle import Refused
from registry import operator
from values import ALL, BOOL, F32, I32, NONE, is_float

BIG = 1e30
# The range of new operands, whether a jump asks for exact ones, attributes that are drawn.
UNARY = {
    "Abs": (-9, 9),
    "Ceil": (-9, 9, True),
    "Cos": (-9, 9),
    "Elu": (-4, 4),
    "Erf": (-3, 3),
    "Exp": (-6, 6),
    "Floor": (-9, 9, True),
    "HardSigmoid": (-6, 6),
    "HardSwish": (-6, 6),
    "LeakyRelu": (-4, 4),
    "Log": (0.01, 9),
    "Mish": (-6, 6),
    "Neg": (-9, 9),
    "Reciprocal": (0.1, 4),
    "Relu": (-4, 4),
    "Round": (-9, 9, True),
    "Selu": (-4, 4),
    "Sigmoid": (-6, 6),
    "Sign": (-4, 4, True),
    "Sin": (-9, 9),
    "Softplus": (-9, 9),
    "Softsign": (-9, 9),
    "Sqrt": (0, 9),
    "Tanh": (-4, 4),
    "Acos": (-1, 1),
    "Acosh": (1, 9),
    "Asin": (-1, 1),
    "Asinh": (-9, 9),
    "Atan": (-9, 9),
    "Atanh": (-0.98, 0.98),
    "Cosh": (-4, 4),
    "Sinh": (-4, 4),
    "Tan": (-1.4, 1.4),
    "Celu": (-4, 4),
    "Gelu": (-4, 4),
    "ThresholdedRelu": (-4, 4, True),
    "Swish": (-6, 6),
    "Shrink": (-4, 4, True),
    "IsNaN": (-4, 4, True),
    "IsInf": (-4, 4, True),
    "Not": (0, 1),
    "BitwiseNot": (-99, 99),
    "Identity": (-99, 99),
}
# Those that are small everywhere, so that any operand will do.
ANY_OPERAND = {
    "Abs",
    "Ceil",
    "Cos",
    "Erf",
    "Floor",
    "HardSigmoid",
    "Neg",
    "Relu",
    "Round",
    "Sigmoid",
    "Sign",
    "Softsign",
    "Tanh",
    "Asinh",
    "Atan",
    "IsNaN",
    "IsInf",
    "Not",
    "BitwiseNot",
    "Identity",
    "LeakyRelu",
    "Shrink",
    "ThresholdedRelu",
}


def attributes_of(d, op):
    if op in ("Elu", "LeakyRelu", "ThresholdedRelu", "Celu", "Swish"):
        return d.maybe(alpha=d.pick([0.5, 0.25, 1.0, 1.7, 0.01]))
    if op == "Selu":
        return d.maybe(alpha=1.25, gamma=0.75)
    if op == "HardSigmoid":
        return d.maybe(alpha=0.5, beta=0.25)
    if op == "Gelu":
        return d.maybe(approximate=d.pick(["none", "tanh"]))
    if op == "Shrink":
        return d.maybe(bias=0.25, lambd=d.pick([0.5, 1.0]))
    if op == "IsInf":
        return d.maybe(detect_negative=d.between(0, 1), detect_positive=d.between(0, 1))
    return {}


@operator(*UNARY)
def unary(d, op):
    low, high, *exact = UNARY[op]
    limit = (-BIG, BIG) if op in ANY_OPERAND else (low, high)
    if op in ("Ceil", "Floor", "Round", "Sign") and d.kind != "special":
        limit = (-1e4, 1e4)
    # Adding a fraction to an integer is not defined.
    types = [t for t in d.types(op) if op not in ("Shrink", "Erf") or is_float(t)]
    x = d.operand(types, low=low, high=high, exact=bool(exact), limit=limit)
    d.emit(op, x, **attributes_of(d, op))


def pair(d, types, **more):
    """Two operands that broadcast."""
    first = d.operand(types, **more)
    shape = d.other_shape(d.shape(first))
    second = d.operand(d.dtype(first), shape=shape, **more)
    return (first, second) if d.chance(0.6) else (second, first)


@operator("Add", "Sub", "Mul")
def arithmetic(d, op):
    d.emit(
        op,
        *pair(
            d,
            d.types(op),
            low=-8,
            high=8,
            limit=(-1e3, 1e3) if d.kind != "special" else (-BIG * 1e9, BIG * 1e9),
        ),
    )


@operator("Div", "Mod")
def division(d, op):
    fmod = op == "Mod" and d.chance(0.4)
    types = [t for t in d.types(op) if op == "Div" or is_float(t) == fmod or fmod]
    first = d.operand(types, low=-20, high=20, exact=op == "Mod", limit=(-1e6, 1e6))
    dtype = d.dtype(first)
    negative = dtype.kind == "i" and d.chance(0.4)
    specials = ALL if is_float(dtype) and op == "Div" else NONE
    second = d.operand(
        dtype,
        shape=d.other_shape(d.shape(first)),
        low=-9 if negative else 0.5 if is_float(dtype) else 1,
        high=-2 if negative else 9,
        specials=specials,
        exact=op == "Mod",
    )
    if not is_float(dtype) and not np.all(d.array(second)):
        raise Refused("division by zero")
    d.emit(op, first, second, **(dict(fmod=1) if fmod else {}))


@operator("Pow")
def power(d, op):
    base = d.operand(
        d.types(op), low=0.25, high=3, limit=(0.1, 4), specials=NONE if d.chance(0.5) else ALL
    )
    if not is_float(d.dtype(base)) and not 0 <= d.values[base].low <= d.values[base].high <= 4:
        raise Refused("overflow, which is not defined")
    dtype = d.dtype(base)
    types = [F32, dtype]
    types = [t for t in types if t in d.types(op, 1)]
    if d.version(op) < 12:
        types = [dtype]
    elif is_float(dtype) and d.chance(0.3):
        types = [I32]
    if not is_float(dtype):
        exponent = d.operand(
            types, shape=d.other_shape(d.shape(base)), low=0, high=3, specials=NONE
        )
    else:
        exponent = d.operand(
            types,
            shape=d.other_shape(d.shape(base)),
            low=-2,
            high=3,
            specials=ALL if is_float(types[0]) else NONE,
        )
        if d.chance(0.4):
            exponent = d.constant(d.pick([2, 0.5, 3, -1, 1, 0, 2.5, -0.5, 4]), d.dtype(exponent))
    d.emit(op, base, exponent)


@operator("Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual")
def comparison(d, op):
    d.emit(op, *pair(d, d.types(op), exact=True, limit=(-BIG, BIG)))


@operator("And", "Or", "Xor", "BitwiseAnd", "BitwiseOr", "BitwiseXor")
def logic(d, op):
    d.emit(op, *pair(d, d.types(op), low=-99, high=99, limit=(-1e30, 1e30)))


@operator("BitShift")
def shift(d, op):
    first = d.operand(d.types(op), low=-100, high=100, limit=(-1e30, 1e30))
    dtype = d.dtype(first)
    second = d.operand(
        dtype,
        shape=d.other_shape(d.shape(first)),
        low=0,
        high=dtype.itemsize * 8 - 1,
        specials=NONE,
        reuse=0,
    )
    d.emit(op, first, second, direction=d.pick(["LEFT", "RIGHT"]))


@operator("PRelu")
def prelu(d, op):
    x = d.operand(d.types(op), rank=(1, 4), limit=(-1e3, 1e3))
    shape = d.other_shape(d.shape(x))
    d.emit(op, x, d.operand(d.dtype(x), shape=shape, low=0, high=1))


@operator("Max", "Min", "Sum", "Mean")
def variadic(d, op):
    first = d.operand(
        d.types(op),
        limit=(
            (-1e3, 1e3)
            if op in ("Sum", "Mean") and d.kind != "special"
            else (-BIG * 1e9, BIG * 1e9)
        ),
    )
    others = [
        d.operand(d.dtype(first), shape=d.other_shape(d.shape(first)), limit=(-1e30, 1e30))
        for _ in range(d.pick([0, 1, 1, 2, 3]))
    ]
    d.emit(op, first, *others)


@operator("Clip")
def clip(d, op):
    low, high = d.pick([(-1, 1), (0, 6), (-2, 3), (0, 1)])
    if d.version(op) < 11:
        return d.emit(
            op,
            d.operand(d.types(op), limit=(-BIG, BIG)),
            **d.maybe(min=float(low), max=float(high)),
        )
    x = d.operand(d.types(op), limit=(-BIG, BIG), low=-9, high=9)
    dtype = d.dtype(x)
    if dtype.kind == "u":
        low = 0
    bounds = [
        (
            d.constant(bound, dtype)
            if d.chance(0.5)
            else d.operand(dtype, shape=(), low=bound, high=bound, reuse=0, specials=NONE)
        )
        for bound in (low, high)
    ]
    d.emit(op, x, *[bound if d.chance(0.8) else None for bound in bounds])


@operator("Where")
def where(d, op):
    condition = d.operand(BOOL, limit=(0, 1))
    shape = d.shape(condition)
    x = d.operand(d.types(op, 1), shape=d.other_shape(shape), limit=(-BIG, BIG))
    y = d.operand(d.dtype(x), shape=d.pick([d.shape(x), d.other_shape(shape)]), limit=(-BIG, BIG))
    d.emit(op, condition, x, y)
