# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of operators that move elements or make tensors."""
import sys

import numpy as np

from cases import Cases, const, floats, i64, ints, main

cases = Cases()
add = cases.add
X = floats("x", (3, 4, 5))

for axis in (0, 1, 2, -1):
    add("Concat", X, X[:, :, ::-1].copy(), since=4, axis=axis)
add("Concat", ints("c", (2, 3), 0, 2, bool), ints("d", (1, 3), 0, 2, bool), since=4, axis=0)
for starts, ends, axes, steps in [
        ([1], [3], [1], [1]), ([0, 1], [2, 9999], [0, 2], [1, 2]), ([-1], [-99], [1], [-1]),
        ([4], [0], [2], [-2]), ([-9], [-2**63], [1], [-1]), ([-9, 99], [-2**63, -99], [0, 2], [-2, -3]),
        ([-9], [0], [1], [-1]), ([-9], [2], [1], [1]), ([-3, 0], [-1, 2], [-1, 0], [1, 1]), ([2], [1], [0], [1])]:
    add("Slice", X, i64(*starts), i64(*ends), i64(*axes), i64(*steps), since=10)
add("Slice", X, i64(0, 1), i64(2, 3), since=10)
for axis, k in [(0, 1), (1, 2), (2, 3), (1, 1), (0, 2)]:
    add("Concat", X, X[:, :, ::-1].copy(), until=3, axis=axis)
    repeats = [1, 1, 1]
    repeats[axis] = k
    add("Tile", X, const(np.float32(k)), const(np.float32(axis)), until=5,
        like=(6, [X, i64(*repeats)], {}))
    add("Split", X, until=1, outputs=2, axis=axis, split=[1, X.shape[axis] - 1], like=(2,))
for starts, ends, axes in [([1], [3], [1]), ([0, -2], [2, 99], [0, 2]), ([0], [-1], [2]),
                           ([2], [1], [0]), ([0, 0, 0], [1, 2, 3], [0, 1, 2])]:
    add("Slice", X, until=9, starts=starts, ends=ends, axes=axes)
for shape, repeats in [((0, 3), (2, 2)), ((2, 0), (1, 3)), ((2, 3), (0, 1)), ((1, 0, 2), (3, 1, 2))]:
    add("Tile", floats("Tile", shape), i64(*repeats), since=6)
for axis in (0, 1, 2):
    extent = X.shape[axis]
    add("Split", X, since=2, until=11, outputs=2, axis=axis, split=[1, extent - 1])
    add("Split", X, i64(1, extent - 1), since=13, outputs=2, axis=axis)
add("Split", X, since=2, until=13, outputs=2, axis=1)
add("Split", X, since=2, until=11, outputs=3, axis=0)
add("Split", X, since=13, outputs=3, axis=0)
add("Split", X, since=2, until=11, outputs=3, axis=2, split=[2, 2, 1])
add("Split", X, i64(2, 2, 1), since=13, outputs=3, axis=-1)
add("Split", X, since=18, outputs=3, axis=2, num_outputs=3)
for mode in ("constant", "edge", "reflect"):
    for pads in [(0, 1, 0, 0, 2, 1), (1, 0, 2, 1, 1, 3), (0, 0, 0, 0, 0, 1), (1, 1, 1, 1, 1, 1),
                 (2, 0, 0, 0, 0, 2)]:
        add("Pad", X, i64(*pads), since=11, mode=mode)
        add("Pad", X, since=2, until=10, pads=list(pads), mode=mode)
        add("Pad", X, until=1, paddings=list(pads), mode=mode)
add("Pad", X, i64(1, 2, 1, 2, 1, 2), since=19, mode="wrap")
add("Pad", X, i64(1, 2), const(np.float32(7)), i64(-2), since=18)
add("Pad", X, i64(0, -1, 0, 0, 1, -2), const(np.float32(3)), since=13)
for shape in [(2, 3, 4, 5), (1,), (3, 4, 5), (4, 1), (6, 1, 1, 5)]:
    add("Expand", X, i64(*shape))
add("Expand", ints("e", (3, 1), 0, 2, bool), i64(3, 4))
for repeats in [(1, 2, 1), (2, 1, 3), (1, 1, 1), (2, 2, 2), (1, 1, 4)]:
    add("Tile", X, i64(*repeats), since=6)
for axis in (0, 1, -1):
    extent = X.shape[axis]
    for dtype in (np.int32, np.int64):
        add("Gather", X, ints("g", (2, 3), 0, extent, dtype), axis=axis)
        add("Gather", X, ints("h", (4,), -extent, extent, dtype), since=11, axis=axis)
    add("GatherElements", X, ints("i", (3, 4, 5), -extent, extent, np.int64), axis=axis)
    add("GatherElements", X, ints("i", (2, 2, 2), 0, extent, np.int64), axis=axis)
for shape in [(2, 1), (4, 2), (3,), (2, 2, 3), (1, 1, 2)]:
    add("GatherND", X, ints("n", shape, 0, 3, np.int64))
