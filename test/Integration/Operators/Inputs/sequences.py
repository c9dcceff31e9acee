# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of sequences and optionals, which chains make of tensors and take apart again."""
import dataclasses
import sys

import numpy as np
import onnx
import onnx.parser

from cases import Cases, main, since_versions

cases = Cases(seed=11)
FLOAT = onnx.TensorProto.FLOAT


def add(form, x, build):
    """A chain at the since-versions of an operator in it."""
    for version in since_versions(form):
        cases.add_chain(x, build, max(version, 13))
        case = cases.all[-1]
        case.op, case.versions = form, [version]
        if version > 23:
            # No oracle runs each newest form; they only take more types of elements.
            case.like, case.like_opset = dataclasses.replace(case), 18


def i64(*values):
    return np.array(values, np.int64)


def at(op, sequence, position):
    return op("SequenceAt", sequence, np.array(position, np.int64))


def construct(op, x, count):
    return op("SequenceConstruct", *[op("Mul", x, np.array(i + 1, np.float32))
                                     for i in range(count)])


X = cases.floats(3, 4)
for count, position in [(1, 0), (2, 1), (3, -1), (4, -4), (5, 2)]:
    add("SequenceConstruct", X, lambda op, x: at(op, construct(op, x, count), position))
    add("SequenceAt", X, lambda op, x: op("Neg", at(op, construct(op, x, count), position)))
    add("SequenceLength", X, lambda op, x: op("SequenceLength", construct(op, x, count)))
    add("SequenceEmpty", X, lambda op, x: at(op, op("SequenceInsert", op("SequenceInsert", op(
        "SequenceEmpty", dtype=FLOAT), op("Abs", x)), x, np.array(position % 2)), 0))
    add("SequenceInsert", X, lambda op, x: op("ConcatFromSequence", op(
        "SequenceInsert", construct(op, x, count), op("Neg", x), np.array(position, np.int64)),
        axis=0))
    add("SequenceErase", X, lambda op, x: op("ConcatFromSequence", op(
        "SequenceErase", construct(op, x, count + 1), np.array(position, np.int64)), axis=-1))
add("SequenceErase", X, lambda op, x: op("ConcatFromSequence", op(
    "SequenceErase", construct(op, x, 3)), axis=1))
for axis, new in [(0, 0), (1, 0), (-1, 1), (0, 1), (2, 1)]:
    add("ConcatFromSequence", X, lambda op, x: op("ConcatFromSequence", construct(op, x, 3),
                                                  axis=axis, new_axis=new))

Y = cases.floats(6, 5)
for split, attributes in [((), {}), ((), dict(axis=1)), ((), dict(keepdims=0)),
                          ((np.array(2),), {}), ((np.array(3),), dict(axis=1)),
                          ((i64(1, 3, 2),), {}), ((i64(4, 1),), dict(axis=-1)),
                          ((i64(2, 4),), dict(keepdims=0))]:
    add("SplitToSequence", Y, lambda op, x: op("Exp", at(op, op(
        "SplitToSequence", x, *split, **attributes), 1)))


def graph(text):
    return onnx.parser.parse_graph(text)


for op_name, axis, position in [("Neg", 0, 0), ("Abs", 1, -1), ("Exp", 0, 2), ("Tanh", 1, 1),
                                ("Relu", 0, 3)]:
    n = len(cases.all)
    body = graph(f"b{n} (float[N, M] e{n}) => (float[N, M] r{n}) {{ r{n} = {op_name}(e{n}) }}")
    add("SequenceMap", Y, lambda op, x: at(op, op("SequenceMap", op(
        "SplitToSequence", x, axis=axis), body=body), position))

for name in ("Neg", "Abs", "Exp", "Tanh", "Relu"):
    get = lambda op, x: op(name, op("OptionalGetElement", op("Optional", x)))
    add("Optional", X, get)
    add("OptionalGetElement", X, get)
    add("OptionalHasElement", X, lambda op, x: op("OptionalHasElement", op(
        "Optional", op(name, x))))

if __name__ == "__main__":
    sys.exit(main(cases))
