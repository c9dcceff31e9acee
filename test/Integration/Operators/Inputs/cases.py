# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of ONNX operators, compiled and compared with an oracle.

A case is one operator with attributes and inputs, or a chain of a few. One of a single
operator runs at its since-versions: at the newest that takes it all cases run, at older
ones a few of them, spread over all. Where onnx's checker refuses a case it is not one of
that version. The oracle is onnxruntime, else onnx's reference evaluator; for forms that
neither runs, the same two on the model that onnx's version converter makes of it.

All cases of one opset are one model, compiled once; an opset is a version of onnx's own operators,
or a domain and its version. A file of cases makes a `Cases` and
adds to it; run as a program, it calls `main`.
"""
import collections
import dataclasses
import functools
import hashlib
import os
import re
import subprocess
import sys
import warnings
import zlib

import numpy as np
import onnx
import onnx.version_converter
import onnxruntime
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

NEWEST = onnx.defs.onnx_opset_version()
# Of onnx's own operators beside those of another domain.
BESIDE = 17
# Cases of each operator at versions that are not its newest.
AT_OLD_VERSIONS = 5


@dataclasses.dataclass
class const:
    """An input that is an initializer."""
    value: np.ndarray


@dataclasses.dataclass
class Case:
    op: str
    nodes: list
    inputs: dict
    weights: dict
    results: list
    # Opsets.
    versions: list
    # The same in an opset that an oracle runs, and that opset.
    like: object = None
    like_opset: int = 0
    reference: bool = False


@dataclasses.dataclass
class Planned:
    """A case at an opset, with what the oracle says."""
    case: Case
    expected: dict


@functools.cache
def all_since_versions():
    """The since-versions of each operator by its name and domain."""
    versions = collections.defaultdict(set)
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.since_version <= NEWEST:
            versions[schema.name, schema.domain].add(schema.since_version)
    return {key: sorted(found) for key, found in versions.items()}


def since_versions(op, domain=""):
    return all_since_versions().get((op, domain), [])


def list_opsets(opset):
    """Domains and their versions."""
    return {"": opset} if isinstance(opset, int) else {"": BESIDE, opset[0]: opset[1]}


class Cases:
    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)
        self.all = []

    def floats(self, *shape, dtype=np.float32):
        return self.rng.standard_normal(shape).astype(dtype)

    def positive(self, *shape, dtype=np.float32):
        return self.rng.uniform(0.5, 2, shape).astype(dtype)

    def integers(self, *shape, dtype=np.int64, low=-8, high=9):
        return self.rng.integers(low, high, shape).astype(dtype)

    def add(self, op, *inputs, since=1, until=99, outputs=1, like=None, reference=False, domain="",
            **attributes):
        """One node of a domain at the versions from `since` to `until`. Inputs of None are left out.
        `like` is for forms that no oracle runs and no converter knows: an opset, and the
        inputs and attributes that mean the same there, if they are others. `reference`
        leaves onnxruntime out, where it differs from onnx."""
        case = self.make(op, inputs, outputs, dict(attributes, domain=domain))
        case.versions = [(domain, v) if domain else v for v in since_versions(op, domain)
                         if since <= v <= until]
        case.reference = reference
        if like:
            case.like_opset, *other = like
            case.like = self.make(op, *other[:1] or [inputs], outputs,
                                  *other[1:] or [attributes])
        self.all.append(case)

    def make(self, op, inputs, outputs, attributes):
        prefix = f"{op}_{len(self.all)}"
        names = ["" if x is None else f"{prefix}_x{i}" for i, x in enumerate(inputs)]
        results = [f"{prefix}_y{i}" for i in range(outputs)]
        node = helper.make_node(op, names, results, name=prefix, **attributes)
        case = Case(op, [node], {}, {}, results, [])
        for name, x in zip(names, inputs):
            if isinstance(x, const):
                case.weights[name] = np.asarray(x.value)
            elif x is not None:
                case.inputs[name] = np.asarray(x)
        return case

    def add_chain(self, x, build, opset=17):
        """Several nodes on one input; `build(op, name)` calls op(type, inputs…) with names
        of values and arrays, which become initializers, and returns the last value."""
        prefix = f"c{len(self.all)}"
        case = Case("", [], {f"{prefix}_x": x}, {}, [], [opset])

        def op(kind, *inputs, outputs=1, **attributes):
            names = []
            for value in inputs:
                if not isinstance(value, str):
                    name = f"{prefix}_w{len(case.weights)}"
                    case.weights[name] = value
                    value = name
                names.append(value)
            results = [f"{prefix}_t{len(case.nodes)}_{i}" for i in range(outputs)]
            case.nodes.append(helper.make_node(kind, names, results, name=results[0], **attributes))
            return results[0] if outputs == 1 else results

        case.results.append(build(op, f"{prefix}_x"))
        self.all.append(case)


def floats(op, shape, low=-2, high=2, dtype=np.float32):
    """Numbers that hang on the name and shape only."""
    rng = np.random.default_rng(zlib.crc32(f"{op}{shape}".encode()))
    return np.asarray(rng.uniform(low, high, shape), dtype)


def ints(op, shape, low=-9, high=9, dtype=np.int32):
    rng = np.random.default_rng(zlib.crc32(f"{op}{shape}{dtype}".encode()))
    return np.asarray(rng.integers(low, high, shape), dtype)


def i64(*values):
    return const(np.array(values, np.int64))


# --- models -----------------------------------------------------------------------


def make_model(cases, opset, expected=None):
    """A model of some cases; `expected` has the outputs' arrays where they are known."""
    describe = lambda name, array: helper.make_tensor_value_info(
        name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
    inputs = [describe(name, x) for case in cases for name, x in case.inputs.items()]
    weights = [numpy_helper.from_array(x, name) for case in cases
               for name, x in case.weights.items()]
    results = [name for case in cases for name in case.results]
    outputs = [describe(name, expected[name]) if expected else onnx.ValueInfoProto(name=name)
               for name in results]
    graph = helper.make_graph([node for case in cases for node in case.nodes], "cases", inputs,
                              outputs, weights)
    opsets = list_opsets(opset)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(*pair)
                                                   for pair in opsets.items()],
                             ir_version=10 if opsets[""] <= 23 else 13)


