# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of GridSample, AffineGrid, RoiAlign and DeformConv."""
import sys

import numpy as np

from cases import Cases, i64, main

cases = Cases(seed=4)
for padding in ("zeros", "border", "reflection"):
    for align in (0, 1):
        for mode in ("linear", "nearest", "cubic"):
            grid = cases.rng.uniform(-1.4, 1.4, (2, 4, 5, 2)).astype(np.float32)
            cases.add("GridSample", cases.floats(2, 3, 5, 7), grid, since=20, mode=mode,
                      padding_mode=padding, align_corners=align)
        grid = cases.rng.uniform(-1.4, 1.4, (1, 3, 4, 5, 3)).astype(np.float32)
        cases.add("GridSample", cases.floats(1, 2, 4, 3, 5), grid, since=20, padding_mode=padding,
                  align_corners=align)
for mode in ("bilinear", "nearest", "bicubic"):
    for padding in ("zeros", "border"):
        grid = cases.rng.uniform(-1.2, 1.2, (1, 8, 20, 2)).astype(np.float32)
        cases.add("GridSample", cases.floats(1, 16, 6, 6), grid, until=19, mode=mode,
                  padding_mode=padding)

for align in (0, 1):
    for size in ((2, 3, 5, 6), (1, 1, 2, 9), (3, 2, 7, 2)):
        cases.add("AffineGrid", cases.floats(size[0], 2, 3), i64(*size), align_corners=align)
    cases.add("AffineGrid", cases.floats(2, 3, 4), i64(2, 1, 3, 4, 5), align_corners=align)


def deformed(x, w, offset_group=1, bias=False, mask=False, **attributes):
    stride, pad = attributes.get("strides", [1, 1]), attributes.get("pads", [0] * 4)
    dilation = attributes.get("dilations", [1, 1])
    out = [(x[2 + i] + pad[i] + pad[2 + i] - (w[2 + i] - 1) * dilation[i] - 1) // stride[i] + 1
           for i in (0, 1)]
    taps = offset_group * w[2] * w[3]
    inputs = [cases.floats(*x), cases.floats(*w), cases.floats(x[0], 2 * taps, *out),
              cases.floats(w[0]) if bias else None,
              cases.positive(x[0], taps, *out) if mask else None]
    while inputs[-1] is None:
        inputs.pop()
    cases.add("DeformConv", *inputs, offset_group=offset_group, **attributes)


deformed((1, 2, 5, 6), (3, 2, 2, 3))
deformed((2, 4, 5, 5), (6, 2, 3, 3), group=2, bias=True, pads=[1, 0, 1, 2])
deformed((1, 4, 6, 5), (4, 4, 3, 2), offset_group=2, mask=True, strides=[2, 1])
deformed((2, 2, 7, 7), (2, 2, 2, 2), bias=True, mask=True, dilations=[2, 3])
deformed((1, 16, 9, 9), (16, 16, 3, 3), offset_group=4, pads=[1, 1, 1, 1])
for shape, size, more in (((1, 2, 8, 9), (3, 4), dict(sampling_ratio=2)),
                          ((2, 3, 6, 5), (2, 2), dict(sampling_ratio=1, spatial_scale=0.5)),
                          ((1, 16, 10, 10), (4, 5), dict(sampling_ratio=3, mode="max")),
                          ((3, 4, 7, 7), (1, 1), dict(sampling_ratio=4, spatial_scale=2.0)),
                          ((2, 1, 5, 5), (5, 3), dict(sampling_ratio=2, mode="max"))):
    corners = cases.rng.uniform(-2, 12, (6, 2, 2)).astype(np.float32)
    rois = np.sort(corners, axis=1).reshape(6, 4)
    for mode in ("half_pixel", "output_half_pixel"):
        images = cases.integers(6, low=0, high=shape[0])
        cases.add("RoiAlign", cases.floats(*shape), rois, images, output_height=size[0], since=16,
                  output_width=size[1], coordinate_transformation_mode=mode, **more)
    cases.add("RoiAlign", cases.floats(*shape), rois, images, output_height=size[0], until=10,
              output_width=size[1], **more)

if __name__ == "__main__":
    sys.exit(main(cases))
