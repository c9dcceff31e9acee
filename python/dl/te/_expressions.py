# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Formulas of one element: what Python's operators and the functions here make."""
from __future__ import annotations

import math
import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

from ._locations import KernelError, find_caller

if TYPE_CHECKING:
    from ._tensors import Tensor

# numpy's names of element types, and MLIR's.
_TYPES = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "int8": "i8",
          "int16": "i16", "int32": "i32", "int64": "i64", "bool": "i1"}
INDEX = "index"


def to_type(dtype: Any) -> str:
    """MLIR's name of an element type that kernels have."""
    name = dtype if isinstance(dtype, str) else np.dtype(dtype).name
    if name in _TYPES.values():
        return str(name)
    if name not in _TYPES:
        raise KernelError(f"expected dtype to be one of {', '.join(_TYPES)}, got {name!r}; unsigned "
                          "integers are computed as signed ones of the same width, or wider")
    return _TYPES[name]


def is_float(type: str) -> bool:
    return "f" in type


class Expr:
    """A value of one element of a formula, or an index."""

    # numpy's scalars on the left leave operators to this.
    __array_ufunc__ = None

    def __init__(self, op: str, operands: tuple[Expr, ...], type: str, **attributes: Any):
        self.op = op
        self.operands = operands
        self.type = type
        self.attributes = attributes
        self.location = find_caller()

    def __repr__(self) -> str:
        return f"<te.Expr {self.op}: {self.type}>"

    def __bool__(self) -> bool:
        raise KernelError("expected a formula of te.select and comparisons, which are values of each "
                          "element, got the truth of one: Python's if, and, or and chained "
                          "comparisons know no element")

    def __add__(self, other: Any) -> Expr:
        return _binary("add", self, other)

    def __radd__(self, other: Any) -> Expr:
        return _binary("add", other, self)

    def __sub__(self, other: Any) -> Expr:
        return _binary("sub", self, other)

    def __rsub__(self, other: Any) -> Expr:
        return _binary("sub", other, self)

    def __mul__(self, other: Any) -> Expr:
        return _binary("mul", self, other)

    def __rmul__(self, other: Any) -> Expr:
        return _binary("mul", other, self)

    def __truediv__(self, other: Any) -> Expr:
        return _binary("div", self, other)

    def __rtruediv__(self, other: Any) -> Expr:
        return _binary("div", other, self)

    def __floordiv__(self, other: Any) -> Expr:
        return _binary("floordiv", self, other)

    def __mod__(self, other: Any) -> Expr:
        return _binary("mod", self, other)

    def __neg__(self) -> Expr:
        if self.type == INDEX:
            return _binary("mul", self, -1)
        return _binary("sub", 0, self) if not is_float(self.type) else Expr("neg", (self,), self.type)

    def __lt__(self, other: Any) -> Expr:
        return _compare("lt", self, other)

    def __le__(self, other: Any) -> Expr:
        return _compare("le", self, other)

    def __gt__(self, other: Any) -> Expr:
        return _compare("gt", self, other)

    def __ge__(self, other: Any) -> Expr:
        return _compare("ge", self, other)

    def __and__(self, other: Any) -> Expr:
        return _logic("and", self, other)

    def __or__(self, other: Any) -> Expr:
        return _logic("or", self, other)


class Axis(Expr):
    """An axis of a formula: an index of 0 to `extent`."""

    def __init__(self, name: str, extent: int, is_reduction: bool):
        super().__init__("axis", (), INDEX)
        self.name = name
        self.extent = extent
        self.is_reduction = is_reduction

    def __repr__(self) -> str:
        return f"<te.Axis {self.name}: 0 to {self.extent}>"


def read(tensor: Tensor, indices: Any, where: Any = None, otherwise: Any = None) -> Expr:
    """An element of a tensor."""
    if not isinstance(indices, tuple):
        indices = (indices,)
    if len(indices) != len(tensor.shape):
        raise KernelError(f"expected {len(tensor.shape)} indices of '{tensor.name}', whose shape is "
                          f"{tensor.shape}, got {len(indices)}")
    operands = tuple(_to_index(index, tensor) for index in indices)
    conditions = [] if where is None else list(where) if isinstance(where, (list, tuple)) else [where]
    for condition in conditions:
        if not isinstance(condition, Expr) or condition.op not in ("lt", "le", "gt", "ge", "eq") \
                or condition.operands[0].type != INDEX:
            raise KernelError("expected where= to be comparisons of indices, as i >= 1, got "
                              f"{condition!r}")
    if conditions:
        other = to_expr(0 if otherwise is None else otherwise, tensor.type)
        return Expr("read", (*operands, *conditions, other), tensor.type, tensor=tensor,
                    rank=len(operands))
    return Expr("read", operands, tensor.type, tensor=tensor, rank=len(operands))


