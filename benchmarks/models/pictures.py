# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks whose results are pictures, or maps as large."""
import numpy as np

from layers import Layers, image, network


@network
def unet():
    """Ronneberger et al. 2015, with padding, a quarter of the channels and linear resizes."""
    g, x = image("unet", 128)
    skipped = []
    for level in range(5):
        if level:
            skipped.append(x)
            x = g.pool(x, "MaxPool", 2, 2)
        x = g.unit(g.unit(x, 16 << level, 3), 16 << level, 3)
    for level in range(3, -1, -1):
        x = g.concat([skipped[level], g.unit(g.resize(x, "linear"), 16 << level, 3)])
        x = g.unit(g.unit(x, 16 << level, 3), 16 << level, 3)
    shape = (1, 2, *g.shape[x][2:])
    g.op("Sigmoid", [g.unit(x, 2, act="none")], shape, out="mask")
    g.output("mask", shape)
    return g


@network
def yolo():
    """The backbone and neck of YOLOv5n (Jocher 2020): cross-stage blocks, a pyramid, its
    finest head."""
    g, x = image("yolo", 256)

    def cross_stage(x, oc, blocks, adds):
        y = g.unit(x, oc // 2, act="silu")
        for _ in range(blocks):
            z = g.unit(g.unit(y, oc // 2, act="silu"), oc // 2, 3, act="silu")
            y = g.add(y, z) if adds else z
        return g.unit(g.concat([y, g.unit(x, oc // 2, act="silu")]), oc, act="silu")
    x = g.unit(x, 16, 6, 2, 2, act="silu")
    features = []
    for oc, blocks in ((32, 1), (64, 2), (128, 3), (256, 1)):
        x = cross_stage(g.unit(x, oc, 3, 2, act="silu"), oc, blocks, True)
        features.append(x)
    pools = [g.unit(x, 128, act="silu")]
    for _ in range(3):
        pools.append(g.pool(pools[-1], "MaxPool", 5, 1, 2))
    x = g.unit(g.concat(pools), 256, act="silu")
    for number, oc in ((2, 128), (1, 64)):
        x = g.unit(x, oc, act="silu")
        x = cross_stage(g.concat([g.resize(x, "nearest"), features[number]]), oc, 1, False)
    n, c, h, w = 1, 255, *g.shape[x][2:]
    y = g.reshape(g.unit(x, c, act="none"), [n, 3, 85, h, w])
    y = g.transpose(y, [0, 1, 3, 4, 2])
    g.op("Sigmoid", [y], g.shape[y], out="boxes")
    g.output("boxes", g.shape[y])
    return g


@network
def deeplab_v3():
    """Chen et al. 2017, on MobileNet V2."""
    g, x = image("deeplab_v3", 257)
    x = g.unit(x, 32, 3, 2, act="relu6")
    for t, oc, n, s, dilation in [(1, 16, 1, 1, 1), (6, 24, 2, 2, 1), (6, 32, 3, 2, 1),
                                  (6, 64, 4, 2, 1), (6, 96, 3, 1, 1), (6, 160, 3, 1, 2),
                                  (6, 320, 1, 1, 2)]:
        for block in range(n):
            c, stride = g.shape[x][1], 1 if block else s
            y = g.unit(x, t * c, act="relu6") if t > 1 else x
            y = g.convolve(y, t * c, 3, stride, dilation, t * c, "relu6")
            y = g.unit(y, oc, act="none")
            x = g.add(x, y) if stride == 1 and oc == c else y
    size = g.shape[x][2]
    pyramid = [g.unit(x, 256)] + [g.convolve(x, 256, 3, 1, rate, act="relu") for rate in (6, 12, 18)]
    x = g.concat(pyramid + [g.resize_to(g.unit(g.mean(x), 256), size, size)])
    x = g.unit(g.unit(x, 256), 256, 3)
    return g.finish(g.resize_to(g.unit(x, 21, act="none"), 257, 257))


@network
def edsr():
    """Lim et al. 2017: eight blocks, twice the size."""
    g, x = image("edsr", 96)
    x = first = g.convolve(x, 64, 3)
    for _ in range(8):
        x = g.add(x, g.convolve(g.convolve(x, 64, 3, act="relu"), 64, 3))
    x = g.convolve(g.add(first, g.convolve(x, 64, 3)), 256, 3)
    x = g.op("DepthToSpace", [x], (1, 64, 192, 192), blocksize=2, mode="CRD")
    return g.finish(g.convolve(x, 3, 3))


@network
def style():
    """Johnson et al. 2016, with resizes in the place of transposed convolutions."""
    g, x = image("style", 128)

    def reflected(x, oc, k, s=1):
        n, c, h, w = g.shape[x]
        p = k // 2
        pads = g.const(f"pads{g.n}", np.array([0, 0, p, p, 0, 0, p, p], np.int64))
        x = g.op("Pad", [x, pads], (n, c, h + 2 * p, w + 2 * p), mode="reflect")
        return g.convolve(x, oc, k, s, pads=[0] * 4)

    def unit(x, oc, k, s=1):
        return g.relu(g.instance_norm(reflected(x, oc, k, s)))
    x = unit(unit(unit(x, 32, 9), 64, 3, 2), 128, 3, 2)
    for _ in range(5):
        x = g.add(x, g.instance_norm(reflected(unit(x, 128, 3), 128, 3)))
    x = unit(g.resize(unit(g.resize(x, "nearest"), 64, 3), "nearest"), 32, 3)
    return g.finish(reflected(x, 3, 9))


@network
def diffusion():
    """Ho et al. 2020: a small network that takes noise away, with attention and the step's embedding."""
    g = Layers("diffusion")
    x, step = g.input("x", (1, 4, 32, 32)), g.input("step", (1, 128))
    for name in ("first", "second"):
        step = g.act(g.dense(step, 256, name), "silu")

    def group_norm(x):
        n, c, h, w = g.shape[x]
        y = g.reshape(x, [n, 8, c // 8 * h * w])
        ones, zeros = (g.const(f"{name}{g.n}", np.full(8, value, np.float32))
                       for name, value in (("ones", 1), ("zeros", 0)))
        y = g.op("InstanceNormalization", [y, ones, zeros], g.shape[y])
        y = g.mul(g.reshape(y, [n, c, h, w]), g.uniform(f"scale{g.n}", (c, 1, 1), 0.8, 1.2))
        return g.add(y, g.normal(f"shift{g.n}", (c, 1, 1), 0.1))

    def block(x, oc):
        y = g.convolve(g.act(group_norm(x), "silu"), oc, 3)
        y = g.add(y, g.reshape(g.dense(step, oc, f"step{g.n}"), [1, oc, 1, 1]))
        y = g.convolve(g.act(group_norm(y), "silu"), oc, 3)
        return g.add(y, x if g.shape[x][1] == oc else g.convolve(x, oc, 1))

    def attend(x):
        n, c, h, w = g.shape[x]
        y = g.transpose(g.reshape(group_norm(x), [n, c, h * w]), [0, 2, 1])
        y = g.transpose(g.attention(y, 4), [0, 2, 1])
        return g.add(x, g.reshape(y, [n, c, h, w]))
    x = g.convolve(x, 64, 3)
    skipped = [x]
    for level, oc in enumerate((64, 128, 256)):
        if level:
            x = g.convolve(x, g.shape[x][1], 3, 2)
            skipped.append(x)
        x = block(x, oc)
        x = attend(x) if level else x
        skipped.append(x)
    x = block(attend(block(x, 256)), 256)
    for level, oc in enumerate((256, 128, 64)):
        if level:
            x = g.convolve(g.resize(x, "nearest"), g.shape[x][1], 3)
        for _ in range(2):
            x = block(g.concat([x, skipped.pop()]), oc)
    return g.finish(g.convolve(g.act(group_norm(x), "silu"), 4, 3))


@network
def nerf():
    """Mildenhall et al. 2020: 1024 points of rays."""
    g = Layers("nerf")
    points, directions = g.input("points", (1024, 3)), g.input("directions", (1024, 3))

    def encode(x, octaves):
        parts = [x]
        for octave in range(octaves):
            y = g.mul(x, g.number(2 ** octave))
            parts += [g.op(wave, [y], g.shape[x]) for wave in ("Sin", "Cos")]
        return g.concat(parts)
    x = encoded = encode(points, 10)
    for layer in range(8):
        x = g.concat([encoded, x]) if layer == 5 else x
        x = g.relu(g.dense(x, 256, f"layer{layer}"))
    density = g.dense(x, 1, "density")
    x = g.concat([g.dense(x, 256, "features"), encode(directions, 4)])
    colour = g.dense(g.relu(g.dense(x, 128, "view")), 3, "colour")
    return g.finish(g.concat([g.op("Sigmoid", [colour], g.shape[colour]), density]))
