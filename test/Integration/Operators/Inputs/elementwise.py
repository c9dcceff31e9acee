# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of elementwise operators and conversions."""
import sys

import numpy as np

from cases import Cases, const, floats, ints, main

cases = Cases()
add = cases.add
SHAPES = [(3, 17), (2, 3, 8), (5,), (), (1, 4, 1, 9)]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
SIGNED = [np.int8, np.int16, np.int32, np.int64]

# One operand; version 1 of some has `consumed_inputs`, which say nothing.
OLD_SELU = dict(alpha=1.6732, gamma=1.0507)
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
        # The reference takes newer defaults for those of Selu 1.
        data = floats(op, shape, low, high)
        add(op, data, since=2 if op == "Selu" else 1)
        if op == "Selu":
            add(op, data, until=5, like=(6, [data], OLD_SELU))
    add(op, floats(op, (2, 3), low, high), until=5, consumed_inputs=[0],
        **(OLD_SELU if op == "Selu" else {}))
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
add("IsInf", SPECIAL[:, None])
for shape in [(3, 4), (), (2, 1, 3)]:
    add("IsNaN", np.where(ints("IsNaN", shape, 0, 2) == 0, np.float32(np.nan), np.float32(1)))
for shape in [(3,), (2, 3), (), (1, 4), (2, 2, 2)]:
    add("Not", ints("Not", shape, 0, 2, bool))
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
OLD_PAIRS = [((3, 4), (3, 4), {}), ((2, 3, 4), (3, 4), dict(broadcast=1)),
             ((2, 3, 4), (3,), dict(broadcast=1, axis=1)), ((5, 2), (1,), dict(broadcast=1)),
             ((2, 3, 4, 5), (3, 4), dict(broadcast=1, axis=1)), ((7,), (7,), {}),
             ((3, 4, 5), (5,), dict(broadcast=1))]
for op in ("Add", "Sub", "Mul", "Div", "Pow", "Less", "Greater"):
    for lhs, rhs, attributes in OLD_PAIRS:
        add(op, floats(op, lhs, 0.5, 2), floats(op + "2", rhs, 0.5, 2), until=6, **attributes)
for lhs, rhs, attributes in OLD_PAIRS:
    add("Equal", ints("Equal", lhs, 0, 3), ints("Equal2", rhs, 0, 3), until=6, **attributes)
    for op in ("And", "Or", "Xor"):
        add(op, ints(op, lhs, 0, 2, bool), ints(op + "2", rhs, 0, 2, bool), until=6, **attributes)
for lhs, rhs in PAIRS:
    add("Equal", ints("Equal", lhs, 0, 3), ints("Equal2", rhs, 0, 3), since=7)
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
    for dtype in SIGNED:
        add("BitShift", ints("BitShift", (3, 4), -100, 100, dtype),
            ints("BitShift2", (4,), 0, 70, dtype), direction=direction)
for lhs, rhs in PAIRS:
    add("Mod", floats("Mod", lhs, -9, 9), floats("Mod2", rhs, 0.5, 3), fmod=1)
    add("Mod", ints("Mod", lhs), ints("Mod2", rhs, 1, 5))
    add("Mod", ints("Mod", lhs, dtype=np.int64), ints("Mod2", rhs, -5, 0, np.int64))
    add("Pow", floats("Pow", lhs, 0.5, 2), floats("Pow2", rhs), since=7)
for shape, slope in [((3, 4), (3, 4)), ((2, 3, 4), (1,)), ((2, 3, 4), (2, 3, 4)), ((5,), (5,)),
                     ((1, 3, 4), (1, 3, 4))]:
    add("PRelu", floats("PRelu", shape), floats("PRelu2", slope))
for shape, slope in [((3, 4), (4,)), ((2, 3, 4), (3, 1)), ((2, 3), ())]:
    add("PRelu", floats("PRelu", shape), floats("PRelu2", slope), since=7)
add("Pow", ints("Pow", (3, 4)), ints("Pow2", (4,), 0, 4), since=12)
add("Pow", floats("Pow", (3, 4)), ints("Pow2", (4,), 0, 4), since=12)
# Constants that are products, quotients and roots, and others.
for power in (0, 0.5, -0.5, 1, -1, 2, -2, 3, -3, 4, -4, 5, 2.5):
    for dtype in (np.float32, np.float64):
        add("Pow", np.array([0.0, -0.0, 0.25, -1.75, 3, np.inf, -np.inf, np.nan], dtype),
            const(dtype(power)), since=12)
for op in ("Max", "Min", "Sum", "Mean"):
    for shapes in [((3, 4),), ((3, 4), (4,)), ((2, 1), (3,), (2, 3)), ((), (5,)), ((4, 4), (1, 4))]:
        add(op, *(floats(op + str(i), shape) for i, shape in enumerate(shapes)), since=8)
    if op in ("Max", "Min"):
        for dtype in UNSIGNED + SIGNED:
            add(op, ints(op, (5,), 0, 99, dtype), ints(op + "2", (5,), 0, 99, dtype), since=12)
    for count in (1, 2, 3, 2, 4):
        add(op, *(floats(op + str(i), (count, 3)) for i in range(count)), until=7)
for shape in SHAPES:
    add("Clip", floats("Clip", shape), until=10, min=-0.5, max=1.0)
    add("Clip", floats("Clip", shape), const(np.float32(-1)), const(np.float32(0.5)), since=11)
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
# Numbers that need all bits of the type they become.
for source in (np.float32, np.float64):
    add("Cast", np.array([3e9, 2.0**31, 2.0**32 - 2**10, 5.5], source), to=TYPES[np.uint32], since=9)
    add("Cast", np.array([5e9, -5e9, 2.0**40, -2.5], source), to=TYPES[np.int64], since=9)
    add("Cast", np.array([5e9, 2.0**63, 2.0**64 - 2**41, 2.5], source), to=TYPES[np.uint64], since=9)
for target, dtype in [("INT32", np.int32), ("DOUBLE", np.float64), ("BOOL", np.bool_),
                      ("UINT8", np.uint8), ("INT64", np.int64)]:
    data = floats("Cast", (3, 5), 0, 50)
    add("Cast", data, to=target, until=5, like=(9, [data], dict(to=TYPES[dtype])))
# Halfway between two halves, and beside it by less than an f32 can tell.
HALVES = np.array([1 + 2.0**-11, 1 + 2.0**-11 + 2.0**-30, 1 + 3 * 2.0**-11 - 2.0**-30, 65519.99999999,
                   65520, -1 - 2.0**-11 - 2.0**-40, 2.0**-25, 2.0**-25 * (1 + 2.0**-30), 1e-320,
                   -0.0, np.inf, np.nan])
# onnxruntime rounds twice.
add("Cast", HALVES, to=TYPES[np.float16], since=6, reference=True)
for source, target in [(np.float32, np.int32), (np.int32, np.float32), (np.float64, np.uint64),
                       (np.int8, np.uint8), (np.float16, np.int16), (np.uint16, np.float16),
                       (np.bool_, np.uint8)]:
    value = ints("BitCast", (3, 4), 0, 2 if source is np.bool_ else 99).astype(source)
    add("BitCast", value, to=TYPES[target])
for shape in SHAPES:
    add("Cast", floats("Cast", shape, -50, 50), to=TYPES[np.int32], since=6)
    add("CastLike", floats("CastLike", shape, -50, 50), np.zeros(2, np.int64))

if __name__ == "__main__":
    sys.exit(main(cases))
