# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: those of the C interface and numpy's."""
from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import numpy.typing as npt

ml_dtypes: Any
try:
    ml_dtypes = importlib.import_module("ml_dtypes")
except ImportError:  # models with types that numpy has not need it
    ml_dtypes = None

_INT, _UINT, _FLOAT, _BFLOAT, _BOOL = 0, 1, 2, 4, 6
# Types that numpy has not, by code and bits: names in ml_dtypes.
_OTHERS = {(_BFLOAT, 16): "bfloat16", (10, 8): "float8_e4m3fn", (11, 8): "float8_e4m3fnuz",
           (12, 8): "float8_e5m2", (13, 8): "float8_e5m2fnuz", (14, 8): "float8_e8m0fnu",
           (17, 4): "float4_e2m1fn",
           (_INT, 4): "int4", (_UINT, 4): "uint4", (_INT, 2): "int2", (_UINT, 2): "uint2"}


def to_numpy(code: int, bits: int) -> np.dtype[Any]:
    """The numpy type of an element of the C interface."""
    if code == _BOOL or bits == 1:
        return np.dtype(np.bool_)
    kinds = {_INT: "i", _UINT: "u", _FLOAT: "f"}
    if code in kinds and bits in (8, 16, 32, 64):
        return np.dtype(f"{kinds[code]}{bits // 8}")
    if name := _OTHERS.get((code, bits)):
        if ml_dtypes is None:
            raise TypeError(f"requires the package ml_dtypes for {name}")
        found: np.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
        return found
    raise TypeError(f"expected an element type that numpy has, got code {code} with {bits} bits")


def to_carrier(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array in a type that DLPack has; of equal width, without a copy."""
    if array.dtype.kind in "biuf" and array.dtype.type.__module__ == "numpy":
        return array
    carrier: npt.NDArray[Any] = array.view(np.dtype(f"u{array.dtype.itemsize}"))
    return carrier
