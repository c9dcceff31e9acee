#!/usr/bin/env python3
"""Compares what imported models compute with onnxruntime or onnx's reference.

usage: compare_with_oracle.py DL_TRANSLATE WORK_FOLDER DL_OPT [OPTION…]

The models are those in text form of the test files beside this folder, as far as
they can be imported and have static shapes of numbers. Each is given seeded
inputs; the graph interpreter (test-interpret) checks the imported function against
the oracle's outputs. Prints how many agree.
"""
import glob
import math
import os
import re
import subprocess
import sys
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx.reference import ReferenceEvaluator

from import_models import parse, sections

NUMBERS = {onnx.TensorProto.FLOAT: np.float32, onnx.TensorProto.INT64: np.int64}
MOST_ELEMENTS = 1 << 20
# Their domain is that of positive numbers.
POSITIVE = {"BatchNormalization", "Pow"}


def make_inputs(model, name):
    """Arrays by name, or None where a type or a dim is not fixed."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    is_positive = POSITIVE & {node.op_type for node in model.graph.node}
    inputs = {}
    for value in model.graph.input:
        tensor = value.type.tensor_type
        dims = tensor.shape.dim
        if tensor.elem_type not in NUMBERS or not all(dim.HasField("dim_value") for dim in dims):
            return None
        shape = [dim.dim_value for dim in dims]
        if min(shape, default=1) < 0 or math.prod(shape) > MOST_ELEMENTS:
            return None
        if tensor.elem_type == onnx.TensorProto.INT64:
            inputs[value.name] = rng.integers(1, 5, shape)
        else:
            array = rng.uniform(0.5, 2, shape) if is_positive else rng.standard_normal(shape)
            inputs[value.name] = np.asarray(array, np.float32)
    return inputs


def evaluate(model, inputs):
    """The oracle's outputs by name; None if neither oracle takes the model."""
    names = [output.name for output in model.graph.output]
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    for make in (lambda: onnxruntime.InferenceSession(model.SerializeToString(), options),
                 lambda: ReferenceEvaluator(model)):
        try:
            return dict(zip(names, make().run(names, inputs)))
        except Exception:  # whatever an oracle raises where it knows no such model
            pass
    return None


def element_type(dtype):
    """The MLIR name of an element type."""
    if dtype.name.startswith("float8_"):
        return "f8" + dtype.name.removeprefix("float8_").upper()
    return {"f": "f", "i": "i", "u": "ui"}[dtype.kind] + str(8 * dtype.itemsize)


def annotate(text, kind, arrays):
    """Adds test values to the arguments or results of the function."""
    tensors = {}
    for name, value in arrays.items():
        is_list = isinstance(value, list)
        tensors.update({f"{name}.{i}": x for i, x in enumerate(value)} if is_list
                       else {name: value})
    for name, array in tensors.items():
        array = np.asarray(array)
        element = element_type(array.dtype)
        shape = "".join(f"{dim}x" for dim in array.shape)
        values = f'"0x{array.tobytes().hex().upper()}"' if array.size else ""
        text, count = re.subn(
            r'\{dl\.name = "%s"' % re.escape(name),
            lambda match: f"{match[0]}, {kind} = dense<{values}> : tensor<{shape}{element}>", text)
        assert count == 1, (name, count)
    return text


def main():
    translate, work, *opt = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    os.chdir(work)
    tests = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "*.test")
    chunks = []
    for path in sorted(glob.glob(tests)):
        with open(path) as file:
            parts = file.read().split("//--- ")[1:]
        # An oracle may crash where the importer is to refuse a model.
        refused = {part.split()[0] for part in parts if "error:" in part}
        for name, text, _ in sections(path):
            if not name or name.endswith(".py") or name in refused:
                continue
            model = parse(text)
            with open(name + ".onnx", "wb") as out:
                out.write(model.SerializeToString())
            inputs = make_inputs(model, name)
            outputs = None if inputs is None else evaluate(model, inputs)
            if outputs is None or any(getattr(value, "dtype", None) == bool
                                      for value in outputs.values()):
                continue
            run = subprocess.run([translate, "--import-onnx", name + ".onnx"], timeout=30,
                                 capture_output=True, text=True)
            # Annotated are results with shapes that are known before the run.
            if run.returncode or "dl.count" in run.stdout or "dl.size_value" in run.stdout:
                continue
            chunks.append(f"// {name}\n" + annotate(
                annotate(run.stdout, "dl.test_input", inputs), "dl.test_expected", outputs))
    with open("annotated.mlir", "w") as out:
        out.write("// -----\n".join(chunks))
    run = subprocess.run([*opt, "annotated.mlir", "--split-input-file",
                          "--test-interpret=tolerance=1e-5", "-o", os.devnull], timeout=60)
    print(f"{len(chunks)} models", "agree" if run.returncode == 0 else "compared, some differ")
    sys.exit(run.returncode)


if __name__ == "__main__":
    main()
