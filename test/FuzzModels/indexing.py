# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that take places from indices, and those that make tensors."""

import numpy as np
from onnx import numpy_helper

from conversions import number_of
from moves import EVERY, source
from oracle import Refused
from registry import operator
from values import BOOL, F32, F64, I32, I64, NONE, SUMS, is_float, is_narrow

HAS_ELEMENTS = dict(fits=lambda array: array.size > 0)


def indices(d, shape, extent, dtypes=(I64, I64, I32), negative=True):
    low = -extent if negative and d.chance(0.4) else 0
    return d.fresh(d.pick(dtypes), tuple(shape), low, extent - 1, NONE)


@operator("Gather")
def gather(d, op):
    x = source(d, op, rank=(1, 4), **HAS_ELEMENTS)
    axis = d.axis(x)
    shape = d.draw_shape(d.between(0, 2))
    d.emit(
        op,
        x,
        indices(d, shape, d.shape(x)[axis], negative=d.version(op) >= 11),
        **d.maybe(0.9 if axis else 0.5, axis=axis) if axis == 0 else dict(axis=axis)
    )


@operator("GatherElements")
def gather_elements(d, op):
    x = source(d, op, rank=(1, 4), **HAS_ELEMENTS)
    axis = d.axis(x)
    shape = [d.between(1, extent) if d.chance(0.5) else extent for extent in d.shape(x)]
    shape[axis] = d.pick([1, 2, 5, shape[axis]])
    d.emit(op, x, indices(d, shape, d.shape(x)[axis]), axis=axis)


@operator("GatherND")
def gather_nd(d, op):
    x = source(d, op, rank=(1, 4), **HAS_ELEMENTS)
    shape = d.shape(x)
    batch = d.between(0, min(1, len(shape) - 1)) if d.version(op) >= 12 else 0
    depth = d.between(1, len(shape) - batch)
    tuples = list(shape[:batch]) + [
        d.pick([1, 2, 3, 7]) for _ in range(d.between(0 if batch else 1, 2))
    ]
    columns = [d.rng.integers(-extent, extent, tuples) for extent in shape[batch : batch + depth]]
    if not d.chance(0.4):
        columns = [np.abs(column) % extent for column, extent in zip(columns, shape[batch:])]
    name = d.constant(np.stack(columns, -1))
    d.emit(op, x, name, **(dict(batch_dims=batch) if batch else {}))


def reduction_of(d, op):
    """A reduction of a scatter, or none; then places may not repeat."""
    choices = ["none", "none"]
    if d.version(op) >= 16:
        choices += ["add", "mul"]
    if d.version(op) >= 18:
        choices += ["max", "min"]
    return d.pick(choices)


@operator("Scatter", "ScatterElements")
def scatter_elements(d, op):
    reduction = reduction_of(d, op) if op == "ScatterElements" else "none"
    numeric = reduction != "none"
    x = d.operand(
        [t for t in d.types(op) if not numeric or t != BOOL and not is_narrow(t)],
        rank=(1, 3),
        specials=SUMS,
        limit=(-100, 100),
        **HAS_ELEMENTS
    )
    axis = d.axis(x)
    shape = [d.between(1, extent) for extent in d.shape(x)]
    extent = d.shape(x)[axis]
    if numeric:
        shape[axis] = d.pick([1, 2, 5])
        where = d.rng.integers(0, extent, shape)
    else:
        order = np.argsort(
            d.rng.random([extent if i == axis % len(shape) else n for i, n in enumerate(shape)]),
            axis,
        )
        where = np.take(order, range(shape[axis]), axis)
    if d.chance(0.3) and d.version(op) >= 11:
        where = where - extent
    updates = d.operand(
        d.dtype(x), shape=tuple(shape), specials=NONE if numeric else SUMS, limit=(-4, 4)
    )
    more = dict(reduction=reduction) if numeric else {}
    d.emit(op, x, d.constant(where, d.pick([I64, I32])), updates, axis=axis, **more)


