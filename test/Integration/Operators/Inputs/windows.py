#!/usr/bin/env python3
"""Cases of convolutions and pools. Usage: windows.py DL_RUN WORK_FOLDER [FLAG…]"""
import sys

import numpy as np

from cases import Cases, main

c = Cases(seed=1)


def conv(x, w, bias=False, op="Conv", constants=(1, 2), outputs=None, **attributes):
    inputs = [c.floats(*x), c.floats(*w)]
    if bias:
        inputs.append(c.floats(outputs or w[0]))
    c.add(op, inputs, constants=constants[:len(inputs) - 1], **attributes)


conv((2, 3, 9), (4, 3, 3), True, strides=[2], pads=[1, 2])
conv((1, 4, 12, 9), (6, 2, 3, 2), True, group=2, strides=[2, 1], pads=[1, 0, 2, 1])
conv((1, 2, 5, 6, 7), (3, 2, 2, 3, 2), pads=[1, 1, 0, 0, 1, 1])
conv((1, 16, 11, 13), (16, 1, 3, 3), True, group=16, pads=[1, 1, 1, 1])
conv((1, 32, 10, 10), (32, 1, 3, 3), group=32, strides=[2, 2], pads=[1, 1, 1, 1])
conv((1, 32, 9, 9), (64, 1, 3, 3), group=32, dilations=[2, 1])
conv((2, 32, 7, 9), (32, 16, 3, 3), True, group=2, pads=[1, 1, 1, 1])
conv((1, 48, 6, 6), (24, 48, 1, 1))
conv((1, 3, 11, 10), (5, 3, 3, 4), auto_pad="SAME_UPPER", strides=[2, 3])
conv((1, 3, 11, 10), (5, 3, 4, 3), auto_pad="SAME_LOWER", dilations=[1, 2])
conv((1, 8, 9, 9), (8, 8, 3, 3), auto_pad="VALID", opset=11, constants=())
conv((1, 8, 9), (8, 1, 3), True, group=8, opset=22)


def transposed(*args, **attributes):
    conv(*args, op="ConvTranspose", **attributes)


transposed((2, 3, 5), (3, 4, 3), True, outputs=4)
transposed((1, 3, 5), (3, 2, 4), strides=[2], pads=[1, 1])
transposed((1, 4, 5, 6), (4, 3, 3, 2), True, outputs=6, group=2, strides=[2, 3], pads=[1, 0, 1, 2],
           output_padding=[1, 1])
transposed((1, 2, 3, 4, 3), (2, 3, 2, 3, 2), strides=[1, 2, 2])
transposed((1, 32, 5, 5), (32, 16, 4, 4), True, outputs=16, strides=[2, 2], pads=[1, 1, 1, 1])
transposed((2, 16, 4, 6), (16, 32, 3, 3), strides=[2, 2], pads=[0, 1, 1, 0])
transposed((1, 5, 4, 4), (5, 16, 3, 3), True, outputs=16)
transposed((1, 3, 4, 5), (3, 4, 3, 2), dilations=[2, 3], strides=[2, 1])
transposed((1, 3, 4, 5), (3, 4, 3, 2), dilations=[3, 2], strides=[2, 4], pads=[2, 1, 0, 0])
transposed((1, 3, 4, 5), (3, 4, 1, 2), strides=[3, 3])
transposed((1, 3, 4, 4), (3, 2, 3, 3), strides=[3, 2], output_shape=[11, 9])
transposed((1, 3, 4, 4), (3, 2, 3, 3), strides=[2, 2], auto_pad="SAME_UPPER", opset=11)
transposed((1, 3, 4, 4), (3, 2, 4, 4), strides=[3, 2], auto_pad="SAME_LOWER", constants=())
transposed((1, 16, 5), (16, 1, 4), group=16, strides=[2], opset=22)


def columns(n, channels, image, block, strides=None, pads=None, dilations=None):
    rank = len(image)
    s, p, d = strides or [1] * rank, pads or [0] * 2 * rank, dilations or [1] * rank
    count = np.prod([(image[i] + p[i] + p[rank + i] - (block[i] - 1) * d[i] - 1) // s[i] + 1
                     for i in range(rank)])
    c.add("Col2Im", [c.floats(n, channels * int(np.prod(block)), int(count)),
                     np.array(image, np.int64), np.array(block, np.int64)], opset=18,
          constants=(1, 2), strides=s, pads=p, dilations=d)


