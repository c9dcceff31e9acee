"""Compiles the models of cases.py once each and runs them on several sizes, against onnxruntime.

usage: run_cases.py SOURCE DL_COMPILE FOLDER [NAME...]

Prints a line for each model and, behind it, one for each run that must be refused, with what
the library says.
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

from cases import CASES  # noqa: E402

TYPES = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(bool)": np.bool_}


def make_inputs(case, session, shapes):
    random = np.random.default_rng(len(str(shapes)))
    arrays = {}
    for value in session.get_inputs():
        shape = shapes[value.name]
        if isinstance(shape, np.ndarray):  # the values themselves
            arrays[value.name] = shape
        else:
            arrays[value.name] = np.asarray(3 * random.standard_normal(shape)).astype(TYPES[value.type])
    return arrays


def compare(model, session, arrays):
    for value, want, got in zip(session.get_outputs(), session.run(None, arrays), model.run(arrays)):
        if got.shape != want.shape:
            raise RuntimeError(f"{value.name}: shape {got.shape}, not {want.shape}")
        if want.dtype.kind != "f" and not np.array_equal(want, got):
            raise RuntimeError(f"{value.name}: {got.ravel()[:8]}, not {want.ravel()[:8]}")
        scale = np.abs(want).max(initial=1e-30)
        if want.dtype.kind == "f" and not np.abs(want - got).max(initial=0) <= 1e-5 * scale:
            raise RuntimeError(f"{value.name}: error {np.abs(want - got).max() / scale:.1e}")


def run_case(name):
    case = CASES[name]
    path, library = (os.path.join(folder, name + suffix) for suffix in (".onnx", ".so"))
    onnx.save(onnx.parser.parse_model(case.model), path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    result = subprocess.run([dl_compile, path, "-o", library, "-O1"], capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(result.stderr)
    with dlc.Model(library) as model:
        for shapes in case.sizes:
            try:
                compare(model, session, make_inputs(case, session, shapes))
            except Exception as error:
                raise RuntimeError(f"{shapes}: {error}") from error
        print(f"{name}: {len(case.sizes)} sizes agree", flush=True)
        for shapes in case.refused:
            try:
                model.run(make_inputs(case, session, shapes))
                print(f"  {shapes}: not refused", flush=True)
            except RuntimeError as error:
                print(f"  {error}", flush=True)


for name in sys.argv[4:] or CASES:
    try:
        run_case(name)
    except Exception as error:  # the next model is tried whatever this one does
        print(f"{name}: {type(error).__name__}: {error}", flush=True)
