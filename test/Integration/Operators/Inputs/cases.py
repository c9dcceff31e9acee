"""Cases of ONNX operators: each is a node, or a few, with inputs, compared as compiled
code with onnxruntime, or with onnx's reference evaluator where onnxruntime has no such
operator.

All cases of one opset are one model, compiled once. A file of cases makes a `Cases`,
adds to it and calls `main`.
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


Case = collections.namedtuple("Case", "nodes arrays weights results")


class Cases:
    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)
        self.by_opset = collections.defaultdict(list)
        self.operators = collections.Counter()

    def floats(self, *shape, dtype=np.float32):
        return self.rng.standard_normal(shape).astype(dtype)

    def positive(self, *shape, dtype=np.float32):
        return self.rng.uniform(0.5, 2, shape).astype(dtype)

    def integers(self, *shape, dtype=np.int64, low=-8, high=9):
        return self.rng.integers(low, high, shape).astype(dtype)

    def add(self, op, inputs, opset=17, outputs=1, constants=(), **attributes):
        """One node; inputs of None are left out, those at `constants` are initializers."""
        prefix = f"c{len(self.by_opset[opset])}_{op}"
        names = ["" if x is None else f"{prefix}_x{i}" for i, x in enumerate(inputs)]
        results = [f"{prefix}_y{i}" for i in range(outputs)]
        node = helper.make_node(op, names, results, name=prefix, **attributes)
        arrays = {n: np.asarray(x) for n, x in zip(names, inputs) if x is not None}
        weights = {names[i] for i in constants if names[i]}
        self.by_opset[opset].append(Case([node], arrays, weights, results))
        self.operators[op] += 1

    def add_chain(self, x, build, opset=17):
        """Several nodes on one input; `build(op, name)` calls op(type, inputs…) with names
        of values and arrays, which become initializers, and returns the last value."""
        case = Case([], {}, set(), [])
        prefix = f"c{len(self.by_opset[opset])}"
        case.arrays[f"{prefix}_x"] = x

        def op(kind, *inputs, **attributes):
            names = []
            for value in inputs:
                if not isinstance(value, str):
                    name = f"{prefix}_w{len(case.arrays)}"
                    case.arrays[name] = value
                    case.weights.add(name)
                    value = name
                names.append(value)
            result = f"{prefix}_t{len(case.nodes)}"
            case.nodes.append(helper.make_node(kind, names, [result], name=result, **attributes))
            self.operators[kind] += 1
            return result

        case.results.append(build(op, f"{prefix}_x"))
        self.by_opset[opset].append(case)


def make_model(cases, results, opset):
    """A model of some cases; `results` are the outputs' arrays, or None where not known."""
    inputs, weights, outputs = [], [], []
    for case in cases:
        for name, array in case.arrays.items():
            if name in case.weights:
                weights.append(numpy_helper.from_array(array, name))
            else:
                element = helper.np_dtype_to_tensor_dtype(array.dtype)
                inputs.append(helper.make_tensor_value_info(name, element, array.shape))
        for name in case.results:
            if results is None:
                outputs.append(onnx.ValueInfoProto(name=name))
            else:
                element = helper.np_dtype_to_tensor_dtype(results[name].dtype)
                outputs.append(helper.make_tensor_value_info(name, element, results[name].shape))
    graph = helper.make_graph([node for case in cases for node in case.nodes], "cases", inputs, outputs, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = min(model.ir_version, 10)
    return model


def evaluate(case, opset):
    """What the oracle computes for one case."""
    inputs = {name: x for name, x in case.arrays.items() if name not in case.weights}
    model = make_model([case], None, opset)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                               providers=["CPUExecutionProvider"])
        values = session.run(None, inputs)
    except Exception:  # whatever it raises for an operator that it does not have
        values = ReferenceEvaluator(model).run(None, inputs)
    return dict(zip(case.results, map(np.asarray, values)))


def main(cases):
    run, work, *flags = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    for opset, group in sorted(cases.by_opset.items()):
        expected, inputs = {}, {}
        for case in group:
            expected.update(evaluate(case, opset))
            inputs.update({n: x for n, x in case.arrays.items() if n not in case.weights})
        base = os.path.join(work, f"opset{opset}")
        onnx.save(make_model(group, expected, opset), base + ".onnx")
        np.savez(base + ".inputs.npz", **inputs)
        np.savez(base + ".ref.npz", **expected)
        done = subprocess.run([run, base + ".onnx", f"--inputs={base}.inputs.npz",
                               f"--compare={base}.ref.npz", *flags], timeout=280,
                              capture_output=True, text=True)
        if done.returncode:
            print(f"opset {opset} differs\n{done.stdout}{done.stderr}")
            return 1
    count = sum(map(len, cases.by_opset.values()))
    print(f"{count} cases of {len(cases.operators)} operators agree, "
          f"at least {min(cases.operators.values())} of each")
    return 0
