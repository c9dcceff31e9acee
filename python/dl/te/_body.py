# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Formulas as text: the body of te.compute, with the place of each operation."""
from __future__ import annotations

from collections.abc import Mapping

from ._expressions import INDEX, Axis, Expr, format_constant, is_float
from ._tensors import Computed, Tensor

# Operations on floats and on integers.
_BINARY = {"add": ("arith.addf", "arith.addi"), "sub": ("arith.subf", "arith.subi"),
           "mul": ("arith.mulf", "arith.muli"), "div": ("arith.divf", ""),
           "floordiv": ("", "arith.floordivsi"), "mod": ("", "arith.remsi"),
           "maximum": ("arith.maximumf", "arith.maxsi"),
           "minimum": ("arith.minimumf", "arith.minsi"), "and": ("", "arith.andi"),
           "or": ("", "arith.ori")}
_UNARY = {"neg": "arith.negf", "abs": "math.absf", "ceil": "math.ceil", "cos": "math.cos",
          "erf": "math.erf", "exp": "math.exp", "floor": "math.floor", "log": "math.log",
          "log1p": "math.log1p", "rsqrt": "math.rsqrt", "sin": "math.sin", "sqrt": "math.sqrt",
          "tanh": "math.tanh"}
_COMPARISONS = {"lt": ("olt", "slt"), "le": ("ole", "sle"), "gt": ("ogt", "sgt"),
                "ge": ("oge", "sge"), "eq": ("oeq", "eq")}


def format_index(expr: Expr, names: Mapping[int, str], top: bool = True) -> str:
    """An index over axes and computed indices whose names are given, in MLIR's spelling."""
    if id(expr) in names:
        return names[id(expr)]
    if expr.op == "constant":
        return str(expr.attributes["value"])
    signs = {"add": "+", "sub": "-", "mul": "*", "floordiv": "floordiv", "mod": "mod"}
    left, right = (format_index(operand, names, False) for operand in expr.operands)
    if expr.op == "mul" and expr.operands[0].op == "constant":
        left, right = right, left
    text = f"{left} {signs[expr.op]} {right}"
    return text if top else f"({text})"


