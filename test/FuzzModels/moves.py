# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that change shapes or move elements by attributes and constants."""

import numpy as np

from oracle import Refused
from registry import operator
from values import BOOL, I32, I64, NONE, is_narrow

EVERY = (-3e38, 3e38)


def source(d, op, index=0, **more):
    return d.operand(d.types(op, index), limit=EVERY, low=-50, high=50, **more)


def ints_input(d, op, since, values, name):
    """Integers as an input of newer versions, as an attribute of older ones."""
    values = [int(value) for value in values]
    if d.version(op) >= since:
        return [d.constant(values)], {}
    return [], {name: values}


def split_extents(d, count, parts):
    """`parts` extents whose product is `count`."""
    extents = [1] * parts
    left = count
    for prime in (2, 3, 5, 7, 11, 13):
        while left % prime == 0 and left > 1:
            extents[d.between(0, parts - 1)] *= prime
            left //= prime
    extents[d.between(0, parts - 1)] *= left
    return extents


@operator("Reshape")
def reshape(d, op):
    x = source(d, op)
    shape, size = d.shape(x), d.array(x).size
    if size == 0:
        target = list(shape[::-1]) if d.version(op) >= 14 else list(shape)
        more = dict(allowzero=1) if d.version(op) >= 14 else {}
    else:
        form, more = d.between(0, 4), d.maybe(0.1, allowzero=0) if d.version(op) >= 14 else {}
        if form == 0 and len(shape) > 1:  # neighbours become one
            at = d.between(0, len(shape) - 2)
            target = [*[0] * at, -1, *shape[at + 2 :]]
        elif form == 1 and shape:  # one is split
            at = d.between(0, len(shape) - 1)
            target = [*shape[:at], *split_extents(d, shape[at], 2), *shape[at + 1 :]]
        else:
            target = split_extents(d, size, d.between(1, 4)) if size > 1 or d.chance(0.5) else []
        if target and d.chance(0.4) and -1 not in target:
            target[d.between(0, len(target) - 1)] = -1
    inputs, attributes = ints_input(d, op, 5, target, "shape")
    d.emit(op, x, *inputs, **attributes, **more)


@operator("Flatten")
def flatten(d, op):
    x = source(d, op, rank=(1, 4))
    rank = len(d.shape(x))
    low = -rank if d.version(op) >= 11 else 0
    d.emit(op, x, **d.maybe(0.8, axis=d.between(low, rank)))


@operator("Transpose")
def transpose(d, op):
    x = source(d, op)
    perm = [int(axis) for axis in d.rng.permutation(len(d.shape(x)))]
    d.emit(op, x, **(d.maybe(0.9, perm=perm) if perm else {}))


@operator("Squeeze")
def squeeze(d, op):
    x = source(d, op, rank=(1, 4), fits=lambda array: 1 in array.shape)
    ones = [axis for axis, extent in enumerate(d.shape(x)) if extent == 1]
    if d.chance(0.15):
        return d.emit(op, x)
    axes = sorted({d.pick(ones) for _ in ones})
    inputs, attributes = ints_input(d, op, 13, axes, "axes")
    d.emit(op, x, *inputs, **attributes)


@operator("Unsqueeze")
def unsqueeze(d, op):
    x = source(d, op, rank=(0, 3))
    rank = len(d.shape(x)) + d.between(1, 2)
    axes = sorted(int(axis) for axis in d.rng.permutation(rank)[: rank - len(d.shape(x))])
    if d.version(op) >= 11 and d.chance(0.3):
        axes = [axis - rank for axis in axes]
    inputs, attributes = ints_input(d, op, 13, axes, "axes")
    d.emit(op, x, *inputs, **attributes)


@operator("Concat")
def concat(d, op):
    first = source(d, op, rank=(1, 4))
    axis = d.axis(first)
    names = [first]
    for _ in range(d.pick([0, 1, 1, 1, 2, 3])):
        if d.chance(0.15):
            names.append(first)
            continue
        shape = list(d.shape(first))
        shape[axis] = d.pick([1, 2, 3, 5, 8, shape[axis], shape[axis]])
        names.append(d.operand(d.dtype(first), shape=tuple(shape), limit=EVERY))
    d.emit(op, *names, axis=axis)


