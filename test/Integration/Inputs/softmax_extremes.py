# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of a softmax whose powers are 0, infinite, NaN or next to the least number.

Usage: softmax_extremes.py DL_COMPILE FOLDER SOURCES
"""
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

dl_compile, folder = sys.argv[1:3]
sys.path.insert(0, os.path.join(sys.argv[3], "benchmarks"))
import dlc  # noqa: E402

LIMIT = 120  # seconds of a tool
INF = np.inf


def make_rows():
    rows = np.random.default_rng(5).standard_normal((8, 19)).astype(np.float32)
    rows[0, 3] = -INF
    rows[1] = -INF
    rows[2, 5] = np.nan
    rows[3, 2] = INF
    rows[4] = np.linspace(-120, 0, 19)
    rows[5] *= 1e30
    rows[6], rows[6, 1] = -3.4e38, 3.4e38
    rows[7] = -87.5
    rows[7, 7] = 0
    return rows


def main():
    rows = make_rows()
    info = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("Softmax", ["x"], ["y"], axis=-1)], "g",
                              [info("x", TensorProto.FLOAT, rows.shape)],
                              [info("y", TensorProto.FLOAT, rows.shape)])
    model = os.path.join(folder, "softmax.onnx")
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              model)
    with np.errstate(invalid="ignore"):
        powers = np.exp(rows.astype(np.float64) - rows.max(1, keepdims=True))
        wanted = powers / powers.sum(1, keepdims=True)
    for cpu in ("native", "x86-64"):
        library = os.path.join(folder, f"softmax-{cpu}.so")
        subprocess.run([dl_compile, model, f"--mcpu={cpu}", "--threads=1", "-o", library],
                       check=True, timeout=LIMIT)
        with dlc.Model(library, threads=1) as loaded:
            found, = loaded.run({"x": rows})
        for number, (row, expected) in enumerate(zip(found, wanted)):
            agrees = np.allclose(row, expected, rtol=1e-6, atol=1.2e-38, equal_nan=True)
            print(f"row {number} for {cpu} {'agrees' if agrees else 'differs'}")


if __name__ == "__main__":
    main()