class BodyWriter:
    """Writes the body of a stage: first the reads whose places are axes alone, as they come in the
    formula, then the rest."""

    def __init__(self, stage: Computed, tensors: Mapping[int, str]):
        self.lines: list[str] = []
        self._tensors = tensors
        self._names: dict[int, str] = {}
        self._same: dict[str, str] = {}
        self._count = 0
        axes = [*stage.axes, *(stage.reduction.axes if stage.reduction else [])]
        for axis in axes:
            self._names[id(axis)] = f"%{axis.name}"
        self._write_plain_reads(stage.value, set())
        result = self._write(stage.value)
        self.lines.append(f"te.yield {result} : {stage.type} {stage.value.location.to_mlir()}")

    def _write_plain_reads(self, expr: Expr, seen: set[int]) -> None:
        if id(expr) in seen:
            return
        seen.add(id(expr))
        for operand in expr.operands:
            self._write_plain_reads(operand, seen)
        if expr.op == "read" and len(expr.operands) == expr.attributes["rank"] and all(
                _is_plain(operand) for operand in expr.operands):
            self._write(expr)

    def _write(self, expr: Expr) -> str:
        """The name of a value, written where it is not yet."""
        if id(expr) in self._names:
            return self._names[id(expr)]
        text = self._format(expr)
        # What is written alike is the same value.
        if text not in self._same:
            self._same[text] = f"%v.{self._count}"
            self._count += 1
            self.lines.append(f"{self._same[text]} = {text} {expr.location.to_mlir()}")
        self._names[id(expr)] = self._same[text]
        return self._same[text]

    def _format(self, expr: Expr) -> str:
        if expr.op == "read":
            return self._format_read(expr)
        if expr.op == "constant":
            return f"arith.constant {format_constant(expr.attributes['value'], expr.type)}"
        if expr.op == "number":
            index = self._write_index(expr.operands[0])
            return f"arith.index_cast {index} : index to i64"
        values = [self._write(operand) for operand in expr.operands]
        if expr.op == "index":
            return f"arith.index_cast {values[0]} : {expr.operands[0].type} to index"
        if expr.op == "cast":
            return _format_cast(values[0], expr.operands[0].type, expr.type)
        if expr.op == "select":
            return f"arith.select {', '.join(values)} : {expr.type}"
        if expr.op in _UNARY:
            return f"{_UNARY[expr.op]} {values[0]} : {expr.type}"
        type = expr.operands[0].type
        if expr.op in _COMPARISONS:
            name = "arith.cmpf" if is_float(type) else "arith.cmpi"
            predicate = _COMPARISONS[expr.op][not is_float(type)]
            return f"{name} {predicate}, {values[0]}, {values[1]} : {type}"
        return f"{_BINARY[expr.op][not is_float(type)]} {values[0]}, {values[1]} : {type}"

    def _write_index(self, expr: Expr) -> str:
        """A value of the type index, of what is affine too."""
        self._write_computed(expr)
        if id(expr) in self._names:
            return self._names[id(expr)]
        if expr.op == "constant":
            return self._write(expr)
        names = {"add": "arith.addi", "sub": "arith.subi", "mul": "arith.muli",
                 "floordiv": "arith.floordivsi", "mod": "arith.remsi"}
        values = [self._write_index(operand) for operand in expr.operands]
        text = f"{names[expr.op]} {values[0]}, {values[1]} : index"
        name = self._names[id(expr)] = f"%v.{self._count}"
        self._count += 1
        self.lines.append(f"{name} = {text} {expr.location.to_mlir()}")
        return name

    def _write_computed(self, expr: Expr) -> None:
        """Indices inside of it that are read from tensors."""
        if expr.op == "index":
            self._write(expr)
        elif expr.type == INDEX:
            for operand in expr.operands:
                self._write_computed(operand)

    def _format_read(self, expr: Expr) -> str:
        tensor: Tensor = expr.attributes["tensor"]
        rank = expr.attributes["rank"]
        for operand in expr.operands:
            self._write_computed(operand)
            for part in operand.operands:
                self._write_computed(part)
        indices = ", ".join(format_index(operand, self._names) for operand in expr.operands[:rank])
        guard = ""
        if len(expr.operands) > rank:
            *conditions, other = expr.operands[rank:]
            constraints = ", ".join(self._format_constraint(part) for part in conditions)
            guard = f" where({constraints}) else {self._write(other)}"
        return f"te.read {self._tensors[id(tensor)]}[{indices}]{guard} : {tensor.to_mlir()}"

    def _format_constraint(self, comparison: Expr) -> str:
        a, b = comparison.operands
        if comparison.op in ("lt", "le"):
            a, b = b, a
        text = f"{format_index(a, self._names, False)} - {format_index(b, self._names, False)}"
        if b.op == "constant" and b.attributes["value"] == 0:
            text = format_index(a, self._names)
        if comparison.op in ("lt", "gt"):
            text += " - 1"
        return f"{text} {'==' if comparison.op == 'eq' else '>='} 0"


def _is_plain(index: Expr) -> bool:
    return isinstance(index, Axis) or index.op != "index" and all(map(_is_plain, index.operands))


def _width(type: str) -> int:
    return int(type.lstrip("bfi"))


def _format_cast(value: str, source: str, target: str) -> str:
    if is_float(source) and is_float(target):
        op = "arith.extf" if _width(target) > _width(source) else "arith.truncf"
    elif is_float(source):
        op = "arith.fptosi"
    elif is_float(target):
        op = "arith.uitofp" if source == "i1" else "arith.sitofp"
    elif _width(target) > _width(source):
        op = "arith.extui" if source == "i1" else "arith.extsi"
    else:
        op = "arith.trunci"
    return f"{op} {value} : {source} to {target}"
