"""Random kernels of many kinds, with small odd extents so that tails occur."""
from program import Index, Kernel, constant

EXTENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 19, 23, 24, 29, 31, 33, 37, 48]


def extent(rng, most=40, least=1):
    return rng.choice([e for e in EXTENTS if least <= e <= most])


def identity(stage, rank):
    return stage.axes[:rank]


def pointwise(stage, rng, value, depth=1):
    """A few operations on a value."""
    for _ in range(rng.randint(0, depth)):
        kind = rng.randrange(7)
        if kind == 0:
            value = stage.op("max", value, stage.constant(value.dtype, 0))
        elif kind == 1:
            value = stage.op("add", value, stage.constant(value.dtype, rng.randint(-2, 2)))
        elif kind == 2:
            value = stage.op("mul", value, stage.constant(value.dtype, rng.choice([-2, 2, 3])))
        elif kind == 3:
            value = stage.op("neg", value)
        elif kind == 4:
            value = stage.op("abs", value)
        elif kind == 5:
            value = stage.op("mul", value, value)
        else:
            other = stage.constant(value.dtype, rng.randint(-1, 3))
            test = stage.test(value, other, rng.choice(["lt", "ge", "eq"]))
            value = stage.select(test, value, stage.op("neg", value))
    return value


def element_type(rng, narrow=0):
    return rng.choice(["f32"] * 6 + ["i32", "i64", "f64"] + narrow * ["i8", "i16"])


def epilogue(kernel, rng, tensor, most=3):
    """Bias, residual, activation, scale: each a stage of its own."""
    for _ in range(rng.randint(0, most)):
        shape, dtype = tensor.shape, tensor.dtype
        names = [n for n, _ in kernel.stages[-1].spatial]
        stage = kernel.stage(rng.choice(["bias", "relu", "residual", "scale"]), list(zip(names, shape)), dtype=dtype)
        value = stage.read(tensor, stage.axes)
        if shape and stage.name.startswith("bias"):
            axis = rng.randrange(len(shape))
            other = kernel.operand([shape[axis]], dtype)
            value = stage.op("add", value, stage.read(other, [stage.axes[axis]]))
        elif stage.name.startswith("residual"):
            if rng.random() < 0.3 and len(kernel.stages) > 1 and kernel.stages[0].tensor.shape == shape \
                    and kernel.stages[0].tensor.dtype == dtype:
                other = kernel.stages[0].tensor
            else:
                other = kernel.operand(shape, dtype)
            value = stage.op("add", value, stage.read(other, stage.axes))
        else:
            value = pointwise(stage, rng, value, 2)
        tensor = stage.done(value)
    return tensor


def matmul(kernel, rng):
    m, n, k = (kernel.open(extent(rng, most)) for most in (33, 48, 24))
    dtype = element_type(rng)
    batch = [extent(rng, 4)] if rng.random() < 0.3 else []
    turn_a, turn_b = rng.random() < 0.25, rng.random() < 0.3
    source = "i8" if dtype == "i32" and rng.random() < 0.5 else dtype
    a = kernel.operand(batch + ([k, m] if turn_a else [m, k]), source)
    b = kernel.operand([n, k] if turn_b else [k, n], source)
    b.free = rng.random() < 0.6
    spatial = [("n", e) for e in batch] + [("i", m), ("j", n)]
    stage = kernel.stage("C", spatial, [("k", k)], "add", dtype)
    *outer, i, j, r = stage.axes
    x = stage.read(a, outer + ([r, i] if turn_a else [i, r]))
    y = stage.read(b, [j, r] if turn_b else [r, j])
    if source != dtype:
        x, y = stage.convert(x, dtype), stage.convert(y, dtype)
    return epilogue(kernel, rng, stage.done(stage.op("mul", x, y)))