@operator("Slice")
def slice_(d, op):
    x = source(d, op, rank=(1, 4))
    shape = d.shape(x)
    axes = sorted(int(axis) for axis in d.rng.permutation(len(shape))[: d.between(1, len(shape))])
    starts, ends, steps = [], [], []
    for axis in axes:
        extent = shape[axis]
        step = d.pick([1, 1, 1, 2, 3, -1, -2]) if d.version(op) >= 10 else 1
        low, high = sorted((d.between(0, extent), d.between(0, extent)))
        if high == low and d.kind != "zero":
            low, high = 0, extent
        if step < 0:  # from the high end down past the low one
            start, end = high - 1, low - 1
            start = d.pick([start, start - extent, start + (10 if high == extent else 0)])
            end = (
                d.pick([end, end - extent]) if end >= 0 else d.pick([-extent - 1, -(2**31), -99999])
            )
        else:
            start, end = d.pick([low, low - extent if low < extent else low]), high
            end = d.pick([end, end - extent if end < extent else 2**31 - 1])
        starts.append(start), ends.append(end), steps.append(step)
    if d.chance(0.2) and d.version(op) >= 10:
        axes = [axis - len(shape) for axis in axes]
    if d.version(op) < 10:
        return d.emit(op, x, starts=starts, ends=ends, axes=axes)
    dtype = d.pick([I64, I64, I32])
    numbers = [d.constant(values, dtype) for values in (starts, ends, axes)]
    d.emit(
        op, x, *numbers, d.constant(steps, dtype) if set(steps) != {1} or d.chance(0.5) else None
    )


