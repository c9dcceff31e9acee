"""Compiles the models of forms.py and compares them with onnxruntime.

usage: run_forms.py SOURCE DL_COMPILE FOLDER [NAME...]

Each model is compiled as it is, and once more with `--sizes`; one library runs all sizes.
Prints a line for each model: how many sizes agree to 1e-5 of the largest value, or the
first error.
"""
import os
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime

source, dl_compile, folder = sys.argv[1:4]
sys.path.insert(0, os.path.join(source, "benchmarks"))
import dlc  # noqa: E402

from forms import FORMS  # noqa: E402


def compile_model(name, suffix="", *options):
    library = os.path.join(folder, name + suffix + ".so")
    command = [dl_compile, os.path.join(folder, name + ".onnx"), "-o", library, "-O1", *options]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(next((line for line in result.stderr.splitlines() if "error" in line),
                                result.stderr or f"exit code {result.returncode}"))
    return library


def make_inputs(form, sizes, session):
    arrays = form.inputs(sizes, np.random.default_rng(len(str(sizes))))
    types = {"tensor(float)": np.float32, "tensor(int64)": np.int64}
    return {i.name: np.require(arrays[i.name], types[i.type], "C")
            for i in session.get_inputs()}


def compare(model, session, inputs):
    expected = session.run(list(model.outputs), inputs)
    for output, want, got in zip(model.outputs, expected, model.run(inputs)):
        if got.shape != want.shape:
            raise RuntimeError(f"{output}: shape {got.shape}, not {want.shape}")
        if want.dtype.kind != "f" and not np.array_equal(want, got):
            raise RuntimeError(f"{output}: other integers")
        scale = np.abs(want).max(initial=1e-30)
        if want.dtype.kind == "f" and np.abs(want - got).max(initial=0) > 1e-5 * scale:
            raise RuntimeError(f"{output}: error {np.abs(want - got).max() / scale:.1e}")


def run_form(name):
    form = FORMS[name]()
    path = os.path.join(folder, name + ".onnx")
    onnx.save(form.model, path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    with dlc.Model(compile_model(name)) as model:
        for sizes in form.sizes:
            try:
                compare(model, session, make_inputs(form, sizes, session))
            except Exception as error:
                raise RuntimeError(f"{sizes}: {error}") from error
    with dlc.Model(compile_model(name, ".fixed", f"--sizes={form.fixed}")) as fixed:
        compare(fixed, session, make_inputs(form, form.sizes[0], session))
    return len(form.sizes)


failures = 0
for name in sys.argv[4:] or FORMS:
    try:
        print(f"{name}: {run_form(name)} sizes and --sizes agree", flush=True)
    except Exception as error:  # the next model is tried whatever this one does
        failures += 1
        print(f"{name}: {type(error).__name__}: {error}", flush=True)
sys.exit(1 if failures else 0)
