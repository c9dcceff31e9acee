# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Binding a model's inputs to values or shapes."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
from onnx import numpy_helper

from .._arrays import TensorInfo


def describe(model: onnx.ModelProto, sizes: Mapping[str, int] | None = None) \
        -> tuple[list[TensorInfo], list[TensorInfo]]:
    """Inputs (those without an initializer) and outputs as the model declares them, with the
    `sizes` of dims that it leaves open, by their names or as "input.0"."""
    given = {tensor.name for tensor in model.graph.initializer}
    return ([_describe(info, sizes or {}) for info in model.graph.input if info.name not in given],
            [_describe(info, sizes or {}) for info in model.graph.output])


def _describe(info: onnx.ValueInfoProto, sizes: Mapping[str, int]) -> TensorInfo:
    if not info.type.HasField("tensor_type"):
        return TensorInfo(info.name, np.dtype(object), ())
    tensor = info.type.tensor_type
    shape = tuple(dim.dim_value if dim.HasField("dim_value") and dim.dim_value >= 0
                  else sizes.get(f"{info.name}.{axis}", sizes.get(dim.dim_param))
                  for axis, dim in enumerate(tensor.shape.dim))
    try:
        dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
    except (KeyError, ValueError):
        dtype = np.dtype(object)
    return TensorInfo(info.name, np.dtype(dtype), shape)


def bind_inputs(model: onnx.ModelProto, values: Mapping[str, np.ndarray],
                shapes: Mapping[str, tuple[int, ...]] = {}) -> onnx.ModelProto:
    """A copy with some inputs as initializers and shapes for others."""
    result = onnx.ModelProto()
    result.CopyFrom(model)
    graph = result.graph
    for info in [info for info in graph.input if info.name in values]:
        graph.input.remove(info)
    for name, value in values.items():
        graph.initializer.append(numpy_helper.from_array(np.asarray(value), name))
    for info in graph.input:
        if info.name in shapes:
            shape = info.type.tensor_type.shape
            shape.Clear()
            for extent in shapes[info.name]:
                shape.dim.add().dim_value = extent
    # What was inferred for other shapes does not hold.
    del graph.value_info[:]
    return result