columns(1, 1, (5, 5), (1, 5))
columns(2, 3, (6, 7), (2, 3), strides=[2, 3])
columns(1, 2, (5, 6), (3, 2), pads=[1, 0, 1, 2])
columns(1, 1, (6, 6), (2, 2), dilations=[1, 5])
columns(1, 2, (3, 4, 5), (2, 1, 2), strides=[1, 2, 2])


def pool(op, x, kernel, opset=17, outputs=1, **attributes):
    c.add(op, [c.floats(*x)], opset=opset, outputs=outputs, kernel_shape=kernel, **attributes)


for op, opset in (("MaxPool", 12), ("AveragePool", 19), ("LpPool", 18)):
    pool(op, (2, 3, 9), [3], opset, strides=[2], pads=[1, 1])
    pool(op, (1, 3, 8, 9), [3, 2], opset, strides=[2, 2], pads=[1, 0, 2, 1])
    pool(op, (1, 16, 9, 9), [3, 3], opset, dilations=[2, 1], strides=[1, 2])
    pool(op, (1, 2, 5, 6, 7), [2, 3, 2], opset, strides=[2, 1, 2])
    pool(op, (1, 2, 9, 40), [3, 3], opset, auto_pad="SAME_UPPER", strides=[2, 2])
    pool(op, (1, 2, 9, 8), [4, 4], opset, auto_pad="SAME_LOWER", strides=[2, 3])
for op, opset in (("MaxPool", 10), ("AveragePool", 19)):
    pool(op, (1, 3, 10, 11), [3, 3], opset, ceil_mode=1, strides=[2, 3])
    pool(op, (1, 3, 10, 11), [4, 3], opset, ceil_mode=1, strides=[3, 3], pads=[1, 1, 1, 1])
for opset in (7, 11, 22):
    pool("AveragePool", (1, 3, 8, 8), [3, 3], opset, count_include_pad=1, pads=[1, 0, 1, 2])
    pool("AveragePool", (1, 3, 8, 8), [2, 2], opset, auto_pad="VALID", strides=[2, 2])
pool("AveragePool", (1, 3, 9, 10), [3, 3], 19, count_include_pad=1, ceil_mode=1, strides=[2, 2],
     pads=[1, 1, 0, 0])
for order in (0, 1):
    for shape, kernel, more in (((2, 3, 7, 8), [3, 2], dict(strides=[2, 2], pads=[1, 0, 0, 1])),
                                ((1, 2, 6, 20), [2, 3], dict(dilations=[2, 1]))):
        pool("MaxPool", shape, kernel, outputs=2, storage_order=order, **more)
pool("MaxPool", (2, 3, 8), [3], outputs=2)
pool("LpPool", (1, 3, 8, 8), [3, 3], 2, p=1, strides=[2, 2])
pool("LpPool", (1, 3, 8, 8), [3, 3], 11, p=3, pads=[1, 1, 0, 0])
for op in ("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool"):
    for shape in ((2, 3, 7), (1, 16, 5, 6), (1, 2, 3, 4, 5), (2, 20, 17, 1)):
        c.add(op, [c.floats(*shape)])
    if op != "GlobalLpPool":  # no oracle has its newest version, which added types only
        c.add(op, [c.floats(1, 16, 8, 8)], opset=22)
c.add("GlobalLpPool", [c.floats(1, 3, 4, 5)], p=3)
for shape, size, more in (((1, 5, 4, 4), 3, {}), ((2, 16, 5, 3), 5, dict(alpha=0.5, beta=0.6)),
                          ((1, 7, 6, 2), 7, dict(bias=2.0)), ((1, 4, 9, 1), 5, dict(alpha=0.1)),
                          ((1, 3, 4, 4), 1, dict(beta=0.5))):
    c.add("LRN", [c.floats(*shape)], size=size, **more)
sys.exit(main(c))
