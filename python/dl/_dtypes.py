# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: those of the C interface and numpy's."""
from __future__ import annotations

import numpy as np

try:
    import ml_dtypes
except ImportError:  # bfloat16 models need it
    ml_dtypes = None

_INT, _UINT, _FLOAT, _BFLOAT, _BOOL = 0, 1, 2, 4, 6


def to_numpy(code: int, bits: int) -> np.dtype:
    """The numpy type of an element of the C interface."""
    if code == _BOOL or bits == 1:
        return np.dtype(np.bool_)
    kinds = {_INT: "i", _UINT: "u", _FLOAT: "f"}
    if code in kinds and bits in (8, 16, 32, 64):
        return np.dtype(f"{kinds[code]}{bits // 8}")
    if code == _BFLOAT and bits == 16:
        if ml_dtypes is None:
            raise TypeError("requires the package ml_dtypes for bfloat16")
        return np.dtype(ml_dtypes.bfloat16)
    raise TypeError(f"expected an element type that numpy has, got code {code} with {bits} bits")


def to_carrier(array: np.ndarray) -> np.ndarray:
    """The array in a type that DLPack has; of equal width, without a copy."""
    if array.dtype.kind in "biuf" and array.dtype.type.__module__ == "numpy":
        return array
    return array.view(np.dtype(f"u{array.dtype.itemsize}"))
