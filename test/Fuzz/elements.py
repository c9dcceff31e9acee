"""Random kernels that move elements: stencils, shuffles, gathers, guards, choices."""
from formulas import element_type, epilogue, extent, pointwise
from program import constant


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
