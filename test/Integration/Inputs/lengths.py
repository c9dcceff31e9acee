# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lengths and places that a run gives: those on the border are taken, others end the run."""
import numpy as np
import onnx.parser
import onnxruntime
from onnx.reference import ReferenceEvaluator

import dl

HEADER = '<ir_version: 10, opset_import: ["": 22]>'
X = np.arange(24, dtype=np.float32).reshape(4, 2, 3)
RNN = f"""{HEADER} g (float[4,2,3] x, int32[2] n, float[1,5,3] w, float[1,5,5] r) => (float[4,1,2,5] y) {{
  [cell] y = RNN<hidden_size = 5>(x, w, r, , n) }}"""
REVERSE = f"""{HEADER} g (float[4,2,3] x, int64[2] n) => (float[4,2,3] y) {{
  [turn] y = ReverseSequence<time_axis = 0, batch_axis = 1>(x, n) }}"""
SCATTER = """<ir_version: 10, opset_import: ["": 24]> g (float[2,6,3] x, int64[2] n, float[2,2,3] u) => (float[2,6,3] y) {
  [cache] y = TensorScatter<axis = 1>(x, u, n) }"""


def evaluate(model, feeds):
    """By onnxruntime, where it has the opset: the reference leaves lengths of cells out."""
    if model.opset_import[0].version > 22:
        return ReferenceEvaluator(model).run(None, feeds)[0]
    return onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)[0]


def check(text, name, dtype, most, arrays):
    model = onnx.parser.parse_model(text)
    compiled = dl.compile(model)
    names = [info.name for info in compiled.inputs]
    last = most - 2 if name == "cache" else most
    for lengths in ([0, last], [last, 1]):
        feeds = dict(zip(names, arrays(np.array(lengths, dtype))))
        expected = evaluate(model, feeds)
        np.testing.assert_allclose(compiled(**feeds), expected, rtol=1e-5, atol=1e-6)
    for lengths, element in ([-1, most], 0), ([0, 99], 1), ([np.iinfo(dtype).min, 0], 0):
        feeds = dict(zip(names, arrays(np.array(lengths, dtype))))
        try:
            compiled(**feeds)
        except dl.RunError as error:
            assert f"'{name}'" in str(error) and f"at element {element}" in str(error), str(error)
        else:
            raise AssertionError(f"{name}: {lengths} are taken")


rng = np.random.default_rng(2)
W, R = (rng.uniform(-1, 1, shape).astype(np.float32) for shape in [(1, 5, 3), (1, 5, 5)])
check(RNN, "cell", np.int32, 4, lambda n: [X, n, W, R])
check(REVERSE, "turn", np.int64, 4, lambda n: [X, n])
check(SCATTER, "cache", np.int64, 4, lambda n: [np.zeros((2, 6, 3), np.float32), n,
                                                np.ones((2, 2, 3), np.float32)])
