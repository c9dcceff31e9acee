# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, running sums, choices of extremes, softmax and normalisations."""

import numpy as np

from moves import ints_input
from oracle import Refused
from registry import operator
from values import I32, I64, NONE, SUMS, is_float, is_narrow

HAS_ELEMENTS = dict(fits=lambda array: array.size > 0)
# Reductions of no elements that change nothing.
SUMS_OF_NOTHING = ("ReduceSum", "ReduceProd", "ReduceL1", "ReduceSumSquare")


@operator(
    "ReduceSum",
    "ReduceMean",
    "ReduceMax",
    "ReduceMin",
    "ReduceProd",
    "ReduceL1",
    "ReduceL2",
    "ReduceLogSum",
    "ReduceLogSumExp",
    "ReduceSumSquare",
)
def reduction(d, op):
    extreme = op in ("ReduceMax", "ReduceMin")
    low, high = {"ReduceLogSum": (0.1, 3), "ReduceProd": (0.6, 1.5)}.get(op, (-3, 3))
    fits = {} if d.kind == "zero" and op in SUMS_OF_NOTHING else HAS_ELEMENTS
    types = [t for t in d.types(op) if not is_narrow(t)]
    if op in ("ReduceLogSum", "ReduceLogSumExp", "ReduceL2"):
        types = [t for t in types if is_float(t)]  # of integers, oracles differ
    x = d.operand(
        types,
        low=low,
        high=high,
        specials=SUMS,
        limit=(-1e30, 1e30) if extreme else (low, high),
        **fits
    )
    if not extreme and not is_float(d.dtype(x)) and max(-d.values[x].low, d.values[x].high) > 9:
        raise Refused("overflow, of which oracles think differently")
    rank = len(d.shape(x))
    if d.chance(0.15) or not rank:
        return d.emit(op, x, **d.maybe(keepdims=d.between(0, 1)))
    axes = sorted(int(axis) for axis in d.rng.permutation(rank)[: d.between(1, rank)])
    if d.version(op) >= 11 and d.chance(0.3):
        axes = [axis - rank for axis in axes]
    inputs, attributes = ints_input(d, op, 13 if op == "ReduceSum" else 18, axes, "axes")
    d.emit(op, x, *inputs, **attributes, **d.maybe(keepdims=d.between(0, 1)))


@operator("ArgMax", "ArgMin")
def arg_extreme(d, op):
    x = d.operand(
        d.types(op), rank=(1, 4), exact=True, specials=NONE, limit=(-1e30, 1e30), **HAS_ELEMENTS
    )
    more = d.maybe(select_last_index=d.between(0, 1)) if d.version(op) >= 12 else {}
    d.emit(op, x, axis=d.axis(x), **d.maybe(keepdims=d.between(0, 1)), **more)


@operator("Softmax", "LogSoftmax", "Hardmax")
def softmax(d, op):
    x = d.operand(
        d.types(op),
        rank=(1, 4),
        low=-5,
        high=5,
        specials=SUMS,
        exact=op == "Hardmax",
        limit=(-20, 20),
        **HAS_ELEMENTS
    )
    if op == "Hardmax" and not d.values[x].finite:
        raise Refused("no largest")
    axis = d.axis(x) if d.version(op) >= 11 else d.between(0, len(d.shape(x)) - 1)
    # The default axis of versions before 13 is 1, which rank 1 has not.
    left_out = 0 if d.version(op) < 13 and len(d.shape(x)) == 1 else 0.2
    d.emit(op, x, **d.maybe(1 - left_out, axis=axis))


@operator("CumSum", "CumProd")
def running(d, op):
    low, high = (0.8, 1.2) if op == "CumProd" else (-3, 3)
    x = d.operand(
        [t for t in d.types(op) if not is_narrow(t)], rank=(1, 4), low=low, high=high, specials=SUMS
    )
    rank = len(d.shape(x))
    axis = d.constant(d.between(-rank, rank - 1), d.pick([I64, I32]))
    d.emit(op, x, axis, **d.maybe(exclusive=d.between(0, 1), reverse=d.between(0, 1)))


@operator("TopK")
def top_k(d, op):
    x = d.operand(
        d.types(op), rank=(1, 4), exact=True, specials=NONE, limit=(-1e30, 1e30), **HAS_ELEMENTS
    )
    axis = d.axis(x)
    k = d.between(1, d.shape(x)[axis])
    if d.version(op) < 11:
        rows = np.sort(d.array(x), axis)
        if (np.diff(rows, axis=axis) == 0).any():
            raise Refused("equal elements, whose order was not said")
    if d.version(op) < 10:
        return d.emit(op, x, outputs=2, axis=axis, k=k)
    more = d.maybe(largest=d.between(0, 1), sorted=1) if d.version(op) >= 11 else {}
    d.emit(
        op,
        x,
        d.constant([k]),
        outputs=2,
        **d.maybe(0.8, axis=axis) if axis == -1 else dict(axis=axis),
        **more
    )


