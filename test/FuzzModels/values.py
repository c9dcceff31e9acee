# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types of ONNX as numpy has them, and random arrays of them."""

import dataclasses

import ml_dtypes
import numpy as np

TYPES = {
    name: np.dtype(kind)
    for name, kind in {
        "float": np.float32,
        "double": np.float64,
        "float16": np.float16,
        "bfloat16": ml_dtypes.bfloat16,
        "bool": np.bool_,
        "int8": np.int8,
        "int16": np.int16,
        "int32": np.int32,
        "int64": np.int64,
        "uint8": np.uint8,
        "uint16": np.uint16,
        "uint32": np.uint32,
        "uint64": np.uint64,
        "float8e4m3fn": ml_dtypes.float8_e4m3fn,
        "float8e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
        "float8e5m2": ml_dtypes.float8_e5m2,
        "float8e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
        "float4e2m1": ml_dtypes.float4_e2m1fn,
        "int4": ml_dtypes.int4,
        "uint4": ml_dtypes.uint4,
        "int2": ml_dtypes.int2,
        "uint2": ml_dtypes.uint2,
    }.items()
}
F32, F64, F16, BF16 = (TYPES[name] for name in ("float", "double", "float16", "bfloat16"))
I32, I64, U8, I8, BOOL = (TYPES[name] for name in ("int32", "int64", "uint8", "int8", "bool"))
WIDE_FLOATS = [F32, F64, F16, BF16]
NARROW_FLOATS = [dtype for name, dtype in TYPES.items() if name.startswith(("float8", "float4"))]
NARROW_INTEGERS = [TYPES[name] for name in ("int4", "uint4", "int2", "uint2")]
INTEGERS = [
    dtype for dtype in TYPES.values() if dtype.kind in "iu" and dtype.type.__module__ == "numpy"
]
# How often a type is drawn where an operator takes several.
WEIGHTS = {F32: 8, F64: 2, F16: 3, BF16: 2, I32: 2, I64: 2, BOOL: 2}

# Which special numbers an operator takes without its result being a matter of taste: all;
# those whose sum does not hang on the order; none.
ALL, SUMS, NONE = 2, 1, 0


def name_of(dtype):
    return next(name for name, known in TYPES.items() if known == dtype)


def is_float(dtype):
    return dtype in WIDE_FLOATS or dtype in NARROW_FLOATS


def is_narrow(dtype):
    return dtype in NARROW_FLOATS or dtype in NARROW_INTEGERS


def limits(dtype):
    info = ml_dtypes.finfo(dtype) if is_float(dtype) else ml_dtypes.iinfo(dtype)
    return info.min, info.max


def widen(array):
    """Floats as f64, other elements as they are."""
    return array.astype(F64) if is_float(array.dtype) else array


@dataclasses.dataclass(frozen=True)
class Recipe:
    """How the elements of an input are drawn, for any shape."""

    dtype: np.dtype
    low: float
    high: float
    style: int
    specials: int
    density: float

    def make(self, rng, shape):
        if self.dtype == BOOL:
            return rng.random(shape) < [0.5, 0.1, 0.9, 1.0][self.style % 4]
        if self.dtype in INTEGERS or self.dtype in NARROW_INTEGERS:
            low, high = limits(self.dtype)
            low, high = max(int(low), int(self.low)), min(int(high), int(self.high))
            array = np.asarray(
                rng.integers(
                    low, high, shape, endpoint=True, dtype=np.int64 if high < 2**63 else np.uint64
                )
            )
            array = array.astype(self.dtype)
        elif self.style % 4 == 0:  # numbers whose sums are exact
            array = np.asarray(np.round(rng.uniform(self.low, self.high, shape) * 8) / 8)
            array = np.clip(array, self.low, self.high).astype(self.dtype)
        elif self.style % 4 == 1:  # equal ones among them
            few = rng.uniform(self.low, self.high, 4)
            array = np.asarray(rng.choice(few, shape)).astype(self.dtype)
        else:
            array = np.asarray(rng.uniform(self.low, self.high, shape)).astype(self.dtype)
        if self.specials:
            pool = special_numbers(self.dtype, self.specials)
            chosen = rng.random(shape) < self.density
            array = np.where(chosen, rng.choice(pool, shape), array).astype(self.dtype)
        return array


def special_numbers(dtype, level):
    if not is_float(dtype):
        low, high = limits(dtype)
        if level == SUMS:  # what overflows, oracles count differently
            return np.array([0, 1, 7] + ([-1, -8] if low <= -8 else []), dtype)
        return np.array([low, high, 0, 1, high - 1] + ([-1, low + 1] if low < 0 else []), dtype)
    info = ml_dtypes.finfo(dtype)
    numbers = [np.nan, np.inf, -np.inf, 0.0, -0.0]
    if dtype in WIDE_FLOATS:
        numbers += [info.smallest_subnormal, -3 * float(info.smallest_subnormal), info.tiny]
        if level == ALL:
            numbers += [info.max, info.min, info.eps, 1 + info.eps, 0.5, -1.5, 2.5]
    with np.errstate(all="ignore"):
        return np.array([float(number) for number in numbers], F64).astype(dtype)


EXTENTS = [1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 19, 24, 31, 32, 33, 40, 64, 65]
LARGE = [48, 63, 64, 96, 100, 127, 128, 129, 200, 256, 257, 384, 512, 768, 1000]


def draw_shape(rng, rank, has_zero=False, largest=2048):
    """Mostly small extents: odd ones, ones, and a few long rows."""
    shape = []
    for _ in range(rank):
        long = rng.random() < 0.06
        shape.append(int(rng.choice(LARGE if long else EXTENTS)))
    order = rng.permutation(rank)
    for axis in order:
        while np.prod(shape, dtype=float) > largest and shape[axis] > 1:
            shape[axis] = max(1, shape[axis] // 2)
    if has_zero and rank:
        shape[int(rng.integers(rank))] = 0
    return tuple(shape)
