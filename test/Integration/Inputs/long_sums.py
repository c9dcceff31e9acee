# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that add up many terms in f32: their error against float64 and onnxruntime's.

Usage: long_sums.py [--table]

The terms are random and positive, so that what is added to grows. A result passes if its
error is at most twice onnxruntime's, or one unit in the last place of its largest element
beyond that. `--table` prints the errors in such units, ours and onnxruntime's.
"""
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import dl

# Rows, and how long they are.
SHAPES = {"a": (64, 300), "b": (32, 1000), "c": (16, 30000), "d": (2, 1000000)}
TRANSPOSED = {"e": (1000, 32), "f": (30000, 16)}
IMAGES = {"x": (2, 8, 100, 170), "z": (1, 700, 9, 11)}


def make_cases():
    cases, weights = [], {"rows": np.array([1]), "columns": np.array([0]), "one": np.array(1)}

    def add(op, inputs, function, **attributes):
        name = f"y{len(cases)}"
        cases.append((op, helper.make_node(op, inputs.split(), [name], **attributes), name, function))

    for v in SHAPES:
        keep = {"axis": 1, "keepdims": True}
        add("ReduceSum", f"{v} rows", lambda t, v=v: t[v].sum(**keep))
        add("ReduceMean", f"{v} rows", lambda t, v=v: t[v].mean(**keep))
        add("ReduceL1", f"{v} rows", lambda t, v=v: np.abs(t[v]).sum(**keep))
        add("ReduceL2", f"{v} rows", lambda t, v=v: np.sqrt((t[v] ** 2).sum(**keep)))
        add("ReduceSumSquare", f"{v} rows", lambda t, v=v: (t[v] ** 2).sum(**keep))
        add("ReduceSum", v, lambda t, v=v: t[v].sum(keepdims=True))
        add("ReduceLogSumExp", f"{v} rows", lambda t, v=v: np.log(np.exp(t[v]).sum(**keep)))
        add("Softmax", v, lambda t, v=v: np.exp(t[v]) / np.exp(t[v]).sum(**keep))
        add("CumSum", f"{v} one", lambda t, v=v: t[v].cumsum(1))
    for v in TRANSPOSED:
        add("ReduceSum", f"{v} columns", lambda t, v=v: t[v].sum(0, keepdims=True))
        add("ReduceMean", f"{v} columns", lambda t, v=v: t[v].mean(0, keepdims=True))
        add("ReduceSum", v, lambda t, v=v: t[v].sum(keepdims=True))
    add("MatMul", "b e", lambda t: t["b"] @ t["e"])
    add("MatMul", "c f", lambda t: t["c"] @ t["f"])
    for v in IMAGES:
        add("GlobalAveragePool", v, lambda t, v=v: t[v].mean((2, 3), keepdims=True))
    rng = np.random.default_rng(3)
    weights["k"] = rng.uniform(0, 1, (24, 700, 1, 1)).astype(np.float32)
    weights["l"] = rng.uniform(0, 1, (16, 700, 3, 3)).astype(np.float32)
    windows = lambda t: np.lib.stride_tricks.sliding_window_view(t["z"], (3, 3), (2, 3))
    add("Conv", "z k", lambda t: np.einsum("nchw,oc->nohw", t["z"], t["k"][:, :, 0, 0]))
    add("Conv", "z l", lambda t: np.einsum("nchwij,ocij->nohw", windows(t), t["l"]))
    return cases, weights


def make_model(cases, weights, is_open=False):
    inputs = []
    for name, shape in (SHAPES | TRANSPOSED | IMAGES).items():
        dims = [f"{name}{i}" if is_open and not (name in IMAGES and i == 1) else extent
                for i, extent in enumerate(shape)]
        inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, dims))
    constants = [numpy_helper.from_array(value, name) for name, value in weights.items()]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
               for _op, _node, name, _f in cases]
    graph = helper.make_graph([node for _op, node, _name, _f in cases], "sums", inputs, outputs,
                              constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def get_errors(results, exact):
    """The largest error of each result, in units of the last place of its largest element."""
    errors = []
    for result, wanted in zip(results, exact):
        assert result.shape == wanted.shape, (result.shape, wanted.shape)
        unit = np.spacing(np.float32(np.abs(wanted).max()))
        errors.append(float(np.abs(result - wanted).max() / unit))
    return errors


def main():
    cases, weights = make_cases()
    rng = np.random.default_rng(11)
    values = {name: rng.uniform(0, 1, shape).astype(np.float32)
              for name, shape in (SHAPES | TRANSPOSED | IMAGES).items()}
    wide = {name: value.astype(np.float64) for name, value in (values | weights).items()}
    exact = [function(wide) for _op, _node, _name, function in cases]
    session = onnxruntime.InferenceSession(make_model(cases, weights).SerializeToString(),
                                           providers=["CPUExecutionProvider"])
    theirs = get_errors(session.run(None, values), exact)
    # Running sums need sizes that are known.
    open_cases = [i for i, case in enumerate(cases) if case[0] != "CumSum"]
    forms = {"vectors": {}, "threads": {"threads": 2}, "plain": {"vectorize": False},
             "open": {}, "open, plain": {"vectorize": False}}
    failures = compared = 0
    for form, options in forms.items():
        numbers = open_cases if form.startswith("open") else range(len(cases))
        chosen = [cases[i] for i in numbers]
        model = dl.compile(make_model(chosen, weights, form.startswith("open")), **options)
        results = model.run([values[info.name] for info in model.inputs])
        for i, mine in zip(numbers, get_errors(results, [exact[i] for i in numbers])):
            op, node = cases[i][:2]
            what = f"{form}: {op} of {', '.join(node.input)}"
            compared += 1
            if "--table" in sys.argv:
                print(f"{what}: {mine:.2f}, onnxruntime {theirs[i]:.2f}")
            if not mine <= 2 * theirs[i] + 1:
                failures += 1
                print(f"{what}: expected an error of at most twice onnxruntime's {theirs[i]:.2f} "
                      f"units in the last place, and one, got {mine:.2f}")
    ones = onnx.parser.parse_model('<ir_version: 8, opset_import: ["": 18]> m (float[33554432] x) '
                                   '=> (float y) { y = ReduceSum<keepdims = 0>(x) }')
    for options in ({}, {"vectorize": False}):
        total = dl.compile(ones, **options)(np.ones(2 ** 25, np.float32))
        compared += 1
        if total != 2 ** 25:
            failures += 1
            print(f"ones: expected {2 ** 25}, got {total}")
    print(f"{compared - failures} of {compared} agree")


main()
