# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel of stages, with a model that calls it."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._errors import CompileError
from ._body import BodyWriter
from ._locations import KernelError, find_caller, quote
from ._tensors import Computed, Placeholder, Tensor

if TYPE_CHECKING:
    from ._schedule import Schedule

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class Function:
    """A kernel: operands, stages and results. `dl.compile` takes it as a model whose inputs and
    outputs have the names of these."""

    def __init__(self, inputs: Sequence[Placeholder], outputs: Mapping[str, Computed], name: str):
        self.name = name
        self.inputs = list(inputs)
        self.outputs = dict(outputs)
        self.schedule: Schedule | None = None
        self.location = find_caller()
        self.stages = _find_stages(self.inputs, list(outputs.values()))

    def to_mlir(self) -> str:
        """The kernel, @main that calls it, and the sequence of its schedule, where it has one."""
        parts = [self._format_kernel(), self._format_main()]
        if self.schedule:
            parts.append(self.schedule.to_mlir())
        return "\n".join(parts) + "\n"

    def ir(self, level: str = "te") -> str:
        """The text of a level (see Model.ir), without compiling further: graph is none of them.
        Wrong steps of the schedule are a CompileError at their lines from "loops" on."""
        from .._compile import build
        from .._options import Options
        from .._program import make_folder
        from .._source import Source
        with make_folder() as folder:
            result, _ = build(Source.of(self), Options(), level, folder, weights=False,
                              locations=False)
        if not result.success:
            raise CompileError(result.diagnostics)
        return result.text

    def __repr__(self) -> str:
        inputs = ", ".join(f"{tensor.name}: {tensor.to_mlir()}" for tensor in self.inputs)
        return f"<te.Function {self.name}({inputs}), {len(self.stages)} stages>"

    def _format_arguments(self, is_main: bool) -> str:
        parts = []
        for tensor in self.inputs:
            attributes = [f"dl.name = {quote(tensor.name)}"] if is_main else \
                ["te.layout_free"] if tensor.layout_free else []
            parts.append(f"%{tensor.name}: {tensor.to_mlir()}{_braces(attributes)} "
                         f"{tensor.location.to_mlir()}")
        for i, (name, stage) in enumerate(self.outputs.items()):
            attributes = ["te.destination", *([f"dl.name = {quote(name)}"] if is_main else [])]
            parts.append(f"%out.{i}: {stage.to_mlir()}{_braces(attributes)}")
        return ", ".join(parts)

    def _format_kernel(self) -> str:
        types = ", ".join(stage.to_mlir() for stage in self.outputs.values())
        attributes = ["te.kernel"]
        if self.schedule:
            attributes.append(f"schedule.sequence = @schedules::@{self.name}")
        names = {id(tensor): f"%{tensor.name}" for tensor in self.inputs}
        lines = [f"func.func private @{self.name}({self._format_arguments(False)}) -> ({types}) "
                 f"attributes {{{', '.join(attributes)}}} {{"]
        for number, stage in enumerate(self.stages):
            names[id(stage)] = f"%stage.{number}"
            lines += _format_stage(stage, names)
        results = ", ".join(names[id(stage)] for stage in self.outputs.values())
        lines.append(f"  return {results} : {types}")
        lines.append(f"}} {self.location.to_mlir()}")
        return "\n".join(lines)

    def _format_main(self) -> str:
        types = ", ".join(stage.to_mlir() for stage in self.outputs.values())
        results = ", ".join(f"{stage.to_mlir()} {{dl.name = {quote(name)}}}"
                            for name, stage in self.outputs.items())
        arguments = [f"%{tensor.name}" for tensor in self.inputs]
        arguments += [f"%out.{i}" for i in range(len(self.outputs))]
        given = ", ".join(tensor.to_mlir() for tensor in self.inputs)
        given = ", ".join(filter(None, (given, types)))
        count = len(self.outputs)
        values = ", ".join("%call.r" if count == 1 else f"%call.r#{i}" for i in range(count))
        call = self.location.to_mlir("+".join(stage.name for stage in self.stages))
        return "\n".join([
            f"func.func @main({self._format_arguments(True)}) -> ({results}) {{",
            f"  %call.r{'' if count == 1 else f':{count}'} = call @{self.name}({', '.join(arguments)}) : "
            f"({given}) -> ({types}) {call}",
            f"  return {values} : {types}",
            f"}} {self.location.to_mlir()}"])


def _braces(attributes: list[str]) -> str:
    return f" {{{', '.join(attributes)}}}" if attributes else ""


def _format_stage(stage: Computed, names: Mapping[int, str]) -> list[str]:
    axes = ", ".join(f"{axis.name} = {axis.extent}" for axis in stage.axes)
    reduction = ""
    parameters = [f"%{axis.name}: index" for axis in stage.axes]
    if stage.reduction:
        over = ", ".join(f"{axis.name} = {axis.extent}" for axis in stage.reduction.axes)
        reduction = f" reduce({over}) combine({stage.reduction.combiner})"
        parameters += [f"%{axis.name}: index" for axis in stage.reduction.axes]
    lines = [f"  {names[id(stage)]} = te.compute {quote(stage.name)} axes({axes}){reduction} : "
             f"{stage.to_mlir()} {{",
             f"  ^bb0({', '.join(parameters)}):" if parameters else "  ^bb0:"]
    lines += ["    " + line for line in BodyWriter(stage, names).lines]
    lines.append(f"  }} {stage.location.to_mlir()}")
    return lines


def _find_stages(inputs: Sequence[Placeholder], outputs: Sequence[Computed]) -> list[Computed]:
    """What results are computed of, in the order in which it was made."""
    left: list[Tensor] = list(outputs)
    found: dict[int, Computed] = {}
    while left:
        tensor = left.pop()
        if id(tensor) in found or any(tensor is given for given in inputs):
            continue
        if not isinstance(tensor, Computed):
            raise KernelError(f"expected '{tensor.name}', which a stage reads, to be among the "
                              "operands of te.function")
        found[id(tensor)] = tensor
        left += _find_reads(tensor)
    return sorted(found.values(), key=lambda stage: stage.order)


def _find_reads(stage: Computed) -> list[Tensor]:
    left, seen, reads = [stage.value], set(), []
    while left:
        expr = left.pop()
        if id(expr) in seen:
            continue
        seen.add(id(expr))
        left += expr.operands
        if expr.op == "read":
            reads.append(expr.attributes["tensor"])
    return reads


def function(inputs: Sequence[Tensor], outputs: Any, name: str = "kernel") -> Function:
    """A kernel that computes `outputs` (a list of stages, or these by the names that results have) of
    placeholders."""
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name in ("main", "schedules"):
        raise KernelError("expected the name of a kernel to be letters, digits and _, and not main or schedules, "
                          f"got {name!r}")
    placeholders = []
    for tensor in inputs:
        if not isinstance(tensor, Placeholder):
            raise KernelError(f"expected operands made by te.placeholder, got {tensor!r}")
        placeholders.append(tensor)
    if isinstance(outputs, Tensor):
        outputs = [outputs]
    if not isinstance(outputs, Mapping):
        outputs = {getattr(stage, "name", ""): stage for stage in outputs}
    if not outputs:
        raise KernelError("expected at least one result of a kernel, got none")
    for stage in outputs.values():
        if not isinstance(stage, Computed):
            raise KernelError(f"expected results made by te.compute, got {stage!r}")
    names = [tensor.name for tensor in placeholders]
    for repeated in {one for one in names if names.count(one) > 1}:
        raise KernelError(f"expected operands of different names, got '{repeated}' twice")
    return Function(placeholders, outputs, name)
