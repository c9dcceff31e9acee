# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of a kernel: operands, and stages that are computed element by element."""
from __future__ import annotations

import inspect
import itertools
import numbers
import re
from collections.abc import Callable, Sequence
from typing import Any

from ._expressions import Axis, Expr, read, to_expr, to_type
from ._locations import KernelError, find_caller

_counter = itertools.count()
_STAGE_NAME = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
_AXIS_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class Tensor:
    """An operand of a kernel, or what a stage makes: `A[i, j]` in a formula is an element."""

    # numpy leaves operators to this.
    __array_ufunc__ = None

    def __init__(self, shape: tuple[int, ...], type: str, name: str):
        self.shape = shape
        self.type = type
        self.name = name
        self.location = find_caller()
        self.order = next(_counter)

    def __getitem__(self, indices: Any) -> Expr:
        return read(self, indices)

    def __iter__(self) -> Any:
        raise KernelError(f"expected an element of '{self.name}', as {self.name}[i], got the whole")

    def read(self, *indices: Any, where: Any, otherwise: Any = 0) -> Expr:
        """An element where comparisons of indices hold, as `where=[i >= 1, i < 9]`, and `otherwise`
        elsewhere, where memory is not touched: padding."""
        return read(self, indices, where, otherwise)

    def to_mlir(self) -> str:
        """The type."""
        return f"tensor<{''.join(f'{dim}x' for dim in self.shape)}{self.type}>"

    def __repr__(self) -> str:
        return f"<te.Tensor {self.name}: {self.to_mlir()}>"


class Placeholder(Tensor):
    """An operand."""

    def __init__(self, shape: tuple[int, ...], type: str, name: str, layout_free: bool):
        super().__init__(shape, type, name)
        self.layout_free = layout_free


class Computed(Tensor):
    """A stage."""

    def __init__(self, shape: tuple[int, ...], name: str, axes: Sequence[Axis],
                 formula: Reduction | Expr):
        self.axes = list(axes)
        self.reduction = formula if isinstance(formula, Reduction) else None
        self.value: Expr = formula.value if isinstance(formula, Reduction) else formula
        super().__init__(shape, self.value.type, name)


class Reduction:
    """A value combined over axes; the whole of a formula."""

    def __init__(self, combiner: str, value: Any, axis: Any):
        name = {"add": "sum", "mul": "prod"}.get(combiner, combiner)
        axes = list(axis) if isinstance(axis, (list, tuple)) else [axis]
        for part in axes:
            if not isinstance(part, Axis) or not part.is_reduction:
                what = f"axis '{part.name}' of the result" if isinstance(part, Axis) else repr(part)
                raise KernelError(f"expected axis= of te.{name} to be made by te.reduce_axis, got "
                                  f"{what}")
        if isinstance(value, Reduction):
            raise KernelError(f"expected te.{name} of one element, got another reduction in it; give "
                              "all axes to one, or make the inner one a stage of its own")
        self.combiner = combiner
        self.value = to_expr(value, "f32")
        if self.value.type in ("index", "i1"):
            raise KernelError(f"expected numbers in te.{name}, got {self.value.type}")
        self.axes: list[Axis] = axes
        self.location = find_caller()

    def _refuse(self, *_: Any) -> Any:
        raise KernelError("expected a reduction to be a whole formula, got one inside of another; "
                          "make it a stage of its own (te.compute) and read that")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse


def sum(value: Any, axis: Any) -> Reduction:
    """The sum of a value over reduction axes."""
    return Reduction("add", value, axis)


def prod(value: Any, axis: Any) -> Reduction:
    """The product over reduction axes."""
    return Reduction("mul", value, axis)


def max(value: Any, axis: Any) -> Reduction:
    """The largest over reduction axes. Of two values: te.maximum."""
    return Reduction("max", value, axis)


def min(value: Any, axis: Any) -> Reduction:
    """The smallest over reduction axes. Of two values: te.minimum."""
    return Reduction("min", value, axis)


def _to_shape(shape: Any) -> tuple[int, ...]:
    dims = tuple(shape) if isinstance(shape, (list, tuple)) else (shape,)
    for dim in dims:
        if not isinstance(dim, numbers.Integral) or isinstance(dim, bool) or dim < 0:
            raise KernelError(f"expected a shape of integers of at least 0, got {shape!r}")
    return tuple(int(dim) for dim in dims)


def _check_name(name: str, pattern: re.Pattern[str], what: str) -> str:
    if not isinstance(name, str) or not pattern.fullmatch(name):
        raise KernelError(f"expected the name of {what} to be letters, digits and _, not a digit "
                          f"first, got {name!r}")
    return name


def placeholder(shape: Any, dtype: Any = "float32", name: str = "", *,
                layout_free: bool = False) -> Tensor:
    """An operand of a kernel. One that is `layout_free` may be packed by callers, which
    `transform_layout` asks for."""
    name = name or f"arg{next(_counter)}"
    return Placeholder(_to_shape(shape), to_type(dtype), _check_name(name, _AXIS_NAME, "an operand"),
                       layout_free)


def reduce_axis(extent: int, name: str = "") -> Axis:
    """An axis to combine over: 0 to `extent`."""
    if not isinstance(extent, numbers.Integral) or isinstance(extent, bool) or extent < 0:
        raise KernelError(f"expected an extent of at least 0, got {extent!r}")
    return Axis(_check_name(name or f"r{next(_counter)}", _AXIS_NAME, "an axis"), int(extent), True)


def compute(shape: Any, formula: Callable[..., Any], name: str = "") -> Tensor:
    """A tensor whose elements are `formula` of their indices, of which there are as many as dims.
    The parameters' names are those of the axes."""
    dims = _to_shape(shape)
    if not callable(formula):
        raise KernelError(f"expected a function of the indices, as lambda i, j: …, got {formula!r}")
    parameters = list(inspect.signature(formula).parameters.values())
    if len(parameters) == 1 and parameters[0].kind is parameters[0].VAR_POSITIONAL:
        names = [f"a{i}" for i in range(len(dims))]
    else:
        names = [parameter.name for parameter in parameters]
    if len(names) != len(dims):
        raise KernelError(f"expected a function of {len(dims)} indices for the shape {dims}, got one "
                          f"of {len(names)}")
    axes = [Axis(axis, dim, False) for axis, dim in zip(names, dims)]
    result = formula(*axes)
    if isinstance(result, Tensor):
        raise KernelError(f"expected a formula of elements, got the tensor '{result.name}'; index it")
    if not isinstance(result, Reduction):
        result = to_expr(result, "f32")
    stage = Computed(dims, _check_name(name or f"s{next(_counter)}", _STAGE_NAME, "a stage"), axes,
                     result)
    _check_axes(stage)
    return stage


def _check_axes(stage: Computed) -> None:
    """Every axis that a formula names must be one of the stage."""
    own = [*stage.axes, *(stage.reduction.axes if stage.reduction else [])]
    if stage.value.type == "index":
        raise KernelError("expected a value, got an index; te.value(i, dtype) makes one of it",
                          stage.value.location)
    left, seen = [stage.value], set()
    while left:
        expr = left.pop()
        if id(expr) in seen:
            continue
        seen.add(id(expr))
        left += expr.operands
        if not isinstance(expr, Axis) or any(expr is axis for axis in own):
            continue
        if expr.is_reduction:
            raise KernelError(f"expected te.sum, prod, max or min over the axis '{expr.name}', which "
                              f"the formula of '{stage.name}' reads, got none; give it as axis=")
        raise KernelError(f"expected the axes of '{stage.name}' in its formula, got '{expr.name}' of "
                          "another stage")
