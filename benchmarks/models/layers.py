# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What networks as published are written with: the layers that several of them have, and the list
of those that are written."""
from types import SimpleNamespace

import numpy as np
from onnx import numpy_helper

from net import Net

NETWORKS = {}


def network(make):
    """Puts a network on the list: a function of no arguments that returns its layers."""
    NETWORKS[make.__name__] = make
    return make


class Layers(Net):
    """A network with the layers that several have."""

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

    def number(self, value):
        """A constant without dims."""
        name = f"number{self.n}_{len(self.inits)}"
        self.inits.append(numpy_helper.from_array(np.array(value, np.float32), name))
        return name

    def convolve(self, x, oc, kernel, stride=1, dilation=1, groups=1, act="none", pads=None):
        """Of any rank; `pads` before all dims and behind them, or so that stride 1 keeps sizes."""
        n, ic, *sizes = self.shape[x]
        rank = len(sizes)
        kernel = [kernel] * rank if isinstance(kernel, int) else list(kernel)
        pads = [(k - 1) * dilation // 2 for k in kernel] * 2 if pads is None else pads
        out = [(size + pads[d] + pads[d + rank] - (kernel[d] - 1) * dilation - 1) // stride + 1
               for d, size in enumerate(sizes)]
        name, fan = f"conv{self.n}", ic // groups * int(np.prod(kernel))
        weights = self.normal(name + ".weight", (oc, ic // groups, *kernel), (2 / fan) ** 0.5)
        y = self.op("Conv", [x, weights, self.normal(name + ".bias", (oc,), 0.05)], (n, oc, *out),
                    kernel_shape=kernel, strides=[stride] * rank, pads=pads, group=groups,
                    dilations=[dilation] * rank)
        return self.act(y, act)

    def mul(self, a, b):
        return self.op("Mul", [a, b], np.broadcast_shapes(self.shape.get(a, ()),
                                                          self.shape.get(b, ())))

    def matmul(self, a, b):
        one, other = self.shape[a], self.shape[b]
        return self.op("MatMul", [a, b],
                       (*np.broadcast_shapes(one[:-2], other[:-2]), one[-2], other[-1]))

    def project(self, x, oc):
        """A product by weights without bias."""
        k = self.shape[x][-1]
        return self.matmul(x, self.normal(f"matrix{self.n}", (k, oc), k ** -0.5))

    def slice(self, x, axis, begin, end):
        begins, ends, axes = (self.const(f"{kind}{self.n}", np.array([value], np.int64)) for
                              kind, value in (("begin", begin), ("end", end), ("axis", axis)))
        shape = list(self.shape[x])
        shape[axis] = end - begin
        return self.op("Slice", [x, begins, ends, axes], shape)

    def resize_to(self, x, height, width):
        n, c = self.shape[x][:2]
        sizes = self.const(f"sizes{self.n}", np.array([n, c, height, width], np.int64))
        return self.op("Resize", [x, "", "", sizes], (n, c, height, width), mode="linear")

    def instance_norm(self, x):
        c = self.shape[x][1]
        scale = self.uniform(f"scale{self.n}", (c,), 0.8, 1.2)
        shift = self.normal(f"shift{self.n}", (c,), 0.1)
        return self.op("InstanceNormalization", [x, scale, shift], self.shape[x])

    def finish(self, x, op="Identity", **attrs):
        """Makes the output, called "result"."""
        self.op(op, [x], self.shape[x], out="result", **attrs)
        self.output("result", self.shape[x])
        return self


def image(name, size=224):
    g = Layers(name)
    return g, g.input("image", (1, 3, size, size), "image")