@operator("ScatterND")
def scatter_nd(d, op):
    reduction = reduction_of(d, op)
    numeric = reduction != "none"
    x = d.operand(
        [t for t in d.types(op) if not numeric or t != BOOL and not is_narrow(t)],
        rank=(1, 3),
        specials=SUMS,
        limit=(-100, 100),
        **HAS_ELEMENTS
    )
    shape = d.shape(x)
    depth = d.between(1, len(shape))
    places = int(np.prod(shape[:depth]))
    count = d.between(1, min(places, 9))
    flat = d.rng.integers(0, places, count) if numeric else d.rng.permutation(places)[:count]
    where = np.stack(np.unravel_index(flat, shape[:depth]), -1)
    updates = d.operand(
        d.dtype(x), shape=(count, *shape[depth:]), specials=NONE if numeric else SUMS, limit=(-4, 4)
    )
    more = dict(reduction=reduction) if numeric else {}
    d.emit(op, x, d.constant(where), updates, **more)


@operator("TensorScatter")
def tensor_scatter(d, op):
    cache = source(d, op, rank=(3, 4), **HAS_ELEMENTS)
    shape = d.shape(cache)
    axis = d.between(1, len(shape) - 1)
    length = d.between(1, shape[axis])
    update = d.operand(
        d.dtype(cache), shape=(*shape[:axis], length, *shape[axis + 1 :]), limit=EVERY
    )
    mode = d.pick(["linear", "circular"])
    most = shape[axis] - (length if mode == "linear" else 1)
    d.emit(
        op,
        cache,
        update,
        d.fresh(I64, (shape[0],), 0, most, NONE),
        axis=axis - len(shape) if d.chance(0.5) else axis,
        mode=mode,
    )


@operator("OneHot")
def one_hot(d, op):
    depth = d.pick([1, 2, 5, 9])
    shape = d.draw_shape(d.between(0, 2))
    index_type = d.pick([t for t in d.types(op) if t in (I64, I32, F32)] or [I64])
    where = d.fresh(index_type, shape, -depth if d.version(op) >= 11 else 0, depth - 1, NONE)
    if is_float(index_type):
        d.values[where].array = np.floor(d.array(where))
        d.inputs.remove(where) if where in d.inputs else d.weights.remove(where)
        d.weights.append(where)
    values = d.operand(d.types(op, 2), shape=(2,), rank=(1, 1), low=0, high=9)
    d.emit(op, where, d.constant(depth), values, axis=d.between(-len(shape) - 1, len(shape)))


@operator("EyeLike")
def eye(d, op):
    x = source(d, op, rank=(2, 2))
    targets = [t for t in d.types(op) if not is_narrow(t)]
    more = d.maybe(0.5, dtype=number_of(d.pick(targets)))
    d.emit(op, x, **d.maybe(k=d.between(-3, 3)), **more)


@operator("Range")
def range_(d, op):
    dtype = d.pick([t for t in d.types(op) if t.itemsize >= 2 and t.type.__module__ == "numpy"])
    start, delta = d.between(-5, 5), d.pick([1, 2, 3, -1, -2])
    count = d.between(0 if d.kind == "zero" else 1, 40)
    d.emit(op, *[d.constant(value, dtype) for value in (start, start + delta * count, delta)])


@operator("ConstantOfShape")
def constant_of_shape(d, op):
    shape = d.draw_shape(d.between(0, 3))
    dtype = d.pick([F32, F64, I32, I64, BOOL])
    value = numpy_helper.from_array(np.array([d.between(0, 3)], dtype), "value")
    result = d.emit(op, d.constant(np.array(shape, np.int64)), **d.maybe(0.8, value=value))
    d.values[result].used = False


@operator("Constant")
def constant(d, op):
    form = d.between(0, 4) if d.version(op) >= 12 else 0
    forms = [
        dict(value_float=1.5),
        dict(value_floats=[1.5, -2.0]),
        dict(value_int=3),
        dict(value_ints=[3, 4, 5]),
    ]
    array = d.fresh(
        d.pick([F32, F64, I32, I64, BOOL]), d.draw_shape(d.between(0, 3)), constant=True
    )
    tensor = numpy_helper.from_array(d.array(array), "value")
    d.emit(op, **(forms[form - 1] if form else dict(value=tensor)))


@operator("NonZero")
def non_zero(d, op):
    x = d.fresh(
        d.choose_type([t for t in d.types(op) if not is_narrow(t)]),
        d.draw_shape(d.between(1, 3)),
        0,
        2,
        NONE,
        constant=True,
    )
    result = d.emit(op, x)
    if d.array(result).size == 0 and d.kind != "zero":
        raise Refused("no elements")
