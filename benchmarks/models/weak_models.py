#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes models of one operator whose shapes suit no vector and no tile, where default schedules may
be weak.

    weak_models.py --out DIR [--tiny] [--only NAMES]
"""
import argparse
import os

import numpy as np

from net import Net

GEMMS = [(197, 768, 768), (50, 1000, 512), (1, 4096, 1000)]  # M, N, K
MAPS, CHANNELS = [(13, 17), (19, 19)], [24, 40, 72]


def make_net(name):
    return Net(name, argparse.Namespace(seed=0, symbolic=[], batch=1, tiny=False))


def gemm(name, m, n, k):
    g = make_net(name)
    a = g.input("a", (m, k))
    b = g.normal("b", (k, n), 1.0 / np.sqrt(k))
    g.output(g.op("MatMul", [a, b], (m, n)), (m, n))
    return g


def conv(name, height, width, channels, kernel, stride=1, groups=1):
    g = make_net(name)
    x = g.input("x", (1, channels, height, width), "image")
    y = g.conv(x, channels, kernel, stride, kernel // 2, groups, name="conv")
    g.output(y, g.shape[y])
    return g


def conv_transpose(name, size, inputs, outputs):
    g = make_net(name)
    x = g.input("x", (1, inputs, size, size), "image")
    weights = g.normal("weight", (inputs, outputs, 4, 4), 1.0 / np.sqrt(4 * inputs))
    shape = (1, outputs, 2 * size, 2 * size)
    y = g.op("ConvTranspose", [x, weights], shape, kernel_shape=[4, 4], strides=[2, 2],
             pads=[1] * 4)
    g.output(y, shape)
    return g


def softmax(name, *shape):
    g = make_net(name)
    g.output(g.op("Softmax", [g.input("x", shape)], shape, axis=-1), shape)
    return g


def layer_norm(name, rows, width):
    g = make_net(name)
    x = g.input("x", (rows, width))
    scale = g.uniform("gamma", (width,), 0.8, 1.2)
    y = g.op("LayerNormalization", [x, scale, g.normal("beta", (width,), 0.1)], (rows, width),
             axis=-1, epsilon=1e-5)
    g.output(y, (rows, width))
    return g


def all_models(tiny=False):
    """Name -> function that makes the net; small extents of all for tests."""
    some = lambda *sizes: [max(1, size // 16) for size in sizes] if tiny else sizes
    jobs = [(f"gemm_{m}x{n}x{k}", gemm, some(m, n, k)) for m, n, k in GEMMS]
    jobs += [(f"conv3x3_{h}x{w}_{c}", conv, (h, w, c // 8 if tiny else c, 3))
             for h, w in MAPS for c in CHANNELS]
    jobs += [("dw5x5_s2_72", conv, (28, 28, 72, 5, 2, 72)),
             ("softmax_12x197x197", softmax, some(12, 197, 197)),
             ("layernorm_197x768", layer_norm, some(197, 768)),
             ("deconv4x4_s2", conv_transpose, (14, *some(128, 64)))]
    return {name: (lambda name=name, make=make, sizes=sizes: make(name, *sizes))
            for name, make, sizes in jobs}


def write(out, names, tiny=False):
    """The paths of models; those that are there are kept."""
    os.makedirs(out, exist_ok=True)
    models, paths = all_models(tiny), []
    for name in names:
        paths.append(os.path.join(out, name + ".onnx"))
        if not os.path.exists(paths[-1]):
            with open(paths[-1], "wb") as file:
                file.write(models[name]().model().SerializeToString(deterministic=True))
    return paths


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True, metavar="DIR")
    ap.add_argument("--tiny", action="store_true", help="small versions for tests")
    ap.add_argument("--only", default="", help="comma list of models")
    options = ap.parse_args(argv)
    known = all_models(options.tiny)
    names = list(filter(None, options.only.split(","))) or list(known)
    if unknown := set(names) - set(known):
        ap.error(f"expected --only of {', '.join(known)}, got {', '.join(sorted(unknown))}")
    print("\n".join(write(options.out, names, options.tiny)))


if __name__ == "__main__":
    main()
