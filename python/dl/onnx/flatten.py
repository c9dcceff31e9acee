# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models without sequences and optionals as inputs."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

import onnx

Shape = Sequence[Union[int, None]]


def has_structures(model: onnx.ModelProto) -> bool:
    """Whether an input is a sequence or an optional."""
    return any(_kind(info.type) in ("sequence_type", "optional_type")
               for info in model.graph.input)


def flatten(model: onnx.ModelProto,
            structures: Mapping[str, Shape | Sequence[Shape] | None]) -> onnx.ModelProto:
    """A copy that takes tensors where the model takes sequences and optionals.

    `structures` says what these are: of a sequence the shapes of its elements, which become the
    inputs "x.0", "x.1" …, of an optional tensor its shape, and None of an optional that is not
    there, which is no input any more. A dim that is None stays open.
    """
    result = onnx.ModelProto()
    result.CopyFrom(model)
    del result.graph.input[:]
    nodes = []
    for info in model.graph.input:
        if _kind(info.type) not in ("sequence_type", "optional_type"):
            result.graph.input.add().CopyFrom(info)
            continue
        if info.name not in structures:
            raise ValueError(f"expected the structure of the input '{info.name}': the shapes of "
                             f"its elements, or None; got those of {sorted(structures)}")
        inputs, node = _flatten_input(info, structures[info.name])
        result.graph.input.extend(inputs)
        nodes += [node] if node else []
    nodes += [onnx.NodeProto.FromString(node.SerializeToString()) for node in model.graph.node]
    del result.graph.node[:]
    result.graph.node.extend(nodes)
    # What was inferred for other shapes does not hold.
    del result.graph.value_info[:]
    return result


def get_structure(value: Any) -> Any:
    """The structure of a value, as `flatten` takes it."""
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        return tuple(tuple(element.shape) for element in value)
    return tuple(value.shape)


def group_outputs(model: onnx.ModelProto, arrays: Mapping[str, Any]) -> list[Any]:
    """The outputs that a model declares, with those of a sequence as a list."""
    results: list[Any] = []
    for info in model.graph.output:
        if info.name in arrays:
            results.append(arrays[info.name])
            continue
        elements: list[Any] = []
        while (name := f"{info.name}.{len(elements)}") in arrays:
            elements.append(arrays[name])
        results.append(elements)
    return results


def _kind(type: onnx.TypeProto) -> str | None:
    kind: str | None = type.WhichOneof("value")
    return kind


def _flatten_input(info: onnx.ValueInfoProto, structure: Any) \
        -> tuple[list[onnx.ValueInfoProto], onnx.NodeProto | None]:
    """The inputs in the place of one, and the node that makes the one of them."""
    type = info.type
    is_optional = _kind(type) == "optional_type"
    if is_optional:
        type = type.optional_type.elem_type
        if structure is None:
            return [], onnx.helper.make_node("Optional", [], [info.name], type=type)
    if _kind(type) == "tensor_type":
        return [_make_input(info.name, type, structure)], None
    if _kind(type) != "sequence_type" or structure is None:
        raise ValueError(f"expected a sequence of tensors or an optional tensor for the input "
                         f"'{info.name}', got {structure!r}")
    element = type.sequence_type.elem_type
    names = [f"{info.name}.{position}" for position in range(len(structure))]
    inputs = [_make_input(name, element, shape) for name, shape in zip(names, structure)]
    if not names:
        return [], onnx.helper.make_node("SequenceEmpty", [], [info.name],
                                         dtype=element.tensor_type.elem_type)
    return inputs, onnx.helper.make_node("SequenceConstruct", names, [info.name])


def _make_input(name: str, type: onnx.TypeProto, shape: Shape) -> onnx.ValueInfoProto:
    return onnx.helper.make_tensor_value_info(name, type.tensor_type.elem_type, list(shape))
