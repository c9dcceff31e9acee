# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of reductions, softmax and their like."""
import sys

import numpy as np

from cases import Cases, const, floats, i64, ints, main

cases = Cases()
add = cases.add

# Reductions: axes are an attribute, then an input.
REDUCE = {"ReduceSum": 13}
# Results of no elements are those that change nothing.
for op in ("ReduceSum", "ReduceProd", "ReduceMax", "ReduceMin", "ReduceL1", "ReduceLogSum",
           "ReduceLogSumExp", "ReduceSumSquare"):
    change = REDUCE.get(op, 18)
    add(op, np.zeros((2, 0, 3), np.float32), i64(1), since=max(change, 20))

for op in ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2",
           "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"):
    data = floats(op, (2, 3, 4), 0.5, 2)
    change = REDUCE.get(op, 18)
    for axes in [(0,), (1, 2), (-1,), (0, 1, 2)]:
        for keepdims in (0, 1):
            # Negative axes are of version 11.
            first = 11 if min(axes) < 0 else 1
            add(op, data, since=first, until=change - 1, axes=list(axes), keepdims=keepdims)
            add(op, data, i64(*axes), since=change, keepdims=keepdims)
    add(op, data)
    add(op, data, since=change, keepdims=0)
    if op not in ("ReduceLogSum", "ReduceLogSumExp", "ReduceL2"):
        add(op, ints(op, (3, 4), 1, 5), i64(1), since=change, keepdims=0)
for op in ("ReduceMax", "ReduceMin"):
    for dtype in (np.uint8, np.int8):
        low = 0 if dtype is np.uint8 else -128
        add(op, ints(op, (3, 40), low, low + 255, dtype), i64(1), since=18)
    add(op, ints(op, (3, 4), 0, 2, bool), i64(1), since=20)
add("ReduceSum", floats("ReduceSum", (2, 3)), since=13, noop_with_empty_axes=1)
for op in ("ArgMax", "ArgMin"):
    data = ints(op, (3, 4, 5), 0, 4).astype(np.float32)
    for axis in (0, 1, 2, -1):
        for keepdims in (0, 1):
            add(op, data, since=11 if axis < 0 else 1, axis=axis, keepdims=keepdims)
            add(op, data, since=12, axis=axis, keepdims=keepdims, select_last_index=1)
    add(op, ints(op, (7,), 0, 255, np.uint8), since=13)
for op in ("Softmax", "LogSoftmax", "Hardmax"):
    for shape in [(3, 7), (2, 3, 4), (5,), (2, 2, 2, 3)]:
        for axis in range(len(shape)):
            add(op, floats(op, shape), axis=axis)
        add(op, floats(op, shape), since=13)
for op, values in (("CumSum", floats("CumSum", (3, 5))), ("CumProd", floats("CumProd", (3, 5), 0.5, 2))):
    for axis in (0, 1, -1):
        for exclusive, reverse in [(0, 0), (1, 0), (0, 1), (1, 1)]:
            add(op, values, const(np.int64(axis)), exclusive=exclusive, reverse=reverse)
    add(op, ints(op, (6,)), const(np.int32(0)))
# What a step makes may take the state's place, in some shapes.
for shape in [(2, 8), (8,), (1,), (1, 1), (16, 2), (2, 3, 4), (1, 7, 1), (2, 1, 3, 5), (0, 3), (3, 0)]:
    for axis in range(len(shape)):
        for exclusive, reverse in [(0, 0), (1, 0), (1, 1)]:
            add("CumSum", floats("CumSum", shape), const(np.int64(axis)), since=14,
                exclusive=exclusive, reverse=reverse)
# Steps whose elements lie apart, and such that have just too few of them, or of steps.
for shape, axis in [((4, 16), 1), ((3, 16), 1), ((4, 15), 1), ((2, 3, 20, 5), 2), ((2, 2, 17, 15), 2),
                    ((2, 2, 17, 16), 2), ((5, 33), -1)]:
    for exclusive, reverse in [(0, 0), (1, 0), (0, 1), (1, 1)]:
        add("CumSum", floats("CumSum", shape), const(np.int64(axis)), since=14,
            exclusive=exclusive, reverse=reverse)
for largest in (0, 1):
    for axis in (0, 1, -1):
        add("TopK", floats("TopK", (4, 6)), i64(3), since=11, outputs=2, axis=axis, largest=largest)
    add("TopK", ints("TopK", (9,), 0, 5, np.int64), i64(5), since=11, outputs=2, largest=largest)
for shape, axis, k in [((2, 6), 1, 2), ((5,), 0, 5), ((3, 4), 0, 1), ((2, 3, 7), -1, 4),
                       ((2, 9), -1, 9)]:
    data = np.random.default_rng(k).permutation(np.prod(shape)).reshape(shape).astype(np.float32)
    add("TopK", data, until=9, outputs=2, axis=axis, k=k)
    add("TopK", data, i64(k), since=10, outputs=2, axis=axis)

# So many that the best are found before they are put in order; some are equal.
for dtype in (np.float32, np.float16, np.float64, np.int8, np.uint8, np.int32, np.int64, np.uint64):
    for shape, axis, k in [((300,), 0, 7), ((2, 400), 1, 30), ((260, 3), 0, 2)]:
        data = ints("TopK", shape, 0, 100, np.int64)
        data = data.astype(dtype) if dtype == np.uint8 else (data - 50).astype(dtype)
        for largest in (0, 1):
            add("TopK", data, i64(k), since=11, outputs=2, axis=axis, largest=largest)
# Ranked, found bit by bit, in blocks of which some have one element less, and in many of these.
for shape, axis, k in [((150,), 0, 100), ((2, 400), 1, 100), ((2, 3001), 1, 5), ((3000, 2), 0, 3),
                       ((8001,), 0, 100)]:
    for data in (floats("TopK", shape), ints("TopK", shape, 0, 9, np.int32)):
        for largest in (0, 1):
            add("TopK", data, i64(k), since=11, outputs=2, axis=axis, largest=largest)

if __name__ == "__main__":
    sys.exit(main(cases))
