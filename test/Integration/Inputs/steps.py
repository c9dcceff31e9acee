#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent models whose weights are more than a small second cache holds.

    steps.py DIR

Writes NAME.onnx, NAME.inputs.npz and NAME.ref.npz of an LSTM and a GRU, the latter by onnx's
reference evaluator.
"""
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

STEPS, FEATURES = 5, 24


def make(operator, gates, units):
    random = np.random.default_rng(units)

    def constant(name, *shape):
        data = random.standard_normal(shape) / np.sqrt(shape[-1])
        return numpy_helper.from_array(data.astype(np.float32), name)

    weights = [constant("w", 1, gates * units, FEATURES), constant("r", 1, gates * units, units),
               constant("b", 1, 2 * gates * units)]
    node = helper.make_node(operator, ["x", "w", "r", "b"], ["y", "h"], hidden_size=units)
    floats = TensorProto.FLOAT
    graph = helper.make_graph(
        [node], operator,
        [helper.make_tensor_value_info("x", floats, [STEPS, 1, FEATURES])],
        [helper.make_tensor_value_info("y", floats, [STEPS, 1, 1, units]),
         helper.make_tensor_value_info("h", floats, [1, 1, units])], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    inputs = {"x": random.standard_normal((STEPS, 1, FEATURES)).astype(np.float32)}
    return model, inputs


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, operator, gates, units in (("lstm", "LSTM", 4, 160), ("gru", "GRU", 3, 192)):
        model, inputs = make(operator, gates, units)
        onnx.save(model, f"{folder}/{name}.onnx")
        np.savez(f"{folder}/{name}.inputs.npz", **inputs)
        results = ReferenceEvaluator(model).run(None, inputs)
        np.savez(f"{folder}/{name}.ref.npz", y=results[0], h=results[1])


if __name__ == "__main__":
    main()
