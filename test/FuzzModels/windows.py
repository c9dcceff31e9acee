# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions, pools and resizes."""

import numpy as np

from oracle import Refused
from registry import operator
from values import NONE, SUMS, is_float

CHANNELS = [1, 2, 3, 4, 5, 8, 8, 12, 16, 16, 17, 24, 32]


class Window:
    """A random window over an image: its extents and attributes, and the image's extents."""

    def __init__(self, d, rank=None, dilate=True, auto_pad=True, largest=3):
        rank = rank or d.pick([1, 2, 2, 2, 2, 3])
        most = {1: 40, 2: 14, 3: 6}[rank]
        self.kernel = [d.between(1, largest) for _ in range(rank)]
        self.strides = [d.pick([1, 1, 1, 2, 3]) for _ in range(rank)]
        self.dilations = [d.pick([1, 1, 1, 2]) if dilate else 1 for _ in range(rank)]
        reach = [(k - 1) * s + 1 for k, s in zip(self.kernel, self.dilations)]
        self.image = [d.between(r, max(r + 1, most)) for r in reach]
        self.pads = [d.between(0, min(2, k - 1)) if d.chance(0.5) else 0 for k in self.kernel * 2]
        self.attributes = {}
        if any(stride != 1 for stride in self.strides) or d.chance(0.3):
            self.attributes["strides"] = self.strides
        if any(step != 1 for step in self.dilations):
            self.attributes["dilations"] = self.dilations
        # Windows further apart than they are wide would have negative pads.
        apart = any(stride > k for stride, k in zip(self.strides, self.kernel))
        if auto_pad and d.chance(0.15) and "dilations" not in self.attributes and not apart:
            self.pads = [0] * 2 * rank
            self.attributes["auto_pad"] = d.pick(["SAME_UPPER", "SAME_LOWER", "VALID"])
        elif any(self.pads) or d.chance(0.2):
            self.attributes["pads"] = self.pads


def image(d, types, channels, window, low=-2, high=2, specials=SUMS):
    """An image for a window, one that is there if any fits it."""
    rank = len(window.image)
    reach = [(k - 1) * s + 1 for k, s in zip(window.kernel, window.dilations)]

    def fits(array):
        return (
            array.ndim == rank + 2
            and array.size > 0
            and array.size <= 8192
            and all(extent >= least for extent, least in zip(array.shape[2:], reach))
        )

    names = [
        name
        for name, value in d.values.items()
        if value.array.dtype in types
        and fits(value.array)
        and max(-value.low, value.high) <= 50
        and (specials != NONE or value.finite)
    ]
    if names and d.chance(0.6):
        return d.pick(names)
    shape = (d.pick([1, 1, 2, 3]), channels, *window.image)
    return d.operand(types, shape=shape, low=low, high=high, specials=specials, reuse=0)


def groups_of(d, channels):
    divisors = [group for group in range(1, channels + 1) if channels % group == 0]
    return d.pick([1, 1, d.pick(divisors), channels])


