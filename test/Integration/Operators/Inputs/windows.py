# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of convolutions and pools."""
import sys

import numpy as np

from cases import Cases, const, main

cases = Cases(seed=1)


def conv(x, w, bias=False, op="Conv", weights=const, outputs=None, **attributes):
    inputs = [cases.floats(*w)]
    if bias:
        inputs.append(cases.floats(outputs or w[0]))
    cases.add(op, cases.floats(*x), *map(weights, inputs), **attributes)


def same(x):
    return x


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
conv((1, 8, 9, 9), (8, 8, 3, 3), auto_pad="VALID", weights=same)
conv((1, 8, 9), (8, 1, 3), True, group=8)


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
# Phases of one and of two taps, none in some dims, taps that reach some outputs only.
transposed((1, 16, 5, 4), (16, 8, 3, 5), strides=[2, 3], dilations=[1, 2])
transposed((2, 3, 6, 5), (3, 4, 2, 1), True, outputs=4, strides=[4, 3], output_padding=[1, 2])
transposed((1, 2, 5, 4), (2, 3, 3, 2), strides=[4, 2], dilations=[6, 2], pads=[3, 1, 2, 0])
transposed((1, 8, 6, 6), (8, 8, 3, 3), True, outputs=8, dilations=[2, 3], pads=[2, 3, 2, 3])
# Weights that only the run knows.
transposed((2, 3, 5), (3, 4, 3), True, outputs=4, weights=same)
transposed((1, 4, 5, 6), (4, 3, 3, 2), True, outputs=6, group=2, strides=[2, 3], pads=[1, 0, 1, 2],
           output_padding=[1, 1], weights=same)
transposed((1, 2, 3, 4, 3), (2, 3, 2, 3, 2), strides=[1, 2, 2], dilations=[2, 1, 3], weights=same)
transposed((1, 3, 4, 5), (3, 4, 3, 2), dilations=[2, 3], strides=[2, 1])
transposed((1, 3, 4, 5), (3, 4, 3, 2), dilations=[3, 2], strides=[2, 4], pads=[2, 1, 0, 0])
transposed((1, 3, 4, 5), (3, 4, 1, 2), strides=[3, 3])
transposed((1, 3, 4, 4), (3, 2, 3, 3), strides=[3, 2], output_shape=[11, 9])
transposed((1, 3, 4, 4), (3, 2, 3, 3), since=11, strides=[2, 2], auto_pad="SAME_UPPER")
transposed((1, 3, 4, 4), (3, 2, 4, 4), since=11, strides=[3, 2], auto_pad="SAME_LOWER",
           weights=same)
transposed((1, 16, 5), (16, 1, 4), group=16, strides=[2])


def columns(n, channels, image, block, strides=None, pads=None, dilations=None):
    rank = len(image)
    s, p, d = strides or [1] * rank, pads or [0] * 2 * rank, dilations or [1] * rank
    count = np.prod([(image[i] + p[i] + p[rank + i] - (block[i] - 1) * d[i] - 1) // s[i] + 1
                     for i in range(rank)])
    cases.add("Col2Im", cases.floats(n, channels * int(np.prod(block)), int(count)),
              const(np.array(image, np.int64)), const(np.array(block, np.int64)), strides=s,
              pads=p, dilations=d)


columns(1, 1, (5, 5), (1, 5))
columns(2, 3, (6, 7), (2, 3), strides=[2, 3])
columns(1, 2, (5, 6), (3, 2), pads=[1, 0, 1, 2])
columns(1, 1, (6, 6), (2, 2), dilations=[1, 5])
columns(1, 2, (3, 4, 5), (2, 1, 2), strides=[1, 2, 2])


def pool(op, x, kernel, since=1, **attributes):
    data = cases.floats(*x)
    if op == "AveragePool" and since == 1:
        # Pads do not count, of which the reference knows from version 7 on.
        cases.add(op, data, until=6, kernel_shape=kernel, like=(7,), **attributes)
        since = 7
    cases.add(op, data, since=since, kernel_shape=kernel, **attributes)


for op in ("MaxPool", "AveragePool", "LpPool"):
    pool(op, (2, 3, 9), [3], strides=[2], pads=[1, 1])
    pool(op, (1, 3, 8, 9), [3, 2], strides=[2, 2], pads=[1, 0, 2, 1])
    pool(op, (1, 16, 9, 9), [3, 3], since=10, dilations=[2, 1], strides=[1, 2])
    pool(op, (1, 2, 5, 6, 7), [2, 3, 2], strides=[2, 1, 2])
    pool(op, (1, 2, 9, 40), [3, 3], auto_pad="SAME_UPPER", strides=[2, 2])
    pool(op, (1, 2, 9, 8), [4, 4], auto_pad="SAME_LOWER", strides=[2, 3])
    pool(op, (1, 2, 9, 8), [2, 2], auto_pad="VALID", strides=[2, 2])