add("GatherND", X, ints("n", (3, 2, 1), -4, 4, np.int64), since=12, batch_dims=1)
Y = floats("y", (4, 6))
columns = np.stack([np.random.default_rng(i).permutation(6)[:3] for i in range(4)]).astype(np.int64)
for op, last in (("Scatter", 11), ("ScatterElements", 99)):
    for rows in (4, 3, 2, 1):
        add(op, Y, columns[:rows], floats("u", (rows, 3)), until=last, axis=1,
            like=(9,) if op == "Scatter" else None)
    add(op, Y, np.array([[3, 1, 0, 2, 1, 0], [0, 2, -1, 1, 3, 2]], np.int64), floats("u", (2, 6)),
        since=11, until=last, axis=0, like=(9,) if op == "Scatter" else None)
    add(op, Y, columns, floats("u", (4, 3)), until=last, axis=1,
        like=(9,) if op == "Scatter" else None)
for reduction, since in [("add", 16), ("mul", 16), ("max", 18), ("min", 18)]:
    add("ScatterElements", Y, ints("s", (4, 5), -6, 6, np.int64), floats("u", (4, 5)), since=since,
        axis=1, reduction=reduction)
    add("ScatterND", Y, ints("s", (7, 1), 0, 4, np.int64), floats("u", (7, 6)), since=since,
        reduction=reduction)
    add("ScatterND", Y, ints("s", (9, 2), 0, 4, np.int64), floats("u", (9,)), since=since,
        reduction=reduction)
for tuples in [[[2], [0]], [[1]], [[3], [1], [0]]]:
    add("ScatterND", Y, np.array(tuples, np.int64), floats("u", (len(tuples), 6)))
add("ScatterND", Y, np.array([[0, 1], [3, 5], [2, 2]], np.int64), floats("u", (3,)))
add("ScatterND", X, np.array([[[0, 1], [2, 3]]], np.int64), floats("u", (1, 2, 5)))
for time, batch in [(0, 1), (1, 0), (2, 1)]:
    lengths = ints("l", (X.shape[batch],), 1, X.shape[time] + 1, np.int64)
    add("ReverseSequence", X, lengths, time_axis=time, batch_axis=batch)
add("ReverseSequence", ints("r", (4, 4)), np.array([1, 2, 3, 4], np.int64))
add("ReverseSequence", ints("r", (3, 2)), np.array([3, 0], np.int64))

# Tensors that are made.
for shape in [(3, 4), (), (7,), (2, 1, 1), (1, 0, 2)]:
    data = floats("d", shape)
    add("Shape", data)
    add("Size", data)
    add("ConstantOfShape", i64(*shape))
add("Shape", X, since=15, start=1)
add("Shape", X, since=15, start=-2, end=-1)
for start, limit, delta in [(0, 9, 2), (5, -3, -2), (0, 0, 1), (3, 4, 5), (-2, 3, 1)]:
    for dtype in (np.int64, np.int32, np.float32):
        add("Range", *(const(np.array(value, dtype)) for value in (start, limit, delta)))
for k in (-2, -1, 0, 1, 3):
    add("EyeLike", floats("e", (3, 4)), k=k)
    add("Trilu", floats("t", (2, 3, 5)), const(np.array(k, np.int64)))
    add("Trilu", ints("t", (4, 3), dtype=np.int64), const(np.array(k, np.int64)), upper=0)
    add("Trilu", floats("t", (2, 3, 5)), np.array(k, np.int64))
    add("Trilu", ints("t", (4, 3), dtype=np.int64), np.array([k], np.int64), upper=0)
for k in (-2**63, 2**63 - 1):
    add("Trilu", floats("t", (3, 5)), np.array(k, np.int64), upper=int(k > 0), reference=True)
add("EyeLike", floats("e", (3, 3)), dtype=7)
for axis in (0, 1, 2, -1, -2):
    add("OneHot", ints("o", (2, 3), -3 if axis > 0 else 0, 5, np.int64), const(np.array(5, np.int64)),
        np.array([-1, 2], np.float32), since=11, axis=axis)
    add("OneHot", ints("o", (2, 3), 0, 5, np.int64), const(np.array(5, np.int64)),
        np.array([-1, 2], np.float32), until=10, axis=axis)
add("OneHot", ints("o", (4,), 0, 3, np.int32), i64(4), np.array([0, 1], np.int64))
for mode in ("DCR", "CRD"):
    for shape, block in [((1, 8, 2, 3), 2), ((2, 4, 1, 1), 2), ((1, 9, 2, 2), 3)]:
        add("DepthToSpace", floats("d", shape), since=11, blocksize=block, mode=mode)
for shape, block in [((1, 2, 4, 6), 2), ((2, 1, 3, 3), 3), ((1, 3, 2, 2), 1), ((1, 1, 8, 4), 4),
                     ((3, 2, 2, 2), 2)]:
    add("SpaceToDepth", floats("s", shape), blocksize=block)
    add("DepthToSpace", floats("s", (1, block * block * 2, 2, 3)), blocksize=block)

if __name__ == "__main__":
    sys.exit(main(cases))
