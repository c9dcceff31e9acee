"""What the kinds of random kernels have in common: extents, types, operations on values."""

# Small and odd, so that tails occur.
EXTENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 19, 23, 24, 29, 31, 33, 37, 48]


def extent(rng, most=40, least=1):
    return rng.choice([e for e in EXTENTS if least <= e <= most])


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


def volume(axes):
    result = 1
    for _, size in axes:
        result *= size
    return result
