# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements of inputs that are sizes, loops that the data end, and other operators whose extents a
run gives: one library for many of them, against onnxruntime or onnx's reference evaluator.

usage: size_values.py [FAMILY...]
"""
import itertools

import numpy as np

from programs import Program, floats, i64, random, run


def sizes():
    program = Program("g (float[12] x, int64[2] s) => (float[a,b] y) { y = Reshape(x, s) }")
    for shape in ((3, 4), (12, 1), (2, 6)):
        program.agrees(floats(12), i64(*shape))
    # What is computed of them, and used as data too.
    program = Program("""g (float[N,3] x, int64 n, int32[1] m) => (float[a,b] y, int64[c] z) {
        one = Constant <value_int = 1> ()  zero = Constant <value_int = 0> ()
        two = Constant <value_ints = [2]> ()
        m64 = Cast <to = 7> (m)  rows = Mul(m64, two)  r = Range(zero, n, one)
        shape = Constant <value_ints = [-1]> ()  column = Reshape(n, shape)
        target = Concat <axis = 0> (rows, column)  row = Slice(x, zero1, two)
        zero1 = Constant <value_ints = [0]> ()
        f = Cast <to = 1> (r)  y = Expand(f, target)  z = Add(r, m64) }"""
                      .replace("row = Slice(x, zero1, two)", "")
                      .replace("zero1 = Constant <value_ints = [0]> ()", ""))
    for n, m in ((4, 1), (1, 3), (7, 2)):
        program.agrees(floats(2, 3), np.array(n), np.array([m], np.int32))
    # Resized, tiled and repeated without a declared shape.
    program = Program("""g (float[1,2,5,4] x, int64[4] s) => (float[a,b,c,d] y) {
        y = Resize <mode = "linear"> (x, , , s) }""", 19, reference=True)
    for rows, columns in ((5, 4), (10, 8), (3, 2), (12, 1)):
        program.agrees(floats(1, 2, 5, 4), i64(1, 2, rows, columns))
    program = Program("g (float[2,3] x, int64[2] n) => (float[a,b] y) { y = Tile(x, n) }")
    for repeats in ((1, 1), (4, 3), (2, 1), (1, 2)):
        program.agrees(floats(2, 3), i64(*repeats))
    program = Program("""g (float[4,5] x, int64[4] p) => (float[a,b] y) { y = Pad(x, p) }""")
    for pads in ((1, 2, 3, 4), (3, 1, 1, 1)):
        program.agrees(floats(4, 5), i64(*pads))


def extrema():
    """Which of a size and an element is larger."""
    program = Program("""g (float[20,8,3] x, int64[3] shape) => (float[a,b,c] y) {
        two = Constant <value_ints = [2]> ()
        from = Shape(x)  padded = Max(from, shape)
        pad = Sub(padded, from)  left = Div(pad, two)  right = Sub(pad, left)
        pads = Concat <axis = 0> (left, right)  p = Pad(x, pads)
        s = Shape(p)  rest = Sub(s, shape)  starts = Div(rest, two)  ends = Add(starts, shape)
        y = Slice(p, starts, ends) }""")
    for shape in itertools.product((1, 19, 20, 21, 27), (7, 8, 13), (1, 3, 6)):
        program.agrees(floats(20, 8, 3), i64(*shape))
    program = Program("""g (float[N,4] x, int64[1] n) => (float[a,4] y) {
        zero = Constant <value_ints = [0]> ()  one = Constant <value_ints = [1]> ()
        from = Shape <start = 0, end = 1> (x)  rows = Min(from, n)
        y = Slice(x, zero, rows, zero) }""")
    for rows, wanted in itertools.product((1, 5, 9), (1, 4, 5, 100)):
        program.agrees(floats(rows, 4), i64(wanted))


def loops():
    body = """<body = b (int64 i, bool go, float[3] s) => (bool on, float[3] t, float[3] u) {
        limit = Constant <value_float = 5.0> ()  size = ReduceMax <keepdims = 0> (s)
        on = Less(size, limit)  t = Add(s, x)  u = Mul(s, t) }>"""
    for begin in ("", ", c"):
        program = Program(f"""g (float[3] x, int64 m, bool c) => (float[3] last, float[9,3] all) {{
            [here] last, all = Loop (m, {'c' if begin else ''}, x) {body} }}""")
        for steps, go, x in itertools.product((0, 1, 4, 9, 50), (True, False), (0.7, 2.0, 100.0)):
            array = np.array([x, x / 2, 0], np.float32)
            program.agrees(array, np.array(steps), np.array(go))
        program.refuses(np.array([0.01, 0, 0], np.float32), np.array(50), np.array(True))
    # A condition before a constant number of steps, and no declared shape.
    program = Program(f"""g (float[3] x) => (float[3] last, float[n,3] all) {{
        m = Constant <value_int = 6> ()  last, all = Loop (m, , x) {body} }}""")
    for x in (0.01, 0.9, 3.0, 100.0):
        program.agrees(np.array([x, x, x], np.float32))
    # Room for more steps than a constant would count.
    program = Program("""g (float s, int64 m) => (float last, float[100000] all) {
        one = Constant <value_int = 1> ()  n = Add(m, one)
        [here] last, all = Loop (n, , s) <body = b (int64 i, bool go, float p)
            => (bool on, float q, float r) { on = Identity(go) q = Neg(p) r = Identity(p) }> }""")
    program.agrees(np.array(1.5, np.float32), np.array(70000))
    program.refuses(np.array(1.5, np.float32), np.array(100000))
    # A trip count that is an input.
    program = Program("""g (float[2] x, int64 m) => (float[2] last, float[n,2] all) {
        last, all = Loop (m, , x) <body = b (int64 i, bool go, float[2] s)
            => (bool on, float[2] t, float[2] u) { on = Identity(go) t = Add(s, x) u = Tanh(t) }> }
        """)
    for steps in (1, 2, 30):
        program.agrees(floats(2), np.array(steps))


def columns():
    for strides, pads, dilations in itertools.product((1, 2), (0, 1), (1, 2)):
        attributes = f"""<strides = [{strides}, 1], pads = [{pads}, 0, 0, {pads}],
            dilations = [1, {dilations}]>"""
        for image, block in (((5, 6), (2, 3)), ((7, 5), (3, 2)), ((6, 6), (1, 5)), ((4, 9), (2, 1))):
            taps = block[0] * block[1]
            places = [(image[0] + pads - block[0]) // strides + 1,
                      image[1] + pads - dilations * (block[1] - 1)]
            if min(places) < 1:
                continue
            program = Program(f"""g (float[2,{2 * taps},{places[0] * places[1]}] x, int64[2] image,
                int64[2] block) => (float[2,{2 * taps},8,9] y) {{
                [here] y = Col2Im {attributes} (x, image, block) }}""", reference=True)
            x = floats(2, 2 * taps, places[0] * places[1])
            program.agrees(x, i64(*image), i64(*block))
            program.refuses(x, i64(image[0] + 1, image[1] + 1), i64(*block))
            program.refuses(x, i64(*image), i64(block[0], 7))
            program.refuses(x, i64(*image), i64(0, 0))


def unpool():
    program = Program("""g (float[1,1,2,2] x, int64[1,1,2,2] i, int64[4] s)
        => (float[1,1,5,6] y) {
        [here] y = MaxUnpool <kernel_shape = [2, 2], strides = [2, 2]> (x, i, s) }""",
                      reference=True)
    x, places = np.float32([[[[1, 2], [3, 4]]]]), i64(5, 7, 13, 15).reshape(1, 1, 2, 2)
    flat = np.zeros(16, np.float32)
    flat[places.ravel()] = x.ravel()
    for rows, columns in ((4, 4), (5, 6), (4, 5)):
        want = np.zeros((1, 1, rows, columns), np.float32)
        want[0, 0, :4, :4] = flat.reshape(4, 4)
        np.testing.assert_array_equal(program.compiled(x, places, i64(1, 1, rows, columns)), want)
    for rows, columns in ((3, 4), (6, 6), (4, 7)):
        program.refuses(x, places, i64(1, 1, rows, columns))


def dropout():
    for ratio, mode in itertools.product((None, "r"), (None, "t")):
        for seed in (0, 7, 2**32 - 1):
            program = Program(f"""g (float[3,4,5] x, float r, bool t)
                => (float[3,4,5] y, bool[3,4,5] mask) {{
                always = Constant <value = bool {{1}}> ()
                y, mask = Dropout <seed = {seed}> (x, {ratio or ''}, {mode or 'always'}) }}""",
                              reference=True)
            for share, training in itertools.product((0.0, 0.25, 0.5, 0.9), (True, False)):
                x = floats(3, 4, 5)
                share = np.float32(share if ratio else 0.5)
                y, mask = program.compiled(x, np.array(share), np.array(training))
                kept = np.random.RandomState(seed).uniform(size=x.shape) >= share
                if mode and not training:
                    kept[:], share = True, np.float32(0)
                np.testing.assert_array_equal(mask, kept)
                np.testing.assert_allclose(y, np.where(kept, x / (1 - share), 0), rtol=1e-6)


run(sizes, extrema, loops, columns, unpool, dropout)