for op in ("MaxPool", "AveragePool"):
    pool(op, (1, 3, 10, 11), [3, 3], since=10, ceil_mode=1, strides=[2, 3])
    pool(op, (1, 3, 10, 11), [4, 3], since=19 if op == "AveragePool" else 10, ceil_mode=1,
         strides=[3, 3], pads=[1, 1, 1, 1])
pool("AveragePool", (1, 3, 8, 8), [3, 3], since=7, count_include_pad=1, pads=[1, 0, 1, 2])
pool("AveragePool", (1, 3, 9, 10), [3, 3], since=19, count_include_pad=1, ceil_mode=1,
     strides=[2, 2], pads=[1, 1, 0, 0])
for order in (0, 1):
    for shape, kernel, more in (((2, 3, 7, 8), [3, 2], dict(strides=[2, 2], pads=[1, 0, 0, 1])),
                                ((1, 2, 6, 20), [2, 3], dict(since=10, dilations=[2, 1])),
                                ((1, 2, 4, 5, 6), [2, 3, 2], dict())):
        pool("MaxPool", shape, kernel, outputs=2, storage_order=order, **more)
pool("MaxPool", (2, 3, 8), [3], outputs=2)
pool("LpPool", (1, 3, 8, 8), [3, 3], since=2, p=1, strides=[2, 2])
pool("LpPool", (1, 3, 8, 8), [3, 3], since=2, p=3, pads=[1, 1, 0, 0])
pool("LpPool", (1, 3, 8, 8), [3, 3], until=1, p=3.0, pads=[1, 1, 0, 0])
for dtype in (np.uint8, np.int8):
    low, high = (0, 256) if dtype == np.uint8 else (-128, 128)
    cases.add("MaxPool", cases.integers(1, 3, 8, 20, dtype=dtype, low=low, high=high), since=12,
              kernel_shape=[3, 2], strides=[2, 1], pads=[1, 0, 1, 1])
for op in ("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool"):
    for shape in ((2, 3, 7), (1, 16, 5, 6), (1, 2, 3, 4, 5), (2, 20, 17, 1), (1, 16, 8, 8)):
        if op != "GlobalLpPool":
            cases.add(op, cases.floats(*shape))
            continue
        # Version 22 added types only; in version 1 the power is a float.
        data = cases.floats(*shape)
        for p in (1, 2, 3):
            cases.add(op, data, since=2, p=p, like=(2,))
            cases.add(op, data, until=1, p=float(p), like=(2, [data], dict(p=p)))
for shape, kernel, more in (((1, 1, 2, 2), [2, 2], dict(strides=[2, 2])),
                            ((2, 3, 4), [3], dict(strides=[2], pads=[1, 1])),
                            ((1, 2, 2, 3), [3, 3], dict(strides=[3, 3])),
                            ((1, 2, 2, 2, 2), [2, 2, 2], dict(strides=[2, 2, 2])),
                            ((1, 16, 4, 10), [2, 2], dict(strides=[2, 2]))):
    # Distinct places, as a pool's indices are.
    rank = len(kernel)
    pads = more.get("pads", [0] * 2 * rank)
    whole = [(shape[2 + i] - 1) * more["strides"][i] + kernel[i] - pads[i] - pads[rank + i]
             for i in range(rank)]
    count = int(np.prod(shape[:2])) * int(np.prod(whole))
    places = cases.rng.permutation(count)[:int(np.prod(shape))].reshape(shape)
    cases.add("MaxUnpool", cases.floats(*shape), places, kernel_shape=kernel, **more)
# With a shape, onnxruntime takes places in it, onnx's own test those in the shape that the
# window gives.
cases.add("MaxUnpool", cases.floats(1, 1, 2, 2), np.array([[[[5, 7], [13, 15]]]]),
          const(np.array([1, 1, 5, 5])), kernel_shape=[2, 2], strides=[2, 2],
          reference=True)
for shape, size, more in (((1, 5, 4, 4), 3, {}), ((2, 16, 5, 3), 5, dict(alpha=0.5, beta=0.6)),
                          ((1, 7, 6, 2), 7, dict(bias=2.0)), ((1, 4, 9, 1), 5, dict(alpha=0.1)),
                          ((1, 3, 4, 4), 1, dict(beta=0.5))):
    cases.add("LRN", cases.floats(*shape), size=size, **more)

if __name__ == "__main__":
    sys.exit(main(cases))
