# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators in a row, which become kernels together and work on channels in blocks."""
import sys

import numpy as np

from cases import Cases, main

cases = Cases(seed=5)


def w(*shape):
    return 0.3 * cases.floats(*shape)


def numbers(*values):
    return np.array(values, np.float32)


def conv(op, x, outputs, inputs, kernel=3, bias=True, **attributes):
    weights = [w(outputs, inputs // attributes.get("group", 1), kernel, kernel)]
    return op("Conv", x, *weights, *([w(outputs)] if bias else []), **attributes)


twice = numbers(1, 1, 2, 2)
cases.add_chain(cases.floats(1, 16, 7, 9), lambda op, x: op("Sigmoid", op(
    "Resize", op("Relu", conv(op, x, 32, 16)), "", twice, mode="linear")))
cases.add_chain(cases.floats(1, 16, 7, 9), lambda op, x: conv(op, op(
    "Resize", op("Exp", conv(op, x, 32, 16)), "", twice), 16, 32, pads=[1] * 4))
cases.add_chain(cases.floats(1, 3, 8, 8), lambda op, x: op(
    "Add", op("Resize", op("Relu", x), "", twice, mode="cubic"), op("Resize", x, "", twice)))
cases.add_chain(cases.floats(1, 16, 12, 12), lambda op, x: op("Relu", op(
    "AveragePool", conv(op, x, 32, 16, pads=[1] * 4), kernel_shape=[3, 3], strides=[2, 2],
    pads=[1] * 4)))
cases.add_chain(cases.floats(2, 16, 11, 12), lambda op, x: conv(op, op(
    "AveragePool", op("Relu", conv(op, x, 32, 16)), kernel_shape=[2, 3], strides=[2, 2],
    ceil_mode=1), 16, 32, 1))
cases.add_chain(cases.floats(1, 16, 9, 9), lambda op, x: conv(op, op(
    "LRN", op("Relu", conv(op, x, 32, 16)), size=5), 16, 32))
cases.add_chain(cases.floats(1, 16, 5, 5), lambda op, x: op("Tanh", op(
    "ConvTranspose", op("Relu", op("ConvTranspose", x, w(16, 32, 4, 4), w(32), strides=[2, 2],
                                   pads=[1] * 4)),
    w(32, 16, 3, 3), strides=[2, 2], output_padding=[1, 1], pads=[1] * 4)))
cases.add_chain(cases.floats(1, 16, 5, 5), lambda op, x: op("Tanh", op(
    "ConvTranspose", x, w(16, 3, 4, 4), strides=[2, 2], pads=[1] * 4)))
cases.add_chain(cases.floats(1, 16, 5, 5), lambda op, x: op("Relu", op(
    "Add", op("ConvTranspose", x, w(16, 32, 2, 2), w(32), strides=[2, 2]),
    op("Resize", conv(op, x, 32, 16, 1), "", twice))))
cases.add_chain(cases.floats(1, 16, 3, 4, 5), lambda op, x: op("Relu", op(
    "ConvTranspose", x, w(16, 16, 3, 3, 3), strides=[2, 1, 2], pads=[1] * 6)))
cases.add_chain(cases.floats(2, 16, 9, 7), lambda op, x: op("Relu", op(
    "InstanceNormalization", conv(op, x, 32, 16), w(32), w(32))))
cases.add_chain(cases.floats(1, 32, 15, 17), lambda op, x: op("Relu", conv(op, op("Relu", conv(
    op, x, 32, 32, 5, group=32, pads=[2] * 4, strides=[2, 1])), 48, 32, 1)))
cases.add_chain(cases.floats(1, 16, 15, 17), lambda op, x: op("Relu", conv(op, x, 64, 16, group=16)))
cases.add_chain(cases.floats(1, 4, 6, 6), lambda op, x: op("Relu", op(
    "GridSample", op("Exp", x), cases.rng.uniform(-1, 1, (1, 5, 20, 2)).astype(np.float32))))
cases.add_chain(cases.floats(1, 16, 9, 9), lambda op, x: op("Relu", op(
    "LpNormalization", conv(op, x, 16, 16), axis=1)))

if __name__ == "__main__":
    sys.exit(main(cases))
