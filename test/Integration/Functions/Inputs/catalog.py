# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The elementary functions of graph and te, and what each one is.

A function is reached by an ONNX operator or by an operation of MLIR's math dialect in a
te program. Its `exact` is written once, over a namespace `m` of either numpy's float64
(for types of at most 32 bits) or mpmath (for f64), by formulas that lose nothing in the
namespace's own precision.
"""
import dataclasses
import math
from collections.abc import Callable

import mpmath
import numpy as np


@dataclasses.dataclass(frozen=True)
class Function:
    name: str
    exact: Callable
    arity: int = 1
    attributes: dict = dataclasses.field(default_factory=dict)
    # The operation of the math dialect; none for an ONNX operator.
    operation: str = ""
    operator: str = ""


class Float64:
    """numpy's float64, of arrays."""

    def __getattr__(self, name):
        return getattr(np, name)

    number = staticmethod(np.float64)
    erf = staticmethod(lambda x: _each(math.erf, x))
    erfc = staticmethod(lambda x: _each(math.erfc, x))

    @staticmethod
    def power(x, y):
        # numpy's vectors leave some NaN as they are.
        return np.where((y == 0) | (x == 1), 1.0, np.power(x, y))


class Wide:
    """mpmath, of one number, under numpy's names."""

    OTHERS = {
        "number": mpmath.mpf, "arcsin": mpmath.asin, "arccos": mpmath.acos,
        "arctan": mpmath.atan, "arcsinh": mpmath.asinh, "arccosh": mpmath.acosh,
        "arctanh": mpmath.atanh, "arctan2": mpmath.atan2, "rint": mpmath.nint,
        "maximum": max, "minimum": min,
        "exp2": lambda x: mpmath.power(2, x),
        "log2": lambda x: mpmath.log(x, 2),
        "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
        "trunc": lambda x: mpmath.floor(x) if x > 0 else mpmath.ceil(x),
        "copysign": lambda x, y: x if y > 0 else -x,
        "fmod": lambda x, y: mpmath.sign(x) * (abs(x) % abs(y)),
        "where": lambda condition, x, y: x if condition else y,
    }

    def __getattr__(self, name):
        return self.OTHERS.get(name) or getattr(mpmath, name)


def _each(function, x):
    return np.frompyfunc(function, 1, 1)(x).astype(np.float64)


def _softplus(m, x):
    return m.maximum(x, m.number(0)) + m.log1p(m.exp(-abs(x)))


def _sigmoid(m, x):
    e = m.exp(-abs(x))
    return m.where(x < 0, e, m.number(1)) / (1 + e)


def _mish(m, x):
    e = m.exp(m.minimum(x, m.number(100)))
    return x * (e * (e + 2) / (e * (e + 2) + 2))


def _gelu(m, x):
    return x * (m.erfc(-x / m.sqrt(m.number(2))) / 2)


def _gelu_tanh(m, x):
    pi = m.number(m.pi) if isinstance(m, Float64) else +m.pi
    u = m.sqrt(2 / pi) * (x + m.number("0.044715") * x * x * x)
    return x * _sigmoid(m, 2 * u)


def _expm1_of(m, x):
    """expm1 of what is not positive."""
    return m.expm1(m.where(x > 0, m.number(0), x))


def _f32(value):
    """A parameter as the model holds it."""
    return float(np.float32(value))


SELU_ALPHA, SELU_GAMMA = 1.67326319217681884765625, 1.05070102214813232421875

