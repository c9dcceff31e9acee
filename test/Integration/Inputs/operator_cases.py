# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of single ONNX operators, run by run_operators.py.

A case is an operator with attributes and inputs. An input is an array that the model
is given, or `const(array)`, an initializer. Each case runs at every since-version of
its operator from `since` up to `until`.
"""
import dataclasses
import zlib

import numpy as np


@dataclasses.dataclass
class Case:
    op: str
    inputs: list
    attributes: dict
    since: int = 1
    until: int = 99
    outputs: int = 1


@dataclasses.dataclass
class const:
    value: np.ndarray


CASES = []


def add(op, *inputs, since=1, until=99, outputs=1, **attributes):
    CASES.append(Case(op, list(inputs), attributes, since, until, outputs))


def floats(op, shape, low=-2, high=2, dtype=np.float32):
    rng = np.random.default_rng(zlib.crc32(f"{op}{shape}".encode()))
    return np.asarray(rng.uniform(low, high, shape), dtype)


def ints(op, shape, low=-9, high=9, dtype=np.int32):
    rng = np.random.default_rng(zlib.crc32(f"{op}{shape}{dtype}".encode()))
    return np.asarray(rng.integers(low, high, shape), dtype)


def i64(*values):
    return const(np.array(values, np.int64))


SHAPES = [(3, 17), (2, 3, 8), (5,), (), (1, 4, 1, 9)]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
SIGNED = [np.int8, np.int16, np.int32, np.int64]

# One operand; from version 6 on old forms have no `consumed_inputs`.
for op, low, high in [
        ("Abs", -2, 2), ("Ceil", -2, 2), ("Cos", -9, 9), ("Elu", -2, 2), ("Erf", -3, 3),
        ("Exp", -9, 9), ("Floor", -2, 2), ("HardSigmoid", -4, 4), ("HardSwish", -5, 5),
        ("LeakyRelu", -2, 2), ("Log", 0.01, 9), ("Mish", -5, 5), ("Neg", -2, 2),
        ("Reciprocal", 0.1, 2), ("Relu", -2, 2), ("Round", -4, 4), ("Selu", -2, 2),
        ("Sigmoid", -3, 3), ("Sign", -2, 2), ("Sin", -9, 9), ("Softplus", -9, 9),
        ("Softsign", -9, 9), ("Sqrt", 0, 9), ("Tanh", -9, 9), ("Acos", -1, 1), ("Acosh", 1, 9),
        ("Asin", -1, 1), ("Asinh", -9, 9), ("Atan", -9, 9), ("Atanh", -0.99, 0.99),
        ("Cosh", -4, 4), ("Sinh", -4, 4), ("Tan", -1, 1), ("Celu", -4, 4), ("Gelu", -2, 2),
        ("ThresholdedRelu", -2, 2), ("Swish", -4, 4)]:
    for shape in SHAPES:
        add(op, floats(op, shape, low, high), since=2 if op not in ("Softplus", "Softsign") else 1)
for op in ("Abs", "Neg", "Sign"):
    for dtype in SIGNED:
        add(op, ints(op, (3, 5), dtype=dtype), since=13)
for op in ("Exp", "Sqrt", "Tanh", "Sin", "Sigmoid"):
    add(op, floats(op, (4, 9), 0.5, 2, np.float16), since=7)
add("Elu", floats("Elu", (3, 7)), alpha=0.5)
add("LeakyRelu", floats("LeakyRelu", (3, 7)), alpha=0.3)
add("Selu", floats("Selu", (3, 7)), alpha=1.2, gamma=0.7)
add("HardSigmoid", floats("HardSigmoid", (3, 7)), alpha=0.5, beta=0.1)
add("ThresholdedRelu", floats("ThresholdedRelu", (3, 7)), alpha=0.4)
add("Celu", floats("Celu", (3, 7)), alpha=2.0)
add("Gelu", floats("Gelu", (3, 7)), approximate="tanh")
add("Swish", floats("Swish", (3, 7)), alpha=0.5)
for bias, lambd in [(0.0, 0.5), (0.25, 1.0)]:
    for shape in SHAPES[:3]:
        add("Shrink", floats("Shrink", shape), bias=bias, lambd=lambd)
SPECIAL = np.array([1, np.nan, np.inf, -np.inf, 0, -3], np.float32)
add("IsNaN", SPECIAL)
add("IsNaN", SPECIAL.astype(np.float64), since=9)
for negative, positive in [(1, 1), (0, 1), (1, 0), (0, 0)]:
    add("IsInf", SPECIAL, detect_negative=negative, detect_positive=positive)
add("Not", np.array([True, False, True]))
for dtype in UNSIGNED + SIGNED:
    high = 100
    low = 0 if dtype in UNSIGNED else -100
    add("BitwiseNot", ints("BitwiseNot", (7,), low, high, dtype))

# Two operands, with broadcasting from version 7 on.
PAIRS = [((3, 4), (3, 4)), ((3, 4), (4,)), ((2, 1, 5), (3, 1)), ((), (6,)), ((1, 8), (5, 1))]
for op in ("Add", "Sub", "Mul", "Div", "Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual"):
    for lhs, rhs in PAIRS:
        add(op, floats(op, lhs), floats(op + "2", rhs, 0.5, 2), since=11 if op == "Equal" else 7)
    for dtype in UNSIGNED + SIGNED:
        low = 0 if dtype in UNSIGNED else -9
        add(op, ints(op, (3, 4), low, 9, dtype), ints(op + "2", (4,), 1, 9, dtype), since=14)
for op in ("And", "Or", "Xor"):
    for lhs, rhs in PAIRS:
        add(op, ints(op, lhs, 0, 2, bool), ints(op + "2", rhs, 0, 2, bool), since=7)
for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
    for (lhs, rhs), dtype in zip(PAIRS, [np.uint8, np.int16, np.int32, np.uint64, np.int64]):
        add(op, ints(op, lhs, 0, 99, dtype), ints(op + "2", rhs, 0, 99, dtype))
for direction in ("LEFT", "RIGHT"):
    for dtype in UNSIGNED:
        add("BitShift", ints("BitShift", (3, 4), 0, 255, dtype), ints("BitShift2", (4,), 0, 8, dtype),
            direction=direction)
for lhs, rhs in PAIRS:
    add("Mod", floats("Mod", lhs, -9, 9), floats("Mod2", rhs, 0.5, 3), fmod=1)
    add("Mod", ints("Mod", lhs), ints("Mod2", rhs, 1, 5))
    add("Mod", ints("Mod", lhs, dtype=np.int64), ints("Mod2", rhs, -5, 0, np.int64))
    add("Pow", floats("Pow", lhs, 0.5, 2), floats("Pow2", rhs), since=7)
    add("PRelu", floats("PRelu", lhs), floats("PRelu2", rhs)) if lhs and len(rhs) <= len(lhs) and \
        lhs == np.broadcast_shapes(lhs, rhs) else None
add("Pow", ints("Pow", (3, 4)), ints("Pow2", (4,), 0, 4), since=12)
add("Pow", floats("Pow", (3, 4)), ints("Pow2", (4,), 0, 4), since=12)
for op in ("Max", "Min", "Sum", "Mean"):
    for shapes in [((3, 4),), ((3, 4), (4,)), ((2, 1), (3,), (2, 3)), ((), (5,)), ((4, 4), (1, 4))]:
        add(op, *(floats(op + str(i), shape) for i, shape in enumerate(shapes)), since=8)
    if op in ("Max", "Min"):
        for dtype in UNSIGNED + SIGNED:
            add(op, ints(op, (5,), 0, 99, dtype), ints(op + "2", (5,), 0, 99, dtype), since=12)
for shape in SHAPES:
    add("Clip", floats("Clip", shape), const(np.float32(-1)), const(np.float32(0.5)), since=11)
add("Clip", floats("Clip", (3, 4)), since=6, until=10, min=-0.5, max=1.0)
add("Clip", ints("Clip", (9,)), const(np.int32(-3)), const(np.int32(4)), since=12)

# Choice and conversion.
for condition, lhs, rhs in [((3, 4), (3, 4), (3, 4)), ((4,), (3, 4), ()), ((2, 1, 1), (3, 1), (4,)),
                            ((), (5,), (5,)), ((1, 8), (5, 1), (1, 1))]:
    add("Where", ints("Where", condition, 0, 2, bool), floats("Where1", lhs), floats("Where2", rhs))
add("Where", ints("Where", (3,), 0, 2, bool), ints("a", (3,), 0, 2, bool), ints("b", (3,), 0, 2, bool))
add("Where", ints("Where", (3,), 0, 2, bool), ints("a", (3,), dtype=np.uint8, low=0),
    ints("b", (3,), dtype=np.uint8, low=0), since=16)
# TensorProto's numbers of the types.
TYPES = {np.float32: 1, np.uint8: 2, np.int8: 3, np.uint16: 4, np.int16: 5, np.int32: 6, np.int64: 7,
         np.bool_: 9, np.float16: 10, np.float64: 11, np.uint32: 12, np.uint64: 13}
for source in TYPES:
    for target in TYPES:
        add("Cast", np.array([0, 1, 2, 100, 55, 7], source), to=TYPES[target], since=9,
            until=9 if source is not np.float32 else 99)
for shape in SHAPES:
    add("Cast", floats("Cast", shape, -50, 50), to=TYPES[np.int32], since=6)
    add("CastLike", floats("CastLike", shape, -50, 50), np.zeros(2, np.int64))

# Reductions: axes are an attribute, then an input.
REDUCE = {"ReduceSum": 13}
for op in ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2",
           "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"):
    data = floats(op, (2, 3, 4), 0.5, 2)
    change = REDUCE.get(op, 18)
    for axes in [(0,), (1, 2), (-1,), (0, 1, 2)]:
        for keepdims in (0, 1):
            # Negative axes are of version 11.
            first = 11 if min(axes) < 0 else 1
            add(op, data, since=first, until=change - 1, axes=list(axes), keepdims=keepdims)
            add(op, data, i64(*axes), since=change, keepdims=keepdims)
    add(op, data)
    add(op, data, since=change, keepdims=0)
    if op not in ("ReduceLogSum", "ReduceLogSumExp", "ReduceL2"):
        add(op, ints(op, (3, 4), 1, 5), i64(1), since=change, keepdims=0)
for op in ("ReduceMax", "ReduceMin"):
    for dtype in (np.uint8, np.int8):
        low = 0 if dtype is np.uint8 else -128
        add(op, ints(op, (3, 40), low, low + 255, dtype), i64(1), since=18)
    add(op, ints(op, (3, 4), 0, 2, bool), i64(1), since=20)
add("ReduceSum", floats("ReduceSum", (2, 3)), since=13, noop_with_empty_axes=1)
for op in ("ArgMax", "ArgMin"):
    data = ints(op, (3, 4, 5), 0, 4).astype(np.float32)
    for axis in (0, 1, 2, -1):
        for keepdims in (0, 1):
            add(op, data, since=11 if axis < 0 else 1, axis=axis, keepdims=keepdims)
            add(op, data, since=12, axis=axis, keepdims=keepdims, select_last_index=1)
    add(op, ints(op, (7,), 0, 255, np.uint8), since=13)
for op in ("Softmax", "LogSoftmax", "Hardmax"):
    for shape in [(3, 7), (2, 3, 4), (5,), (2, 2, 2, 3)]:
        for axis in range(len(shape)):
            add(op, floats(op, shape), axis=axis)
        add(op, floats(op, shape), since=13)
for op, values in (("CumSum", floats("CumSum", (3, 5))), ("CumProd", floats("CumProd", (3, 5), 0.5, 2))):
    for axis in (0, 1, -1):
        for exclusive, reverse in [(0, 0), (1, 0), (0, 1), (1, 1)]:
            add(op, values, const(np.int64(axis)), exclusive=exclusive, reverse=reverse)
    add(op, ints(op, (6,)), const(np.int32(0)))
for largest in (0, 1):
    for axis in (0, 1, -1):
        add("TopK", floats("TopK", (4, 6)), i64(3), since=11, outputs=2, axis=axis, largest=largest)
    add("TopK", ints("TopK", (9,), 0, 5, np.int64), i64(5), since=11, outputs=2, largest=largest)
add("TopK", floats("TopK", (2, 6)), i64(2), since=10, outputs=2)
