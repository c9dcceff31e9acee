# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What graph-lower-quantized makes of a network of quantize and dequantize operators, in numpy.

Each operator between dequantized operands and a quantized result is computed with integers: sums
of 32 bits, a multiplier and a shift for each channel, half rounded to the even number. Written from
the rule, not from the compiler.
"""
import math

import numpy as np
import onnx
from onnx import numpy_helper

LARGEST_ADDEND = (1 << 18) - 1


def make_scale(factor):
    """(multiplier, shift) nearest to a factor: 31 bits of it, the shift 62 at most."""
    _, exponent = math.frexp(factor)
    shift = min(31 - exponent, 62)
    multiplier = int(np.rint(math.ldexp(factor, shift)))
    if multiplier >= 1 << 31:
        multiplier, shift = multiplier // 2, shift - 1
    assert 0 <= shift <= 62 and 0 <= multiplier < 1 << 31
    return multiplier, shift


def rescale(sums, factors, biases):
    """round((sums + bias) * factor), channels last."""
    scales = [make_scale(factor) for factor in np.atleast_1d(factors)]
    multipliers = np.array([m for m, _ in scales], np.int64)
    shifts = np.array([s for _, s in scales], np.int64)
    value = (sums + np.atleast_1d(biases)).astype(np.int64)
    assert np.all(np.abs(value) < 1 << 31)
    product = value * multipliers
    below = product >> shifts
    twice = (product - (below << shifts)) << 1
    divisor = np.int64(1) << shifts
    return below + ((twice > divisor) | ((twice == divisor) & (below & 1 == 1)))


class Quantized:
    """Bytes with a scale and a zero point, either one or, of weights, for each channel."""

    def __init__(self, values, scale, zero_point):
        self.values = values.astype(np.int64)
        self.scale = np.atleast_1d(scale).astype(np.float64)
        self.zero_point = np.atleast_1d(zero_point).astype(np.int64)
        self.dtype = values.dtype

    @property
    def centred(self):
        return self.values - self.zero_point[0]


class IntegerModel:
    def __init__(self, path):
        self.graph = onnx.load(path).graph
        self.constants = {t.name: numpy_helper.to_array(t) for t in self.graph.initializer}
        self.producers = {name: node for node in self.graph.node for name in node.output}
        self.computed = 0

    def run(self, feeds):
        self.values = dict(self.constants)
        self.values.update(feeds)
        for node in self.graph.node:
            if node.op_type == "QuantizeLinear":
                self.values[node.output[0]] = self.quantize(node)
            elif node.op_type == "DequantizeLinear":
                self.values[node.output[0]] = self.dequantize(node)
        return {output.name: self.as_floats(self.values[output.name])
                for output in self.graph.output}

    @staticmethod
    def as_floats(value):
        assert isinstance(value, Quantized), "an output that is not dequantized"
        return value.centred.astype(np.float32) * np.float32(value.scale[0])

    def dequantize(self, node):
        given = self.values[node.input[0]]
        if isinstance(given, Quantized):
            return given
        zero = self.values[node.input[2]] if len(node.input) > 2 else np.zeros((), given.dtype)
        return Quantized(given, self.values[node.input[1]], zero)

    def quantize(self, node):
        scale, zero = self.values[node.input[1]], self.values[node.input[2]]
        self.scale, self.zero = float(scale), int(zero)
        self.limits = np.iinfo(zero.dtype)
        name, relu = node.input[0], False
        producer = self.producers.get(name)
        if producer is None:
            value = np.rint(self.values[name] / np.float32(scale)) + np.float32(self.zero)
            values = np.clip(value, self.limits.min, self.limits.max).astype(zero.dtype)
            return Quantized(values, scale, zero)
        if producer.op_type == "Relu":
            relu, producer = True, self.producers[producer.input[0]]
        compute = getattr(self, "compute_" + producer.op_type)
        values = compute(producer, [self.values.get(name) for name in producer.input])
        if relu:
            values = np.maximum(values, self.zero)
        self.computed += 1
        return Quantized(np.clip(values, self.limits.min, self.limits.max).astype(zero.dtype),
                         scale, zero)

    def finish(self, sums, factors, biases=0):
        """Sums with channels last."""
        return rescale(sums, factors, biases) + self.zero

    @staticmethod
    def attribute(node, name, default):
        for attribute in node.attribute:
            if attribute.name == name:
                return onnx.helper.get_attribute_value(attribute)
        return default

    def bias_of(self, bias, x, w, channels):
        if bias is None:
            return np.zeros(channels, np.int64)
        floats = bias.values.astype(np.float32) * bias.scale.astype(np.float32) \
            if isinstance(bias, Quantized) else bias
        return np.rint(floats.astype(np.float64) / (x.scale[0] * w.scale)).astype(np.int64)

    def compute_Conv(self, node, inputs):
        x, w = inputs[:2]
        assert np.all(w.zero_point == 0)
        outputs, inputs_of_group, *kernel = w.values.shape
        outputs_of_group = outputs // self.attribute(node, "group", 1)
        strides = self.attribute(node, "strides", [1, 1])
        dilations = self.attribute(node, "dilations", [1, 1])
        pads = self.attribute(node, "pads", [0, 0, 0, 0])
        data = np.pad(x.centred, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])))
        sizes = [(data.shape[2 + i] - (kernel[i] - 1) * dilations[i] - 1) // strides[i] + 1
                 for i in range(2)]
        sums = np.zeros((data.shape[0], *sizes, outputs))
        for i in range(kernel[0]):
            for j in range(kernel[1]):
                y, c = i * dilations[0], j * dilations[1]
                part = data[:, :, y:y + (sizes[0] - 1) * strides[0] + 1:strides[0],
                            c:c + (sizes[1] - 1) * strides[1] + 1:strides[1]]
                part = part.transpose(0, 2, 3, 1).astype(np.float64)
                for first in range(0, outputs, outputs_of_group):
                    mine = slice(first, first + outputs_of_group)
                    low = first // outputs_of_group * inputs_of_group
                    # Exact: sums of products of bytes are far below 2^53.
                    sums[..., mine] += part[..., low:low + inputs_of_group] @ \
                        w.values[mine, :, i, j].T.astype(np.float64)
        bias = self.bias_of(inputs[2] if len(inputs) > 2 else None, x, w, outputs)
        values = self.finish(sums.astype(np.int64), x.scale[0] * w.scale / self.scale, bias)
        return values.transpose(0, 3, 1, 2)

    def multiply(self, x, w, matrix, bias):
        sums = (x.centred.astype(np.float64) @ matrix.astype(np.float64)).astype(np.int64)
        return self.finish(sums, x.scale[0] * w.scale / self.scale, bias)

    def compute_Gemm(self, node, inputs):
        x, w = inputs[:2]
        assert self.attribute(node, "transA", 0) == 0
        matrix = w.values.T if self.attribute(node, "transB", 0) else w.values
        bias = self.bias_of(inputs[2] if len(inputs) > 2 else None, x, w, matrix.shape[1])
        return self.multiply(x, w, matrix, bias)

    def compute_MatMul(self, node, inputs):
        x, w = inputs
        return self.multiply(x, w, w.values, 0)

    def compute_Add(self, node, inputs):
        unit = max(x.scale[0] for x in inputs) / LARGEST_ADDEND
        sums = sum(int(np.rint(x.scale[0] / unit)) * x.centred for x in inputs)
        return self.finish(sums[..., None], unit / self.scale)[..., 0]

    def requantize(self, x, values):
        if x.scale[0] == self.scale and x.zero_point[0] == self.zero:
            return values
        return self.finish((values - x.zero_point[0])[..., None], x.scale[0] / self.scale)[..., 0]

    def compute_DequantizeLinear(self, node, inputs):
        x = self.values[node.output[0]]
        return self.requantize(x, x.values)

    def compute_MaxPool(self, node, inputs):
        x = inputs[0]
        kernel = self.attribute(node, "kernel_shape", None)
        strides = self.attribute(node, "strides", [1, 1])
        pads = self.attribute(node, "pads", [0, 0, 0, 0])
        assert self.attribute(node, "ceil_mode", 0) == 0
        data = np.pad(x.values, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])),
                      constant_values=-1000)
        sizes = [(data.shape[2 + i] - kernel[i]) // strides[i] + 1 for i in range(2)]
        parts = [data[:, :, i:i + (sizes[0] - 1) * strides[0] + 1:strides[0],
                      j:j + (sizes[1] - 1) * strides[1] + 1:strides[1]]
                 for i in range(kernel[0]) for j in range(kernel[1])]
        return self.requantize(x, np.maximum.reduce(parts))

    def compute_GlobalAveragePool(self, node, inputs):
        x = inputs[0]
        terms = x.values.shape[2] * x.values.shape[3]
        sums = x.centred.sum(axis=(2, 3), keepdims=True)
        return self.finish(sums[..., None], x.scale[0] / (self.scale * terms))[..., 0]

    def compute_Flatten(self, node, inputs):
        x = inputs[0]
        axis = self.attribute(node, "axis", 1)
        first = int(np.prod(x.values.shape[:axis]))
        return self.requantize(x, x.values).reshape(first, -1)

    def compute_Reshape(self, node, inputs):
        x, shape = inputs
        return self.requantize(x, x.values).reshape(shape)
