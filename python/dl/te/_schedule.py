# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules: the steps of a sequence, each with the line that says it."""
from __future__ import annotations

import inspect
import numbers
from collections.abc import Callable, Sequence
from typing import Any

from ._body import format_index
from ._expressions import Axis, Expr, to_expr
from ._function import Function
from ._locations import KernelError, find_caller, quote
from ._tensors import Computed, Placeholder, Tensor


class ScheduledAxis:
    """A loop of a stage: one of its formula's axes, or what steps made of these."""

    def __init__(self, stage: Stage, handle: str, name: str):
        self.stage = stage
        self.handle = handle
        self.name = name

    def __repr__(self) -> str:
        return f"<te.ScheduledAxis {self.name} of {self.stage.name}>"


class Stage:
    """A stage in a schedule. What a step does, and when it is legal, is told by docs/Primitives.md
    and the reference of the dialect; illegal ones are told of when the function is compiled."""

    def __init__(self, schedule: Schedule, handle: str, name: str, tensor: Computed | None):
        self._schedule = schedule
        self.handle = handle
        self.name = name
        self._tensor = tensor

    def __repr__(self) -> str:
        return f"<te.Stage {self.name}>"

    # Axes.

    @property
    def axes(self) -> list[ScheduledAxis]:
        """Those of its formula: of the result, then of the reduction."""
        names = self._get_names()
        made = [ScheduledAxis(self, self._schedule._name_value(name), name) for name in names]
        types = ", ".join(["!schedule.axis"] * len(made))
        handles = ", ".join(axis.handle for axis in made)
        if made:
            self._schedule._add(f"{handles} = schedule.axes {self.handle} : {types}")
        return made

    def axis(self, name: str) -> ScheduledAxis:
        """The axis of that name."""
        if self._tensor and name not in self._get_names():
            raise KernelError(f"expected an axis of '{self.name}' ({', '.join(self._get_names())}), "
                              f"got {name!r}")
        axis = ScheduledAxis(self, self._schedule._name_value(name), name)
        self._schedule._add(f"{axis.handle} = schedule.axis {self.handle}[{quote(name)}]")
        return axis

    __getitem__ = axis

    def _get_names(self) -> list[str]:
        if self._tensor is None:
            raise KernelError(f"expected axes of '{self.name}', which a step made, by their names, as "
                              "stage['i']")
        reduction = self._tensor.reduction
        return [axis.name for axis in [*self._tensor.axes, *(reduction.axes if reduction else [])]]

    def _use(self, axis: Any) -> str:
        if isinstance(axis, str):
            axis = self.axis(axis)
        if isinstance(axis, Axis):
            axis = self.axis(axis.name)
        if not isinstance(axis, ScheduledAxis):
            raise KernelError(f"expected an axis of '{self.name}' or its name, got {axis!r}")
        if axis.stage is not self:
            raise KernelError(f"expected an axis of '{self.name}', got '{axis.name}' of "
                              f"'{axis.stage.name}'")
        return axis.handle

    def _make(self, names: Sequence[str], text: str) -> list[ScheduledAxis]:
        made = [ScheduledAxis(self, self._schedule._name_value(name), name) for name in names]
        self._schedule._add(f"{', '.join(axis.handle for axis in made)} = {text}")
        return made

    def _mark(self, step: str, axis: Any, rest: str = "") -> None:
        used = self._use(axis)
        self._schedule._add(f"schedule.{step} {self.handle}[{used}]{rest}")

    # Steps that change loops.

    def split(self, axis: Any, factor: int | Sequence[int] | None = None, *,
              nparts: int | None = None, tail: str | None = None) -> list[ScheduledAxis]:
        """Outer and inner parts of an axis: inner ones of `factor` iterations, or `nparts` outer ones,
        or one more than a list of factors. `tail` is "peel", "guard", "mask" or "shift"."""
        used = self._use(axis)
        name = axis if isinstance(axis, str) else axis.name
        if (factor is None) == (nparts is None):
            raise KernelError("expected either a factor or nparts of a split")
        if tail not in (None, "peel", "guard", "mask", "shift"):
            raise KernelError(f"expected tail to be peel, guard, mask or shift, got {tail!r}")
        count = 2
        if nparts is not None:
            how = f"nparts {_to_int(nparts, 'nparts')}"
        elif isinstance(factor, (list, tuple)):
            how = "by [" + ", ".join(str(_to_int(part, "factors")) for part in factor) + "]"
            count = len(factor) + 1
        else:
            how = f"by {_to_int(factor, 'the factor')}"
        names = [f"{name}o", f"{name}i"] if count == 2 else [f"{name}{i}" for i in range(count)]
        return self._make(names, f"schedule.split {self.handle}[{used}] {how}"
                          + (f" tail {tail}" if tail else ""))

    def fuse(self, outer: Any, inner: Any) -> ScheduledAxis:
        """One axis of two that are adjacent."""
        text = f"schedule.fuse {self.handle}[{self._use(outer)}, {self._use(inner)}]"
        return self._make([f"{_name_of(outer)}{_name_of(inner)}"], text)[0]

    def reorder(self, *axes: Any) -> None:
        """Puts axes in this order, outer ones first."""
        used = ", ".join(self._use(axis) for axis in axes)
        self._schedule._add(f"schedule.reorder {self.handle}[{used}]")

    def tile(self, x: Any, y: Any, x_factor: int, y_factor: int) -> list[ScheduledAxis]:
        """Splits two axes and puts the inner parts inside: outer x and y, inner x and y."""
        names = [f"{_name_of(x)}o", f"{_name_of(y)}o", f"{_name_of(x)}i", f"{_name_of(y)}i"]
        return self._make(names, f"schedule.tile {self.handle}[{self._use(x)}, {self._use(y)}] by "
                          f"{_to_int(x_factor, 'the factor')}, {_to_int(y_factor, 'the factor')}")

    def vectorize(self, axis: Any) -> None:
        """Lanes of vectors in place of iterations."""
        self._mark("vectorize", axis)

    def unroll(self, axis: Any) -> None:
        """Iterations one after the other in code."""
        self._mark("unroll", axis)

    def parallel(self, axis: Any) -> None:
        """Iterations for threads."""
        self._mark("parallel", axis)

    def bind(self, axis: Any, index: str) -> None:
        """Iterations for blocks or threads of a GPU, as "thread.x"."""
        self._mark("bind", axis, f" to {quote(index)}")

    def tensorize(self, axis: Any, intrinsic: str) -> None:
        """The loops from an axis inwards by an intrinsic, by its name."""
        self._mark("tensorize", axis, f" with @{intrinsic}")

    def loop_partition(self, axis: Any, cuts: Sequence[int]) -> None:
        """Ranges of an axis with loops of their own."""
        self._mark("loop_partition", axis,
                   " at [" + ", ".join(str(_to_int(cut, "cuts")) for cut in cuts) + "]")

    def pad_axis(self, axis: Any, multiple: int) -> None:
        """More iterations, so that they are a multiple."""
        self._mark("pad_axis", axis, f" to {_to_int(multiple, 'the multiple')}")

    def annotate(self, axis: Any, key: str, value: str) -> None:
        """A key and a value that loops carry."""
        self._mark("annotate", axis, f" with {quote(key)} = {quote(value)}")

    def decompose_reduction(self, axis: Any) -> None:
        """Sets accumulators at an axis."""
        used = self._use(axis)
        self._schedule._add(f"schedule.decompose_reduction {self.handle} at [{used}]")

    def rfactor(self, axis: Any) -> Stage:
        """A stage of partial results along a reduction axis."""
        used = self._use(axis)
        return self._schedule._make_stage(f"{self.name}_partial",
                                          f"schedule.rfactor {self.handle}[{used}]")

    # Where a stage is computed, and stored.

    def compute_at(self, consumer: Stage | Tensor, axis: Any) -> None:
        """Computes it inside of a loop of a stage that reads it."""
        other = self._schedule._find(consumer)
        used = other._use(axis)
        self._schedule._add(f"schedule.compute_at {self.handle} at {other.handle}[{used}]")

    def reverse_compute_at(self, producer: Stage | Tensor, axis: Any) -> None:
        """Computes it inside of a loop of a stage that it reads."""
        other = self._schedule._find(producer)
        used = other._use(axis)
        self._schedule._add(f"schedule.reverse_compute_at {self.handle} at {other.handle}[{used}]")

    def compute_inline(self) -> None:
        """Computes its elements where they are read."""
        self._schedule._add(f"schedule.compute_inline {self.handle}")

    def compute_root(self) -> None:
        """Computes it whole, before what reads it."""
        self._schedule._add(f"schedule.compute_root {self.handle}")

    def cache_read(self, tensor: Stage | Tensor) -> Stage:
        """A stage that copies what this one reads of a tensor."""
        return self._schedule._make_stage(
            f"{tensor.name}_cache",
            f"schedule.cache_read {self.handle} reads {self._schedule._find_source(tensor)}")

    def cache_write(self) -> Stage:
        """The formula in a stage of its own, which this one copies."""
        return self._schedule._make_stage(f"{self.name}_cache",
                                          f"schedule.cache_write {self.handle}")

    def transform_layout(self, tensor: Stage | Tensor, layout: Callable[..., Any]) -> None:
        """Reads a tensor in another order: `layout` gives new indices of old ones, as
        lambda k, j: (j // 32, k, j % 32). An operand must be layout_free."""
        source = self._schedule._find_source(tensor)
        self._schedule._add(f"schedule.transform_layout {self.handle} reads {source} by "
                            f"{_format_map(layout)}")

    def set_scope(self, scope: str) -> None:
        """The memory in which it is stored."""
        self._schedule._add(f"schedule.set_scope {self.handle} to {quote(scope)}")

    def storage_align(self, axis: Any, factor: int, offset: int = 0) -> None:
        """Rows of its buffer at a distance modulo a factor."""
        self._mark("storage_align", axis, f" by {_to_int(factor, 'the factor')}"
                   + (f" offset {_to_int(offset, 'the offset', 0)}" if offset else ""))

    def double_buffer(self) -> None:
        """Each step of the loop around computes what the next one needs."""
        self._schedule._add(f"schedule.double_buffer {self.handle}")


