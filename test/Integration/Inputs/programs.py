# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that are compiled once and run on many inputs, against onnxruntime or onnx's reference
evaluator."""
import sys

import numpy as np
import onnx.parser
import onnxruntime
from onnx.reference import ReferenceEvaluator

import dl

random = np.random.default_rng(5)


def i64(*values):
    return np.array(values, np.int64)


def floats(*shape):
    return random.standard_normal(shape).astype(np.float32)


class Program:
    """A model that is compiled once, and must not ask for inputs as constants."""

    def __init__(self, text, opset=22, reference=False):
        header = f'<ir_version: 10, opset_import: ["": {opset}]>'
        self.model = onnx.parser.parse_model(f"{header} {text}")
        self.compiled = dl.compile(self.model, opt_level=0)
        assert not self.compiled.constant_inputs, (text, self.compiled.constant_inputs)
        self.session = ReferenceEvaluator(self.model)
        if not reference:
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 4  # declared shapes are the most, here
            self.session = onnxruntime.InferenceSession(self.model.SerializeToString(), options)

    def feed(self, arrays):
        return dict(zip([info.name for info in self.compiled.inputs], arrays))

    def agrees(self, *arrays):
        wanted = self.session.run(None, self.feed(arrays))
        results = self.compiled(**self.feed(arrays))
        results = results if isinstance(results, (list, tuple)) else [results]
        for want, got in zip(wanted, results, strict=True):
            assert got.shape == want.shape, f"{arrays[1:]}: {got.shape}, not {want.shape}"
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5, err_msg=str(arrays[1:]))

    def refuses(self, *arrays):
        """The run ends with an error that names the node, or an output and the node."""
        try:
            result = self.compiled(**self.feed(arrays))
        except dl.RunError as error:
            assert "node 'here'" in str(error), str(error)
        else:
            raise AssertionError(f"{arrays[1:]}: not refused, got {result}")


def run(*families):
    """Runs the functions, or those that the command line names."""
    for family in families:
        if len(sys.argv) < 2 or family.__name__ in sys.argv[1:]:
            family()
            print(f"{family.__name__} agrees", flush=True)
