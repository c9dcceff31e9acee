"""Random kernels of several stages with random axes and reads."""
from formulas import element_type, extent, pointwise, volume
from program import constant


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
