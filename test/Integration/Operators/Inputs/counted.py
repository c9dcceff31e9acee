# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of operators with results of which only the data decide the shape."""
import sys

import numpy as np

from cases import Cases, const, floats, i64, main

cases = Cases(seed=13)
add = cases.add


def flags(*shape, share=0.5):
    return cases.rng.uniform(0, 1, shape) < share


def sparse(*shape, dtype=np.float32):
    return (cases.integers(*shape, dtype=dtype) * flags(*shape)).astype(dtype)


for shape in [(7,), (3, 4), (2, 3, 5), (1, 1, 4), (16, 9), (1,), (2, 1, 3, 2)]:
    add("NonZero", sparse(*shape))
    add("NonZero", sparse(*shape, dtype=np.int64))
    add("NonZero", flags(*shape))
for share in (0.0, 1.0):
    add("NonZero", flags(3, 4, share=share))
    add("Compress", cases.floats(3, 4), flags(4, share=share), axis=1)
for axis, count in [(0, 3), (1, 4), (2, 5), (-1, 2), (1, 1), (0, 2)]:
    add("Compress", cases.floats(3, 4, 5), flags(count), axis=axis)
for count in (60, 7, 1):
    add("Compress", cases.floats(3, 4, 5), flags(count))
add("Compress", cases.integers(6, 2), flags(6), axis=0)
add("Compress", flags(6, 2), flags(6), axis=0)

for sorted in (0, 1):
    for dtype in (np.float32, np.int64, np.float64):
        x = cases.integers(12, dtype=dtype, low=-3, high=4)
        add("Unique", x, outputs=4, sorted=sorted)
        add("Unique", x.reshape(3, 4), outputs=4, sorted=sorted)
    add("Unique", cases.floats(9), outputs=2, sorted=sorted)
for axis in (0, 1, -1, 2):
    x = cases.integers(4, 3, 5, dtype=np.float32, low=0, high=2)
    x[1], x[:, 1], x[:, :, 3] = x[0], x[:, 0], x[:, :, 1]
    add("Unique", x, outputs=4, axis=axis)


def boxes(batches, count, centered=False):
    centres = cases.rng.uniform(0, 4, (batches, count, 2))
    extents = cases.rng.uniform(0.5, 3, (batches, count, 2))
    parts = [centres, extents] if centered else [centres - extents / 2, centres + extents / 2]
    return np.concatenate(parts, axis=2).astype(np.float32)


def numbers(*values):
    return np.array(values, np.float32)


for batches, classes, count in [(1, 1, 6), (2, 3, 9), (1, 2, 17), (3, 1, 1), (1, 1, 40)]:
    scores = cases.rng.permutation(batches * classes * count).reshape(batches, classes, count)
    scores = (scores / scores.size).astype(np.float32)
    corners = boxes(batches, count)
    add("NonMaxSuppression", corners, scores, i64(3), numbers(0.3), numbers(0.2))
    add("NonMaxSuppression", corners, scores, np.array([4]), numbers(0.5))
    add("NonMaxSuppression", corners, scores, i64(100), const(numbers(0.1)), numbers(0.5))
    add("NonMaxSuppression", np.ascontiguousarray(corners[:, :, [2, 1, 0, 3]]), scores, np.array([2]), numbers(0.4))
    add("NonMaxSuppression", boxes(batches, count, centered=True), scores, i64(5), numbers(0.4),
        center_point_box=1)
equal = np.repeat(boxes(1, 1), 5, axis=1)
add("NonMaxSuppression", equal, np.full((1, 1, 5), 0.5, np.float32), i64(3), numbers(0.9))
add("NonMaxSuppression", boxes(1, 5), floats("s", (1, 1, 5)), i64(0), numbers(0.9))

# Axes, bounds and shapes that are inputs of the run; one list that is too long for a constant.
def ints(*values):
    return np.array(values, np.int64)


for axes in ((0,), (-1,), (1, 2), (0, -1)):
    for keepdims in (0, 1):
        add("ReduceSum", cases.floats(3, 4, 5), ints(*axes), keepdims=keepdims, since=13)
        add("ReduceMax", cases.floats(3, 4, 5), ints(*axes), keepdims=keepdims, since=18)
add("ReduceMean", cases.floats(9, 40, 20), ints(1), keepdims=0, since=18)
add("CumSum", cases.floats(3, 4), ints(1))
add("TopK", cases.floats(3, 9), ints(4), outputs=2, since=10)
add("Slice", cases.floats(7, 5), ints(-2, 1), ints(0, 5), ints(0, 1), ints(-2, 2), since=10)
add("Split", cases.floats(7, 5), ints(2, 5), outputs=2, since=13)
for shape in ((4, 15), (0, -1), (60, 1)):
    add("Reshape", cases.floats(3, 4, 5), ints(*shape), since=5)
add("Reshape", cases.floats(90, 70), ints(7, -1, 9), since=5)
add("Unsqueeze", cases.floats(3, 4), ints(0, -1), since=13)
add("Squeeze", cases.floats(3, 1, 4), ints(1), since=13)

# What follows sees the elements that count, and nothing else.
for share in (0.0, 0.4, 1.0):
    chosen = lambda op, x: op("Compress", x, op("Greater", x, np.float32(1 - 2 * share)), axis=0)
    x = cases.rng.uniform(-1, 1, 9).astype(np.float32)
    cases.add_chain(x, lambda op, x: op("Exp", chosen(op, x)))
    for reduction in ("ReduceSum", "ReduceProd"):
        cases.add_chain(x, lambda op, x: op(reduction, op("Exp", chosen(op, x)), keepdims=0))
    cases.add_chain(x, lambda op, x: op("ReduceMax", op("Unsqueeze", op("Neg", chosen(op, x)),
                                                        np.array([1])), axes=[1], keepdims=0))
    cases.add_chain(x, lambda op, x: op("Gather", cases.floats(9, 3), op("Squeeze", op(
        "NonZero", op("Greater", x, np.float32(1 - 2 * share))), np.array([0]))))
    cases.add_chain(cases.floats(3, 5), lambda op, x: op("GatherND", cases.floats(3, 5, 2), op(
        "Transpose", op("NonZero", op("Greater", x, np.float32(1 - 2 * share))), perm=[1, 0])))

if __name__ == "__main__":
    sys.exit(main(cases))
