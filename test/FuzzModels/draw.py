# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws cases: model number n of a seed."""

import copy

import numpy as np

# These add their operators to the table.
import control  # noqa: F401
import conversions  # noqa: F401
import elementwise  # noqa: F401
import indexing  # noqa: F401
import moves  # noqa: F401
import products  # noqa: F401
import quantized  # noqa: F401
import reductions  # noqa: F401
import resizes  # noqa: F401
import windows  # noqa: F401
from case import Case
from draft import Draft, schema_of
from oracle import Refused
from registry import OPERATORS
from values import WEIGHTS

NEWEST = 28
KINDS = ["plain"] * 9 + ["special"] * 6 + ["zero"] * 2 + ["open"] * 4
# These take most time of oracles and compiler: less often beside the operator of the case.
SLOW = set(
    """LSTM GRU RNN DeformConv RoiAlign STFT DFT Col2Im Loop Scan If Resize Upsample GridSample
    ConvTranspose LpPool""".split()
)
# These need to know some or all sizes: seldom where dims are left open, to see that they say so.
STATIC = set(
    """ArgMax ArgMin CenterCropPad Col2Im Compress CumProd CumSum DFT DeformConv DynamicQuantizeLinear
    Einsum EyeLike GatherElements GatherND GridSample GRU LpNormalization LSTM MaxUnpool OneHot Resize
    ReverseSequence RNN RoiAlign STFT Scatter ScatterElements ScatterND Shape Size Slice SpaceToDepth
    TensorScatter Tile TopK Trilu Upsample""".split()
)
# Without inputs, or with constants alone.
SOURCES = {"Constant", "Range", "ConstantOfShape", "NonZero"}
CPUS = ["x86-64", "haswell", "native"]


def opset_for(rng, op):
    choices = [version for version in range(7, NEWEST + 1) if schema_of(op, version)]
    choices = choices or [version for version in range(1, 7) if schema_of(op, version)]
    usual = [version for version in choices if 13 <= version <= 22]
    return int(rng.choice(usual if usual and rng.random() < 0.5 else choices))


