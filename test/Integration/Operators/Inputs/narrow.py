# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of elements of less than 16 bits, integers of less than 8: all codes, and numbers
around those that they can hold. onnxruntime gives floats of 8 bits as integers, so
the reference evaluator is the oracle."""
import sys

import ml_dtypes
import numpy as np
from onnx import TensorProto

from cases import Cases, const, main

cases = Cases(seed=7)
FLOATS = {"FLOAT8E4M3FN": ml_dtypes.float8_e4m3fn, "FLOAT8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
          "FLOAT8E5M2": ml_dtypes.float8_e5m2, "FLOAT8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
          "FLOAT4E2M1": ml_dtypes.float4_e2m1fn}
INTEGERS = {"INT4": ml_dtypes.int4, "UINT4": ml_dtypes.uint4, "INT2": ml_dtypes.int2,
            "UINT2": ml_dtypes.uint2}
SPECIAL = np.array([0, -0.0, np.nan, np.inf, -np.inf, 1e9, -1e9, 1e-30], np.float32)


def codes(dtype):
    info = ml_dtypes.iinfo if dtype in INTEGERS.values() else ml_dtypes.finfo
    bits = info(dtype).bits
    return np.arange(2**bits, dtype=np.uint8).view(dtype)


def around(dtype):
    """All numbers of a type, those halfway between neighbours and their neighbours."""
    numbers = np.unique(codes(dtype).astype(np.float32))
    numbers = numbers[np.isfinite(numbers)]
    halves = (numbers[1:] + numbers[:-1]) / 2
    beside = [np.nextafter(halves, np.float32(sign)) for sign in (-np.inf, np.inf)]
    return np.concatenate([numbers, halves, *beside, SPECIAL]).astype(np.float32)


for name, dtype in FLOATS.items():
    number = getattr(TensorProto, name)
    for target in (TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.DOUBLE):
        cases.add("Cast", codes(dtype), to=target, since=19, reference=True)
    cases.add("Cast", around(dtype), to=number, since=19, reference=True)
    with np.errstate(over="ignore"):
        halves = around(dtype).astype(np.float16)
    cases.add("Cast", halves, to=number, since=19, reference=True)
    if name != "FLOAT4E2M1":
        cases.add("Cast", around(dtype), to=number, saturate=0, since=19, reference=True)
        cases.add("QuantizeLinear", cases.floats(3, 7) * 40, const(np.float32(0.3)),
                  const(np.zeros((), dtype)), since=19, reference=True)
        cases.add("CastLike", around(dtype), codes(dtype)[:1], since=19, reference=True)
    cases.add("DequantizeLinear", codes(dtype), const(np.float32(0.3)), since=19, reference=True)
    cases.add("Identity", codes(dtype), since=19, reference=True)
    cases.add("Reshape", codes(dtype), const(np.array([2, -1])), since=19, reference=True)

# Powers of two. Below 2^-126, for infinities and, unless it saturates, for 0 the reference
# departs from onnx's table; test/Reference/scalar-powers.mlir has these.
POWERS = np.arange(1, 255, dtype=np.uint8).view(ml_dtypes.float8_e8m0fnu)
with np.errstate(over="ignore"):
    numbers = POWERS.astype(np.float32) * np.array([[1], [1.25], [1.5], [1.75]], np.float32)
    halves = np.float16(2.0) ** np.arange(-14, 15, dtype=np.float16) * np.float16(1.5)
numbers = numbers[np.isfinite(numbers)]
numbers = np.concatenate([numbers, np.nextafter(numbers, np.float32(np.inf))[:-1], [np.nan]])
for mode in ("up", "down", "nearest"):
    for values in (numbers.astype(np.float32), halves):
        for saturate in (0, 1):
            cases.add("Cast", values, to=24, saturate=saturate, round_mode=mode, since=24,
                      reference=True)
for target in (TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.DOUBLE):
    cases.add("Cast", codes(ml_dtypes.float8_e8m0fnu), to=target, since=24, reference=True)
cases.add("CastLike", halves, POWERS[:1], since=24, reference=True)
cases.add("Reshape", POWERS, const(np.array([2, -1])), since=24, reference=True)
cases.add("Transpose", POWERS.reshape(2, -1), since=24, reference=True)
for name, dtype in INTEGERS.items():
    number = getattr(TensorProto, name)
    info = ml_dtypes.iinfo(dtype)
    inside = np.arange(info.min, info.max + 1).astype(np.float32)
    for target in (TensorProto.FLOAT, TensorProto.INT8, TensorProto.INT64):
        cases.add("Cast", codes(dtype), to=target, since=21, reference=True)
    cases.add("Cast", inside, to=number, since=21, reference=True)
    cases.add("QuantizeLinear", cases.floats(3, 7) * 4, const(np.float32(0.3)),
              const(np.array(1, dtype)), since=21, reference=True)
    cases.add("DequantizeLinear", codes(dtype), const(np.float32(0.3)), const(np.array(1, dtype)),
              since=21, reference=True)
    cases.add("Transpose", codes(dtype).reshape(2, -1), since=21, reference=True)

if __name__ == "__main__":
    sys.exit(main(cases))