@operator("Split")
def split(d, op):
    x = source(d, op, rank=(1, 4))
    axis = d.axis(x) if d.version(op) >= 11 else d.between(0, len(d.shape(x)) - 1)
    extent = d.shape(x)[axis]
    count = d.between(1, min(extent, 4)) if extent else 1
    axis_more = dict(axis=axis)
    if extent and extent % count == 0 and d.chance(0.4):
        more = dict(num_outputs=count) if d.version(op) >= 18 else {}
        return d.emit(op, x, outputs=count, **axis_more, **more)
    if d.version(op) >= 18 and extent > 1 and d.chance(0.3):
        return d.emit(op, x, outputs=count, num_outputs=count, **axis_more)
    cuts = sorted(d.between(0, extent) for _ in range(count - 1))
    sizes = np.diff([0, *cuts, extent])
    if d.kind != "zero" and extent and 0 in sizes:
        sizes = [extent // count] * (count - 1) + [extent - extent // count * (count - 1)]
    inputs, attributes = ints_input(d, op, 13, sizes, "split")
    d.emit(op, x, *inputs, outputs=count, **attributes, **axis_more)


@operator("Pad")
def pad(d, op):
    x = source(d, op, rank=(1, 4))
    shape = d.shape(x)
    mode = d.pick(
        ["constant", "constant", "edge", "reflect", "wrap"]
        if d.version(op) >= 19
        else ["constant", "constant", "edge", "reflect"]
    )
    axes = list(range(len(shape)))
    use_axes = d.version(op) >= 18 and d.chance(0.3)
    if use_axes:
        axes = sorted(
            int(axis) for axis in d.rng.permutation(len(shape))[: d.between(1, len(shape))]
        )
    pads = []
    for _ in range(2):
        for axis in axes:
            most = 3 if mode in ("constant", "edge") else min(3, shape[axis] - 1)
            amount = d.pick([0, 0, 1, 2, 3])
            pads.append(max(0, min(amount, most)))
    if mode == "constant" and d.chance(0.15) and d.version(op) >= 2:
        at = d.between(0, len(axes) - 1)
        if shape[axes[at]] > 2:
            pads[at] = -1
    if mode != "constant" and 0 in shape:
        raise Refused("nothing to repeat")
    more = d.maybe(0.9, mode=mode) if mode == "constant" else dict(mode=mode)
    if d.version(op) < 11:
        return d.emit(op, x, pads=pads, **more)
    dtype = d.dtype(x)
    value = (
        d.constant(1 if dtype == BOOL or is_narrow(dtype) else d.pick([0, 3, 7]), dtype)
        if mode == "constant" and d.chance(0.5)
        else None
    )
    d.emit(op, x, d.constant(pads), value, d.constant(axes) if use_axes else None, **more)


@operator("Expand")
def expand(d, op):
    x = source(d, op, rank=(0, 3))
    shape = [
        d.pick([1, extent, d.pick([2, 3, 5, 8])]) if extent == 1 else d.pick([extent, extent, 1])
        for extent in d.shape(x)
    ]
    shape = [d.pick([1, 2, 3]) for _ in range(d.between(0, 1))] + shape[
        d.pick([0, 0, 0, len(shape) // 2]) :
    ]
    d.emit(op, x, d.constant(np.array(shape, np.int64)))


@operator("Tile")
def tile(d, op):
    x = source(d, op, rank=(1, 4))
    repeats = [d.pick([1, 1, 2, 3, 0] if d.kind == "zero" else [1, 1, 2, 3]) for _ in d.shape(x)]
    d.emit(op, x, d.constant(repeats))


@operator("DepthToSpace", "SpaceToDepth")
def blocks(d, op):
    block = d.pick([1, 2, 2, 3])
    n, c, h, w = d.pick([1, 2]), d.pick([1, 2, 3, 8]), d.pick([1, 2, 3, 5]), d.pick([1, 2, 4, 7])
    shape = (n, c * block * block, h, w) if op == "DepthToSpace" else (n, c, h * block, w * block)
    x = source(d, op, shape=shape)
    more = (
        d.maybe(mode=d.pick(["DCR", "CRD"])) if op == "DepthToSpace" and d.version(op) >= 11 else {}
    )
    d.emit(op, x, blocksize=block, **more)


@operator("ReverseSequence")
def reverse_sequence(d, op):
    x = source(d, op, rank=(2, 4), fits=lambda array: array.size > 0)
    time = d.between(0, 1)
    lengths = d.fresh(I64, (d.shape(x)[1 - time],), 1, d.shape(x)[time], NONE)
    d.emit(op, x, lengths, time_axis=time, batch_axis=1 - time)


@operator("CenterCropPad")
def center(d, op):
    x = source(d, op, rank=(1, 4))
    shape = d.shape(x)
    axes = [int(axis) for axis in d.rng.permutation(len(shape))[: d.between(1, len(shape))]]
    if d.chance(0.3):
        axes = list(range(len(shape)))
    target = [max(1, shape[axis] + d.between(-3, 4)) for axis in axes]
    more = {} if axes == list(range(len(shape))) and d.chance(0.5) else dict(axes=axes)
    d.emit(op, x, d.constant(target), **more)


@operator("Trilu")
def trilu(d, op):
    x = source(d, op, rank=(2, 4))
    k = d.constant(d.between(-4, 5)) if d.chance(0.7) else None
    d.emit(op, x, k, **d.maybe(upper=d.between(0, 1)))


@operator("Compress")
def compress(d, op):
    x = source(d, op, rank=(1, 4), fits=lambda array: array.size > 0)
    flat = d.chance(0.3)
    axis = None if flat else d.axis(x)
    extent = d.array(x).size if flat else d.shape(x)[axis]
    condition = d.rng.random(min(extent, d.between(1, max(1, extent)))) < 0.6
    if not condition.any() and d.kind != "zero":
        condition[0] = True
    d.emit(op, x, d.constant(condition, BOOL), **({} if flat else dict(axis=axis)))


@operator("Shape")
def shape_of(d, op):
    x = source(d, op)
    rank = len(d.shape(x))
    more = (
        d.maybe(0.4, start=d.between(-rank, rank), end=d.between(-rank, rank))
        if d.version(op) >= 15
        else {}
    )
    d.emit(op, x, **more)


@operator("Size")
def size_of(d, op):
    d.emit(op, source(d, op))
