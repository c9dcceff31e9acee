# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folding of nodes whose inputs are known, by onnx's reference evaluator."""
from __future__ import annotations

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

# Weights are left to the compiler: these are for shapes and what they are made of.
_MAX_ELEMENTS = 4096
_IMPURE = {"Bernoulli", "Dropout", "Multinomial", "RandomNormal", "RandomNormalLike",
           "RandomUniform", "RandomUniformLike"}


def fold_constants(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy in which small constant nodes, and shapes that are known, are initializers.

    Shapes are those that the model states: run shape inference before.
    """
    result = onnx.ModelProto()
    result.CopyFrom(model)
    graph = result.graph
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer
             if _is_small(tensor)}
    shapes = {info.name: shape for info in [*graph.input, *graph.value_info, *graph.output]
              if (shape := _static_shape(info)) is not None}
    shapes |= {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    opsets = result.opset_import
    outputs = {info.name for info in graph.output}
    left = []
    for node in graph.node:
        values = _evaluate(node, known, shapes, opsets)
        if values is None:
            left.append(node)
            continue
        for name, value in values.items():
            known[name] = value
            shapes[name] = value.shape
            graph.initializer.append(numpy_helper.from_array(value, name))
    # An output that is a constant still has to be made by a node.
    for name in sorted(outputs & {tensor.name for tensor in graph.initializer}):
        tensor = next(tensor for tensor in graph.initializer if tensor.name == name)
        value = onnx.TensorProto()
        value.CopyFrom(tensor)
        graph.initializer.remove(tensor)
        left.append(onnx.helper.make_node("Constant", [], [name], value=value))
    left = [onnx.NodeProto.FromString(node.SerializeToString()) for node in left]
    del graph.node[:]
    graph.node.extend(_sorted(left))
    return result


def _sorted(nodes: list[onnx.NodeProto]) -> list[onnx.NodeProto]:
    """Constants first: they need nothing, and others may use them."""
    return sorted(nodes, key=lambda node: node.op_type != "Constant")


def _is_small(tensor: onnx.TensorProto) -> bool:
    return (int(np.prod(tensor.dims, dtype=np.float64)) <= _MAX_ELEMENTS
            and tensor.data_location != onnx.TensorProto.EXTERNAL
            and tensor.data_type != onnx.TensorProto.STRING)


def _static_shape(info: onnx.ValueInfoProto) -> tuple[int, ...] | None:
    tensor = info.type.tensor_type
    if not info.type.HasField("tensor_type") or not tensor.HasField("shape"):
        return None
    if any(not dim.HasField("dim_value") for dim in tensor.shape.dim):
        return None
    return tuple(dim.dim_value for dim in tensor.shape.dim)


def _evaluate(node: onnx.NodeProto, known: dict[str, np.ndarray],
              shapes: dict[str, tuple[int, ...]],
              opsets: list[onnx.OperatorSetIdProto]) -> dict[str, np.ndarray] | None:
    """The outputs of a node, or None where they are not known here."""
    if node.op_type in _IMPURE or node.domain not in ("", "ai.onnx"):
        return None
    if any(attribute.HasField("g") for attribute in node.attribute):
        return None
    if node.op_type in ("Shape", "Size") and node.input[0] in shapes:
        feeds = {node.input[0]: np.broadcast_to(np.float32(0), shapes[node.input[0]])}
    elif all(name in known for name in node.input if name):
        feeds = {name: known[name] for name in node.input if name}
    else:
        return None
    names = [name for name in node.output if name]
    graph = onnx.helper.make_graph(
        [node], "fold", [onnx.helper.make_value_info(name, onnx.TypeProto()) for name in feeds],
        [onnx.helper.make_value_info(name, onnx.TypeProto()) for name in names])
    try:
        evaluator = ReferenceEvaluator(onnx.helper.make_model(graph, opset_imports=opsets))
        with np.errstate(all="ignore"):
            results = evaluator.run(None, feeds)
    except Exception:  # the compiler says what is wrong with a node, in its own words
        return None
    if not all(isinstance(value, (np.ndarray, np.generic)) for value in results):
        return None
    values = {name: np.asarray(value) for name, value in zip(names, results)}
    if any(value.size > _MAX_ELEMENTS or value.dtype.kind in "OUS" for value in values.values()):
        return None
    return values
