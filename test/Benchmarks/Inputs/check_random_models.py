"""Two folders have the same random models and inputs, onnxruntime runs all of them, and different
models differ: check_random_models.py DIR DIR COUNT."""
import glob
import json
import os
import sys

import numpy as np
import onnxruntime

first, second, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(os.path.join(first, "manifest.json")) as file:
    about = json.load(file)["models"]
paths = sorted(glob.glob(os.path.join(first, "*.onnx")))
names = [os.path.basename(path)[:-len(".onnx")] for path in paths]
families = {name.rsplit("_", 1)[0] for name in names}
assert set(about) == set(names) == {f"{f}_{n}" for f in families for n in range(count)}, names
for path, name in zip(paths, names):
    one, two = (np.load(os.path.join(folder, name + ".inputs.npz")) for folder in (first, second))
    with open(path, "rb") as a, open(os.path.join(second, name + ".onnx"), "rb") as b:
        assert a.read() == b.read(), name
    assert set(one) == set(two) and all((one[key] == two[key]).all() for key in one), name
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    assert all(np.isfinite(output).all() for output in session.run(None, dict(one))), name
for family in families:
    assert len({about[f"{family}_{n}"] for n in range(count)}) == count, family
print(f"{len(names)} models of {len(families)} families")