@operator("Conv")
def conv(d, op):
    window = Window(d)
    x = image(d, d.types(op), d.pick(CHANNELS), window)
    channels = d.shape(x)[1]
    group = groups_of(d, channels)
    outputs = group * d.pick([1, 1, 2, 3] if group > 1 else CHANNELS)
    weights = d.operand(
        d.dtype(x),
        shape=(outputs, channels // group, *window.kernel),
        specials=NONE,
        low=-1,
        high=1,
        constant=True if d.chance(0.7) else None,
    )
    bias = d.operand(d.dtype(x), shape=(outputs,), specials=NONE) if d.chance(0.5) else None
    more = d.maybe(0.5, kernel_shape=window.kernel)
    d.emit(
        op,
        x,
        weights,
        bias,
        **window.attributes,
        **more,
        **(dict(group=group) if group > 1 else {})
    )


@operator("ConvTranspose")
def conv_transpose(d, op):
    window = Window(d, largest=4)
    x = image(d, d.types(op), d.pick(CHANNELS), window)
    channels = d.shape(x)[1]
    group = groups_of(d, channels)
    each = d.pick([1, 2, 3, 8, 16])
    weights = d.operand(
        d.dtype(x),
        shape=(channels, each, *window.kernel),
        specials=NONE,
        low=-1,
        high=1,
        constant=True if d.chance(0.7) else None,
    )
    bias = d.operand(d.dtype(x), shape=(each * group,), specials=NONE) if d.chance(0.5) else None
    more = dict(window.attributes)
    if max(window.strides) > 1 and d.chance(0.3) and "auto_pad" not in more:
        more["output_padding"] = [d.between(0, stride - 1) for stride in window.strides]
    if d.version(op) < 11:
        more.pop("auto_pad", None)
    d.emit(op, x, weights, bias, **more, **(dict(group=group) if group > 1 else {}))


@operator("DeformConv")
def deform_conv(d, op):
    window = Window(d, rank=2, auto_pad=False)
    x = image(d, d.types(op), d.pick([1, 2, 4, 8]), window, specials=NONE)
    channels = d.shape(x)[1]
    group = d.pick([1, 1, 2]) if channels % 2 == 0 else 1
    offset_group = d.pick([1, 1, 2]) if channels % 2 == 0 else 1
    outputs = group * d.pick([1, 2, 4])
    result = [
        (
            d.shape(x)[2 + i]
            + window.pads[i]
            + window.pads[2 + i]
            - (window.kernel[i] - 1) * window.dilations[i]
            - 1
        )
        // window.strides[i]
        + 1
        for i in (0, 1)
    ]
    taps = offset_group * window.kernel[0] * window.kernel[1]
    fresh = lambda shape, low, high: d.fresh(d.dtype(x), shape, low, high, NONE)
    inputs = [
        x,
        fresh((outputs, channels // group, *window.kernel), -1, 1),
        fresh((d.shape(x)[0], 2 * taps, *result), -2, 2),
        fresh((outputs,), -1, 1) if d.chance(0.5) else None,
        fresh((d.shape(x)[0], taps, *result), 0.5, 1) if d.chance(0.5) else None,
    ]
    d.emit(
        op,
        *inputs,
        **{
            **window.attributes,
            "strides": window.strides,
            "dilations": window.dilations,
            "pads": window.pads,
        },
        group=group,
        offset_group=offset_group
    )


@operator("Col2Im")
def col2im(d, op):
    window = Window(d, rank=d.pick([1, 2, 2, 3]), auto_pad=False)
    rank = len(window.image)
    count = int(
        np.prod(
            [
                (
                    window.image[i]
                    + window.pads[i]
                    + window.pads[rank + i]
                    - (window.kernel[i] - 1) * window.dilations[i]
                    - 1
                )
                // window.strides[i]
                + 1
                for i in range(rank)
            ]
        )
    )
    channels = d.pick([1, 2, 3]) * int(np.prod(window.kernel))
    x = d.operand(
        [t for t in d.types(op) if is_float(t)],
        shape=(d.pick([1, 2]), channels, count),
        low=-2,
        high=2,
        specials=SUMS,
        limit=(-50, 50),
    )
    d.emit(
        op,
        x,
        d.constant(window.image),
        d.constant(window.kernel),
        strides=window.strides,
        pads=window.pads,
        dilations=window.dilations,
    )


@operator("MaxPool", "AveragePool", "LpPool")
def pool(d, op):
    new = d.version(op) >= {"MaxPool": 10, "AveragePool": 19, "LpPool": 18}[op]
    window = Window(d, dilate=new)
    extreme = op == "MaxPool"
    types = [t for t in d.types(op)]
    x = image(
        d,
        types,
        d.pick(CHANNELS),
        window,
        *((0.5, 2) if op == "LpPool" else (-9, 9)),
        specials=NONE if extreme else SUMS
    )
    more = dict(window.attributes)
    if new and d.chance(0.3) and "auto_pad" not in more:
        more["ceil_mode"] = 1
    if op == "AveragePool" and d.version(op) >= 7:
        more.update(d.maybe(0.3, count_include_pad=1))
    if op == "LpPool":
        more.update(d.maybe(p=d.pick([1, 2, 3])))
    outputs = 1
    if (
        extreme
        and is_float(d.dtype(x))
        and d.values[x].exact
        and d.version(op) >= 8
        and d.chance(0.2)
    ):
        outputs = 2
        # Of equal elements, column by column, nobody says which is the first.
        distinct = np.unique(d.array(x)).size == d.array(x).size
        more.update(d.maybe(storage_order=d.between(0, 1 if distinct else 0)))
    d.emit(op, x, kernel_shape=window.kernel, outputs=outputs, **more)


@operator("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def global_pool(d, op):
    low, high = (0.5, 2) if op == "GlobalLpPool" else (-9, 9)
    x = d.operand(
        d.types(op),
        rank=(3, 5),
        low=low,
        high=high,
        specials=NONE if op == "GlobalMaxPool" else SUMS,
        limit=(low, high) if op == "GlobalLpPool" else (-50, 50),
        fits=lambda array: array.size > 0,
    )
    d.emit(op, x, **(d.maybe(p=d.between(1, 3)) if op == "GlobalLpPool" else {}))


@operator("MaxUnpool")
def unpool(d, op):
    window = Window(d, rank=d.pick([1, 2]), dilate=False, auto_pad=False)
    rank = len(window.kernel)
    shape = (d.pick([1, 2]), d.pick([1, 2, 3]), *[d.between(1, 5) for _ in range(rank)])
    whole = [
        (shape[2 + i] - 1) * window.strides[i]
        + window.kernel[i]
        - window.pads[i]
        - window.pads[rank + i]
        for i in range(rank)
    ]
    count = int(np.prod(shape[:2])) * int(np.prod(whole))
    if min(whole) < 1 or count < np.prod(shape):
        raise Refused("a window larger than the image")
    where = d.rng.permutation(count)[: int(np.prod(shape))].reshape(shape)
    x = d.operand(d.types(op), shape=shape, specials=SUMS, limit=(-1e30, 1e30))
    d.emit(
        op,
        x,
        d.constant(where),
        kernel_shape=window.kernel,
        strides=window.strides,
        pads=window.pads,
    )
