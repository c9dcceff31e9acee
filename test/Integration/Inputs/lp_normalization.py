# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LpNormalization at the ends of the range of each type, against numpy's long double.

Rows are scaled from the least denormal number to the largest one; a row may be zero or hold
an infinity. Each element may be off by three units of its last place.
"""
import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper

import dl

TYPES = {TensorProto.DOUBLE: np.dtype(np.float64), TensorProto.FLOAT: np.dtype(np.float32),
         TensorProto.BFLOAT16: np.dtype(ml_dtypes.bfloat16)}


def make_rows(dtype):
    info = ml_dtypes.finfo(dtype)
    rng = np.random.default_rng(5)
    rows = rng.uniform(-1, 1, (40, 23))
    first, last = np.log2(float(info.smallest_subnormal)) + 4, np.log2(float(info.max))
    rows = np.ldexp(rows, np.linspace(first, last, 40).astype(int)[:, None])
    rows[7] = 0
    rows[9, 3] = np.inf
    return rows.astype(dtype)


def expect(x, p):
    wide = x.astype(np.longdouble)
    norm = (np.abs(wide) ** p).sum(1, keepdims=True) ** (np.longdouble(1) / p)
    return wide / np.where(norm == 0, 1, norm)


agree = 0
for code, dtype in TYPES.items():
    for p in (1, 2):
        node = helper.make_node("LpNormalization", ["x"], ["y"], p=p, axis=1)
        x = make_rows(dtype)
        graph = helper.make_graph([node], "g", [helper.make_tensor_value_info("x", code, x.shape)],
                                  [helper.make_tensor_value_info("y", code, x.shape)])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 22)], ir_version=10)
        (y,) = dl.compile(model).run([x])
        with np.errstate(all="ignore"):
            wanted = expect(x, p)
            unit = np.maximum(np.abs(wanted) * float(ml_dtypes.finfo(dtype).eps),
                              float(ml_dtypes.finfo(dtype).smallest_subnormal))
            wrong = np.abs(y.astype(np.longdouble) - wanted) > 3 * unit
            wrong |= np.isnan(wanted) != np.isnan(y.astype(np.longdouble))
        if wrong.any():
            at = tuple(np.argwhere(wrong)[0])
            print(f"p={p} {dtype}: {wrong.sum()} wrong; at {at} expected {wanted[at]}, got {y[at]}")
        else:
            agree += 1
print(f"{agree} of {2 * len(TYPES)} agree")
