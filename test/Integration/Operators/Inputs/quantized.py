# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of convolutions of integers."""
import sys

import numpy as np

from cases import Cases, const, main

cases = Cases(seed=6)


def data(shape, dtype):
    low, high = (0, 256) if dtype == np.uint8 else (-128, 128)
    return cases.integers(*shape, dtype=dtype, low=low, high=high)


def scale(*shape):
    return np.asarray(cases.rng.uniform(0.01, 0.05, shape), np.float32)


FORMS = (((1, 2, 5, 6), (3, 2, 3, 2), {}), ((2, 3, 9), (4, 3, 3), dict(strides=[2], pads=[1, 2])),
         ((1, 4, 7, 6), (6, 2, 3, 3), dict(group=2, dilations=[2, 1])),
         ((1, 16, 8, 8), (32, 16, 3, 3), dict(pads=[1, 1, 1, 1])),
         ((1, 16, 9, 9), (16, 1, 3, 3), dict(group=16, strides=[2, 2])),
         ((1, 3, 8, 7), (5, 3, 2, 3), dict(auto_pad="SAME_UPPER")))
for i, (x, w, more) in enumerate(FORMS):
    weights = np.uint8 if i % 2 else np.int8
    inputs = [data(w, weights)]
    if i:
        inputs += [np.array(3 * i, np.uint8), np.array(i, weights)]
    cases.add("ConvInteger", data(x, np.uint8), *(map(const, inputs) if i % 3 else inputs), **more)
    for element in (np.uint8, np.int8):
        channels = (w[0],) if i % 2 and element == np.int8 else ()
        inputs = [scale(), np.array(5 * i, element), data(w, element), scale(*channels),
                  np.zeros(channels, element), scale() * 200, np.array(7, element)]
        if i % 3:
            inputs.append(cases.integers(w[0], dtype=np.int32, low=-500, high=500))
        cases.add("QLinearConv", data(x, element), *map(const, inputs), **more)

if __name__ == "__main__":
    sys.exit(main(cases))
