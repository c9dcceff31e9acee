# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that neither onnxruntime nor onnx's reference evaluator computes as onnx says, most of
them only in f64.

Each function takes a node and its inputs and returns its outputs."""

import math

import numpy as np


def attributes(node):
    return {entry.name: entry.i for entry in node.attribute}


def erf(node, x):
    """The reference evaluator rounds to f32, onnxruntime has none."""
    return [np.vectorize(math.erf, otypes=[np.float64])(x).reshape(x.shape)]


def gelu(node, x):
    """The reference evaluator's is made of its erf."""
    form = next((entry.s for entry in node.attribute if entry.name == "approximate"), b"none")
    if form == b"tanh":
        return [x / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))]
    tail = np.vectorize(math.erfc, otypes=[np.float64])(-x / math.sqrt(2))
    return [(x / 2 * tail).reshape(x.shape)]


def global_lp_pool(node, x):
    """There is none of f64."""
    p = attributes(node).get("p", 2)
    wide, axes = np.abs(x.astype(np.longdouble)), tuple(range(2, x.ndim))
    norm = (wide**p).sum(axes, keepdims=True) ** (np.longdouble(1) / p)
    return [norm.astype(x.dtype)]


def lp_normalization(node, x):
    """Squares vanish or overflow in the evaluators' f64."""
    settings = attributes(node)
    wide, axis, p = x.astype(np.longdouble), settings.get("axis", -1), settings.get("p", 2)
    norm = (np.abs(wide) ** p).sum(axis, keepdims=True) ** (np.longdouble(1) / p)
    return [(wide / np.where(norm == 0, 1, norm)).astype(np.float64)]


def lrn(node, x):
    """onnxruntime takes differences of f32 running sums, the reference evaluator other channels."""
    floats = {entry.name: entry.f for entry in node.attribute}
    size, channels = attributes(node)["size"], x.shape[1]
    squares = x.astype(np.float64) ** 2
    sums = np.zeros_like(squares)
    for channel in range(channels):
        first, last = channel - (size - 1) // 2, channel + size // 2
        sums[:, channel] = squares[:, max(first, 0) : last + 1].sum(1)
    scale = floats.get("bias", 1.0) + floats.get("alpha", 1e-4) / size * sums
    return [(x / scale ** floats.get("beta", 0.75)).astype(x.dtype)]


def mean_variance_normalization(node, x):
    """Both subtract the square of the mean from the mean of squares, which cancels or overflows."""
    axes = next((tuple(entry.ints) for entry in node.attribute if entry.name == "axes"), (0, 2, 3))
    wide = x.astype(np.longdouble)
    centred = wide - wide.mean(axes, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axes, keepdims=True))
    return [(centred / (deviation + 1e-9)).astype(x.dtype)]


def one_hot(node, indices, depth, values):
    """Both multiply by the difference of the values, which may be infinite."""
    depth, axis = int(depth.ravel()[0]), attributes(node).get("axis", -1)
    places = np.where(indices < 0, indices + depth, indices)
    hot = np.arange(depth) == places[..., None]
    return [np.where(np.moveaxis(hot, -1, axis), values[1], values[0]).astype(values.dtype)]


def prelu(node, x, slope):
    """Both multiply 0 by the slope, which may be infinite or NaN."""
    return [np.where(x < 0, x * slope, x)]


def q_linear_mat_mul(node, a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero):
    """onnxruntime's sums of products saturate without VNNI; the reference evaluator multiplies them
    by the f32 ratio of the scales in f64, so that ties are none."""
    scales = [scale.astype(np.float32) for scale in (a_scale, b_scale, y_scale)]
    if any(scale.size != 1 for scale in scales) or not np.issubdtype(y_zero.dtype, np.integer):
        return None
    sums = (a.astype(np.int64) - a_zero) @ (b.astype(np.int64) - b_zero)
    of_a, of_b, of_y = (scale.ravel()[0] for scale in scales)
    ratio = of_a * of_b / of_y
    limits = np.iinfo(y_zero.dtype)
    result = np.rint(sums.astype(np.float32) * ratio) + y_zero
    return [np.clip(result, limits.min, limits.max).astype(y_zero.dtype)]


