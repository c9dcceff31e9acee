"""Runs one compiled model on inputs of several sizes and compares with onnxruntime.

    compare_sizes.py SOURCE_ROOT LIBRARY MODEL.onnx batch=1,seq=7 batch=2,seq=128 ...

The folder of the model has the manifest of benchmarks/models/make_models.py. Each
setting gives numbers for sizes that the model leaves open; the others keep those of
the manifest. Prints a line for each; the exit code is 1 if an output differs by more
than 1e-5 of its largest value.
"""
import os
import sys

import numpy as np
import onnxruntime

root, library, model = sys.argv[1:4]
sys.path += [os.path.join(root, "benchmarks"), os.path.join(root, "benchmarks", "models")]
import dlc  # noqa: E402
import net  # noqa: E402

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
folder, name = os.path.split(model)
failed = False
with dlc.Model(library) as compiled:
    for setting in sys.argv[4:]:
        sizes = {key: int(value) for key, value in
                 (pair.split("=") for pair in setting.split(","))}
        inputs = net.load_inputs(folder, name.removesuffix(".onnx"), sizes)
        expected = session.run(list(compiled.outputs), inputs)
        for output, want, got in zip(compiled.outputs, expected, compiled.run(inputs)):
            same = got.shape == want.shape and got.dtype == want.dtype
            error = np.max(np.abs(got - want)) / np.max(np.abs(want)) if same else np.inf
            failed |= not error <= 1e-5
            print(f"{setting}: {output} {list(got.shape)} "
                  + ("agrees" if error <= 1e-5 else f"differs by {error:.2e}"))
sys.exit(failed)
