# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of branches, loops and recurrent operators."""
import sys

import numpy as np
import onnx.parser

from cases import Cases, const, floats, i64, main

cases = Cases()
add = cases.add
X = floats("x", (4,), 0.5, 2)


def graph(text):
    return onnx.parser.parse_graph(text)


# Names of values in a body are those of this body only: a case's number keeps them apart.
for then, other in [("Sqrt", "Neg"), ("Log", "Exp"), ("Abs", "Tanh")]:
    for condition in (True, False):
        n = len(cases.all)
        c = f"constant_{n}"
        values = ", ".join(map(str, X))
        branches = [graph(f"b{n} () => (float[4] r{n}{op}) <float[4] {c}{op} = {{{values}}}> "
                          f"{{ r{n}{op} = {op}({c}{op}) }}") for op in (then, other)]
        add("If", np.array(condition), then_branch=branches[0], else_branch=branches[1])
for count, limit in [(0, 9.0), (1, 9.0), (5, 99.0), (5, 4.0), (7, 20.0)]:
    n = len(cases.all)
    body = graph(f"""b{n} (int64 i{n}, bool go{n}, float[2] s{n}) => (bool on{n}, float[2] t{n})
        <float limit{n} = {{{limit}}}> {{
          t{n} = Add(s{n}, s{n}) e{n} = ReduceMax<keepdims = 0>(t{n}) on{n} = Less(e{n}, limit{n}) }}""")
    add("Loop", np.array(count), np.array(True), np.array([1, 1.5], np.float32), body=body)
    body = graph(f"""b{n} (int64 i{n}, bool go{n}, float[2] s{n})
        => (bool go{n}, float[2] t{n}, float[2] u{n}) {{ t{n} = Add(s{n}, s{n}) u{n} = Neg(s{n}) }}""")
    add("Loop", const(np.array(count + 1)), const(np.array(True)), np.array([1, 1.5], np.float32),
        outputs=2, body=body)
for steps, attributes in [(3, {}), (1, {}), (5, dict(scan_input_directions=[1])),
                          (4, dict(scan_output_directions=[1])), (2, dict(scan_input_axes=[1]))]:
    n = len(cases.all)
    body = graph(f"""b{n} (float[2] s{n}, float[2] x{n}) => (float[2] t{n}, float[2] y{n}) {{
        t{n} = Add(s{n}, x{n}) y{n} = Mul(t{n}, x{n}) }}""")
    shape = (2, steps) if "scan_input_axes" in attributes else (steps, 2)
    add("Scan", floats("s", (2,)), floats("xs", shape), since=9, outputs=2, num_scan_inputs=1,
        body=body, **attributes)
    old = dict(directions=attributes["scan_input_directions"]) if steps == 5 else {}
    add("Scan", None, floats("s", (1, 2)), floats("xs", (1, steps, 2)), until=8, outputs=2,
        num_scan_inputs=1, body=body, **old)

GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
for op, gates in GATES.items():
    for steps, batch, size, hidden, direction, more in [
            (3, 2, 4, 5, "forward", {}), (5, 1, 3, 4, "reverse", {}), (2, 3, 4, 2, "bidirectional", {}),
            (4, 2, 3, 3, "forward", dict(bias=True)), (3, 2, 4, 5, "forward", dict(states=True)),
            (4, 3, 2, 4, "bidirectional", dict(bias=True, lengths=(4, 2, 1)))]:
        directions = 2 if direction == "bidirectional" else 1
        w = lambda name, *shape: const(floats(op + name, shape, -0.5, 0.5))
        inputs = [floats(op, (steps, batch, size)), w("w", directions, gates * hidden, size),
                  w("r", directions, gates * hidden, hidden),
                  w("b", directions, 2 * gates * hidden) if "bias" in more else None,
                  np.array(more["lengths"], np.int32) if "lengths" in more else None]
        if "states" in more:
            inputs += [floats("h", (directions, batch, hidden))]
            if op == "LSTM":
                inputs += [floats("c", (directions, batch, hidden))]
        while inputs[-1] is None:
            inputs.pop()
        outputs = 3 if op == "LSTM" else 2
        attributes = dict(hidden_size=hidden, direction=direction)
        add(op, *inputs, since=7, outputs=outputs, **attributes)
        add(op, *inputs, until=6, outputs=outputs, like=(7, inputs, attributes),
            output_sequence=1, **attributes)

if __name__ == "__main__":
    sys.exit(main(cases))