def _to_index(index: Any, tensor: Tensor) -> Expr:
    if isinstance(index, Expr) and not is_float(index.type) and index.type != "i1":
        return index if index.type == INDEX else Expr("index", (index,), INDEX)
    if isinstance(index, numbers.Integral) and not isinstance(index, bool):
        return Expr("constant", (), INDEX, value=int(index))
    what = f"a value of type {index.type}" if isinstance(index, Expr) else repr(index)
    raise KernelError(f"expected indices of '{tensor.name}' to be axes and integers, got {what}")


def to_expr(value: Any, type: str) -> Expr:
    """A number as a constant of a type."""
    if isinstance(value, Expr):
        return value
    if hasattr(value, "shape") and getattr(value, "shape") != () or not isinstance(
            value, (bool, numbers.Real, np.bool_, np.generic)):
        name = getattr(value, "name", None)
        hint = f"; index it, as {name}[i]" if name and hasattr(value, "type") else ""
        raise KernelError(f"expected numbers and elements of tensors in a formula, got "
                          f"{value.__class__.__name__}{hint}")
    number = value.item() if isinstance(value, np.generic) else value
    if not is_float(type) and isinstance(number, float):
        raise KernelError(f"expected an integer for a value of type {type}, got {number!r}; te.cast "
                          "the other operand, or use an integer")
    return Expr("constant", (), type, value=number)


def _pair(a: Any, b: Any) -> tuple[Expr, Expr]:
    """Two operands of one type."""
    if isinstance(a, Expr):
        b = to_expr(b, a.type)
    elif isinstance(b, Expr):
        a = to_expr(a, b.type)
    else:
        raise KernelError(f"expected an element of a tensor, got {a!r} and {b!r}")
    if a.type != b.type:
        if INDEX in (a.type, b.type):
            raise KernelError(f"expected operands of one type, got {a.type} and {b.type}; "
                              "te.value(i, dtype) is an axis as a value")
        raise KernelError(f"expected operands of one type, got {a.type} and {b.type}; te.cast one of "
                          "them")
    return a, b


def _binary(op: str, a: Any, b: Any) -> Expr:
    a, b = _pair(a, b)
    if a.type == "i1":
        raise KernelError(f"expected numbers, got truths; te.select(condition, 1.0, 0.0) makes these")
    if a.type == INDEX:
        return _index_binary(op, a, b)
    if op in ("floordiv", "mod") and is_float(a.type):
        raise KernelError(f"expected integers for // and %, got {a.type}; use te.floor")
    if op == "div" and not is_float(a.type):
        raise KernelError(f"expected floats for /, got {a.type}; use //, or te.cast")
    return Expr(op, (a, b), a.type)


def _index_binary(op: str, a: Expr, b: Expr) -> Expr:
    """Indices are sums of axes with constant factors, quotients and remainders."""
    if op == "mul" and "constant" not in (a.op, b.op):
        raise KernelError("expected a product of an index and an integer, got one of two indices, "
                          "which is not affine")
    if op == "div":
        raise KernelError("expected // for indices, got /")
    if op in ("floordiv", "mod") and (b.op != "constant" or b.attributes["value"] < 1):
        raise KernelError(f"expected a positive integer behind {'//' if op == 'floordiv' else '%'} of "
                          "an index")
    return Expr(op, (a, b), INDEX)


def _compare(predicate: str, a: Any, b: Any) -> Expr:
    return Expr(predicate, _pair(a, b), "i1")


def _logic(op: str, a: Any, b: Any) -> Expr:
    a, b = _pair(a, b)
    if a.type != "i1":
        raise KernelError(f"expected truths for & and |, got {a.type}")
    return Expr(op, (a, b), "i1")


# What there is beside operators.

def equal(a: Any, b: Any) -> Expr:
    """Whether two values are equal."""
    return _compare("eq", a, b)


