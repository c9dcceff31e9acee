#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes models whose operators, shapes and weights are drawn at random.

The models of make_models.py are known while the compiler is written; these are not, so they
tell whether it is as good at what nobody has tuned it for. Each seed has models of its own.

    random_models.py --out DIR --seed 7 --count 20 --families conv,rows

random_families.py has the families and says what they draw from. DIR gets, for each model,
FAMILY_NUMBER.onnx (float32, opset 17, all sizes fixed) and FAMILY_NUMBER.inputs.npz, which
./dev bench takes, and a manifest.json that names the seed and describes each model.
A model depends on its seed, family and number alone, never on which others are made.
"""
import argparse
import itertools
import json
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from random_families import FAMILIES

OPSET, IR_VERSION = 17, 8


class RandomGraph:
    """This is a graph that families add nodes to, with the random numbers they decide by.

    Values are known by their names; `shapes` has the shape of each. The order of draws and
    of nodes decides what is written, so a family must keep to one order.
    """

    def __init__(self, random):
        self.random = random
        self.numbers = itertools.count(1)
        self.nodes, self.weights, self.inputs, self.shapes = [], [], [], {}

    # -- draws --------------------------------------------------------------
    def pick(self, *values):
        """Returns one of the values, which are equally likely."""
        return values[self.random.integers(len(values))]

    def chance(self, probability):
        return self.random.random() < probability

    def normal(self, *shape):
        return self.random.standard_normal(shape)

    def affordable(self, limit, draw):
        """Calls `draw`, which returns a value and its cost, until the cost is within limit."""
        while True:
            value, cost = draw()
            if cost <= limit:
                return value

    # -- values without a node ----------------------------------------------
    def input(self, *shape):
        name = f"x{len(self.inputs)}"
        self.inputs.append(name)
        self.shapes[name] = list(shape)
        return name

    def constant(self, values, dtype=np.float32):
        name = f"w{next(self.numbers)}"
        array = np.asarray(values, dtype)
        self.weights.append(numpy_helper.from_array(array, name))
        self.shapes[name] = list(array.shape)
        return name

    def integers(self, values):
        return self.constant(values, np.int64)

    def scaled(self, shape, terms):
        """Draws weights for sums of so many terms, so that results stay near one."""
        return self.constant(self.normal(*shape) / terms ** 0.5)

    def bias(self, size):
        return self.constant(0.1 * self.normal(size))

    # -- nodes --------------------------------------------------------------
    def node(self, operator, *sources, shape=None, results=1, **attributes):
        """Appends a node and returns its result, or a list where there are several.

        Without `shape`, results have the shape of the first source.
        """
        number = next(self.numbers)
        stem = f"{operator.lower()}{number}"
        names = [stem] if results == 1 else [f"{stem}_{index}" for index in range(results)]
        self.nodes.append(helper.make_node(operator, sources, names, name=f"{operator}_{number}",
                                           **attributes))
        for name in names:
            self.shapes[name] = list(shape or self.shapes[sources[0]])
        return names[0] if results == 1 else names

    def conv(self, x, filters, kernel, stride=1, dilation=1, groups=1, pads=None, bias=True):
        """Convolves with a square kernel; the default pads keep sizes where kernels are odd."""
        batch, channels, *sizes = self.shapes[x]
        reach = dilation * (kernel - 1)
        pads = [reach // 2] * 4 if pads is None else pads
        sizes = [(size + before + after - reach - 1) // stride + 1
                 for size, before, after in zip(sizes, pads[:2], pads[2:])]
        shape = filters, channels // groups, kernel, kernel
        operands = [self.scaled(shape, shape[1] * kernel ** 2)]
        if bias:
            operands.append(self.bias(filters))
        return self.node("Conv", x, *operands, shape=[batch, filters, *sizes], group=groups,
                         kernel_shape=[kernel] * 2, strides=[stride] * 2,
                         dilations=[dilation] * 2, pads=pads)

    def linear(self, x, width):
        """Multiplies the last axis by a matrix and adds a bias."""
        *outer, depth = self.shapes[x]
        product = self.node("MatMul", x, self.scaled((depth, width), depth),
                            shape=[*outer, width])
        return self.add(product, self.bias(width))

    def layer_norm(self, x):
        width = self.shapes[x][-1]
        scale = self.constant(1 + 0.1 * self.normal(width))
        return self.node("LayerNormalization", x, scale, self.bias(width), axis=-1)

    def rms_norm(self, x):
        """Divides rows by their root mean square, in the nodes that exporters write."""
        *outer, width = self.shapes[x]
        mean = self.node("ReduceMean", self.multiply(x, x), axes=[-1], keepdims=1,
                         shape=[*outer, 1])
        root = self.node("Sqrt", self.add(mean, self.constant(1e-5)))
        return self.multiply(self.node("Div", x, root), self.constant(self.normal(width)))

    def instance_norm(self, x):
        channels = self.shapes[x][1]
        scale, bias = self.constant(np.ones(channels)), self.constant(np.zeros(channels))
        return self.node("InstanceNormalization", x, scale, bias)

    def batch_norm(self, x):
        channels = self.shapes[x][1]
        scale = self.constant(self.random.uniform(0.5, 1.5, channels))
        bias, mean = self.bias(channels), self.bias(channels)
        variance = self.constant(self.random.uniform(0.5, 1.5, channels))
        return self.node("BatchNormalization", x, scale, bias, mean, variance)

    def add(self, x, y):
        return self.node("Add", x, y)

    def multiply(self, x, y):
        return self.node("Mul", x, y)

    def relu(self, x):
        return self.node("Relu", x)

    def leaky_relu(self, x):
        return self.node("LeakyRelu", x, alpha=0.1)

    def relu6(self, x):
        return self.node("Clip", x, self.constant(0.0), self.constant(6.0))

    def hard_swish(self, x):
        return self.node("HardSwish", x)

    def silu(self, x):
        return self.multiply(x, self.node("Sigmoid", x))

    def gelu(self, x):
        """Appends GELU by Erf, in the five nodes that exporters write."""
        error = self.node("Erf", self.node("Div", x, self.constant(2 ** 0.5)))
        product = self.multiply(x, self.add(error, self.constant(1.0)))
        return self.multiply(product, self.constant(0.5))

    def activation(self, x):
        """Applies an activation of vision networks, or none."""
        return self.pick(self.relu, self.hard_swish, self.silu, self.leaky_relu, lambda x: x,
                         self.relu6)(x)

    def concat(self, *parts):
        """Joins values along their channels."""
        shape = list(self.shapes[parts[0]])
        shape[1] = sum(self.shapes[part][1] for part in parts)
        return self.node("Concat", *parts, axis=1, shape=shape)

    def transpose(self, x, order):
        return self.node("Transpose", x, perm=order, shape=[self.shapes[x][axis] for axis in order])

    def reshape(self, x, *shape):
        return self.node("Reshape", x, self.integers(shape), shape=shape)

    def shuffle_channels(self, x):
        """Interleaves the two halves of the channels."""
        batch, channels, *sizes = self.shapes[x]
        halves = self.reshape(x, batch, 2, channels // 2, *sizes)
        return self.reshape(self.transpose(halves, [0, 2, 1, 3, 4]), batch, channels, *sizes)

    # -- finish -------------------------------------------------------------
    def model(self, name, *results):
        """The model that computes `results`."""
        def declare(value):
            return helper.make_tensor_value_info(value, TensorProto.FLOAT, self.shapes[value])

        graph = helper.make_graph(self.nodes, name, list(map(declare, self.inputs)),
                                  list(map(declare, results)), self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)],
                                  ir_version=IR_VERSION)
        onnx.checker.check_model(model, full_check=True)
        return model

    def write(self, folder, name, result):
        """Writes the model that computes `result`, and inputs for it."""
        base = os.path.join(folder, name)
        onnx.save(self.model(name, result), base + ".onnx")
        np.savez(base + ".inputs.npz", **{value: self.normal(*self.shapes[value]).astype(np.float32)
                                          for value in self.inputs})


def make_model(folder, seed, family, number):
    """Writes one model and returns its name and description."""
    stream = np.random.PCG64([seed, list(FAMILIES).index(family), number])
    graph = RandomGraph(np.random.Generator(stream))
    result, description = FAMILIES[family](graph)
    name = f"{family}_{number}"
    graph.write(folder, name, result)
    return name, description


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True, metavar="DIR")
    ap.add_argument("--seed", type=int, default=0, metavar="S")
    ap.add_argument("--count", type=int, default=8, metavar="N",
                    help="how many models each family gets (default 8)")
    ap.add_argument("--families", default=",".join(FAMILIES), metavar="NAMES",
                    help="comma list (default: %(default)s)")
    options = ap.parse_args(argv)
    if options.seed < 0:
        ap.error(f"expected --seed of at least 0, got {options.seed}")
    if options.count < 1:
        ap.error(f"expected --count of at least 1, got {options.count}")
    families = options.families.split(",")
    unknown = [repr(family) for family in families if family not in FAMILIES]
    if unknown:
        ap.error(f"expected --families of {', '.join(FAMILIES)}, got {', '.join(unknown)}")
    os.makedirs(options.out, exist_ok=True)
    models = dict(make_model(options.out, options.seed, family, number)
                  for family in families for number in range(options.count))
    with open(os.path.join(options.out, "manifest.json"), "w") as f:
        json.dump(dict(seed=options.seed, models=models), f, indent=1)


if __name__ == "__main__":
    main()
