# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Window operators on infinities and NaN, against sums term by term.

Each element of a result is the sum of the terms that the operator's definition has, in float64:
infinities and NaN stand where these have them, and nowhere else.
"""
import itertools
import sys

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import dl

TYPES = {"float32": (TensorProto.FLOAT, np.float32, 1e-5),
         "float64": (TensorProto.DOUBLE, np.float64, 1e-12),
         "float16": (TensorProto.FLOAT16, np.float16, 2e-3),
         "bfloat16": (TensorProto.BFLOAT16, ml_dtypes.bfloat16, 2e-2)}
rng = np.random.default_rng(13)


def special(shape, dtype, count=3):
    x = rng.uniform(-2, 2, shape)
    places = rng.permutation(x.size)[:count]
    x.flat[places] = rng.permutation([np.inf, -np.inf, np.nan, np.inf])[:len(places)]
    return x.astype(dtype)


def model(op, inputs, constants, element, opset=18, result=None, open_dims=False, **attributes):
    names = [f"x{i}" for i in range(len(inputs))]
    shapes = [["n"] + [f"d{i}" if open_dims and i > 1 else d for i, d in enumerate(x.shape)][1:]
              if open_dims else x.shape for x in inputs]
    node = helper.make_node(op, names, ["y"], **attributes)
    graph = helper.make_graph(
        [node], "case",
        [helper.make_tensor_value_info(n, element, s)
         for i, (n, s) in enumerate(zip(names, shapes)) if i not in constants],
        [helper.make_tensor_value_info("y", element, result)],
        [numpy_helper.from_array(x, n)
         for i, (n, x) in enumerate(zip(names, inputs)) if i in constants])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def add_at(y, places, terms, extent):
    """Adds what stands at places of the spatial dims that are inside."""
    if all(0 <= place < size for place, size in zip(places, extent)):
        y[(slice(None), slice(None), *places)] += terms


def conv_transpose(x, w, bias, strides, pads, dilations, extra, group):
    x, w = x.astype(np.float64), w.astype(np.float64)
    rank = x.ndim - 2
    extent = [strides[i] * (x.shape[2 + i] - 1) + (w.shape[2 + i] - 1) * dilations[i] + 1
              - pads[i] - pads[rank + i] + extra[i] for i in range(rank)]
    y = np.zeros((x.shape[0], w.shape[1] * group, *extent))
    inputs, outputs = x.shape[1] // group, w.shape[1]
    for at in np.ndindex(*x.shape[2:]):
        for tap in np.ndindex(*w.shape[2:]):
            places = [at[i] * strides[i] + tap[i] * dilations[i] - pads[i] for i in range(rank)]
            for g in range(group):
                some = slice(g * inputs, (g + 1) * inputs)
                terms = (x[(slice(None), some, *at)][:, :, None]
                         * w[(some, slice(None), *tap)][None]).sum(1)
                add_at(y[:, g * outputs:(g + 1) * outputs], places, terms, extent)
    return y if bias is None else y + bias.astype(np.float64).reshape(1, -1, *[1] * rank)


def col2im(x, image, block, strides, pads, dilations):
    rank = len(image)
    columns = [(image[i] + pads[i] + pads[rank + i] - (block[i] - 1) * dilations[i] - 1)
               // strides[i] + 1 for i in range(rank)]
    x = x.astype(np.float64).reshape(x.shape[0], -1, *block, *columns)
    y = np.zeros((x.shape[0], x.shape[1], *image))
    for tap, at in itertools.product(np.ndindex(*block), np.ndindex(*columns)):
        places = [at[i] * strides[i] + tap[i] * dilations[i] - pads[i] for i in range(rank)]
        add_at(y, places, x[(slice(None), slice(None), *tap, *at)], image)
    return y


def columns_of(image, block, strides, pads, dilations):
    rank = len(image)
    return int(np.prod([(image[i] + pads[i] + pads[rank + i] - (block[i] - 1) * dilations[i] - 1)
                        // strides[i] + 1 for i in range(rank)]))


class Checks:
    def __init__(self):
        self.right = self.all = 0

    def check(self, name, proto, inputs, expected, dtype, tolerance, **options):
        self.all += 1
        got = dl.compile(proto, **options)(*inputs)
        got = np.asarray(got, dtype=np.float64)
        expected = expected.astype(dtype).astype(np.float64)
        finite = np.isfinite(expected)
        largest = max(1.0, np.abs(expected[finite]).max(initial=0))
        wrong = np.where(finite, ~(np.abs(got - expected) <= tolerance * largest),
                         ~((got == expected) | (np.isnan(got) & np.isnan(expected))))
        if got.shape == expected.shape and not wrong.any():
            self.right += 1
            return
        at = tuple(np.argwhere(wrong)[0])
        print(f"{name}: expected {expected[at]} at {at}, got {got[at]}; {wrong.sum()} of "
              f"{wrong.size} elements are wrong")


#       x               w             strides dilations pads          extra    group
TRANSPOSED = [
    ((2, 3, 7), (3, 4, 3), [2], [1], [1, 0], [0], 1),
    ((1, 2, 9), (2, 2, 3), [1], [3], [2, 1], [0], 1),
    ((1, 2, 6), (2, 2, 2), [3], [2], [0, 0], [1], 1),
    ((1, 2, 6), (2, 3, 3), [4], [6], [1, 2], [0], 1),
    ((1, 16, 5, 6), (16, 8, 3, 3), [2, 2], [1, 1], [1, 1, 1, 1], [1, 1], 1),
    ((2, 4, 5, 4), (4, 2, 3, 2), [2, 3], [2, 1], [1, 0, 1, 2], [0, 1], 2),
    ((1, 8, 4, 4), (8, 8, 4, 4), [2, 2], [1, 1], [1, 1, 1, 1], [0, 0], 1),
    ((1, 2, 3, 4, 3), (2, 2, 2, 3, 1), [1, 2, 2], [1, 1, 1], [0] * 6, [0] * 3, 1),
]
#        image      block    strides  pads           dilations  channels
COLUMNS = [
    ((9,), (2,), (1,), (1, 1), (2,), 3),
    ((7, 6), (3, 3), (1, 1), (1, 1, 1, 1), (1, 1), 1),
    ((8, 5), (2, 3), (2, 1), (0, 2, 1, 0), (3, 2), 2),
    ((4, 5, 3), (2, 2, 1), (1, 2, 2), (0, 1, 0, 1, 0, 0), (1, 1, 1), 2),
]


def main():
    checks = Checks()
    for i, (x, w, strides, dilations, pads, extra, group) in enumerate(TRANSPOSED):
        # Each type by itself takes long: they take turns.
        for j, name in enumerate(["float32", list(TYPES)[1 + i % 3]]):
            element, dtype, tolerance = TYPES[name]
            given = special(x, dtype)
            bias = rng.uniform(-1, 1, w[1] * group).astype(dtype) if (i + j) % 2 else None
            plain = rng.uniform(-1, 1, w).astype(dtype)
            for what, weights, constants in [("constant", plain, {1}), ("given", plain, {}),
                                             ("infinite constant", special(w, dtype, 1), {1}),
                                             ("infinite", special(w, dtype, 1), {})][j:3 + j]:
                inputs = [given, weights] + ([] if bias is None else [bias])
                proto = model("ConvTranspose", inputs, constants, element, strides=strides,
                              dilations=dilations, pads=pads, output_padding=extra, group=group)
                expected = conv_transpose(given, weights, bias, strides, pads, dilations, extra,
                                          group)
                checks.check(f"ConvTranspose {i} {name} weights {what}", proto,
                             [v for k, v in enumerate(inputs) if k not in constants], expected,
                             dtype, tolerance)
    for i, (image, block, strides, pads, dilations, channels) in enumerate(COLUMNS):
        name = list(TYPES)[(i + 2) % 4]
        element, dtype, tolerance = TYPES[name]
        x = special((2, channels * int(np.prod(block)),
                     columns_of(image, block, strides, pads, dilations)), dtype, 4)
        inputs = [x, np.array(image), np.array(block)]
        proto = model("Col2Im", inputs, {1, 2}, element, strides=strides, pads=pads,
                      dilations=dilations)
        checks.check(f"Col2Im {i} {name}", proto, [x],
                     col2im(x, image, block, strides, pads, dilations), dtype, tolerance)

    # Repeated, or between two elements each: no further one is a term.
    for mode, scale in [("nearest", 3), ("linear", 2)]:
        x = special((1, 2, 6, 5), np.float32)
        scales = np.array([1, 1, scale, scale], np.float32)
        proto = model("Resize", [x, np.array([], np.float32), scales], {1, 2}, TensorProto.FLOAT,
                      open_dims=True, mode=mode)
        if mode == "nearest":
            expected = x.repeat(scale, 2).repeat(scale, 3)
        else:
            expected = x.astype(np.float64)
            for axis in (2, 3):
                size = expected.shape[axis]
                places = (np.arange(size * scale) + 0.5) / scale - 0.5
                low = np.floor(places).astype(int)
                part = (places - low).reshape([-1 if a == axis else 1 for a in range(4)])
                first, second = (expected.take(np.clip(at, 0, size - 1), axis)
                                 for at in (low, low + 1))
                expected = first * (1 - part) + second * part
        checks.check(f"Resize {mode}", proto, [x], expected, np.float32, 1e-5)

    # A filter that is widened to shrink has other numbers of terms at other places.
    x = special((1, 2, 9, 3), np.float32, 2)
    proto = model("Resize", [x, np.array([], np.float32), np.array([1, 2, 4, 3])], {1, 2},
                  TensorProto.FLOAT, mode="linear", antialias=1, exclude_outside=1)
    node = proto.graph.node[0]
    node.input[:] = ["x0", "", "", "x2"]
    expected = np.zeros((1, 2, 4, 3))
    for output in range(4):
        distance = np.abs(np.arange(9) - ((output + 0.5) * 9 / 4 - 0.5)) * 4 / 9
        terms = np.flatnonzero(distance < 1)
        weights = (1 - distance[terms]) / (1 - distance[terms]).sum()
        expected[:, :, output] = (x[:, :, terms] * weights.reshape(-1, 1)).sum(2)
    checks.check("Resize antialias", proto, [x], expected, np.float32, 1e-5)

    # What lies outside of the image is the value, whatever the border's element is.
    x = np.array([[[[np.inf, 1, 2, np.nan]]]], np.float32)
    region = np.array([0, 0, 0, -1, 1, 1, 1, 2], np.float32)
    proto = model("Resize", [x, region, np.array([], np.float32), np.array([1, 1, 1, 10])],
                  {1, 2, 3}, TensorProto.FLOAT, mode="nearest", extrapolation_value=7.0,
                  coordinate_transformation_mode="tf_crop_and_resize")
    places = -3 + np.arange(10)
    expected = np.where((places < 0) | (places > 3), 7, x[..., np.clip(places, 0, 3)])
    checks.check("Resize outside", proto, [x], expected, np.float32, 0)
    print(f"{checks.right} of {checks.all} agree")
    return checks.right != checks.all


if __name__ == "__main__":
    with np.errstate(invalid="ignore"):
        sys.exit(main())
