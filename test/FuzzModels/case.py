# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model with the inputs of its runs, and what oracles make of it."""

import dataclasses
import os

import numpy as np
import onnx
from onnx import helper, numpy_helper

import oracle
from values import TYPES, name_of, widen


@dataclasses.dataclass
class Case:
    name: str
    kind: str
    opset: int
    nodes: list
    # Dims of each input: extents, and names of open ones.
    inputs: dict
    weights: dict
    outputs: list
    # Arrays of the inputs by name, for each run.
    runs: list
    options: list
    # What outputs say of themselves: shape, type or nothing.
    declared: str = "shape"
    # All values of the first run, where they are known.
    known: dict = None

    def operators(self):
        return [node.op_type for node in self.nodes]

    def captured(self, node):
        """Names of outer values that a node or a body inside reads."""
        names = [name for name in node.input if name]
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                made = {value.name for value in attribute.g.input}
                for inner in attribute.g.node:
                    names += [name for name in inner.input if name and name not in made]
                    made.update(inner.output)
        return list(dict.fromkeys(names))

    def evaluate(self, run, runners=(oracle.run_onnxruntime, oracle.run_reference)):
        """All values of a run by name."""
        values = {**self.weights, **run}
        for node in self.nodes:
            given = {name: values[name] for name in self.captured(node)}
            values.update(zip(node.output, oracle.evaluate(node, self.opset, given, runners)))
        return values

    def evaluate_wide(self, run):
        """The same with floats in f64 from the inputs on."""
        types = {}
        values = {name: widen(array) for name, array in {**self.weights, **run}.items()}
        types = {name: array.dtype for name, array in {**self.weights, **run}.items()}
        for node in self.nodes:
            given = {name: (types[name], values[name]) for name in self.captured(node)}
            for name, (dtype, array) in zip(
                node.output, oracle.evaluate_wide(node, self.opset, given)
            ):
                types[name], values[name] = dtype, array
        return values

    def model(self):
        values = self.known if self.known is not None else self.evaluate(self.runs[0])
        describe = lambda name, dims: helper.make_tensor_value_info(
            name, onnx.TensorProto.DataType.Value(name_of(values[name].dtype).upper()), dims
        )
        is_open = any(isinstance(dim, str) for dims in self.inputs.values() for dim in dims)
        outputs = []
        for name in self.outputs:
            if self.declared == "nothing" and name not in self.inputs and name not in self.weights:
                outputs.append(onnx.ValueInfoProto(name=name))
            elif name in self.inputs:
                outputs.append(describe(name, self.inputs[name]))
            else:
                whole = self.declared == "shape" and not is_open or name in self.weights
                outputs.append(describe(name, values[name].shape if whole else None))
        graph = helper.make_graph(
            self.nodes,
            "model",
            [describe(*entry) for entry in self.inputs.items()],
            outputs,
            [numpy_helper.from_array(array, name) for name, array in self.weights.items()],
        )
        return helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", self.opset)],
            ir_version=oracle.ir_version(self.opset),
        )

    def pruned(self, outputs=None):
        """The case without what its outputs do not need."""
        outputs = self.outputs if outputs is None else outputs
        needed, nodes = set(outputs), []
        for node in reversed(self.nodes):
            if needed & set(node.output):
                nodes.insert(0, node)
                needed.update(self.captured(node))
        keep = lambda entries: {name: entry for name, entry in entries.items() if name in needed}
        return dataclasses.replace(
            self,
            nodes=nodes,
            inputs=keep(self.inputs),
            outputs=list(outputs),
            weights=keep(self.weights),
            runs=[keep(run) for run in self.runs],
        )

    def save(self, folder):
        os.makedirs(folder, exist_ok=True)
        onnx.save(self.model(), os.path.join(folder, "model.onnx"))
        for index, run in enumerate(self.runs):
            np.savez(
                os.path.join(folder, f"inputs{index}.npz"),
                **{
                    name: (
                        array.view(f"u{array.dtype.itemsize}")
                        if array.dtype.type.__module__ != "numpy"
                        else array
                    )
                    for name, array in run.items()
                },
            )
        with open(os.path.join(folder, "options.txt"), "w") as file:
            file.write(" ".join([self.kind, *self.options]))

    @staticmethod
    def load(folder):
        model = onnx.load(os.path.join(folder, "model.onnx"))
        graph = model.graph
        inputs, types, runs = {}, {}, []
        for value in graph.input:
            tensor = value.type.tensor_type
            inputs[value.name] = [dim.dim_param or dim.dim_value for dim in tensor.shape.dim]
            types[value.name] = TYPES[onnx.TensorProto.DataType.Name(tensor.elem_type).lower()]
        while os.path.exists(path := os.path.join(folder, f"inputs{len(runs)}.npz")):
            with np.load(path) as arrays:
                runs.append(
                    {
                        name: (
                            arrays[name].view(dtype)
                            if arrays[name].dtype != dtype
                            else arrays[name]
                        )
                        for name, dtype in types.items()
                    }
                )
        with open(os.path.join(folder, "options.txt")) as file:
            kind, *options = file.read().split()
        return Case(
            os.path.basename(os.path.normpath(folder)),
            kind,
            model.opset_import[0].version,
            list(graph.node),
            inputs,
            {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer},
            [value.name for value in graph.output],
            runs,
            options,
        )
