# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The normal form of ONNX models: what the onnx package can take off the compiler."""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import onnx
import onnx.defs
import onnx.inliner
import onnx.shape_inference
import onnx.version_converter

from .. import _native
from .branches import inline_known_branches
from .fold import fold_constants

# Functions that expand into functions; more would be a cycle.
_MAX_DEPTH = 8
# Functions whose bodies are loops: worth it only where they cannot be folded.
_LOOPS = {"Range", "SequenceMap"}
_LOCAL_DOMAIN = "dl.local"


def normalize(model: onnx.ModelProto) -> onnx.ModelProto:
    """A model that means the same, in operators that the compiler knows.

    Local functions are inlined; operators that the compiler does not import, but whose
    schema is a function of others, are expanded; if some are still unknown, the model
    is converted to the newest opset that the onnx package has. Shapes are inferred, small
    constant nodes folded, and branches whose condition is known taken. An operator that the
    compiler imports is never expanded: its own form is computed wider and with less
    cancellation than the body that onnx gives. Steps that onnx cannot do are left out: what
    is in the way then is what the compiler's messages name.
    """
    if model.functions:
        model = onnx.inliner.inline_local_functions(model)
    model = _expand_functions(model)
    if _unsupported(model):
        newest = onnx.defs.onnx_opset_version()
        if (version := _opset(model)) and version < newest:
            converted = _try(lambda: onnx.version_converter.convert_version(model, newest), model)
            converted = _expand_functions(converted)
            if not _unsupported(converted):
                model = converted
    # With constants in place there is more to infer, and the other way round.
    for _ in range(_MAX_DEPTH):
        before = [node.op_type for node in model.graph.node]
        model = _try(lambda: onnx.shape_inference.infer_shapes(model, data_prop=True), model)
        model = inline_known_branches(fold_constants(model))
        if [node.op_type for node in model.graph.node] == before:
            break
    return _expand_functions(model, loops=True)


def _try(step: Callable[[], onnx.ModelProto], otherwise: onnx.ModelProto) -> onnx.ModelProto:
    try:
        return step()
    except Exception:  # onnx raises RuntimeError, ValueError and errors of its own
        return otherwise


@functools.cache
def _supported() -> dict[str, list[int]]:
    """Since-versions by operator."""
    table = {}
    for line in _native.supported_operators().splitlines():
        _domain, name, *versions = line.split()
        table[name] = [int(version) for version in versions]
    return table


def _opset(model: onnx.ModelProto) -> int:
    versions = [entry.version for entry in model.opset_import if entry.domain in ("", "ai.onnx")]
    return versions[0] if versions else 0


def _nodes(graph: onnx.GraphProto) -> Iterator[onnx.NodeProto]:
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from _nodes(attribute.g)


def _operators(model: onnx.ModelProto) -> set[tuple[str, str]]:
    """Domain and name of the operators of a model."""
    return {("" if node.domain == "ai.onnx" else node.domain, node.op_type)
            for node in _nodes(model.graph)}


def _unsupported(model: onnx.ModelProto) -> set[tuple[str, str]]:
    """Those that the compiler does not import."""
    return {(domain, name) for domain, name in _operators(model)
            if domain or not _imports(name, _opset(model))}


def _imports(name: str, opset: int) -> bool:
    try:
        since = onnx.defs.get_schema(name, opset, "").since_version
    except onnx.defs.SchemaError:
        return False
    return since in _supported().get(name, [])


def _expand_functions(model: onnx.ModelProto, loops: bool = False) -> onnx.ModelProto:
    for _ in range(_MAX_DEPTH):
        names = [(domain, name) for domain, name in sorted(_unsupported(model))
                 if (loops or name not in _LOOPS) and _has_body(domain, name, _opset(model))]
        if not names:
            return model
        # Bodies that depend on the inputs' types need those.
        typed = _try(lambda: onnx.shape_inference.infer_shapes(model), model)
        typed = _with_default_attributes(typed, set(names))
        typed = _try(lambda: _with_local_bodies(typed, set(names)), typed)
        expanded = _try(lambda: onnx.inliner.inline_selected_functions(
            typed, names, inline_schema_functions=True), model)
        if expanded is model:
            return model
        model = expanded
    return model


def _with_default_attributes(model: onnx.ModelProto,
                             names: set[tuple[str, str]]) -> onnx.ModelProto:
    """A copy in which nodes say what their schemas leave to defaults, for the inliner."""
    result = onnx.ModelProto()
    result.CopyFrom(model)
    for node in _nodes(result.graph):
        domain = "" if node.domain == "ai.onnx" else node.domain
        if (domain, node.op_type) not in names:
            continue
        schema: Any = onnx.defs.get_schema(node.op_type, _opset(model), domain)
        given = {attribute.name for attribute in node.attribute}
        node.attribute.extend(attribute.default_value
                              for name, attribute in sorted(schema.attributes.items())
                              if name not in given and attribute.default_value.name)
    return result


def _with_local_bodies(model: onnx.ModelProto, names: set[tuple[str, str]]) -> onnx.ModelProto:
    """A copy in which nodes that leave out inputs in the middle are calls of local functions.

    The inliner asks for the types of all inputs of a node, those that are not there
    included; bodies of local functions need none.
    """
    result = onnx.ModelProto()
    result.CopyFrom(model)
    types = {info.name: info.type
             for info in [*result.graph.input, *result.graph.value_info, *result.graph.output]}
    for tensor in result.graph.initializer:
        types.setdefault(tensor.name, onnx.helper.make_tensor_type_proto(
            tensor.data_type, tuple(tensor.dims)))
    for position, node in enumerate(result.graph.node):
        domain = "" if node.domain == "ai.onnx" else node.domain
        if (domain, node.op_type) not in names or "" not in node.input:
            continue
        schema: Any = onnx.defs.get_schema(node.op_type, _opset(model), domain)
        if not schema.has_context_dependent_function:
            continue
        body = onnx.FunctionProto.FromString(schema.get_context_dependent_function(
            node.SerializeToString(),
            [types.get(name, onnx.TypeProto()).SerializeToString() for name in node.input]))
        body.name, body.domain = f"{node.op_type}_{position}", _LOCAL_DOMAIN
        node.op_type, node.domain = body.name, body.domain
        result.functions.append(body)
    if len(result.functions) == len(model.functions):
        return model
    result.opset_import.add(domain=_LOCAL_DOMAIN, version=1)
    result = onnx.inliner.inline_local_functions(result)
    for entry in [entry for entry in result.opset_import if entry.domain == _LOCAL_DOMAIN]:
        result.opset_import.remove(entry)
    return result


def _has_body(domain: str, name: str, opset: int) -> bool:
    try:
        schema: Any = onnx.defs.get_schema(name, opset, domain)
    except onnx.defs.SchemaError:
        return False
    return bool(schema.has_function or schema.has_context_dependent_function)
