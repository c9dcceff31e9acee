# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares compiled operators with onnxruntime or onnx's reference evaluator.

usage: run_operators.py DL_RUN WORK_FOLDER

Every case runs at every since-version of its operator. All cases of one opset are one
model, compiled and run once. Where neither oracle runs a version, its cases are
listed. Prints how many cases agree, and each that does not.
"""
import collections
import os
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import indexing_cases  # noqa: F401  adds its cases
from operator_cases import CASES, const

NEWEST = 27  # the newest opset that onnx's reference evaluator knows


def get_versions():
    versions = collections.defaultdict(set)
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "" and schema.since_version <= NEWEST and not schema.deprecated:
            versions[schema.name].add(schema.since_version)
    return versions


def make_model(case, prefix, opset, outputs=None):
    """The node with initializers and inputs, each name with the prefix; `outputs` are
    arrays whose types the outputs have."""
    names, inputs, initializers = [], {}, []
    for i, value in enumerate(case.inputs):
        name = f"{prefix}_i{i}"
        names.append(name)
        if isinstance(value, const):
            initializers.append(numpy_helper.from_array(np.asarray(value.value), name))
        else:
            inputs[name] = value
    results = [f"{prefix}_o{i}" for i in range(case.outputs)]
    node = helper.make_node(case.op, names, results, name=prefix, **case.attributes)
    type_of = lambda array: helper.np_dtype_to_tensor_dtype(array.dtype)
    describe = lambda name, array: helper.make_tensor_value_info(name, type_of(array), array.shape)
    infos = [describe(name, array) for name, array in inputs.items()]
    declared = ([describe(name, array) for name, array in zip(results, outputs)] if outputs else
                [onnx.ValueInfoProto(name=name) for name in results])
    graph = helper.make_graph([node], prefix, infos, declared, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
    return model, inputs


def evaluate(model, inputs):
    """The oracle's outputs, or None if neither takes the model."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    make_reference = lambda: ReferenceEvaluator(model)
    make_runtime = lambda: onnxruntime.InferenceSession(
        onnx.shape_inference.infer_shapes(model).SerializeToString(), options)
    for make in (make_runtime, make_reference):
        try:
            with np.errstate(all="ignore"):
                return [np.asarray(array) for array in make().run(None, inputs)]
        except Exception:  # whatever an oracle raises where it knows no such model
            pass
    return None


def run(tool, work, opset, entries):
    """Runs the cases of one opset as one model; gives the outputs by name."""
    parts = [make_model(case, prefix, opset, expected)[0].graph for case, prefix, _, expected in
             entries]
    join = lambda field: [item for part in parts for item in getattr(part, field)]
    graph = helper.make_graph(join("node"), "cases", join("input"), join("output"),
                              join("initializer"))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
    stem = os.path.join(work, f"opset{opset}")
    onnx.save(model, stem + ".onnx")
    arrays = {name: array for _, _, inputs, _ in entries for name, array in inputs.items()}
    np.savez(stem + ".inputs.npz", **arrays)
    done = subprocess.run([tool, stem + ".onnx", f"--outputs={stem}.outputs.npz",
                           f"--inputs={stem}.inputs.npz"], capture_output=True, text=True,
                          timeout=240)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        print(f"opset {opset}: exit code {done.returncode}", *errors[:5], sep="\n  ")
        return {}
    return np.load(stem + ".outputs.npz")


def differs(actual, expected):
    """Why two arrays differ by more than oracles do, or an empty text."""
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return f"got {actual.dtype}{actual.shape}, expected {expected.dtype}{expected.shape}"
    if expected.dtype.kind in "biu":
        wrong = actual != expected
        return f"got {actual[wrong][:4]}, expected {expected[wrong][:4]}" if wrong.any() else ""
    tolerance = 1e-3 if expected.dtype == np.float16 else 1e-5
    finite = expected[np.isfinite(expected)].astype(np.float64)
    largest = np.abs(finite).max() if finite.size else 1
    if np.allclose(actual.astype(np.float64), expected.astype(np.float64), rtol=0,
                   atol=tolerance * largest, equal_nan=True):
        return ""
    return f"got {actual.ravel()[:6]}, expected {expected.ravel()[:6]}"


def main():
    tool, work = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    versions = get_versions()
    by_opset, no_oracle = collections.defaultdict(list), collections.Counter()
    covered = collections.Counter()
    for number, case in enumerate(CASES):
        for opset in sorted(versions[case.op]):
            if not case.since <= opset <= case.until:
                continue
            prefix = f"{case.op}_{number}"
            model, inputs = make_model(case, prefix, opset)
            expected = evaluate(model, inputs)
            if expected is None:
                no_oracle[case.op, opset] += 1
                continue
            by_opset[opset].append((case, prefix, inputs, expected))
            covered[case.op, opset] += 1
    agree = 0
    for opset, entries in sorted(by_opset.items()):
        results = run(tool, work, opset, entries)
        for case, prefix, _, expected in entries if results else []:
            why = [differs(results[f"{prefix}_o{i}"], array) for i, array in enumerate(expected)]
            if any(why):
                shapes = [np.asarray(getattr(v, "value", v)).shape for v in case.inputs]
                print(f"{case.op} at opset {opset}, {case.attributes}, {shapes}: {why}")
            else:
                agree += 1
    for key, count in sorted(no_oracle.items()):
        if not covered[key]:
            print("no oracle:", *key)
    print(agree, "of", sum(covered.values()), "cases agree,", len({op for op, _ in covered}),
          "operators")


if __name__ == "__main__":
    main()