def is_valid(case, opset):
    """True if the operators' schemas of an opset allow the nodes."""
    opsets = list_opsets(opset)
    domain = case.nodes[0].domain
    if case.op and onnx.defs.get_schema(case.op, opsets[domain], domain).deprecated:
        return True  # the checker refuses what models still have
    context = onnx.checker.C.CheckerContext()
    context.ir_version = onnx.IR_VERSION
    context.opset_imports = opsets
    try:
        for node in case.nodes:
            onnx.checker.check_node(node, context)
        return True
    except onnx.checker.ValidationError:
        return False


def narrow(model, arrays):
    """The evaluator computes some f32 results in f64."""
    types = [info.type.tensor_type.elem_type
             for info in onnx.shape_inference.infer_shapes(model).graph.output]
    return [array.astype(np.float32) if array.dtype == np.float64 and type == onnx.TensorProto.FLOAT
            else array for array, type in zip(arrays, types)]


def run_oracle(model, inputs, reference=False):
    """What onnxruntime or the reference evaluator computes; None if neither takes it."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    make_runtime = lambda: onnxruntime.InferenceSession(
        onnx.shape_inference.infer_shapes(model).SerializeToString(), options,
        providers=["CPUExecutionProvider"])
    for make in ([] if reference else [make_runtime]) + [lambda: ReferenceEvaluator(model)]:
        try:
            with np.errstate(all="ignore"):
                return narrow(model, [np.asarray(array) for array in make().run(None, inputs)])
        except Exception:  # whatever an oracle raises where it knows no such model
            pass
    return None


def evaluate(case, opset):
    """The expected outputs by name, or None where there is no oracle."""
    if case.like:
        return evaluate(case.like, case.like_opset)
    model = make_model([case], opset)
    values = run_oracle(model, case.inputs, case.reference)
    if values is None and isinstance(opset, int) and opset < NEWEST:
        try:
            converted = onnx.version_converter.convert_version(
                onnx.shape_inference.infer_shapes(model), NEWEST)
        except Exception:  # it raises errors of several kinds where it has no adapter
            return None
        values = run_oracle(converted, case.inputs)
    return None if values is None else dict(zip(case.results, values))


def spread(cases):
    """The cases in an order in which the first few come from all parts of the list."""
    count = len(cases)
    step = next(s for s in range(max(1, round(count * 0.618)), count + 2) if np.gcd(s, count) == 1)
    return [cases[i * step % count] for i in range(count)]


def plan(cases, most=None):
    """The cases to run by opset; at most as many of a form as are asked for."""
    planned = collections.defaultdict(list)
    of_form = collections.defaultdict(list)
    for case in cases.all:
        for version in case.versions:
            of_form[case.op, version].append(case)
    for (op, version), group in sorted(of_form.items(), key=lambda entry: entry[0]):
        isOld = op and version != group[0].versions[-1]
        enough = AT_OLD_VERSIONS if isOld else most
        taken = 0
        for case in spread(group):
            if taken == enough:
                break
            if not is_valid(case, version):
                continue
            expected = evaluate(case, version)
            if expected is not None:
                planned[version].append(Planned(case, expected))
                taken += 1
    return planned


# --- runs -------------------------------------------------------------------------


def is_numpy_type(dtype):
    return dtype.type.__module__ == "numpy"


def to_bytes(array):
    """An array in a type that npz has: elements of less than 16 bits as bytes."""
    return array if is_numpy_type(array.dtype) else array.view(f"u{array.dtype.itemsize}")


def differs(actual, expected):
    """Why two arrays differ by more than oracles do, or an empty text."""
    if not is_numpy_type(expected.dtype):
        numbers = actual.view(expected.dtype).astype(np.float32), expected.astype(np.float32)
        same = np.array_equal(*numbers, equal_nan=True)
        return "" if same else f"got {numbers[0].ravel()}, expected {numbers[1].ravel()}"
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


def describe_results(text, names):
    """What computes each result of an imported model: a hash of the operators that it hangs
    on. None for models with regions."""
    head, *body = text.split("\n    ")
    made = {value: name for value, name in re.findall(r'(%arg\d+): [^{]*{dl.name = "([^"]*)"', head)}
    replace = lambda text: re.sub(r"%\w+", lambda match: made[match[0]], text)
    for line in body:
        if line.startswith("return "):
            values = re.findall(r"%\w+(?:#\d+)?", line)
            return dict(zip(names, map(replace, values)))
        match = re.match(r"(%\w+)(?::\d+)? = (.*)", line)
        if not match or line.endswith("{"):
            return None
        made[match[1]] = hashlib.sha256(replace(match[2]).encode()).hexdigest()
    return None


class Runner:
    """Compiles and runs cases. What an older version computes as a newer one does, by the
    imported operators, is compiled once."""

    def __init__(self, translate, run, work, flags):
        self.translate, self.run_tool, self.work, self.flags = translate, run, work, flags
        self.known = {}

    def run(self, opset, planned):
        """The outputs of the cases of one opset by name."""
        name = opset if isinstance(opset, int) else "_".join(map(str, opset))
        stem = os.path.join(self.work, f"opset{name}")
        self.save(stem, opset, planned)
        imported = subprocess.run([self.translate, "--import-onnx", stem + ".onnx"],
                                  capture_output=True, text=True, timeout=100)
        names = [name for entry in planned for name in entry.expected]
        results = describe_results(imported.stdout, names) or {}
        keys = lambda entry: [(name, results.get(name)) for name in entry.expected]
        new = [entry for entry in planned if any(key not in self.known for key in keys(entry))]
        outputs = {}
        if new:
            self.save(stem, opset, new)
            outputs = dict(self.compile(stem, opset))
        for entry in planned if outputs or not new else []:
            for name, key in keys(entry):
                if key and name in outputs:
                    self.known[name, key] = outputs[name]
                outputs.setdefault(name, self.known.get((name, key)))
        return outputs

    def save(self, stem, opset, planned):
        expected = {name: x for entry in planned for name, x in entry.expected.items()}
        onnx.save(make_model([entry.case for entry in planned], opset, expected), stem + ".onnx")
        np.savez(stem + ".in.npz", **{name: to_bytes(x) for entry in planned
                                      for name, x in entry.case.inputs.items()})

    def compile(self, stem, opset):
        done = subprocess.run([self.run_tool, stem + ".onnx", f"--inputs={stem}.in.npz",
                               f"--outputs={stem}.out.npz", *self.flags],
                              capture_output=True, text=True, timeout=280)
        if done.returncode != 0:
            errors = [line for line in done.stderr.splitlines() if "error:" in line]
            print(f"opset {opset}: exit code {done.returncode}", *errors[:5], sep="\n  ")
            return {}
        return np.load(stem + ".out.npz")


def main(cases):
    """Usage: FILE.py DL_TRANSLATE DL_RUN WORK_FOLDER [FLAG…]"""
    translate, run, work, *flags = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    warnings.simplefilter("ignore")
    runner = Runner(translate, run, work, flags)
    agree = count = 0
    operators = set()
    order = lambda entry: (not isinstance(entry[0], int), entry[0])
    for opset, planned in sorted(plan(cases).items(), key=order, reverse=True):
        count += len(planned)
        outputs = runner.run(opset, planned)
        for entry in planned if outputs else []:
            why = [text for name, x in entry.expected.items() if (text := differs(outputs[name], x))]
            operators.update(node.op_type for node in entry.case.nodes)
            if why:
                print(f"opset {opset}, {entry.case.nodes[0].name}: {why}",
                      *(helper.printable_node(node) for node in entry.case.nodes), sep="\n  ")
            else:
                agree += 1
    print(f"{agree} of {count} cases of {len(operators)} operators agree")
    return agree != count