class Schedule:
    """The schedule of a function: `s[C]` is a stage. Steps apply in the order in which they are
    called."""

    def __init__(self, function: Function):
        self.function = function
        self._lines: list[str] = []
        self._stages: dict[int, Stage] = {}
        self._counts: dict[str, int] = {}
        self._location = find_caller()

    def __getitem__(self, tensor: Tensor) -> Stage:
        if not any(tensor is stage for stage in self.function.stages):
            names = ", ".join(stage.name for stage in self.function.stages)
            raise KernelError(f"expected a stage of '{self.function.name}' ({names}), got {tensor!r}")
        assert isinstance(tensor, Computed)
        if id(tensor) not in self._stages:
            handle = self._name_value(tensor.name)
            self._stages[id(tensor)] = Stage(self, handle, tensor.name, tensor)
            self._add(f"{handle} = schedule.stage %kernel[{quote(tensor.name)}] : !transform.any_op")
        return self._stages[id(tensor)]

    def to_mlir(self) -> str:
        """The sequence, in a module of sequences."""
        lines = ["module @schedules attributes {transform.with_named_sequence} {",
                 f"  transform.named_sequence @{self.function.name}(%kernel: !transform.any_op "
                 "{transform.readonly}) {",
                 *("    " + line for line in self._lines),
                 "    transform.yield",
                 f"  }} {self._location.to_mlir()}", "}"]
        return "\n".join(lines)

    def _add(self, text: str) -> None:
        self._lines.append(f"{text} {find_caller().to_mlir()}")

    def _name_value(self, name: str) -> str:
        name = "".join(char if char.isalnum() and char.isascii() else "_" for char in name)
        number = self._counts[name] = self._counts.get(name, -1) + 1
        return f"%{name}_{number}"

    def _make_stage(self, name: str, text: str) -> Stage:
        stage = Stage(self, self._name_value(name), name, None)
        self._add(f"{stage.handle} = {text}")
        return stage

    def _find(self, stage: Stage | Tensor) -> Stage:
        return stage if isinstance(stage, Stage) else self[stage]

    def _find_source(self, tensor: Stage | Tensor) -> str:
        """What a stage reads: an operand by its number, or a stage."""
        if isinstance(tensor, Placeholder):
            for number, given in enumerate(self.function.inputs):
                if given is tensor:
                    return f"operand {number}"
            raise KernelError(f"expected an operand of '{self.function.name}', got '{tensor.name}'")
        return self._find(tensor).handle


def create_schedule(function: Function) -> Schedule:
    """A schedule without steps, which the function has from now on. A function without one gets that
    of the rules."""
    if not isinstance(function, Function):
        raise KernelError(f"expected a function made by te.function, got {function!r}")
    function.schedule = Schedule(function)
    return function.schedule


def _name_of(axis: Any) -> str:
    return axis if isinstance(axis, str) else str(getattr(axis, "name", "a"))


def _to_int(value: Any, what: str, least: int = 1) -> int:
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < least:
        raise KernelError(f"expected {what} to be an integer of at least {least}, got {value!r}")
    return int(value)


def _format_map(layout: Callable[..., Any]) -> str:
    names = list(inspect.signature(layout).parameters)
    axes = [Axis(name, 0, False) for name in names]
    results = layout(*axes)
    results = results if isinstance(results, (list, tuple)) else (results,)
    named = {id(axis): axis.name for axis in axes}
    texts = []
    for result in results:
        expr = to_expr(result, "index")
        if not isinstance(expr, Expr) or expr.type != "index":
            raise KernelError(f"expected indices from the layout, got {result!r}")
        texts.append(format_index(expr, named))
    return f"affine_map<({', '.join(names)}) -> ({', '.join(texts)})>"
