# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of operators on shapes, constants and parts that hang on values."""
import sys

import numpy as np
from onnx import numpy_helper

from cases import Cases, const, floats, i64, ints, main

cases = Cases()
add = cases.add

X = floats("x", (2, 3, 4))
for target in [(6, 4), (24,), (4, 3, 2), (2, -1), (0, 12), (1, 2, 3, 4)]:
    add("Reshape", X, until=4, shape=list(target))
    add("Reshape", X, i64(*target), since=5)
add("Reshape", ints("r", (4, 6), 0, 2, bool), i64(3, 8), since=5)
add("Reshape", np.zeros((0, 3, 4), np.float32), i64(3, 4, 0), since=14, allowzero=1)
for axis in (0, 1, 2, 3, -1):
    add("Flatten", X, since=11 if axis < 0 else 1, axis=axis)
add("Flatten", floats("f", (5, 2)))
for perm in [(0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1), (2, 0, 1)]:
    add("Transpose", X, perm=list(perm))
add("Transpose", ints("t", (3, 5), dtype=np.int64))
for shape, axes in [((1, 3, 1), (0,)), ((1, 3, 1), (0, 2)), ((2, 1), (1,)), ((1,), (0,)),
                    ((4, 1, 1, 5), (1, 2)), ((3, 1), (-1,))]:
    since = 11 if min(axes) < 0 else 1
    add("Squeeze", floats("s", shape), since=since, until=12, axes=list(axes))
    add("Squeeze", floats("s", shape), i64(*axes), since=13)
add("Squeeze", floats("s", (1, 3, 1)))
for shape, axes in [((3,), (0,)), ((3, 4), (1,)), ((), (0,)), ((2, 3), (0, 3)), ((5,), (0, 2)),
                    ((2, 3), (-1,))]:
    since = 11 if min(axes) < 0 else 1
    add("Unsqueeze", floats("u", shape), since=since, until=12, axes=list(axes))
    add("Unsqueeze", floats("u", shape), i64(*axes), since=13)
for value in (X, X[0], np.array(True), ints("i", (5,), dtype=np.int64), floats("d", (2,)).astype(
        np.float64), ints("u", (2, 2), 0, 9, np.uint8)):
    add("Constant", value=numpy_helper.from_array(np.asarray(value)))
    add("Identity", np.asarray(value))
add("Constant", since=12, value_float=1.5)
add("Constant", since=12, value_floats=[1.5, 2.0])
add("Constant", since=12, value_int=3)
add("Constant", since=12, value_ints=[3, 4, 5])
for shape in [(3, 4), (5,), (2, 1, 3), (1,), (4, 4)]:
    data = floats("dropout", shape)
    add("Dropout", data, until=6, is_test=1, ratio=0.3)
    add("Dropout", data, since=7, until=11, ratio=0.3)
    add("Dropout", data, const(np.float32(0.3)), since=12, outputs=2)
    add("Dropout", data, const(np.float32(0)), const(np.array(True)), since=12, outputs=2)
    # Training draws onnx's numbers, with a flag that only a run knows, too.
    for training in (const(np.array(True)), np.array(True), np.array([False])):
        add("Dropout", data, const(np.float32(0.3)), training, since=12, outputs=2, seed=5,
            reference=True)
    add("Dropout", data, np.array(0.6, np.float32), np.array(True), since=12, seed=0,
        reference=True)

# Middles, and what is chosen by values that are constant.
for shape, target, axes in [((5, 7), (3, 4), None), ((3, 4), (5, 7), None), ((5, 4), (2, 9), None),
                            ((2, 6, 3), (3,), [1]), ((4, 3, 5), (5, 4), [-1, 0]),
                            ((3,), (3,), None)]:
    add("CenterCropPad", floats("c", shape), i64(*target), **({} if axes is None else dict(axes=axes)))
for condition, axis in [((0, 1, 1), 0), ((1, 0), 1), ((1, 0, 0, 1, 1), None), ((0, 0, 1), 0),
                        ((0, 0), 1)]:
    add("Compress", floats("z", (3, 2)), const(np.array(condition, bool)),
        **({} if axis is None else dict(axis=axis)))
add("Compress", floats("z", (3, 2)), const(np.array((0, 1), bool)), since=11, axis=-1)
for shape, dtype in [((3, 4), np.float32), ((5,), np.int64), ((2, 2, 3), np.int32), ((4, 1), bool),
                     ((2, 3), np.uint8)]:
    add("NonZero", const(ints("n", shape, 0, 3).astype(dtype)))
for shape, update, axis, places, mode in [
        ((2, 5, 3), (2, 1, 3), -2, (1, 3), "linear"), ((2, 5, 3), (2, 2, 3), 1, (0, 3), "linear"),
        ((2, 4, 3), (2, 3, 3), -2, (2, 3), "circular"),
        ((2, 2, 6, 2), (2, 2, 2, 2), -2, (4, 0), "linear"), ((1, 4, 2), (1, 4, 2), -2, (0,), "linear"),
        ((1, 3, 4), (1, 3, 2), -1, (1,), "linear")]:
    add("TensorScatter", floats("cache", shape), floats("new", update), np.array(places, np.int64),
        axis=axis, mode=mode)

if __name__ == "__main__":
    sys.exit(main(cases))
