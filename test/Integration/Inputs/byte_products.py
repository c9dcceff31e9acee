# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of bytes of any signs, with and without zero points, for several CPUs, against numpy's
integers: exact.

Usage: byte_products.py DL_COMPILE FOLDER SOURCES
"""
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import helper, numpy_helper

dl_compile, folder = sys.argv[1:3]
sys.path.insert(0, os.path.join(sys.argv[3], "benchmarks"))
import dlc  # noqa: E402

TYPES = {np.uint8: onnx.TensorProto.UINT8, np.int8: onnx.TensorProto.INT8}
LIMIT = 120  # seconds of a tool


def draw(rng, dtype, shape):
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, shape).astype(dtype)


def write_model(path, a, b, zero_points):
    """MatMulInteger of an input like `a` with the constant `b`."""
    constants = [numpy_helper.from_array(b, "b")]
    names = ["a", "b", "", ""]
    for number, value in enumerate(zero_points):
        if value is not None:
            names[2 + number] = "pq"[number]
            constants.append(numpy_helper.from_array(value, "pq"[number]))
    while names[-1] == "":
        names.pop()
    shape = (*a.shape[:-1], b.shape[-1])
    info = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("MatMulInteger", names, ["y"])], "g",
                              [info("a", TYPES[a.dtype.type], a.shape)],
                              [info("y", onnx.TensorProto.INT32, shape)], constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              path)


def compute(a, b, zero_points):
    a, b = a.astype(np.int64), b.astype(np.int64)
    if zero_points[0] is not None:
        a -= zero_points[0].astype(np.int64)
    if zero_points[1] is not None:
        b -= zero_points[1].astype(np.int64)
    return a @ b


def main():
    rng = np.random.default_rng(15)
    cases = [(np.uint8, np.int8, (37, 64), (64, 48), False),
             (np.uint8, np.int8, (2, 13, 40), (40, 16), True),
             (np.uint8, np.int8, (100, 96), (96, 128), True),
             (np.uint8, np.int8, (9, 30), (30, 50), True),
             (np.int8, np.int8, (20, 64), (64, 32), True),
             (np.uint8, np.uint8, (20, 64), (64, 32), True)]
    for number, (first, second, a_shape, b_shape, is_centred) in enumerate(cases):
        a, b = draw(rng, first, a_shape), draw(rng, second, b_shape)
        zero_points = (draw(rng, first, ()), draw(rng, second, b_shape[-1:])) if is_centred \
            else (None, None)
        model = os.path.join(folder, f"{number}.onnx")
        write_model(model, a, b, zero_points)
        expected = compute(a, b, zero_points)
        for cpu in ("native", "x86-64", "haswell"):
            library = os.path.join(folder, f"{number}-{cpu}.so")
            subprocess.run([dl_compile, model, f"--mcpu={cpu}", "--threads=1", "-o", library],
                           check=True, timeout=LIMIT)
            with dlc.Model(library, threads=1) as loaded:
                found, = loaded.run({"a": a})
            agrees = "agrees" if np.array_equal(found, expected) else "differs"
            print(f"case {number} for {cpu} {agrees}")


if __name__ == "__main__":
    main()
