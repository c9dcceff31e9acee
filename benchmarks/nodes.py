#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of any number of nodes, for the time that compiling takes.

  alike     a chain of four operators over and over (3x3 convolution, max pool, 1x1
            convolution, softmax), each convolution with weights of its own: four kernels
  distinct  chains of four operators (convolution, max pool, product, softmax), all of
            shapes of their own: as many kernels as nodes, half of them convolutions and products

    nodes.py alike 1000 OUT.onnx
"""
import argparse

import numpy as np
import onnx
from onnx import helper, numpy_helper


class Chains:
    """Nodes one behind the other, with their weights."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.nodes, self.weights, self.inputs, self.outputs = [], [], [], []

    def begin(self, shape):
        name = f"input{len(self.inputs)}"
        self.inputs.append(helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape))
        return name

    def end(self, name):
        self.outputs.append(helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))

    def add(self, operator, source, weight=None, **attributes):
        name = f"value{len(self.nodes)}"
        operands = [source]
        if weight is not None:
            data = self.random.standard_normal(weight) / np.sqrt(np.prod(weight[1:]))
            operands.append(f"weight{len(self.weights)}")
            self.weights.append(numpy_helper.from_array(data.astype(np.float32), operands[-1]))
        self.nodes.append(helper.make_node(operator, operands, [name], name=name, **attributes))
        return name

    def save(self, path):
        graph = helper.make_graph(self.nodes, "nodes", self.inputs, self.outputs, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.save(onnx.shape_inference.infer_shapes(model), path)


def make_alike(count, path):
    chains = Chains(count)
    value = chains.begin((1, 16, 14, 14))
    for number in range(count):
        if number % 4 == 0:
            value = chains.add("Conv", value, (16, 16, 3, 3), pads=[1, 1, 1, 1])
        elif number % 4 == 1:
            value = chains.add("MaxPool", value, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
        elif number % 4 == 2:
            value = chains.add("Conv", value, (16, 16, 1, 1))
        else:
            value = chains.add("Softmax", value, axis=-1)
    chains.end(value)
    chains.save(path)


def make_distinct(count, path):
    chains, taken = Chains(count), set()

    def draw(low, high):
        return int(chains.random.integers(low, high + 1))

    left = count
    while left > 0:
        kernel = (1, 3, 5)[draw(0, 2)]
        rows, columns, channels, results = draw(8, 48), draw(8, 48), draw(4, 96), draw(4, 96)
        width = draw(8, 256)
        keys = {("pool", results, rows, columns), ("softmax", results, rows // 2, width)}
        if keys & taken:
            continue
        taken |= keys
        pad = kernel // 2
        value = chains.begin((1, channels, rows, columns))
        for operator, weight, attributes in [
                ("Conv", (results, channels, kernel, kernel), dict(pads=[pad] * 4)),
                ("MaxPool", None, dict(kernel_shape=[2, 2], strides=[2, 2])),
                ("MatMul", (columns // 2, width), {}), ("Softmax", None, dict(axis=-1))][:left]:
            value = chains.add(operator, value, weight, **attributes)
            left -= 1
        chains.end(value)
    chains.save(path)


MAKERS = {"alike": make_alike, "distinct": make_distinct}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=sorted(MAKERS))
    parser.add_argument("count", type=int)
    parser.add_argument("path")
    options = parser.parse_args()
    MAKERS[options.kind](options.count, options.path)


if __name__ == "__main__":
    main()
