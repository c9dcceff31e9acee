# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions, and what does nothing in inference."""

from onnx import TensorProto

from registry import operator
from values import (
    ALL,
    BOOL,
    F32,
    NARROW_FLOATS,
    NARROW_INTEGERS,
    NONE,
    is_float,
    is_narrow,
    limits,
    name_of,
)

BIG = 1e30


def number_of(dtype):
    return TensorProto.DataType.Value(name_of(dtype).upper())


def convertible(d, source, target):
    """An operand whose elements the target type holds, or where it is a float rounds to."""
    low, high = -100, 100
    if not is_float(target):
        low, high = (0, 1) if target == BOOL else map(int, limits(target))
        low, high = max(low, -100), min(high, 100)
    # What becomes of NaN and of numbers beyond an integer's range, nobody says.
    to_integer = is_float(source) and not is_float(target) and target != BOOL
    specials = NONE if to_integer or is_narrow(target) else ALL
    if is_narrow(source) or is_narrow(target):
        low, high = max(low, -6 if source.kind != "u" else 0), min(high, 6)
        if source in NARROW_INTEGERS:
            low, high = max(low, int(limits(source)[0])), min(high, int(limits(source)[1]))
    return d.operand(source, low=low, high=high, exact=True, specials=specials)


@operator("Cast", "CastLike")
def cast(d, op):
    known = d.types(op)
    target = d.choose_type(known) if d.chance(0.5) else d.pick(known)
    source = d.choose_type(known)
    x = convertible(d, source, target)
    if op == "CastLike":
        return d.emit(op, x, d.operand(target, rank=(0, 2), specials=NONE, low=0, high=1))
    more = (
        d.maybe(0.3, saturate=d.between(0, 1))
        if target in NARROW_FLOATS and d.version(op) >= 19
        else {}
    )
    d.emit(op, x, to=number_of(target), **more)


@operator("BitCast")
def bitcast(d, op):
    x = d.operand(
        [t for t in d.types(op) if t != BOOL and not is_narrow(t)], exact=True, limit=(-BIG, BIG)
    )
    width = d.dtype(x).itemsize
    targets = [t for t in d.types(op) if t.itemsize == width and t != BOOL and not is_narrow(t)]
    target = d.pick(targets)
    if is_float(target):
        targets = [t for t in targets if not is_float(t)]
        target = d.pick(targets)
    d.emit(op, x, to=number_of(target))


@operator("Dropout")
def dropout(d, op):
    x = d.operand(d.types(op), limit=(-BIG, BIG), exact=True)
    if d.version(op) < 7:
        return d.emit(op, x, is_test=1, ratio=0.25)
    if d.version(op) < 12:
        return d.emit(op, x, ratio=0.25)
    d.emit(
        op, x, d.constant(0.25, F32) if d.chance(0.5) else None, outputs=2 if d.chance(0.1) else 1
    )
