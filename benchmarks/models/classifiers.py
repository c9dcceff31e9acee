# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks that classify images, clips and points."""
from layers import Layers, image, network


def residual(name, groups, width):
    """He et al. 2016; Xie et al. 2017 with groups."""
    g, x = image(name)
    x = g.pool(g.unit(x, 64, 7, 2), "MaxPool", 3, 2, 1)
    for stage, blocks in enumerate([3, 4, 6, 3]):
        for block in range(blocks):
            s, inner, oc = 2 if stage and not block else 1, width << stage, 256 << stage
            y = g.unit(g.unit(x, inner), inner, 3, s, groups=groups)
            y = g.unit(y, oc, act="none")
            x = x if block else g.unit(x, oc, 1, s, act="none")
            x = g.relu(g.add(y, x))
    return g.classify(x)


@network
def resnet50():
    return residual("resnet50", 1, 64)


@network
def resnext50():
    return residual("resnext50", 32, 128)


@network
def squeezenet():
    """Iandola et al. 2016, version 1.1."""
    g, x = image("squeezenet")
    x = g.pool(g.unit(x, 64, 3, 2, 0), "MaxPool", 3, 2)
    for number, (squeezed, expanded) in enumerate(
            [(16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256)]):
        if number in (2, 4):
            x = g.pool(x, "MaxPool", 3, 2)
        x = g.unit(x, squeezed)
        x = g.concat([g.unit(x, expanded), g.unit(x, expanded, 3)])
    x = g.mean(g.unit(x, 1000))
    g.op("Flatten", [x], (1, 1000), out="logits", axis=1)
    g.output("logits", (1, 1000))
    return g


@network
def shufflenet_v2():
    """Ma et al. 2018, width 1."""
    g, x = image("shufflenet_v2")
    x = g.pool(g.unit(x, 24, 3, 2), "MaxPool", 3, 2, 1)
    for oc, blocks in ((116, 4), (232, 8), (464, 4)):
        half = oc // 2
        for block in range(blocks):
            if block:
                left, y = g.split(x, [half, half])
            else:
                c = g.shape[x][1]
                left = g.unit(g.unit(x, c, 3, 2, groups=c, act="none"), half)
                y = x
            y = g.unit(g.unit(y, half), half, 3, 1 if block else 2, groups=half, act="none")
            x = g.concat([left, g.unit(y, half)])
            n, c, h, w = g.shape[x]
            x = g.transpose(g.reshape(x, [n, 2, half, h, w]), [0, 2, 1, 3, 4])
            x = g.reshape(x, [n, c, h, w])
    return g.classify(g.unit(x, 1024))


@network
def mobilenet_v2():
    """Sandler et al. 2018."""
    g, x = image("mobilenet_v2")
    x = g.unit(x, 32, 3, 2, act="relu6")
    for t, oc, n, s in [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                        (6, 160, 3, 2), (6, 320, 1, 1)]:
        for block in range(n):
            x = g.inverted(x, t * g.shape[x][1], oc, 3, 1 if block else s, "relu6")
    return g.classify(g.unit(x, 1280, act="relu6"))


@network
def mobilenet_v3():
    """Howard et al. 2019, large."""
    g, x = image("mobilenet_v3")
    x = g.unit(x, 16, 3, 2, act="hswish")
    for k, hidden, oc, excited, act, s in [
            (3, 16, 16, 0, "relu", 1), (3, 64, 24, 0, "relu", 2), (3, 72, 24, 0, "relu", 1),
            (5, 72, 40, 24, "relu", 2), (5, 120, 40, 32, "relu", 1), (5, 120, 40, 32, "relu", 1),
            (3, 240, 80, 0, "hswish", 2), (3, 200, 80, 0, "hswish", 1), (3, 184, 80, 0, "hswish", 1),
            (3, 184, 80, 0, "hswish", 1), (3, 480, 112, 120, "hswish", 1),
            (3, 672, 112, 168, "hswish", 1), (5, 672, 160, 168, "hswish", 2),
            (5, 960, 160, 240, "hswish", 1), (5, 960, 160, 240, "hswish", 1)]:
        x = g.inverted(x, hidden, oc, k, s, act, excited)
    x = g.mean(g.unit(x, 960, act="hswish"))
    return g.classify(g.unit(x, 1280, act="hswish"))