def draw_case(seed, number, kinds=KINDS, operators=None, cpu=None):
    """The case, or None and why not."""
    rng = np.random.default_rng([seed, number])
    names = sorted(operators or OPERATORS)
    shift = int(np.random.default_rng([seed, number // len(names)]).integers(len(names)))
    order = np.random.default_rng([seed, number // len(names), 1]).permutation(len(names))
    op = names[int(order[(number + shift) % len(names)])]
    kind = kinds[int(rng.integers(len(kinds)))]
    if kind == "open" and op in STATIC and len(kinds) > 1 and rng.random() < 0.9:
        kind = "plain"
    types = list(WEIGHTS)
    weights = np.array(list(WEIGHTS.values()), float)
    refusal = ""
    for _ in range(12):
        opset = opset_for(rng, op)
        prefer = types[int(rng.choice(len(types), p=weights / weights.sum()))]
        draft = Draft(rng, opset, kind, prefer)
        if draft.attempt(lambda d: OPERATORS[op](d, op)):
            break
        refusal = draft.refusal
    else:
        return None, f"{op}: {refusal}"
    if not draft.chance(0.35):
        grow(draft, draft.between(1, 9))
    return finish(draft, f"{seed}-{number}" + (f"-{cpu}" if cpu else ""), cpu), ""


def grow(draft, count):
    """More nodes, before and behind those that are there."""
    names = sorted(OPERATORS)
    names = [name for name in names if name not in SOURCES and schema_of(name, draft.opset)]
    weights = np.array([0.15 if name in SLOW else 1.0 for name in names])
    if draft.kind == "open":
        weights[[name in STATIC for name in names]] *= 0.05
    for _ in range(count):
        op = names[int(draft.rng.choice(len(names), p=weights / weights.sum()))]
        draft.attempt(lambda d: OPERATORS[op](d, op))
        if draft.chance(0.05):
            draft.attempt(duplicate)


def duplicate(draft):
    """The same node again."""
    node = draft.pick([node for node in draft.nodes if node.op_type != "Constant"] or [None])
    if node is None or any(attribute.HasField("g") for attribute in node.attribute):
        raise Refused("nothing to repeat")
    again = copy.deepcopy(node)
    del again.output[:]
    again.output.extend(draft.name("y") for _ in node.output)
    again.name = again.output[0]
    draft.nodes.append(again)
    draft.values.update((name, draft.values[old]) for name, old in zip(again.output, node.output))


def finish(draft, name, cpu):
    produced = [result for node in draft.nodes for result in node.output]
    used = {value for node in draft.nodes for value in node.input}
    outputs = [value for value in produced if value not in used]
    outputs += [value for value in produced if value in used and draft.chance(0.15)]
    others = draft.inputs + draft.weights
    if draft.chance(0.06) and others:
        outputs.append(draft.pick(others))
    values = {value: draft.values[value].array for value in draft.values}
    case = Case(
        name,
        draft.kind,
        draft.opset,
        draft.nodes,
        {value: list(values[value].shape) for value in draft.inputs},
        {value: values[value] for value in draft.weights},
        [str(value) for value in draft.rng.permutation(outputs)],
        [{value: values[value] for value in draft.inputs}],
        options_of(draft, cpu),
        draft.pick(["shape"] * 6 + ["type"] * 3 + ["nothing"]),
        values,
    )
    if not draft.chance(0.04):
        case = case.pruned()
    if draft.kind == "open":
        open_dims(draft, case)
    return case


def options_of(draft, cpu):
    """`cpu` is a CPU of this machine's architecture, or of another target: triple:cpu."""
    target, _, name = (cpu or "").rpartition(":")
    options = [f"-O{draft.pick([3, 3, 2, 1, 0, 0])}"]
    if draft.chance(0.3) and not target:
        options.append("--threads=2")
    if draft.chance(0.2):
        options.append("--vectorize=false")
    if cpu or draft.chance(0.15):
        options.append(f"--mcpu={name or draft.pick(CPUS)}")
    if target:
        options.append(f"--target={target}")
    return options


def open_dims(draft, case):
    """Leaves extents open that no node insists on, and adds runs of other sizes. Mostly only
    where they stand first, as batches do: many operators need other dims to be known."""
    most = 1 if draft.chance(0.8) else 9
    extents = sorted(
        {extent for dims in case.inputs.values() for extent in dims[:most] if extent > 1}
    )
    first = case.runs[0]
    sizes = {}
    for extent in [int(extent) for extent in draft.rng.permutation(extents)][:3]:
        wanted = {**sizes, extent: extent + draft.pick([1, 2, 7])}
        if resized(draft, case, wanted, most):
            sizes = wanted
    if not sizes:
        return
    others = {extent: draft.pick([1, 2, extent - 1, 3 * extent, 17, 64]) for extent in sizes}
    case.runs = [first] + [
        run for wanted in (sizes, others) if (run := resized(draft, case, wanted, most))
    ]
    case.inputs = {
        name: [
            f"d{extent}" if extent in sizes and axis < most else extent
            for axis, extent in enumerate(dims)
        ]
        for name, dims in case.inputs.items()
    }


def resized(draft, case, sizes, most):
    """Inputs with other extents in their first dims, or None where an oracle refuses them."""
    run = {}
    for name, old in case.runs[0].items():
        recipe = draft.values[name].recipe
        shape = tuple(
            sizes.get(extent, extent) if axis < most else extent
            for axis, extent in enumerate(old.shape)
        )
        if recipe is None or np.prod(shape, dtype=float) > 1 << 16:
            return None
        run[name] = np.asarray(recipe.make(draft.rng, shape))
    try:
        values = case.evaluate(run)
    except Refused:
        return None
    return run if max(value.size for value in values.values()) <= 1 << 18 else None