def reduce_log_sum_exp(node, x, axes=None):
    """The reference evaluator takes the largest element from all, which is NaN where that is
    infinite: the sum of e to the power of -inf is 0, and its logarithm -inf."""
    settings = attributes(node)
    if axes is None:
        axes = next((entry.ints for entry in node.attribute if entry.name == "axes"), [])
    if len(axes) == 0 and settings.get("noop_with_empty_axes", 0):
        axes = ()
    else:
        axes = tuple(int(axis) for axis in axes) or tuple(range(x.ndim))
    wide = x.astype(np.float64)
    largest = wide.max(axes, keepdims=True, initial=-np.inf)
    offset = np.where(np.isinf(largest), 0, largest)
    result = np.log(np.exp(wide - offset).sum(axes, keepdims=True)) + offset
    keeps = settings.get("keepdims", 1)
    return [(result if keeps else result.squeeze(axes)).astype(x.dtype)]


def resize(node, x, roi=None, scales=None, sizes=None):
    """onnxruntime computes the places of f64's elements in f32; linear ones alone are here."""
    texts = {entry.name: entry.s.decode() for entry in node.attribute}
    how = texts.get("coordinate_transformation_mode", "half_pixel")
    if node.op_type == "Upsample" or len(node.input) == 2:  # of Resize-10: (x, scales)
        scales, how = roi, "asymmetric"
    if scales is None and sizes is None:
        scales = next((entry.floats for entry in node.attribute if entry.name == "scales"), None)
    others = {"antialias", "axes", "keep_aspect_ratio_policy"}
    known = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric")
    if texts.get("mode") != "linear" or others & set(texts) or how not in known:
        return None
    for axis, extent in enumerate(x.shape):
        if scales is not None and len(scales):
            scale, size = float(scales[axis]), math.floor(extent * float(scales[axis]))
        else:
            scale, size = int(sizes[axis]) / extent, int(sizes[axis])
        if how == "align_corners" and size != extent * scale:
            return None
        if size == extent and scale == 1:
            continue
        places = np.arange(size, dtype=np.float64)
        if how == "align_corners":
            places *= (extent - 1) / max(size - 1, 1)
        elif how == "asymmetric":
            places /= scale
        else:
            places = (places + 0.5) / scale - 0.5
            if how == "pytorch_half_pixel" and size == 1:
                places[:] = 0
        below = np.floor(places)
        share = (places - below).reshape([-1 if i == axis else 1 for i in range(x.ndim)])
        low, high = (np.clip(below + step, 0, extent - 1).astype(int) for step in (0, 1))
        x = np.take(x, low, axis) * (1 - share) + np.take(x, high, axis) * share
    return [x]


def scatter_nd(node, data, indices, updates):
    """onnxruntime loses NaN in minima and maxima, and has none of 16 bits."""
    reduction = next((entry.s for entry in node.attribute if entry.name == "reduction"), b"none")
    join = {b"min": np.minimum, b"max": np.maximum}.get(reduction)
    if join is None:
        return None
    result = data.copy()
    join.at(result, tuple(np.moveaxis(indices, -1, 0)), updates)
    return [result]


def shrink(node, x):
    """onnxruntime computes in f32."""
    settings = {entry.name: entry.f for entry in node.attribute}
    bias, bound = settings.get("bias", 0.0), settings.get("lambd", 0.5)
    return [np.where(x < -bound, x + bias, np.where(x > bound, x - bias, 0.0))]


FORMULAS = {
    "Erf": erf,
    "Gelu": gelu,
    "GlobalLpPool": global_lp_pool,
    "LRN": lrn,
    "LpNormalization": lp_normalization,
    "MeanVarianceNormalization": mean_variance_normalization,
    "OneHot": one_hot,
    "PRelu": prelu,
    "QLinearMatMul": q_linear_mat_mul,
    "ReduceLogSumExp": reduce_log_sum_exp,
    "Resize": resize,
    "ScatterND": scatter_nd,
    "Shrink": shrink,
    "Upsample": resize,
}


OF_ALL_TYPES = {
    "LRN",
    "MeanVarianceNormalization",
    "OneHot",
    "PRelu",
    "QLinearMatMul",
    "ReduceLogSumExp",
    "ScatterND",
}


def evaluate_formula(node, arrays):
    """The outputs of a node that has a formula here for its types, or None."""
    formula = FORMULAS.get(node.op_type)
    is_f64 = all(array.dtype in (np.float64, np.int64) for array in arrays.values())
    if formula is None or not (is_f64 or node.op_type in OF_ALL_TYPES):
        return None
    with np.errstate(all="ignore"):
        return formula(node, *(arrays.get(name) for name in node.input))