# ONNX operators of one operand.
OPERATORS = [
    Function("Acos", lambda m, x: m.arccos(x)),
    Function("Acosh", lambda m, x: m.arccosh(x)),
    Function("Asin", lambda m, x: m.arcsin(x)),
    Function("Asinh", lambda m, x: m.arcsinh(x)),
    Function("Atan", lambda m, x: m.arctan(x)),
    Function("Atanh", lambda m, x: m.arctanh(x)),
    Function("Ceil", lambda m, x: m.ceil(x)),
    Function("Celu", lambda m, x: m.maximum(x, m.number(0))
             + m.number(2) * m.expm1(m.minimum(x, m.number(0)) / 2), attributes={"alpha": 2.0}),
    Function("Cos", lambda m, x: m.cos(x)),
    Function("Cosh", lambda m, x: m.cosh(x)),
    Function("Elu", lambda m, x: m.where(x > 0, x, m.number(0.75) * _expm1_of(m, x)),
             attributes={"alpha": 0.75}),
    Function("Erf", lambda m, x: m.erf(x)),
    Function("Exp", lambda m, x: m.exp(x)),
    Function("Floor", lambda m, x: m.floor(x)),
    Function("Gelu", _gelu),
    Function("Gelu (tanh)", _gelu_tanh, operator="Gelu", attributes={"approximate": "tanh"}),
    Function("HardSigmoid", lambda m, x: m.maximum(m.number(0), m.minimum(
        m.number(1), m.number(_f32(0.2)) * x + m.number(0.5)))),
    Function("HardSwish", lambda m, x: x * m.maximum(m.number(0), m.minimum(
        m.number(1), (x + 3) / 6))),
    Function("LeakyRelu", lambda m, x: m.where(x < 0, m.number(_f32(0.01)) * x, x)),
    Function("Log", lambda m, x: m.log(x)),
    Function("Mish", _mish),
    Function("Reciprocal", lambda m, x: 1 / x),
    Function("Round", lambda m, x: m.rint(x)),
    Function("Selu", lambda m, x: m.number(SELU_GAMMA) * m.where(
        x > 0, x, m.number(SELU_ALPHA) * _expm1_of(m, x))),
    Function("Sigmoid", _sigmoid),
    Function("Sin", lambda m, x: m.sin(x)),
    Function("Sinh", lambda m, x: m.sinh(x)),
    Function("Softplus", _softplus),
    Function("Softsign", lambda m, x: x / (1 + abs(x))),
    Function("Sqrt", lambda m, x: m.sqrt(x)),
    Function("Swish", lambda m, x: x * _sigmoid(m, x)),
    Function("Tan", lambda m, x: m.tan(x)),
    Function("Tanh", lambda m, x: m.tanh(x)),
    Function("ThresholdedRelu", lambda m, x: m.where(x > 1, x, m.number(0)),
             attributes={"alpha": 1.0}),
    Function("Mod", lambda m, x, y: m.fmod(x, y), arity=2, attributes={"fmod": 1}),
    Function("Pow", lambda m, x, y: m.power(x, y), arity=2),
]

# Operations that only te programs reach.
OPERATIONS = [
    Function("arith.remf", lambda m, x, y: m.fmod(x, y), arity=2),
    Function("math.atan2", lambda m, x, y: m.arctan2(x, y), arity=2),
    Function("math.cbrt", lambda m, x: m.cbrt(x)),
    Function("math.erfc", lambda m, x: m.erfc(x)),
    Function("math.exp2", lambda m, x: m.exp2(x)),
    Function("math.expm1", lambda m, x: m.expm1(x)),
    Function("math.log10", lambda m, x: m.log10(x)),
    Function("math.log1p", lambda m, x: m.log1p(x)),
    Function("math.log2", lambda m, x: m.log2(x)),
    Function("math.round", lambda m, x: m.copysign(m.floor(abs(x) + 0.5), x)),
    Function("math.rsqrt", lambda m, x: 1 / m.sqrt(x)),
    Function("math.trunc", lambda m, x: m.trunc(x)),
]
# What ONNX operators reach, too, written by hand in a te program.
for _name, _operation in [
        ("Acos", "acos"), ("Acosh", "acosh"), ("Asin", "asin"), ("Asinh", "asinh"),
        ("Atan", "atan"), ("Atanh", "atanh"), ("Ceil", "ceil"), ("Cos", "cos"), ("Cosh", "cosh"),
        ("Erf", "erf"), ("Exp", "exp"), ("Floor", "floor"), ("Log", "log"), ("Pow", "powf"),
        ("Round", "roundeven"), ("Sin", "sin"), ("Sinh", "sinh"), ("Sqrt", "sqrt"),
        ("Tan", "tan"), ("Tanh", "tanh")]:
    _like = next(f for f in OPERATORS if f.name == _name)
    OPERATIONS.append(dataclasses.replace(_like, name=f"math.{_operation}"))
OPERATIONS = sorted((dataclasses.replace(f, operation=f.name) for f in OPERATIONS),
                    key=lambda f: f.name)
FUNCTIONS = [dataclasses.replace(f, operator=f.operator or f.name) for f in OPERATORS] + OPERATIONS
