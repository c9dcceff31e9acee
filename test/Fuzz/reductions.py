"""Random kernels that reduce: pools, rows, whole tensors."""
from formulas import element_type, epilogue, extent, pointwise
from program import constant


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
