#!/usr/bin/env python3
"""Cases of GridSample and DeformConv. Usage: samples.py DL_RUN WORK_FOLDER [FLAG…]"""
import sys

import numpy as np

from cases import Cases, main

c = Cases(seed=4)
for padding in ("zeros", "border", "reflection"):
    for align in (0, 1):
        for mode in ("linear", "nearest", "cubic"):
            grid = c.rng.uniform(-1.4, 1.4, (2, 4, 5, 2)).astype(np.float32)
            c.add("GridSample", [c.floats(2, 3, 5, 7), grid], opset=20, mode=mode,
                  padding_mode=padding, align_corners=align)
        grid = c.rng.uniform(-1.4, 1.4, (1, 3, 4, 5, 3)).astype(np.float32)
        c.add("GridSample", [c.floats(1, 2, 4, 3, 5), grid], opset=20, padding_mode=padding,
              align_corners=align)
for mode in ("bilinear", "nearest", "bicubic"):
    grid = c.rng.uniform(-1.2, 1.2, (1, 8, 20, 2)).astype(np.float32)
    c.add("GridSample", [c.floats(1, 16, 6, 6), grid], opset=16, mode=mode)

def deformed(x, w, offset_group=1, bias=False, mask=False, opset=19, **attributes):
    stride, pad = attributes.get("strides", [1, 1]), attributes.get("pads", [0] * 4)
    dilation = attributes.get("dilations", [1, 1])
    out = [(x[2 + i] + pad[i] + pad[2 + i] - (w[2 + i] - 1) * dilation[i] - 1) // stride[i] + 1
           for i in (0, 1)]
    taps = offset_group * w[2] * w[3]
    inputs = [c.floats(*x), c.floats(*w), c.floats(x[0], 2 * taps, *out),
              c.floats(w[0]) if bias else None, c.positive(x[0], taps, *out) if mask else None]
    while inputs[-1] is None:
        inputs.pop()
    c.add("DeformConv", inputs, opset=opset, offset_group=offset_group, **attributes)

deformed((1, 2, 5, 6), (3, 2, 2, 3))
deformed((2, 4, 5, 5), (6, 2, 3, 3), group=2, bias=True, pads=[1, 0, 1, 2])
deformed((1, 4, 6, 5), (4, 4, 3, 2), offset_group=2, mask=True, strides=[2, 1])
deformed((2, 2, 7, 7), (2, 2, 2, 2), bias=True, mask=True, dilations=[2, 3])
deformed((1, 16, 9, 9), (16, 16, 3, 3), offset_group=4, pads=[1, 1, 1, 1], opset=22)
sys.exit(main(c))
