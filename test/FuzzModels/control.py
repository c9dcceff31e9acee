# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches, loops, recurrent operators, and samples of images at computed places."""

from onnx import helper

from conversions import number_of
from oracle import Refused
from registry import operator
from values import BOOL, F32, F64, I32, I64, NONE, is_float


def info(d, name, dtype, shape):
    return helper.make_tensor_value_info(name, number_of(dtype), shape)


def body(d, name, chain, start, dtype):
    """Nodes of a body that begin with a value; returns them and the last value."""
    nodes = []
    for op in chain:
        result = d.name("b")
        inputs = [start, start] if op in ("Add", "Mul") else [start]
        nodes.append(helper.make_node(op, inputs, [result], name=result))
        start = result
    return nodes, start


BODY_OPERATORS = ["Neg", "Abs", "Tanh", "Sigmoid", "Relu", "Cos"]


@operator("If")
def branch(d, op):
    x = d.operand([F32, F64], rank=(0, 3), limit=(-50, 50))
    condition = d.operand(BOOL, shape=(), limit=(0, 1), reuse=0.3)
    branches = []
    for name in ("then", "else"):
        # A body that reads a value around it.
        nodes, last = body(
            d, name, [d.pick(BODY_OPERATORS) for _ in range(d.between(1, 3))], x, d.dtype(x)
        )
        branches.append(
            helper.make_graph(nodes, d.name(name), [], [info(d, last, d.dtype(x), d.shape(x))])
        )
    d.emit(op, condition, captures=[x], then_branch=branches[0], else_branch=branches[1])


@operator("Loop")
def loop(d, op):
    x = d.operand([F32, F64, I32, I64], rank=(0, 3), low=-2, high=2, specials=NONE, limit=(-4, 4))
    dtype, shape = d.dtype(x), d.shape(x)
    trip = (
        d.constant(d.between(0 if d.kind == "zero" else 1, 4))
        if d.chance(0.6)
        else d.fresh(I64, (), 1, 4, NONE, constant=False)
    )
    keep = d.constant(True, BOOL)
    i, go, state = d.name("i"), d.name("go"), d.name("s")
    chain = [
        d.pick(["Neg", "Abs"] if not is_float(dtype) else BODY_OPERATORS + ["Add"])
        for _ in range(d.between(1, 3))
    ]
    nodes, last = body(d, "loop", chain, state, dtype)
    on = d.name("on")
    nodes.append(helper.make_node("Identity", [go], [on]))
    outputs = [info(d, on, BOOL, ()), info(d, last, dtype, shape)]
    # What is collected needs a number of steps that is known.
    scans = trip in d.weights and d.chance(0.4) and int(d.array(trip)) > 0
    if scans:
        out = d.name("o")
        nodes.append(helper.make_node("Neg", [state], [out]))
        outputs.append(info(d, out, dtype, shape))
    graph = helper.make_graph(
        nodes,
        d.name("loop"),
        [info(d, i, I64, ()), info(d, go, BOOL, ()), info(d, state, dtype, shape)],
        outputs,
    )
    d.emit(op, trip, keep, x, outputs=2 if scans else 1, body=graph)


@operator("Scan")
def scan(d, op):
    steps, shape = d.between(1, 5), d.draw_shape(d.between(0, 2))
    x = d.operand([F32, F64], shape=(steps, *shape), specials=NONE, limit=(-4, 4))
    dtype = d.dtype(x)
    start = d.operand(dtype, shape=shape, specials=NONE, limit=(-4, 4))
    s, element = d.name("s"), d.name("e")
    t, out = d.name("t"), d.name("o")
    nodes = [
        helper.make_node(d.pick(["Add", "Max", "Sub"]), [s, element], [t]),
        helper.make_node("Tanh", [t], [out]),
    ]
    graph = helper.make_graph(
        nodes,
        d.name("scan"),
        [info(d, s, dtype, shape), info(d, element, dtype, shape)],
        [info(d, t, dtype, shape), info(d, out, dtype, shape)],
    )
    more = d.maybe(
        0.4, scan_input_directions=[d.between(0, 1)], scan_output_directions=[d.between(0, 1)]
    )
    if d.version(op) < 9:
        raise Refused("a batch of scans")
    d.emit(op, start, x, outputs=2, num_scan_inputs=1, body=graph, **more)


@operator("LSTM", "GRU", "RNN")
def recurrent(d, op):
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}[op]
    steps, batch, size, hidden = (
        d.between(1, 5),
        d.between(1, 4),
        d.between(1, 9),
        d.pick([1, 2, 3, 5, 8, 16]),
    )
    direction = d.pick(["forward", "reverse", "bidirectional"])
    directions = 2 if direction == "bidirectional" else 1
    x = d.operand(
        [t for t in d.types(op) if t in (F32, F64)],
        shape=(steps, batch, size),
        specials=NONE,
        limit=(-20, 20),
        reuse=0.3,
    )
    dtype = d.dtype(x)
    w = lambda *shape: d.operand(
        dtype,
        shape=shape,
        low=-0.5,
        high=0.5,
        specials=NONE,
        reuse=0,
        constant=True if d.chance(0.7) else None,
    )
    inputs = [
        x,
        w(directions, gates * hidden, size),
        w(directions, gates * hidden, hidden),
        w(directions, 2 * gates * hidden) if d.chance(0.6) else None,
        d.fresh(I32, (batch,), 1, steps, NONE) if d.chance(0.3) else None,
        w(directions, batch, hidden) if d.chance(0.4) else None,
    ]
    more = {}
    if op == "LSTM":
        inputs += [
            w(directions, batch, hidden) if d.chance(0.4) else None,
            w(directions, 3 * hidden) if d.chance(0.2) else None,
        ]
    if op == "GRU":
        more = d.maybe(linear_before_reset=d.between(0, 1))
    d.emit(
        op,
        *inputs,
        outputs=3 if op == "LSTM" else 2,
        hidden_size=hidden,
        direction=direction,
        **more
    )