def data_of(d, op, rank=(2, 5)):
    """Data with channels in axis 1, and their number."""
    x = d.operand(
        d.types(op), rank=rank, low=-3, high=3, specials=SUMS, limit=(-50, 50), **HAS_ELEMENTS
    )
    return x, d.shape(x)[1], d.dtype(x)


def vector(d, dtype, shape, low=-1, high=1):
    return d.operand(dtype, shape=tuple(shape), low=low, high=high, specials=NONE, reuse=0.3)


def spread(d, x, axes):
    """Refuses data that do not vary: what is left of them is rounding."""
    array = d.array(x).astype(np.float64)
    if d.kind != "special" and array.size and np.min(np.var(array, axis=axes)) < 1e-2:
        raise Refused("elements that hardly vary")


@operator("BatchNormalization")
def batch_norm(d, op):
    x, channels, dtype = data_of(d, op)
    scale, bias = [vector(d, dtype, (channels,)) for _ in range(2)]
    mean = vector(d, dtype, (channels,))
    variance = vector(d, dtype, (channels,), 0.5, 2)
    more = d.maybe(epsilon=1e-3)
    if d.version(op) < 7:
        more["is_test"] = 1
    if d.version(op) >= 14 and d.chance(0.3):
        spread(d, x, tuple(axis for axis in range(len(d.shape(x))) if axis != 1))
        return d.emit(op, x, scale, bias, mean, variance, outputs=3, training_mode=1, **more)
    d.emit(op, x, scale, bias, mean, variance, **more)


@operator("InstanceNormalization")
def instance_norm(d, op):
    x, channels, dtype = data_of(d, op, (3, 5))
    spread(d, x, tuple(range(2, len(d.shape(x)))))
    d.emit(
        op, x, vector(d, dtype, (channels,)), vector(d, dtype, (channels,)), **d.maybe(epsilon=1e-3)
    )


@operator("GroupNormalization")
def group_norm(d, op):
    x, channels, dtype = data_of(d, op, (3, 5))
    groups = d.pick([group for group in range(1, channels + 1) if channels % group == 0])
    shape = d.shape(x)
    parts = d.array(x).reshape(shape[0], groups, -1).astype(np.float64)
    if d.kind != "special" and np.min(np.var(parts, axis=2)) < 1e-2:
        raise Refused("elements that hardly vary")
    count = channels if d.version(op) >= 21 else groups
    more = d.maybe(0.2, stash_type=1) if d.version(op) >= 21 else {}
    d.emit(
        op,
        x,
        vector(d, dtype, (count,)),
        vector(d, dtype, (count,)),
        num_groups=groups,
        **d.maybe(epsilon=1e-3),
        **more
    )


@operator("LayerNormalization", "RMSNormalization")
def layer_norm(d, op):
    x = d.operand(
        d.types(op), rank=(1, 4), low=-3, high=3, specials=SUMS, limit=(-50, 50), **HAS_ELEMENTS
    )
    axis = d.axis(x)
    shape = d.shape(x)[axis:]
    if op == "LayerNormalization":
        spread(d, x, tuple(range(axis % len(d.shape(x)), len(d.shape(x)))))
    weights = [vector(d, d.dtype(x), shape)]
    if op == "LayerNormalization" and d.chance(0.7):
        weights.append(vector(d, d.dtype(x), shape))
    outputs = d.pick([1, 1, 1, 3]) if op == "LayerNormalization" else 1
    d.emit(op, x, *weights, axis=axis, outputs=outputs, **d.maybe(epsilon=1e-3, stash_type=1))


@operator("LpNormalization")
def lp_norm(d, op):
    x = d.operand(
        d.types(op), rank=(1, 4), low=0.5, high=3, specials=SUMS, limit=(0.1, 50), **HAS_ELEMENTS
    )
    d.emit(op, x, **d.maybe(axis=d.axis(x), p=d.between(1, 2)))


@operator("MeanVarianceNormalization")
def mean_variance(d, op):
    rank = 4 if d.chance(0.5) else d.between(2, 4)
    x = d.operand(
        d.types(op),
        rank=(rank, rank),
        low=-3,
        high=3,
        specials=SUMS,
        limit=(-50, 50),
        **HAS_ELEMENTS
    )
    axes = sorted(int(axis) for axis in d.rng.permutation(rank)[: d.between(1, rank)])
    more = {} if rank == 4 and d.chance(0.3) else dict(axes=axes)
    spread(d, x, tuple(more.get("axes", [0, 2, 3])))
    d.emit(op, x, **more)


@operator("LRN")
def lrn(d, op):
    # onnxruntime takes terms off a running sum, so specials spread.
    x = d.operand(
        d.types(op), rank=(4, 4), low=-3, high=3, specials=NONE, limit=(-50, 50), **HAS_ELEMENTS
    )
    d.emit(op, x, size=d.pick([1, 3, 5]), **d.maybe(alpha=0.25, beta=0.5, bias=2.0))
