# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images of other sizes, and samples of images at computed places."""

import numpy as np

from registry import operator
from values import F32, F64, I8, I64, NONE, U8, WIDE_FLOATS, is_float


def resize_types(d, op, mode, index=0):
    types = d.types(op, index)
    return [t for t in types if is_float(t) or mode == "nearest" and t in (U8, I8)]


@operator("Resize", "Upsample")
def resize(d, op):
    mode = d.pick(
        ["nearest", "linear", "cubic"]
        if op == "Resize" and d.opset >= 11
        else ["nearest", "linear"]
    )
    x = d.operand(
        resize_types(d, op, mode),
        rank=(4, 4),
        low=-4,
        high=4,
        specials=NONE,
        limit=(-100, 100),
        fits=lambda array: array.size > 0,
    )
    shape = d.shape(x)
    factors = [d.pick([1, 2, 2, 3, 0.5, 1.5, 0.75]) for _ in (2, 3)]
    if op == "Upsample" or d.version(op) < 11:
        factors = [max(1, factor) for factor in factors]
    scales = [1, 1, *factors]
    if op == "Upsample":
        if d.version(op) < 9:
            return d.emit(op, x, mode=mode, scales=[float(scale) for scale in scales])
        return d.emit(op, x, d.constant(scales, F32), mode=mode)
    if d.version(op) < 11:
        return d.emit(op, x, d.constant(scales, F32), mode=mode)
    how = d.pick(["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"])
    more = dict(mode=mode, **d.maybe(coordinate_transformation_mode=how))
    if mode == "nearest":
        more.update(
            d.maybe(
                nearest_mode=d.pick(["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"])
            )
        )
    if mode == "cubic":
        more.update(d.maybe(0.3, cubic_coeff_a=-0.5, exclude_outside=1))
    if d.version(op) >= 18 and mode != "nearest" and d.chance(0.2):
        more["antialias"] = 1
    none = d.constant([], F32) if d.version(op) < 13 else None
    if d.chance(0.5):
        return d.emit(op, x, none, d.constant(scales, F32), **more)
    sizes = [
        *shape[:2],
        *[max(1, int(extent * factor)) for extent, factor in zip(shape[2:], factors)],
    ]
    d.emit(op, x, none, none, d.constant(sizes), **more)


@operator("GridSample")
def grid_sample(d, op):
    new = d.version(op) >= 20
    rank = d.pick([2, 2, 3]) if new else 2
    mode = d.pick(
        (["linear", "linear", "cubic"] if rank == 2 else ["linear"])
        if new
        else ["bilinear", "bicubic"]
    )
    n, c = d.pick([1, 2]), d.pick([1, 2, 3, 8])
    x = d.operand(
        [t for t in d.types(op) if t in WIDE_FLOATS],
        shape=(n, c, *[d.between(1, 8) for _ in range(rank)]),
        specials=NONE,
    )
    types = [t for t in d.types(op, 1) if t in WIDE_FLOATS]
    grid = d.operand(
        [d.dtype(x)] if d.dtype(x) in types else types,
        shape=(n, *[d.between(1, 6) for _ in range(rank)], rank),
        low=-1.4,
        high=1.4,
        specials=NONE,
        limit=(-3, 3),
    )
    d.emit(
        op,
        x,
        grid,
        mode=mode,
        **d.maybe(
            padding_mode=d.pick(["zeros", "border", "reflection"]), align_corners=d.between(0, 1)
        )
    )


@operator("RoiAlign")
def roi_align(d, op):
    n, c = d.pick([1, 2]), d.pick([1, 3, 8])
    x = d.operand(
        [t for t in d.types(op) if t in (F32, F64)],
        shape=(n, c, d.between(4, 9), d.between(4, 9)),
        specials=NONE,
        reuse=0.2,
    )
    count = d.between(1, 5)
    corners = np.sort(d.rng.uniform(0, 9, (count, 2, 2)), axis=1).reshape(count, 4)
    more = d.maybe(mode=d.pick(["avg", "max"]), spatial_scale=d.pick([0.5, 1.0]))
    if d.version(op) >= 16:
        more.update(
            d.maybe(coordinate_transformation_mode=d.pick(["half_pixel", "output_half_pixel"]))
        )
    d.emit(
        op,
        x,
        d.constant(corners, d.dtype(x)),
        d.fresh(I64, (count,), 0, n - 1, NONE),
        output_height=d.between(1, 4),
        output_width=d.between(1, 4),
        sampling_ratio=d.between(1, 3),
        **more
    )
