"""Writes inputs of examples/embed/model.mlir and numpy's result: soft_cap.py FOLDER."""
import sys

import numpy as np

rng = np.random.default_rng(5)
x = rng.standard_normal((16, 32)).astype(np.float32) * 3
b = rng.standard_normal(32).astype(np.float32)
np.savez(sys.argv[1] + "/inputs.npz", x=x, b=b)
np.savez(sys.argv[1] + "/ref.npz", y=(2 * np.tanh((x.astype(np.float64) + b) / 2)).astype(np.float32))