def conv(kernel, rng):
    """NCHW, padded, strided, dilated, grouped or depthwise; padding is a stage or in the read."""
    groups = rng.choice([1, 1, 1, 2, 3])
    ic, oc = groups * extent(rng, 5), groups * extent(rng, 9)
    kh, kw = rng.choice([1, 2, 3]), rng.choice([1, 3, 3, 4])
    sh, sw = rng.choice([1, 1, 2, 3]), rng.choice([1, 1, 2, 3])
    dh, dw = rng.choice([1, 1, 2]), rng.choice([1, 1, 2])
    ph, pw = rng.choice([0, 1, 2]), rng.choice([0, 1, 2])
    oh, ow = extent(rng, 7), extent(rng, 19)
    h, w = (oh - 1) * sh + (kh - 1) * dh + 1 - 2 * ph, (ow - 1) * sw + (kw - 1) * dw + 1 - 2 * pw
    h, w = max(h, 1) + rng.choice([0, 0, 1]), max(w, 1) + rng.choice([0, 0, 1])
    oh, ow = (h + 2 * ph - (kh - 1) * dh - 1) // sh + 1, (w + 2 * pw - (kw - 1) * dw - 1) // sw + 1
    if oh < 1 or ow < 1:
        return conv(kernel, rng)
    dtype = rng.choice(["f32", "f32", "f32", "i32"])
    batch = rng.choice([1, 1, 2])
    x = kernel.operand([batch, ic, h, w], dtype)
    weights = kernel.operand([oc, ic // groups, kh, kw], dtype)
    weights.free = rng.random() < 0.6
    padded = x
    separate = rng.random() < 0.7
    if separate and (ph or pw):
        pad = kernel.stage("pad", [("n", batch), ("c", ic), ("h", h + 2 * ph), ("w", w + 2 * pw)], dtype=dtype)
        n, c, y, z = pad.axes
        padded = pad.done(pad.read_inside(x, [n, c, y + -ph, z + -pw], rng=rng))
    stage = kernel.stage("conv", [("n", batch), ("o", oc), ("h", oh), ("w", ow)],
                         [("i", ic // groups), ("kh", kh), ("kw", kw)], "add", dtype)
    n, o, y, z, i, u, v = stage.axes
    channel = i if groups == 1 else o // (oc // groups) * (ic // groups) + i
    if ic == groups and groups > 1 and oc == groups:
        channel = o
    row, column = y * sh + u * dh, z * sw + v * dw
    if separate:
        value = stage.read(padded, [n, channel, row, column])
    else:
        value = stage.read_inside(padded, [n, channel, row + -ph, column + -pw], rng=rng)
    return epilogue(kernel, rng, stage.done(stage.op("mul", value, stage.read(weights, [o, i, u, v]))))


def blocked_conv(kernel, rng):
    """NCHWc with the blocks as axes of their own."""
    block, in_block = rng.choice([4, 8, 16]), rng.choice([1, 2, 3, 4])
    oc, ic = rng.choice([1, 2, 3]), rng.choice([1, 2])
    kh, kw, stride, pad = rng.choice([1, 3]), rng.choice([1, 3]), rng.choice([1, 1, 2]), rng.choice([0, 1])
    oh, ow = extent(rng, 5), extent(rng, 9)
    h, w = max((oh - 1) * stride + kh - 2 * pad, 1), max((ow - 1) * stride + kw - 2 * pad, 1)
    oh, ow = (h + 2 * pad - kh) // stride + 1, (w + 2 * pad - kw) // stride + 1
    if oh < 1 or ow < 1:
        return blocked_conv(kernel, rng)
    x = kernel.operand([1, ic, h, w, in_block])
    weights = kernel.operand([oc, ic, kh, kw, in_block, block])
    weights.free = rng.random() < 0.4
    if pad:
        stage = kernel.stage("pad", [("n", 1), ("c", ic), ("h", h + 2 * pad), ("w", w + 2 * pad), ("ci", in_block)])
        n, c, y, z, ci = stage.axes
        x = stage.done(stage.read_inside(x, [n, c, y + -pad, z + -pad, ci], rng=rng))
    stage = kernel.stage("conv", [("n", 1), ("oo", oc), ("h", oh), ("w", ow), ("oi", block)],
                         [("io", ic), ("kh", kh), ("kw", kw), ("ii", in_block)], "add")
    n, oo, y, z, oi, io, u, v, ii = stage.axes
    value = stage.op("mul", stage.read(x, [n, io, y * stride + u, z * stride + v, ii]),
                     stage.read(weights, [oo, io, u, v, ii, oi]))
    tensor = stage.done(value)
    if rng.random() < 0.5:
        bias = kernel.operand([oc, block])
        stage = kernel.stage("bias", [("n", 1), ("oo", oc), ("h", oh), ("w", ow), ("oi", block)])
        n, oo, y, z, oi = stage.axes
        value = stage.op("add", stage.read(tensor, stage.axes), stage.read(bias, [oo, oi]))
        tensor = stage.done(pointwise(stage, rng, value, 2))
    if rng.random() < 0.25:
        stage = kernel.stage("plain", [("n", 1), ("o", oc * block), ("h", oh), ("w", ow)])
        n, o, y, z = stage.axes
        tensor = stage.done(stage.read(tensor, [n, o // block, y, z, o % block]))
    return tensor


def pool(kernel, rng):
    c, size, stride = extent(rng, 5), rng.choice([2, 3]), rng.choice([1, 2, 3])
    h, w, pad = extent(rng, 13, size), extent(rng, 17, size), rng.choice([0, 1])
    oh, ow = (h + 2 * pad - size) // stride + 1, (w + 2 * pad - size) // stride + 1
    dtype = element_type(rng)
    combiner = rng.choice(["max", "max", "min", "add"])
    outside = {"max": "min", "min": "max", "add": 0}[combiner]
    x = kernel.operand([c, h, w], dtype)
    separate = pad and rng.random() < 0.5
    if separate:
        stage = kernel.stage("pad", [("c", c), ("h", h + 2 * pad), ("w", w + 2 * pad)], dtype=dtype)
        k, y, z = stage.axes
        x = stage.done(stage.read_inside(x, [k, y + -pad, z + -pad], outside, rng))
    stage = kernel.stage("pool", [("c", c), ("h", oh), ("w", ow)], [("kh", size), ("kw", size)], combiner, dtype)
    k, y, z, u, v = stage.axes
    indices = [k, y * stride + u, z * stride + v]
    if separate:
        value = stage.read(x, indices)
    else:
        value = stage.read_inside(x, [k, indices[1] + -pad, indices[2] + -pad], outside, rng)
    return stage.done(value)


def rows(kernel, rng):
    """Like softmax and layer normalization: rows, their reductions, and both again."""
    m, n, dtype = kernel.open(extent(rng, 17)), kernel.open(extent(rng, 37)), element_type(rng)
    outer = [("b", extent(rng, 3))] if rng.random() < 0.3 else []
    shape = [e for _, e in outer] + [m, n]
    spatial = outer + [("i", m)]
    x = kernel.operand(shape, dtype)
    keep = rng.random() < 0.5

    def reduce(name, source, combiner, square=False):
        stage = kernel.stage(name, spatial + ([("u", 1)] if keep else []), [("r", n)], combiner, dtype)
        axes = stage.axes
        value = stage.read(source, axes[:len(spatial)] + [axes[-1]])
        return stage.done(stage.op("mul", value, value) if square else pointwise(stage, rng, value, 1))

    def join(name, source, row, op):
        stage = kernel.stage(name, spatial + [("j", n)], dtype=dtype)
        value = stage.read(source, stage.axes)
        other = stage.read(row, stage.axes[:len(spatial)] + ([constant(0)] if keep else []))
        return stage.done(stage.op(op, value, other))

    if rng.random() < 0.5:
        x_or = epilogue_input(kernel, rng, x, spatial + [("j", n)])
        most = reduce("max", x_or, "max")
        shifted = join("shift", x_or, most, "sub")
        total = reduce("sum", shifted, "add")
        return join("divide", shifted, total, rng.choice(["add", "max", "sub"]))
    mean = reduce("mean", x, "add")
    centered = join("center", x, mean, "sub")
    variance = reduce("variance", centered, rng.choice(["add", "max"]), square=rng.random() < 0.5)
    tensor = join("normal", centered, variance, rng.choice(["add", "min", "sub"]))
    return epilogue(kernel, rng, tensor, 1)


def epilogue_input(kernel, rng, x, spatial):
    if rng.random() < 0.5:
        return x
    stage = kernel.stage("in", spatial, dtype=x.dtype)
    return stage.done(pointwise(stage, rng, stage.read(x, stage.axes), 2))


def reduction(kernel, rng):
    """To a scalar, rows or columns, often read again by all elements."""
    rank, dtype = rng.choice([1, 2, 2, 3]), element_type(rng)
    shape = [kernel.open(extent(rng, 13 if rank == 3 else 33)) for _ in range(rank)]
    x = kernel.operand(shape, dtype)
    if rng.random() < 0.5:
        stage = kernel.stage("in", [(f"d{d}", e) for d, e in enumerate(shape)], dtype=dtype)
        x = stage.done(pointwise(stage, rng, stage.read(x, stage.axes), 2))
    reduced = [d for d in range(rank) if rng.random() < 0.6] or [rng.randrange(rank)]
    kept = [d for d in range(rank) if d not in reduced]
    stage = kernel.stage("R", [(f"d{d}", shape[d]) for d in kept], [(f"r{d}", shape[d]) for d in reduced],
                         rng.choice(["add", "add", "max", "min", "mul"]), dtype)
    order = kept + reduced
    value = stage.read(x, [stage.axes[order.index(d)] for d in range(rank)])
    tensor = stage.done(pointwise(stage, rng, value, 1))
    if rng.random() < 0.5:
        stage = kernel.stage("B", [(f"d{d}", e) for d, e in enumerate(shape)], dtype=dtype)
        value = stage.op(rng.choice(["add", "sub", "max"]), stage.read(x, stage.axes),
                         stage.read(tensor, [stage.axes[d] for d in kept]))
        tensor = stage.done(value)
    return epilogue(kernel, rng, tensor, 1)


def stencil(kernel, rng):
    """Stages that read their producer at two or three offsets."""
    rank, dtype = rng.choice([1, 2, 2]), element_type(rng, 1)
    count = rng.randint(1, 3)
    widths = [[rng.choice([0, 1, 2]) for _ in range(rank)] for _ in range(count)]
    shape = [extent(rng, 33 if rank == 1 else 19) + sum(w[d] for w in widths) for d in range(rank)]
    tensor = kernel.operand(shape, dtype)
    if rng.random() < 0.8:
        stage = kernel.stage("P", [(f"d{d}", e) for d, e in enumerate(shape)], dtype=dtype)
        tensor = stage.done(pointwise(stage, rng, stage.read(tensor, stage.axes), 2))
    for width in widths:
        shape = [e - w for e, w in zip(shape, width)]
        stage = kernel.stage("S", [(f"d{d}", e) for d, e in enumerate(shape)], dtype=dtype)
        value = None
        for _ in range(rng.randint(2, 3)):
            one = stage.read(tensor, [a + rng.randint(0, w) for a, w in zip(stage.axes, width)])
            value = one if value is None else stage.op(rng.choice(["add", "sub", "max"]), value, one)
        tensor = stage.done(value)
    return tensor


def shuffle(kernel, rng):
    """Transposes, reversals, reshapes, tiles, repeats: one element to one place."""
    rank, dtype = rng.randint(1, 4), element_type(rng, 1)
    shape = [extent(rng, [0, 48, 19, 9, 6][rank]) for _ in range(rank)]
    tensor = kernel.operand(shape, dtype)
    for _ in range(rng.randint(1, 3)):
        shape, rank = tensor.shape, len(tensor.shape)
        kind = rng.randrange(5)
        if kind == 0 or rank == 0:
            order = list(range(rank))
            rng.shuffle(order)
            stage = kernel.stage("T", [(f"d{d}", shape[d]) for d in order], dtype=dtype)
            indices = [stage.axes[order.index(d)] for d in range(rank)]
        elif kind == 1:
            stage = kernel.stage("M", [(f"d{d}", e) for d, e in enumerate(shape)], dtype=dtype)
            indices = [-a + (e - 1) if rng.random() < 0.5 else a for a, e in zip(stage.axes, shape)]
        elif kind == 2:
            # Another shape of as many elements, by division.
            total = 1
            for e in shape:
                total *= e
            inner = rng.choice([d for d in range(1, min(total, 48) + 1) if total % d == 0])
            stage = kernel.stage("V", [("a", total // inner), ("b", inner)], dtype=dtype)
            flat = stage.axes[0] * inner + stage.axes[1]
            indices, stride = [], total
            for e in shape:
                stride //= e
                index = flat // stride if stride > 1 else flat
                indices.append(index % e if e < total else index)
        elif kind == 3:
            factors = [rng.choice([1, 2, 3]) if e <= 16 else 1 for e in shape]
            stage = kernel.stage("U", [(f"d{d}", e * f) for d, (e, f) in enumerate(zip(shape, factors))], dtype=dtype)
            tile = rng.random() < 0.5
            indices = [a if f == 1 else (a % e if tile else a // f)
                       for a, e, f in zip(stage.axes, shape, factors)]
        else:
            # A slice with steps.
            steps = [rng.choice([1, 2]) for _ in shape]
            starts = [rng.choice([0, min(1, e - 1)]) for e in shape]
            stage = kernel.stage("X", [(f"d{d}", (e - o + s - 1) // s)
                                       for d, (e, s, o) in enumerate(zip(shape, steps, starts))], dtype=dtype)
            indices = [a * s + o for a, s, o in zip(stage.axes, steps, starts)]
        tensor = stage.done(pointwise(stage, rng, stage.read(tensor, indices), 1))
    return tensor


def gather(kernel, rng):
    n, d, count, dtype = extent(rng, 19), extent(rng, 17), extent(rng, 17), element_type(rng)
    table = kernel.operand([n, d], dtype)
    ids = kernel.operand([count], rng.choice(["i32", "i64"]), 0, n - 1)
    if rng.random() < 0.5:
        stage = kernel.stage("table", [("i", n), ("j", d)], dtype=dtype)
        table = stage.done(pointwise(stage, rng, stage.read(table, stage.axes), 2))
    if rng.random() < 0.3:
        stage = kernel.stage("ids", [("i", count)], dtype=ids.dtype)
        value = stage.read(ids, stage.axes)
        ids = stage.done(stage.op("max", value, stage.constant(ids.dtype, 0)))
        ids.bound = n - 1
    reduced = rng.random() < 0.3
    if reduced:
        stage = kernel.stage("rows", [("j", d)], [("i", count)], rng.choice(["add", "max"]), dtype)
        j, i = stage.axes
    else:
        stage = kernel.stage("rows", [("i", count), ("j", d)], dtype=dtype)
        i, j = stage.axes
    row = stage.gather_index(stage.read(ids, [i]), 0, n - 1)
    if rng.random() < 0.3:
        row = row + 1 if rng.random() < 0.5 else row * 2
        value = stage.read_inside(table, [row, j])
    else:
        value = stage.read(table, [row, j])
    return epilogue(kernel, rng, stage.done(pointwise(stage, rng, value, 1)), 2)


def guards(kernel, rng):
    """Concatenation, triangles, shifts: reads under conditions over one or two axes."""
    m, n, dtype = extent(rng, 19), extent(rng, 33), element_type(rng, 1)
    x, y = kernel.operand([m, n], dtype), kernel.operand([m, n], dtype)
    if rng.random() < 0.6:
        stage = kernel.stage("P", [("i", m), ("j", n)], dtype=dtype)
        x = stage.done(pointwise(stage, rng, stage.read(x, stage.axes), 2))
    extra = rng.choice([0, 0, 1, 5])
    stage = kernel.stage("G", [("i", m), ("j", n + extra)], dtype=dtype)
    i, j = stage.axes
    kind = rng.randrange(6)
    if kind == 4:
        even = f"({rng.choice([i, j, i + j]).text}) mod {rng.choice([2, 3])} == 0"
        a = stage.read(x, [i, j] if not extra else [i, constant(0)], [even, j + -rng.randint(0, 3)], -1)
    elif kind == 5:
        a = stage.read(x, [i, constant(rng.randrange(n))], [f"{j.text} - {rng.randrange(n)} == 0"], 1)
    elif kind == 0:
        conditions = [rng.choice([i - j + rng.randint(-3, 3), i + j + -rng.randint(1, 12), j - i * 2])]
        a = stage.read(x, [i, j] if not extra else [i, constant(rng.randrange(n))], conditions, rng.choice([0, 1]))
    elif kind == 1:
        a = stage.read_inside(x, [i + rng.randint(-2, 2), j + rng.randint(-5, 5)], rng.choice([0, -7]), rng)
    elif kind == 2:
        a = stage.read_inside(x, [-i + (m - 1 + rng.choice([0, 1])), j * rng.choice([1, 2]) + -rng.randint(0, 3)], 0, rng)
    else:
        a = stage.read_inside(x, [i, i + j + -rng.randint(0, 7)], 2, rng)
    b = stage.read_inside(y, [i, j + -rng.choice([0, extra, 3])], rng.choice([0, 1]), rng)
    return epilogue(kernel, rng, stage.done(stage.op(rng.choice(["add", "max", "sub"]), a, b)), 2)


def masks(kernel, rng):
    """Truth values as a stage of their own."""
    shape, dtype = [kernel.open(extent(rng, 9)), kernel.open(extent(rng, 33))], element_type(rng)
    axes = list(zip("ij", shape))
    x, y = kernel.operand(shape, dtype), kernel.operand(shape, dtype)
    stage = kernel.stage("mask", axes, dtype="i8")
    mask = stage.done(stage.test(stage.read(x, stage.axes), stage.read(y, stage.axes), rng.choice(["lt", "ge", "eq"])))
    stage = kernel.stage("where", axes, dtype=dtype)
    i, j = stage.axes
    if rng.random() < 0.3:
        test = stage.read_inside(mask, [i, j + rng.randint(-1, 1)], 0)
    else:
        test = stage.read(mask, [i, j])
    test = stage.test(test, stage.constant("i8", 1), "eq")
    tensor = stage.done(stage.select(test, stage.read(x, stage.axes), stage.read(y, stage.axes)))
    return epilogue(kernel, rng, tensor, 2)


def any_index(stage, rng, size):
    """A random index into a dimension of `size`; the second is true if it may be outside."""
    axes = list(stage.axes)
    rng.shuffle(axes)
    fits = [a for a in axes if a.high < size]
    kind = rng.randrange(12)
    if fits and kind < 5:
        a = fits[0]
        return a + rng.randint(0, size - 1 - a.high), False
    if fits and kind == 5:
        return -fits[0] + rng.randint(fits[0].high, size - 1), False
    if len(axes) > 1 and kind == 6:
        index = axes[0] * rng.choice([1, 2]) + axes[1]
        return index + rng.choice([0, -1, -2]), True
    if axes and kind == 7:
        return axes[0] % rng.randint(1, size), False
    if axes and kind == 8:
        return axes[0] // ((axes[0].high + size) // size), False
    if axes and kind == 9:
        return axes[0] * rng.choice([1, 1, 2]) + rng.randint(-3, 3), True
    if len(axes) > 1 and kind == 10:
        return (axes[0] + axes[1]) % size, False
    return constant(rng.randrange(size)), False


def dag(kernel, rng):
    """Stages with random axes and reads; mostly of the stage before."""
    dtype = element_type(rng)
    shape = [kernel.open(extent(rng, 17)) for _ in range(rng.randint(1, 3))]
    tensors = [kernel.operand(shape, dtype)]
    for _ in range(rng.randint(0, 2)):
        tensors.append(kernel.operand([extent(rng, 13) for _ in range(rng.randint(0, 3))], dtype))
        tensors[-1].free = rng.random() < 0.3
    rng.shuffle(tensors)
    for number in range(rng.randint(2, 5)):
        source = tensors[-1] if rng.random() < 0.75 else rng.choice(tensors)
        spatial, reduction, plan = [], [], []
        for d, size in enumerate(source.shape):
            kind = rng.randrange(20)
            name = f"{'abcdefgh'[d]}"
            if kind < 12 or size == 1:
                spatial.append((name, size))
                plan.append([(name, 1)])
            elif kind < 15:
                width = rng.randint(1, min(size, 3))
                spatial.append((name, size - width + 1))
                reduction.append(("k" + name, width))
                plan.append([(name, 1), ("k" + name, 1)])
            elif kind < 17:
                reduction.append(("r" + name, size))
                plan.append([("r" + name, 1)])
            elif kind < 19:
                step = rng.choice([2, 3])
                spatial.append((name, (size + step - 1) // step))
                plan.append([(name, step)])
            else:
                plan.append([])
        if rng.random() < 0.3 or not spatial:
            spatial.append(("x", extent(rng, 9)))
        while volume(spatial + reduction) > 30000:
            name, size = spatial.pop() if spatial else reduction.pop()
            plan = [[t for t in p if t[0] != name] for p in plan]
        rng.shuffle(spatial)
        rng.shuffle(reduction)
        combiner = rng.choice(["add", "add", "add", "max", "min", "mul"]) if reduction else None
        stage = kernel.stage(f"S{number}_", spatial, reduction, combiner, dtype)
        axis = {a.text[1:]: a for a in stage.axes}
        indices = []
        for terms, size in zip(plan, source.shape):
            index = None
            for name, step in terms:
                term = axis[name] * step
                index = term if index is None else index + term
            if index is None:
                index = constant(rng.randrange(size))
            elif index.high < size - 1 and rng.random() < 0.5:
                index = index + rng.randint(0, size - 1 - index.high)
            indices.append(index)
        value = stage.read(source, indices)
        for _ in range(rng.choice([0, 1, 1, 2])):
            other = source if rng.random() < 0.3 else rng.choice(tensors)
            picks = [any_index(stage, rng, size) for size in other.shape]
            if any(outside for _, outside in picks):
                one = stage.read_inside(other, [i for i, _ in picks], rng.choice([0, 1, -2]), rng)
            else:
                one = stage.read(other, [i for i, _ in picks])
            value = stage.op(rng.choice(["add", "add", "sub", "mul", "max", "min"]), value, one)
        if stage.axes and rng.random() < 0.15 and dtype != "i8":
            value = stage.op("add", value, stage.axis_value(rng.choice(stage.axes), dtype))
        tensors.append(stage.done(pointwise(stage, rng, value, 1)))
    return tensors[-1]


def volume(axes):
    result = 1
    for _, size in axes:
        result *= size
    return result


def get_kinds():
    import sequential
    return [matmul, matmul, conv, conv, blocked_conv, pool, rows, rows, reduction, stencil, stencil, shuffle, gather,
            guards, guards, masks, dag, dag, dag, dag, sequential.tuples, sequential.tuples, sequential.scatter,
            sequential.scan, sequential.scan]


def make_kernel(name, rng):
    """A random kernel with its inputs."""
    kernel = Kernel(name, rng)
    make = rng.choice(get_kinds())
    kernel.kind = make.__name__
    result = make(kernel, rng)
    kernel.results = [result]
    # What no stage reads is a result too, and sometimes a stage between.
    read = {source.ssa for stage in kernel.stages for source in stage.sources}
    for stage in kernel.stages:
        tensor = stage.tensor
        if tensor is not result and not stage.is_inner and (tensor.ssa not in read or rng.random() < 0.04):
            kernel.results.append(tensor)
    used = [t for t in kernel.operands if t.ssa in read]
    for tensor in kernel.operands:
        tensor.free &= not tensor.is_open
        tensor.is_constant = tensor.free and volume([("", e) for e in tensor.shape]) <= 400 \
            and rng.random() < 0.5
        tensor.is_copied = rng.random() < 0.15
        tensor.is_flat = len(tensor.shape) > 1 and not tensor.is_constant and rng.random() < 0.1
    for tensor in kernel.results:
        tensor.is_flat = len(tensor.shape) > 1 and rng.random() < 0.1
    kernel.inputs = kernel.draw_inputs()
    assert used, "a kernel reads something"
    return kernel
