# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches whose condition is known."""
from __future__ import annotations

import onnx
from onnx import numpy_helper


def inline_known_branches(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy in which an If on an initializer is the nodes of the branch that is taken."""
    known = {tensor.name: tensor for tensor in model.graph.initializer}
    if not any(node.op_type == "If" and node.input[0] in known for node in model.graph.node):
        return model
    result = onnx.ModelProto()
    result.CopyFrom(model)
    del result.graph.node[:]
    for position, node in enumerate(model.graph.node):
        if node.op_type != "If" or node.input[0] not in known:
            result.graph.node.add().CopyFrom(node)
            continue
        holds = bool(numpy_helper.to_array(known[node.input[0]]).all())
        wanted = "then_branch" if holds else "else_branch"
        branch = next(attribute.g for attribute in node.attribute if attribute.name == wanted)
        _splice(result.graph, branch, list(node.output), f"branch_{position}")
    return result


def _splice(graph: onnx.GraphProto, branch: onnx.GraphProto, outputs: list[str],
            prefix: str) -> None:
    """Appends a branch's nodes; what it makes gets names of its own."""
    made = {name for node in branch.node for name in node.output if name}
    made |= {tensor.name for tensor in branch.initializer}
    names = {name: f"{prefix}/{name}" for name in made}
    for tensor in branch.initializer:
        copy = graph.initializer.add()
        copy.CopyFrom(tensor)
        copy.name = names[tensor.name]
    for node in branch.node:
        copy = graph.node.add()
        copy.CopyFrom(node)
        _rename(copy, names)
    for output, info in zip(outputs, branch.output):
        if output:
            graph.node.append(onnx.helper.make_node(
                "Identity", [names.get(info.name, info.name)], [output]))


def _rename(node: onnx.NodeProto, names: dict[str, str]) -> None:
    """Names that a node uses, those that its own graphs use of the outside included."""
    node.input[:] = [names.get(name, name) for name in node.input]
    node.output[:] = [names.get(name, name) for name in node.output]
    for attribute in node.attribute:
        if attribute.HasField("g"):
            inner = attribute.g
            own = {info.name for info in inner.input}
            own |= {tensor.name for tensor in inner.initializer}
            own |= {name for child in inner.node for name in child.output}
            outer = {name: new for name, new in names.items() if name not in own}
            for child in inner.node:
                _rename(child, outer)
            for info in inner.output:
                info.name = outer.get(info.name, info.name)
