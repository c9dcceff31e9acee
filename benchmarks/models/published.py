#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks as published, with seeded weights.

  published.py --out DIR [--only resnet50,unet]

Writes DIR/<network>.onnx, <network>.inputs.npz and manifest.json. Normalisations of convolutions
are folded, as exporters do it; images have batch 1.
"""
import argparse
import json
import os
from types import SimpleNamespace

import numpy as np
import onnx

from net import Net, make_input

NETWORKS = {}


def network(make):
    NETWORKS[make.__name__] = make
    return make


class Published(Net):
    """The layers that several networks have."""

    def __init__(self, name):
        super().__init__(name, SimpleNamespace(seed=7, symbolic=(), batch=1))

    def act(self, x, kind):
        shape = self.shape[x]
        if kind == "relu":
            return self.relu(x)
        if kind == "relu6":
            low, high = (self.const(f"bound{self.n}_{value:.0f}", np.float32(value))
                         for value in (0, 6))
            return self.op("Clip", [x, low, high], shape)
        if kind == "silu":
            return self.op("Mul", [x, self.op("Sigmoid", [x], shape)], shape)
        if kind == "hswish":
            return self.op("HardSwish", [x], shape)
        if kind == "gelu":
            root = self.const(f"root{self.n}", np.float32(2 ** 0.5))
            one, half = (self.const(f"number{self.n}_{value}", np.float32(value))
                         for value in (1, 0.5))
            y = self.op("Erf", [self.op("Div", [x, root], shape)], shape)
            y = self.op("Mul", [x, self.op("Add", [y, one], shape)], shape)
            return self.op("Mul", [y, half], shape)
        return x

    def unit(self, x, oc, k=1, s=1, p=None, groups=1, act="relu"):
        p = k // 2 if p is None else p
        return self.act(self.conv(x, oc, k, s, p, groups, bias=True), act)

    def pool(self, x, kind, k, s, p=0):
        n, c, h, w = self.shape[x]
        shape = (n, c, (h + 2 * p - k) // s + 1, (w + 2 * p - k) // s + 1)
        return self.op(kind, [x], shape, kernel_shape=[k, k], strides=[s, s], pads=[p] * 4)

    def mean(self, x):
        n, c = self.shape[x][:2]
        return self.op("GlobalAveragePool", [x], (n, c, 1, 1))

    def concat(self, parts, axis=1):
        shape = list(self.shape[parts[0]])
        shape[axis] = sum(self.shape[part][axis] for part in parts)
        return self.op("Concat", parts, shape, axis=axis)

    def split(self, x, sizes, axis=1):
        counts = self.const(f"sizes{self.n}", np.array(sizes, np.int64))
        parts = self.op("Split", [x, counts], nout=len(sizes), axis=axis)
        for part, size in zip(parts, sizes):
            self.shape[part] = tuple(size if d == axis else extent
                                     for d, extent in enumerate(self.shape[x]))
        return parts

    def transpose(self, x, perm):
        return self.op("Transpose", [x], [self.shape[x][dim] for dim in perm], perm=perm)

    def resize(self, x, mode):
        n, c, h, w = self.shape[x]
        scales = self.const(f"scales{self.n}", np.array([1, 1, 2, 2], np.float32))
        return self.op("Resize", [x, "", scales], (n, c, 2 * h, 2 * w), mode=mode)

    def squeeze_excite(self, x, channels, act="relu", gate="HardSigmoid"):
        c = self.shape[x][1]
        y = self.unit(self.unit(self.mean(x), channels, act=act), c, act="none")
        return self.op("Mul", [x, self.op(gate, [y], self.shape[y])], self.shape[x])

    def inverted(self, x, hidden, oc, k, s, act, excited=0, gate="HardSigmoid", inner=None):
        y = self.unit(x, hidden, act=act) if hidden != self.shape[x][1] else x
        y = self.unit(y, hidden, k, s, groups=hidden, act=act)
        if excited:
            y = self.squeeze_excite(y, excited, inner or "relu", gate)
        y = self.unit(y, oc, act="none")
        return self.add(x, y) if s == 1 and self.shape[x][1] == oc else y

    def classify(self, x, classes=1000):
        x = self.mean(x) if self.shape[x][2] > 1 else x
        n, c = self.shape[x][:2]
        x = self.op("Flatten", [x], (n, c), axis=1)
        self.dense(x, classes, "classes", out="logits")
        self.output("logits", (n, classes))
        return self

    def norm(self, x):
        c = self.shape[x][-1]
        scale = self.uniform(f"scale{self.n}", (c,), 0.8, 1.2)
        shift = self.normal(f"shift{self.n}", (c,), 0.1)
        return self.op("LayerNormalization", [x, scale, shift], self.shape[x], axis=-1)

    def attention(self, x, heads, mask=None):
        n, length, width = self.shape[x]
        head = width // heads

        def part(kind, perm):
            y = self.reshape(self.linear(x, width, f"{kind}{self.n}"), [n, length, heads, head])
            return self.transpose(y, perm)
        q, k, v = part("q", [0, 2, 1, 3]), part("k", [0, 2, 3, 1]), part("v", [0, 2, 1, 3])
        shape = (n, heads, length, length)
        root = self.const(f"root{self.n}", np.float32(head ** 0.5))
        y = self.op("Div", [self.op("MatMul", [q, k], shape), root], shape)
        if mask:
            y = self.op("Add", [y, mask], shape)
        y = self.op("MatMul", [self.op("Softmax", [y], shape, axis=-1), v], (n, heads, length, head))
        y = self.reshape(self.transpose(y, [0, 2, 1, 3]), [n, length, width])
        return self.linear(y, width, f"out{self.n}")

    def mlp(self, x, hidden):
        y = self.act(self.linear(x, hidden, f"up{self.n}"), "gelu")
        return self.linear(y, self.shape[x][-1], f"down{self.n}")

    def transformer(self, x, layers, heads, mask=None):
        """Layers that normalise first."""
        for _ in range(layers):
            x = self.add(x, self.attention(self.norm(x), heads, mask))
            x = self.add(x, self.mlp(self.norm(x), 4 * self.shape[x][-1]))
        return self.norm(x)


def image(name, size=224):
    g = Published(name)
    return g, g.input("image", (1, 3, size, size), "image")


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
def gpt2():
    """Radford et al. 2019: four of the layers of 768, 64 tokens, a causal mask."""
    g = Published("gpt2")
    tokens = g.input("tokens", (1, 64), dtype="int64", high=4096)
    table = g.normal("table", (4096, 768), 0.05)
    x = g.op("Gather", [table, tokens], (1, 64, 768), axis=0)
    x = g.add(x, g.normal("places", (1, 64, 768), 0.02))
    mask = g.const("mask", np.triu(np.full((1, 1, 64, 64), -1e4, np.float32), 1))
    x = g.transformer(x, 4, 12, mask)
    matrix = g.const("columns", np.ascontiguousarray(
        np.random.default_rng(5).standard_normal((768, 4096)).astype(np.float32) * 0.03))
    g.op("MatMul", [x, matrix], (1, 64, 4096), out="logits")
    g.output("logits", (1, 64, 4096))
    return g


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", default=",".join(NETWORKS), help="comma list (default: all)")
    options = parser.parse_args(arguments)
    for name in options.only.split(","):
        if name not in NETWORKS:
            parser.error(f"expected --only of {', '.join(NETWORKS)}, got '{name}'")
    os.makedirs(options.out, exist_ok=True)
    for name in options.only.split(","):
        made = NETWORKS[name]()
        path = os.path.join(options.out, name)
        onnx.save(made.model(), path + ".onnx")
        np.savez(path + ".inputs.npz", **{spec["name"]: make_input(spec) for spec in made.specs})
    about = {name: (make.__doc__ or "").split("\n")[0].rstrip(".") for name, make in NETWORKS.items()}
    with open(os.path.join(options.out, "manifest.json"), "w") as file:
        json.dump({"models": about}, file, indent=1)


if __name__ == "__main__":
    main()
