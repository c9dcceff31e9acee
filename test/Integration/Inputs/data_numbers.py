# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Axes, bounds and shapes that a run gives: one library for many of them, against onnxruntime or
onnx's reference evaluator; what is wrong ends the run with an error that names the node.

usage: data_numbers.py [FAMILY...]
"""
import itertools

import numpy as np

from programs import Program, floats, i64, random, run

def axes_of(rank, count):
    """All choices of so many axes, in an order that is not theirs, some from the end."""
    for axes in itertools.combinations(range(rank), count):
        yield i64(*(axis - rank if i % 2 else axis for i, axis in enumerate(reversed(axes))))


def reduce():
    names = ["Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "SumSquare", "LogSumExp"]
    for name, keep in itertools.product(names, (0, 1)):
        for count in (1, 2, 3) if name in ("Sum", "LogSumExp") else (2,):
            program = Program(f"""g (float[2,1,3,4] x, int64[{count}] axes) => (float[a,b,c,d] y) {{
                [here] y = Reduce{name} <keepdims = {keep}> (x, axes) }}""")
            for axes in axes_of(4, count):
                program.agrees(floats(2, 1, 3, 4), axes)
            program.refuses(floats(2, 1, 3, 4), i64(*range(4, 4 + count)))
            program.refuses(floats(2, 1, 3, 4), i64(*range(-5, count - 5)))
            if count > 1:
                program.refuses(floats(2, 1, 3, 4), i64(1, *[1, 2][:count - 1]))
    for keep in (0, 1):
        # All axes, those of integers, open dims, and dims without elements.
        program = Program(f"""g (float[2,3] x, int64[2] axes) => (float[a,b] y) {{
            [here] y = ReduceSum <keepdims = {keep}> (x, axes) }}""")
        program.agrees(floats(2, 3), i64(-1, 0))
        for name in ("Sum", "Mean", "Max"):
            program = Program(f"""g (int32[4,3,2] x, int64[1] axes) => (int32[a,b,c] y) {{
                [here] y = Reduce{name} <keepdims = {keep}> (x, axes) }}""")
            for axis in (0, 1, -1):
                program.agrees(random.integers(-9, 9, (4, 3, 2)).astype(np.int32), i64(axis))
        program = Program(f"""g (float[N,M,2] x, int64[2] axes) => (float[a,b,c] y) {{
            [here] y = ReduceMean <keepdims = {keep}> (x, axes) }}""")
        for shape in ((1, 1, 2), (5, 3, 2), (2, 17, 2)):
            for axes in axes_of(3, 2):
                program.agrees(floats(*shape), axes)
        for name in ("Sum", "Max"):
            program = Program(f"""g (float[2,0,3] x, int64[1] axes) => (float[a,b,c] y) {{
                [here] y = Reduce{name} <keepdims = {keep}> (x, axes) }}""", reference=True)
            program.agrees(floats(2, 0, 3), i64(1))
            if name == "Sum":
                program.agrees(floats(2, 0, 3), i64(0))
                program.agrees(floats(2, 0, 3), i64(-1))
    # An empty list is known before the run.
    for noop in (0, 1):
        program = Program(f"""g (float[2,3] x, int64[0] axes) => (float[a,b] y) {{
            [here] y = ReduceSum <noop_with_empty_axes = {noop}> (x, axes) }}""")
        program.agrees(floats(2, 3), i64())
    # What follows element by element has the same shape.
    program = Program("""g (float[4,3,2] x, int64[1] axes) => (float[a,b] y) {
        s = ReduceSum <keepdims = 0> (x, axes)  t = Tanh(s)  [here] y = Add(t, t) }""")
    for axis in (0, 1, 2):
        program.agrees(floats(4, 3, 2), i64(axis))


def cumulative():
    for name, opset in (("CumSum", 22), ("CumProd", 26)):
        for attributes in ("", "<exclusive = 1>", "<reverse = 1, exclusive = 1>"):
            program = Program(f"""g (float[2,3,4] x, int32 axis) => (float[2,3,4] y) {{
                [here] y = {name} {attributes} (x, axis) }}""", opset, reference=opset > 22)
            for axis in range(-3, 3):
                program.agrees(floats(2, 3, 4), np.array(axis, np.int32))
            program.refuses(floats(2, 3, 4), np.array(3, np.int32))
            program.refuses(floats(2, 3, 4), np.array(-4, np.int32))
    program = Program("""g (float[5] x, int64[1] axis) => (float[5] y) {
        [here] y = CumSum(x, axis) }""")
    program.agrees(floats(5), i64(-1))
    program.refuses(floats(5), i64(1))


def top():
    for axis, largest in itertools.product((0, -1), (0, 1)):
        program = Program(f"""g (float[3,7] x, int64[1] k) => (float[a,b] y, int64[a,b] i) {{
            [here] y, i = TopK <axis = {axis}, largest = {largest}> (x, k) }}""")
        most = (3, 7)[axis]
        for k in range(1, most + 1):
            program.agrees(floats(3, 7), i64(k))
        program.refuses(floats(3, 7), i64(most + 1))
        program.refuses(floats(3, 7), i64(-1))


def slice():
    ends = [np.iinfo(np.int64).min, -8, -7, -3, -1, 0, 1, 3, 6, 7, 8, np.iinfo(np.int64).max]
    program = Program("""g (float[7] x, int64[1] starts, int64[1] ends, int64[1] axes,
        int64[1] steps)
        => (float[a] y) { [here] y = Slice(x, starts, ends, axes, steps) }""")
    for start, end in itertools.product(ends, ends):
        for step in (1, 2, 9, -1, -3, np.iinfo(np.int64).max, -np.iinfo(np.int64).max):
            # To onnxruntime an end that is the largest number is that of a walk backwards, too.
            if step > 0 or end != np.iinfo(np.int64).max:
                program.agrees(floats(7), i64(start), i64(end), i64(0), i64(step))
    program.refuses(floats(7), i64(0), i64(1), i64(0), i64(0))
    program.refuses(floats(7), i64(0), i64(1), i64(1), i64(1))
    program = Program("""g (float[5,3,4] x, int64[2] starts, int64[2] ends, int64[2] axes,
        int64[2] steps)
        => (float[a,b,c] y) { [here] y = Slice(x, starts, ends, axes, steps) }""")
    for axes in (i64(0, 1), i64(-1, 0), i64(1, -1)):
        program.agrees(floats(5, 3, 4), i64(1, 3), i64(3, -9), axes, i64(1, -1))
    program.refuses(floats(5, 3, 4), i64(0, 0), i64(1, 1), i64(1, -2), i64(1, 1))
    # Others are constants; and of open dims.
    program = Program("""g (float[N,3] x, int64[2] starts, int64[2] ends) => (float[a,b] y) {
        [here] y = Slice(x, starts, ends) }""")
    for rows in (1, 4, 33):
        for start, end in ((0, 2), (-1, 3), (1, -1), (40, 50)):
            program.agrees(floats(rows, 3), i64(start, 0), i64(end, 2))


def split():
    program = Program("""g (float[3,7] x, int64[3] parts)
        => (float[a,b] p, float[c,d] q, float[e,f] r) {
        [here] p, q, r = Split <axis = 1> (x, parts) }""")
    for parts in ((2, 3, 2), (7, 0, 0), (0, 0, 7), (1, 5, 1)):
        program.agrees(floats(3, 7), i64(*parts))
    for parts in ((2, 3, 3), (8, -1, 0), (1, 1, 1)):
        program.refuses(floats(3, 7), i64(*parts))


def transform():
    for attributes in ("", "<onesided = 1>", "<inverse = 1>"):
        parts = 1 if "onesided" in attributes else 2
        program = Program(f"""g (float[3,4,5,{parts}] x, int64 axis)
            => (float[a,b,c,d] y) {{
            [here] y = DFT {attributes} (x, , axis) }}""", 20, reference=True)
        for axis in (0, 1, 2, -2, -4):
            program.agrees(floats(3, 4, 5, parts), np.array(axis))
        for axis in (3, -1, 4, -5):
            program.refuses(floats(3, 4, 5, parts), np.array(axis))
    program = Program("""g (float[2,32,1] x, int64 step, float[8] window) => (float[a,b,c,d] y) {
        [here] y = STFT(x, step, window) }""")
    for step in (1, 3, 8, 24, 25, 100):
        program.agrees(floats(2, 32, 1), np.array(step), floats(8))
    for step in (0, -1):
        program.refuses(floats(2, 32, 1), np.array(step), floats(8))


    for attributes, bins in (("", 7), ("<onesided = 0>", 12)):
        for parts in (1, 2) if bins == 12 else (1,):
            program = Program(f"""g (float[2,32,{parts}] x, int64 step, int64 n)
                => (float[2,20,{bins},2] y) {{
                [here] y = STFT {attributes} (x, step, , n) }}""", reference=True)
            for step, length in ((2, 8), (3, 12), (5, 1), (2, 13 if bins == 7 else 12), (9, 5)):
                program.agrees(floats(2, 32, parts), np.array(step), np.array(length))
            for step, length in ((2, 14), (0, 8), (2, 0), (2, 33), (2, -4)):
                program.refuses(floats(2, 32, parts), np.array(step), np.array(length))
            program.refuses(floats(2, 32, parts), np.array(1), np.array(8))


def reshape():
    for rank in (1, 2, 3, 4):
        program = Program(f"""g (float[2,3,4] x, int64[{rank}] s)
            => (float[{','.join('abcd'[:rank])}] y) {{
            [here] y = Reshape(x, s) }}""")
        shapes = {1: [(24,), (-1,)], 2: [(6, 4), (-1, 3), (0, 12), (24, 1), (2, 0 - 1)],
                  3: [(2, 3, 4), (0, 0, 0), (4, 3, 2), (0, -1, 1), (1, 24, 1), (-1, 0, 0)],
                  4: [(2, 1, 3, 4), (0, 0, -1, 2), (1, 1, 1, 24), (-1, 1, 1, 1)]}[rank]
        for shape in shapes:
            program.agrees(floats(2, 3, 4), i64(*shape))
        wrong = {1: [(23,), (48,), (-2,)], 2: [(5, 5), (-1, 7), (-1, -1), (-2, -12)],
                 3: [(2**62, 4, 6), (24, -1, -1), (2, 3, 5)],
                 4: [(-1, 24, 1, -1), (2, 3, 4, 0)]}[rank]
        for shape in wrong:
            program.refuses(floats(2, 3, 4), i64(*shape))
    program = Program("""g (float[N,M] x, int64[3] s) => (float[a,b,c] y) {
        t = Reshape <allowzero = 1> (x, s)  [here] y = Exp(t) }""")
    for rows, columns in ((1, 4), (6, 2), (3, 20)):
        program.agrees(floats(rows, columns), i64(2, -1, 1))
        program.agrees(floats(rows, columns), i64(1, rows * columns, 1))
    program = Program("""g (float[0,3] x, int64[2] s) => (float[a,b] y) {
        [here] y = Reshape <allowzero = 1> (x, s) }""", reference=True)
    program.agrees(floats(0, 3), i64(5, 0))
    program.agrees(floats(0, 3), i64(0, 7))


def squeeze():
    for count in (1, 2, 3):
        dims = ",".join("abcdef"[:3 + count])
        program = Program(f"""g (float[2,3,4] x, int64[{count}] axes) => (float[{dims}] y) {{
            [here] y = Unsqueeze(x, axes) }}""")
        for axes in axes_of(3 + count, count):
            program.agrees(floats(2, 3, 4), axes)
        program.refuses(floats(2, 3, 4), i64(*range(3 + count, 3 + 2 * count)))
    for shape, count in (((2, 1, 3, 1), 1), ((2, 1, 3, 1), 2), ((1, 1, 5), 2)):
        dims, left = ",".join(map(str, shape)), ",".join("abc"[:len(shape) - count])
        program = Program(f"""g (float[{dims}] x, int64[{count}] axes) => (float[{left}] y) {{
            [here] y = Squeeze(x, axes) }}""")
        for axes in axes_of(len(shape), count):
            run = program.agrees if all(shape[axis] == 1 for axis in axes) else program.refuses
            run(floats(*shape), axes)


def declared():
    """Results that have room for the shape that the model declares."""
    program = Program("""g (float[3,1] x, int64[3] s)
        => (float[4,3,6] y) { [here] y = Expand(x, s) }""")
    for shape in ((2, 3, 6), (4, 1, 1), (1, 3, 5), (3, 3, 1)):
        program.agrees(floats(3, 1), i64(*shape))
    for shape in ((5, 3, 6), (2, 2, 6), (1, 3, 7), (-1, 3, 6)):
        program.refuses(floats(3, 1), i64(*shape))
    program = Program("g (float[2,3] x, int64[2] n) => (float[8,9] y) { [here] y = Tile(x, n) }")
    for repeats in ((1, 1), (4, 3), (2, 1), (1, 2), (0, 2)):
        program.agrees(floats(2, 3), i64(*repeats))
    for repeats in ((5, 1), (1, 4), (-1, 2)):
        program.refuses(floats(2, 3), i64(*repeats))
    for mode in ("constant", "edge", "reflect", "wrap"):
        program = Program(f"""g (float[4,5] x, int64[4] pads) => (float[12,14] y) {{
            [here] y = Pad <mode = "{mode}"> (x, pads) }}""", reference=True)
        for pads in ((0, 0, 0, 0), (1, 2, 3, 4), (3, 0, 1, 1), (0, 4, 3, 0)):
            program.agrees(floats(4, 5), i64(*pads))
        program.refuses(floats(4, 5), i64(5, 0, 5, 0))
        program.refuses(floats(4, 5), i64(-3, 0, -3, 0))
    program = Program("""g (float[4,5] x, int64[2] pads, float v, int64[1] axes) => (float[9,9] y) {
        [here] y = Pad(x, pads, v, axes) }""")
    for axis in (0, 1, -1, -2):
        for pads in ((0, 0), (1, 2), (-1, 2), (2, -2)):
            program.agrees(floats(4, 5), i64(*pads), np.array(7, np.float32), i64(axis))
    program = Program("""g (int64[2] s) => (int64[6,7] y) {
        [here] y = ConstantOfShape <value = int64[1] {3}> (s) }""")
    for shape in ((6, 7), (1, 3), (0, 2)):
        program.agrees(i64(*shape))
    program.refuses(i64(7, 1))
    program.refuses(i64(-1, 1))
    for dtype, kind in ((np.int64, "int64"), (np.int32, "int32"), (np.float32, "float"),
                        (np.float64, "double")):
        program = Program(f"""g ({kind} a, {kind} b, {kind} c)
            => ({kind}[20] y) {{ [here] y = Range(a, b, c) }}""")
        for numbers in ((0, 10, 1), (10, 0, -3), (3, 3, 1), (5, 1, 1), (-7, 9, 2), (1, 5, 2)):
            program.agrees(*(np.array(number, dtype) for number in numbers))
        program.refuses(*(np.array(number, dtype) for number in (0, 21, 1)))
        program.refuses(*(np.array(number, dtype) for number in (0, 3, 0)))
    program = Program("""g (float[4,1] x, int64 n) => (float[4,9] y) <int64 zero = {0}> {
        one = Constant <value_int = 1> ()  r = Range(zero, n, one)
        [here] f = Cast <to = 1> (r)  y = Add(x, f) }""")
    for count in (1, 4, 9):
        program.agrees(floats(4, 1), np.array(count))
    for axis in (-1, 0, 1):
        program = Program(f"""g (int64[3] x, int64 depth, float[2] values) => (float[9,9] y) {{
            [here] y = OneHot <axis = {axis}> (x, depth, values) }}""")
        for depth in (1, 3, 8):
            program.agrees(i64(0, -1, 5), np.array(depth), np.float32([2, 5]))
        program.refuses(i64(0, -1, 5), np.array(10), np.float32([2, 5]))
    program = Program("""g (float[4,7] x, int64[2] s) => (float[9,9] y) {
        [here] y = CenterCropPad(x, s) }""", 18, reference=True)
    for shape in ((4, 7), (1, 9), (9, 2), (3, 3), (6, 8)):
        program.agrees(floats(4, 7), i64(*shape))
    program.refuses(floats(4, 7), i64(10, 1))


def resize():
    coordinates = ["half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                   "asymmetric"]
    forms = [("nearest", ""), ("linear", ""), ("cubic", ""),
             ("cubic", ", exclude_outside = 1, cubic_coeff_a = -0.5")]
    for mode in ("floor", "ceil", "round_prefer_ceil"):
        forms.append(("nearest", f', nearest_mode = "{mode}"'))
    for transform, (mode, more) in itertools.product(coordinates, forms):
        attributes = f'<mode = "{mode}", coordinate_transformation_mode = "{transform}"{more}>'
        program = Program(f"""g (float[1,2,5,4] x, int64[4] sizes) => (float[1,2,12,12] y) {{
            [here] y = Resize {attributes} (x, , , sizes) }}""", 19, reference=True)
        for rows, columns in ((5, 4), (10, 8), (3, 2), (7, 9), (12, 1)):
            program.agrees(floats(1, 2, 5, 4), i64(1, 2, rows, columns))
        program.refuses(floats(1, 2, 5, 4), i64(1, 2, 13, 4))
        program.refuses(floats(1, 2, 5, 4), i64(1, 2, 0, 4))
        program = Program(f"""g (float[1,2,5,4] x, float[2] scales) => (float[1,2,15,16] y) {{
            [here] y = Resize <axes = [3, 2], {attributes[1:]} (x, , scales) }}""",
                          19, reference=True)
        for scales in ((1, 1), (2, 2), (0.6, 0.75), (2.5, 3), (1.3, 1.7)):
            program.agrees(floats(1, 2, 5, 4), np.float32(scales))
    for mode, more in (("linear", ""), ("cubic", ""), ("cubic", ", exclude_outside = 1")):
        program = Program(f"""g (float[1,2,9,4] x, float[2] scales) => (float[1,2,15,16] y) {{
            [here] y = Resize <axes = [2, 3], antialias = 1, mode = "{mode}"{more}>
                (x, , scales) }}""",
                          19, reference=True)
        for scales in ((1, 1), (0.5, 2), (0.6, 0.75), (0.3, 1.3), (0.12, 0.25)):
            program.agrees(floats(1, 2, 9, 4), np.float32(scales))
    for policy in ("not_larger", "not_smaller"):
        program = Program(f"""g (float[1,1,5,4] x, int64[2] sizes) => (float[1,1,15,16] y) {{
            [here] y = Resize <axes = [2, 3], keep_aspect_ratio_policy = "{policy}">
                (x, , , sizes) }}""",
                          19, reference=True)
        for sizes in ((7, 8), (3, 12), (10, 8), (2, 3)):
            program.agrees(floats(1, 1, 5, 4), i64(*sizes))
    program = Program("""g (float[1,1,5,4] x, float[4] region, int64[2] sizes)
        => (float[1,1,6,6] y) {
        [here] y = Resize <axes = [2, 3], mode = "linear", extrapolation_value = 9.0,
            coordinate_transformation_mode = "tf_crop_and_resize"> (x, region, , sizes) }""",
                      19, reference=True)
    for region in ((0, 0, 1, 1), (0.25, 0.5, 0.75, 1), (0.5, 0.25, 1.5, 2)):
        for sizes in ((3, 3), (6, 2), (1, 4)):
            program.agrees(floats(1, 1, 5, 4), np.float32(region), i64(*sizes))


def signal():
    for name, periodic in itertools.product(("Hann", "Hamming", "Blackman"), (0, 1)):
        program = Program(f"""g (int32 n) => (float[40] y) {{
            [here] y = {name}Window <periodic = {periodic}> (n) }}""", reference=True)
        for count in (2, 10, 11, 40):
            program.agrees(np.array(count, np.int32))
        program.refuses(np.array(41, np.int32))
        program.refuses(np.array(-1, np.int32))
    for corners, spatial in itertools.product((0, 1), (2, 3)):
        program = Program(f"""g (float[2,{spatial},{spatial + 1}] t, int64[{spatial + 2}] size)
            => (float[2,{'7,' * spatial}{spatial}] y) {{
            [here] y = AffineGrid <align_corners = {corners}> (t, size) }}""", reference=True)
        for extents in ((5, 6, 7), (2, 7, 3), (4, 2, 2)):
            program.agrees(floats(2, spatial, spatial + 1), i64(2, 3, *extents[:spatial]))
        program.refuses(floats(2, spatial, spatial + 1), i64(2, 3, *(8, 6, 7)[:spatial]))
        program.refuses(floats(2, spatial, spatial + 1), i64(3, 3, *(5, 6, 7)[:spatial]))


run(reduce, cumulative, top, slice, split, transform, reshape, squeeze, declared, resize, signal)
