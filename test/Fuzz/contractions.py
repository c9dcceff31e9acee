"""Random kernels that sum products: matrix products, convolutions, what intrinsics compute."""
from formulas import element_type, epilogue, extent, pointwise


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


def tiles(kernel, rng):
    """The formulas of portable intrinsics over whole tiles of theirs, and an epilogue."""
    if rng.random() < 0.5:
        m, n, k = 16 * rng.choice([1, 2, 2]), 16 * rng.choice([1, 2]), 16 * rng.choice([1, 2, 3])
        a, b = kernel.operand([m, k], "i8"), kernel.operand([n, k], "i8")
        b.free = rng.random() < 0.3
        stage = kernel.stage("C", [("i", m), ("j", n)], [("k", k)], "add", "i32")
        i, j, r = stage.axes
        x, y = (stage.convert(stage.read(t, t_indices), "i32") for t, t_indices in ((a, [i, r]), (b, [j, r])))
        stage.tile = "portable_gemm16", {"i": 16, "j": 16, "k": 16}
    else:
        m, n = kernel.open(extent(rng, 9)), 8 * rng.choice([1, 2, 3, 5])
        a, b = kernel.operand([m, n + 8]), kernel.operand([n])
        if rng.random() < 0.5:
            stage = kernel.stage("in", [("i", m), ("j", n + 8)])
            a = stage.done(pointwise(stage, rng, stage.read(a, stage.axes), 2))
        stage = kernel.stage("D", [("i", m), ("j", n)])
        i, j = stage.axes
        x, y = stage.read(a, [i, j + rng.choice([0, 3])]), stage.read(b, [j])
        stage.tile = "portable_multiply", {"j": 8}
    return epilogue(kernel, rng, stage.done(stage.op("mul", x, y)))