@network
def efficientnet_b0():
    """Tan and Le 2019."""
    g, x = image("efficientnet_b0")
    x = g.unit(x, 32, 3, 2, act="silu")
    for t, oc, n, s, k in [(1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
                           (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3)]:
        for block in range(n):
            c = g.shape[x][1]
            x = g.inverted(x, t * c, oc, k, 1 if block else s, "silu", max(1, c // 4), "Sigmoid",
                           "silu")
    return g.classify(g.unit(x, 1280, act="silu"))


@network
def densenet121():
    """Huang et al. 2017; the normalisation before each convolution stays."""
    g, x = image("densenet121")
    x = g.pool(g.unit(x, 64, 7, 2), "MaxPool", 3, 2, 1)
    for stage, layers in enumerate([6, 12, 24, 16]):
        if stage:
            x = g.conv(g.relu(g.bn(x, f"norm{g.n}")), g.shape[x][1] // 2, 1)
            x = g.pool(x, "AveragePool", 2, 2)
        for _ in range(layers):
            y = g.unit(g.relu(g.bn(x, f"norm{g.n}")), 128)
            x = g.concat([x, g.conv(y, 32, 3, 1, 1)])
    return g.classify(g.relu(g.bn(x, "last")))


@network
def googlenet():
    """Szegedy et al. 2015."""
    g, x = image("googlenet")
    x = g.pool(g.unit(x, 64, 7, 2), "MaxPool", 3, 2, 1)
    x = g.pool(g.unit(g.unit(x, 64), 192, 3), "MaxPool", 3, 2, 1)
    for number, (a, b1, b, c1, c, d) in enumerate(
            [(64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64), (192, 96, 208, 16, 48, 64),
             (160, 112, 224, 24, 64, 64), (128, 128, 256, 24, 64, 64), (112, 144, 288, 32, 64, 64),
             (256, 160, 320, 32, 128, 128), (256, 160, 320, 32, 128, 128),
             (384, 192, 384, 48, 128, 128)]):
        if number in (2, 7):
            x = g.pool(x, "MaxPool", 3, 2, 1)
        x = g.concat([g.unit(x, a), g.unit(g.unit(x, b1), b, 3), g.unit(g.unit(x, c1), c, 5),
                      g.unit(g.pool(x, "MaxPool", 3, 1, 1), d)])
    return g.classify(x)


@network
def convnext_tiny():
    """Liu et al. 2022."""
    g, x = image("convnext_tiny")

    def norm(x):
        return g.transpose(g.norm(g.transpose(x, [0, 2, 3, 1])), [0, 3, 1, 2])
    for stage, (c, blocks) in enumerate([(96, 3), (192, 3), (384, 9), (768, 3)]):
        x = g.unit(norm(x), c, 2, 2, 0, act="none") if stage else \
            norm(g.unit(x, c, 4, 4, 0, act="none"))
        for _ in range(blocks):
            y = g.transpose(g.unit(x, c, 7, groups=c, act="none"), [0, 2, 3, 1])
            y = g.transpose(g.mlp(g.norm(y), 4 * c), [0, 3, 1, 2])
            x = g.add(x, y)
    return g.classify(x)


@network
def vit_tiny():
    """Dosovitskiy et al. 2021, of width 192."""
    g, x = image("vit_tiny")
    x = g.unit(x, 192, 16, 16, 0, act="none")
    x = g.transpose(g.reshape(x, [1, 192, 196]), [0, 2, 1])
    x = g.concat([g.normal("class", (1, 1, 192), 0.1), x])
    x = g.add(x, g.normal("places", (1, 197, 192), 0.1))
    x = g.transformer(x, 12, 3)
    first, _ = g.split(x, [1, 196])
    g.dense(g.reshape(first, [1, 192]), 1000, "classes", out="logits")
    g.output("logits", (1, 1000))
    return g


@network
def inception_v3():
    """Szegedy et al. 2016."""
    g, x = image("inception_v3", 299)

    def unit(x, oc, kernel=1, stride=1):
        return g.convolve(x, oc, kernel, stride, act="relu", pads=[0] * 4 if stride > 1 else None)

    def inner(x, oc):
        return g.convolve(x, oc, 3, act="relu", pads=[0] * 4)

    def averaged(x, oc):
        return unit(g.pool(x, "AveragePool", 3, 1, 1), oc)

    def chain(x, oc, *kernels, last):
        for number, kernel in enumerate(kernels):
            x = unit(x, last if number + 1 == len(kernels) else oc, kernel)
        return x
    x = unit(inner(unit(x, 32, 3, 2), 32), 64, 3)
    x = inner(unit(g.pool(x, "MaxPool", 3, 2), 80), 192)
    x = g.pool(x, "MaxPool", 3, 2)
    for oc in (32, 64, 64):
        x = g.concat([unit(x, 64), unit(unit(x, 48), 64, 5),
                      unit(unit(unit(x, 64), 96, 3), 96, 3), averaged(x, oc)])
    x = g.concat([unit(x, 384, 3, 2), unit(unit(unit(x, 64), 96, 3), 96, 3, 2),
                  g.pool(x, "MaxPool", 3, 2)])
    row, column = (1, 7), (7, 1)
    for oc in (128, 160, 160, 192):
        x = g.concat([unit(x, 192), chain(x, oc, 1, row, column, last=192),
                      chain(x, oc, 1, column, row, column, row, last=192), averaged(x, 192)])
    x = g.concat([unit(unit(x, 192), 320, 3, 2),
                  unit(chain(x, 192, 1, row, column, last=192), 192, 3, 2),
                  g.pool(x, "MaxPool", 3, 2)])
    for _ in range(2):
        y, z = unit(x, 384), unit(unit(x, 448), 384, 3)
        x = g.concat([unit(x, 320), *(unit(part, 384, kernel) for part in (y, z)
                                      for kernel in ((1, 3), (3, 1))), averaged(x, 192)])
    return g.classify(x)


@network
def mixer_small():
    """Tolstikhin et al. 2021."""
    g, x = image("mixer_small")
    x = g.unit(x, 512, 16, 16, 0, act="none")
    x = g.transpose(g.reshape(x, [1, 512, 196]), [0, 2, 1])
    for _ in range(8):
        y = g.transpose(g.norm(x), [0, 2, 1])
        y = g.act(g.linear(y, 256, f"up{g.n}"), "gelu")
        x = g.add(x, g.transpose(g.linear(y, 196, f"down{g.n}"), [0, 2, 1]))
        x = g.add(x, g.mlp(g.norm(x), 2048))
    x = g.op("ReduceMean", [g.norm(x)], (1, 512), axes=[1], keepdims=0)
    return g.finish(g.dense(x, 1000, "classes"))


@network
def swin_tiny():
    """Liu et al. 2021: its first three stages, of two blocks each."""
    g, x = image("swin_tiny")
    x = g.unit(x, 96, 4, 4, 0, act="none")
    side, width, heads = 56, 96, 3
    x = g.norm(g.transpose(g.reshape(x, [1, width, side * side]), [0, 2, 1]))

    def roll(x, by):
        for axis in (1, 2):
            begin = g.shape[x][axis] - by if by > 0 else -by
            x = g.concat([g.slice(x, axis, begin, g.shape[x][axis]), g.slice(x, axis, 0, begin)],
                         axis)
        return x

    def block(x, isShifted):
        count, head = (side // 7) ** 2, width // heads
        y = g.reshape(g.norm(x), [1, side, side, width])
        y = roll(y, -3) if isShifted else y
        y = g.reshape(y, [1, side // 7, 7, side // 7, 7, width])
        y = g.reshape(g.transpose(y, [0, 1, 3, 2, 4, 5]), [count, 49, width])
        y = g.reshape(g.linear(y, 3 * width, f"qkv{g.n}"), [count, 49, 3, heads, head])
        q, k, v = (g.reshape(part, [count, heads, 49, head]) for part in
                   g.split(g.transpose(y, [2, 0, 3, 1, 4]), [1, 1, 1], 0))
        y = g.matmul(g.mul(q, g.number(head ** -0.5)), g.transpose(k, [0, 1, 3, 2]))
        y = g.add(y, g.normal(f"bias{g.n}", (1, heads, 49, 49), 0.1))
        if isShifted:
            y = g.reshape(y, [1, count, heads, 49, 49])
            y = g.add(y, g.normal(f"mask{g.n}", (1, count, 1, 49, 49), 1))
            y = g.reshape(y, [count, heads, 49, 49])
        y = g.matmul(g.op("Softmax", [y], g.shape[y], axis=-1), v)
        y = g.reshape(g.transpose(y, [0, 2, 1, 3]), [count, 49, width])
        y = g.reshape(g.linear(y, width, f"out{g.n}"), [1, side // 7, side // 7, 7, 7, width])
        y = g.reshape(g.transpose(y, [0, 1, 3, 2, 4, 5]), [1, side, side, width])
        y = roll(y, 3) if isShifted else y
        x = g.add(x, g.reshape(y, [1, side * side, width]))
        return g.add(x, g.mlp(g.norm(x), 4 * width))
    for stage in range(3):
        if stage:
            y = g.reshape(x, [1, side // 2, 2, side // 2, 2, width])
            side //= 2
            y = g.reshape(g.transpose(y, [0, 1, 3, 4, 2, 5]), [1, side * side, 4 * width])
            width, heads = 2 * width, 2 * heads
            x = g.project(g.norm(y), width)
        x = block(block(x, False), True)
    return g.finish(x)


@network
def r3d():
    """Tran et al. 2018: R3D-18 of half the channels, for eight frames."""
    g = Layers("r3d")
    x = g.input("clip", (1, 3, 8, 56, 56), "image")
    x = g.convolve(x, 32, (3, 7, 7), act="relu")
    for stage, oc in enumerate((32, 64, 128, 256)):
        for block in range(2):
            s = 2 if stage and not block else 1
            y = g.convolve(g.convolve(x, oc, 3, s, act="relu"), oc, 3)
            x = g.relu(g.add(y, x if s == 1 else g.convolve(x, oc, 1, s)))
    x = g.op("GlobalAveragePool", [x], (1, 256, 1, 1, 1))
    return g.finish(g.dense(g.reshape(x, [1, 256]), 400, "classes"))


@network
def pointnet():
    """Qi et al. 2017, without its transforms of inputs and features."""
    g = Layers("pointnet")
    x = g.input("points", (1, 3, 1024))
    for oc in (64, 64, 64, 128, 1024):
        x = g.convolve(x, oc, 1, act="relu")
    x = g.op("ReduceMax", [x], (1, 1024), axes=[2], keepdims=0)
    for oc in (512, 256):
        x = g.relu(g.dense(x, oc, f"dense{g.n}"))
    return g.finish(g.dense(x, 40, "classes"))
