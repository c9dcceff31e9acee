# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing case small: fewer outputs, nodes, attributes, elements and options, as long
as it fails in the same way."""

import copy
import dataclasses
import time

import numpy as np

from oracle import Refused


class Minimiser:
    def __init__(self, fails, seconds=60):
        """`fails(case)` says whether a case still shows the fault."""
        self.fails, self.until = fails, time.monotonic() + seconds

    def accept(self, case):
        if time.monotonic() > self.until:
            return False
        try:
            case = dataclasses.replace(case, known=None)
            case.known = case.evaluate(case.runs[0])
            return self.fails(case)
        except (Refused, KeyError, ValueError):
            return False

    def minimise(self, case):
        for _ in range(3):
            size = self.size(case)
            for shrink in (
                self.outputs,
                self.runs,
                self.nodes,
                self.options,
                self.attributes,
                self.inputs,
                self.extents,
            ):
                case = shrink(case)
            if self.size(case) == size:
                break
        case = dataclasses.replace(case, known=None)
        return case

    @staticmethod
    def size(case):
        return (
            len(case.nodes),
            len(case.outputs),
            sum(len(node.attribute) for node in case.nodes),
            sum(array.size for run in case.runs for array in run.values()),
            sum(array.size for array in case.weights.values()),
            len(case.options),
        )

    def first_of(self, case, candidates):
        """The first candidate that fails too, or the case."""
        return next((candidate for candidate in candidates if self.accept(candidate)), case)

    def outputs(self, case):
        if len(case.outputs) < 2:
            return self.first_of(case, [case.pruned()])
        half = len(case.outputs) // 2
        smaller = self.first_of(case, (case.pruned([name]) for name in case.outputs[:6]))
        if smaller is case:
            smaller = self.first_of(
                case, (case.pruned(part) for part in (case.outputs[:half], case.outputs[half:]))
            )
        return smaller

    def runs(self, case):
        if len(case.runs) < 2:
            return case
        return self.first_of(case, (dataclasses.replace(case, runs=[run]) for run in case.runs))

    def nodes(self, case):
        """Values become inputs, from the end on; then nodes are left out."""
        for index in reversed(range(len(case.nodes))):
            if index < len(case.nodes):
                case = self.first_of(
                    case, [candidate for candidate in (self.cut(case, index),) if candidate]
                )
        for index in reversed(range(len(case.nodes))):
            if index < len(case.nodes):
                case = self.first_of(case, self.without(case, index))
        return case

    def cut(self, case, index):
        """The results of a node as inputs."""
        node = case.nodes[index]
        names = [name for name in node.output if name]
        if set(names) & set(case.outputs) and len(case.nodes) == 1:
            return None
        try:
            values = [case.evaluate(run) for run in case.runs]
        except Refused:
            return None
        rest = case.nodes[:index] + case.nodes[index + 1 :]
        inputs = {**case.inputs, **{name: list(values[0][name].shape) for name in names}}
        if any(value[name].shape != values[0][name].shape for value in values for name in names):
            return None
        runs = [
            {**run, **{name: value[name] for name in names}}
            for run, value in zip(case.runs, values)
        ]
        outputs = [name for name in case.outputs if name not in names]
        if not outputs:
            return None
        return dataclasses.replace(case, nodes=rest, inputs=inputs, runs=runs).pruned(outputs)

    def without(self, case, index):
        """An operand of a node in place of its result."""
        node = case.nodes[index]
        for operand in dict.fromkeys(node.input):
            if not operand or node.output[0] in case.outputs:
                continue
            nodes = [copy.deepcopy(other) for other in case.nodes[:index] + case.nodes[index + 1 :]]
            for other in nodes:
                for i, name in enumerate(other.input):
                    if name == node.output[0]:
                        other.input[i] = operand
            yield dataclasses.replace(case, nodes=nodes).pruned()

    def options(self, case):
        for option in list(case.options):
            case = self.first_of(
                case, [dataclasses.replace(case, options=[o for o in case.options if o != option])]
            )
        return self.first_of(
            case, [dataclasses.replace(case, declared="shape")] if case.declared != "shape" else []
        )

    def attributes(self, case):
        for index, node in enumerate(case.nodes):
            for attribute in list(node.attribute):
                if attribute.HasField("g"):
                    continue
                nodes = copy.deepcopy(case.nodes)
                kept = [a for a in nodes[index].attribute if a.name != attribute.name]
                del nodes[index].attribute[:]
                nodes[index].attribute.extend(kept)
                case = self.first_of(case, [dataclasses.replace(case, nodes=nodes)])
        return case

    def inputs(self, case):
        """Inputs become constants, then their elements plain numbers."""
        if len(case.runs) == 1 and len(case.inputs) > 1:
            for name in list(case.inputs):
                if any(isinstance(dim, str) for dim in case.inputs[name]) or name in case.outputs:
                    continue
                left = {other: dims for other, dims in case.inputs.items() if other != name}
                run = dict(case.runs[0])
                weights = {**case.weights, name: run.pop(name)}
                case = self.first_of(
                    case, [dataclasses.replace(case, inputs=left, runs=[run], weights=weights)]
                )
        for name, array in list(case.weights.items()):
            if array.size > 1 and array.dtype.kind == "f":
                case = self.first_of(
                    case,
                    [
                        dataclasses.replace(
                            case, weights={**case.weights, name: np.ones_like(array)}
                        )
                    ],
                )
        return case

    def extents(self, case):
        """One extent smaller, wherever it stands: in shapes, constants and attributes."""
        if any(isinstance(dim, str) for dims in case.inputs.values() for dim in dims):
            return case
        arrays = [array for run in case.runs for array in run.values()] + list(
            case.weights.values()
        )
        for extent in sorted(
            {extent for array in arrays for extent in array.shape if extent > 1}, reverse=True
        ):
            smaller = dict.fromkeys([1, 2, extent // 2, extent - 1])
            case = self.first_of(
                case, (self.resized(case, extent, new) for new in smaller if 0 < new < extent)
            )
        return case

    @staticmethod
    def resized(case, old, new):
        def cut(array):
            return array[
                tuple(slice(new) if extent == old else slice(None) for extent in array.shape)
            ]

        def cut_weight(array):
            array = cut(array)
            return (
                np.where(array == old, new, array).astype(array.dtype)
                if array.dtype == np.int64
                else array
            )

        nodes = copy.deepcopy(case.nodes)
        for node in nodes:
            for attribute in node.attribute:
                for i, value in enumerate(attribute.ints):
                    if value == old and attribute.name not in ("axes", "perm"):
                        attribute.ints[i] = new
        return dataclasses.replace(
            case,
            nodes=nodes,
            inputs={
                name: [new if dim == old else dim for dim in dims]
                for name, dims in case.inputs.items()
            },
            weights={name: cut_weight(array) for name, array in case.weights.items()},
            runs=[{name: cut(array) for name, array in run.items()} for run in case.runs],
        )