def select(condition: Any, a: Any, b: Any) -> Expr:
    """`a` where the condition holds, else `b`; both are computed."""
    if not isinstance(condition, Expr) or condition.type != "i1":
        raise KernelError(f"expected a comparison as the condition of te.select, got {condition!r}")
    if not isinstance(a, Expr) and not isinstance(b, Expr):
        a = to_expr(float(a), "f32") if isinstance(a, numbers.Real) else to_expr(a, "f32")
    a, b = _pair(a, b)
    return Expr("select", (condition, a, b), a.type)


def maximum(a: Any, b: Any) -> Expr:
    """The larger of two values; NaN where one is."""
    return _extremum("maximum", a, b)


def minimum(a: Any, b: Any) -> Expr:
    """The smaller of two values; NaN where one is."""
    return _extremum("minimum", a, b)


def _extremum(op: str, a: Any, b: Any) -> Expr:
    a, b = _pair(a, b)
    if a.type in (INDEX, "i1"):
        raise KernelError(f"expected numbers for te.{op}, got {a.type}")
    return Expr(op, (a, b), a.type)


def cast(value: Any, dtype: Any) -> Expr:
    """The value in another type: floats to integers toward zero."""
    target = to_type(dtype)
    value = to_expr(value, target)
    if value.type == INDEX:
        raise KernelError("expected a value to cast, got an index; te.value(i, dtype) makes one of it")
    return value if value.type == target else Expr("cast", (value,), target)


def value(index: Any, dtype: Any = "float32") -> Expr:
    """An axis, or what was computed of axes, as a value of each element."""
    if not isinstance(index, Expr) or index.type != INDEX:
        raise KernelError(f"expected an axis or an index, got {index!r}")
    target = to_type(dtype)
    as_integer = Expr("number", (index,), "i64")
    return as_integer if target == "i64" else Expr("cast", (as_integer,), target)


def _unary(op: str, value: Any) -> Expr:
    if not isinstance(value, Expr):
        value = to_expr(value, "f32")
    if not is_float(value.type):
        raise KernelError(f"expected a float for te.{op}, got {value.type}; te.cast it")
    return Expr(op, (value,), value.type)


def abs(value: Any) -> Expr:
    """The absolute value of a float."""
    return _unary("abs", value)


def ceil(value: Any) -> Expr:
    """The next integer above, as a float."""
    return _unary("ceil", value)


def cos(value: Any) -> Expr:
    """The cosine."""
    return _unary("cos", value)


def erf(value: Any) -> Expr:
    """The error function."""
    return _unary("erf", value)


def exp(value: Any) -> Expr:
    """e to the value."""
    return _unary("exp", value)


def floor(value: Any) -> Expr:
    """The next integer below, as a float."""
    return _unary("floor", value)


def log(value: Any) -> Expr:
    """The natural logarithm."""
    return _unary("log", value)


def log1p(value: Any) -> Expr:
    """The natural logarithm of 1 + the value."""
    return _unary("log1p", value)


def rsqrt(value: Any) -> Expr:
    """1 by the square root."""
    return _unary("rsqrt", value)


def sin(value: Any) -> Expr:
    """The sine."""
    return _unary("sin", value)


def sqrt(value: Any) -> Expr:
    """The square root."""
    return _unary("sqrt", value)


def tanh(value: Any) -> Expr:
    """The hyperbolic tangent."""
    return _unary("tanh", value)


def format_constant(number: Any, type: str) -> str:
    """A number in MLIR's spelling."""
    if type == "i1":
        return "true" if number else "false"
    if not is_float(type):
        return f"{int(number)} : {type}"
    given = float(number)
    if not math.isfinite(given):
        bits = {"f16": ("7C00", "FC00", "7E00"), "bf16": ("7F80", "FF80", "7FC0"),
                "f32": ("7F800000", "FF800000", "7FC00000"),
                "f64": ("7FF0000000000000", "FFF0000000000000", "7FF8000000000000")}[type]
        return f"0x{bits[2 if math.isnan(given) else given < 0]} : {type}"
    text = repr(given)
    if "e" in text:
        mantissa, exponent = text.split("e")
        text = f"{mantissa if '.' in mantissa else mantissa + '.0'}e{exponent}"
    return f"{text} : {type}"


