# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a compiled graph gives what PyTorch gives. Exporters have faults too."""
from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

torch: Any = importlib.import_module("torch")

# Of the largest value of a result, where that is not smaller than _LEAST: far above what another
# order of sums makes, far below what another operator does.
_BOUND, _NARROW_BOUND = 1e-3, 5e-2
_LEAST = 1e-2


def find_difference(got: Sequence[Any], wanted: Sequence[Any], is_narrow: bool) -> str:
    """What differs, or nothing. `is_narrow`: the compiler may round to types of 16 bits."""
    for index, (ours, theirs) in enumerate(zip(got, wanted)):
        if not isinstance(theirs, torch.Tensor):
            continue
        if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
            return (f"result {index} is {ours.dtype} of {list(ours.shape)} instead of {theirs.dtype} "
                    f"of {list(theirs.shape)}")
        if not theirs.dtype.is_floating_point:
            if not torch.equal(ours, theirs):
                return f"result {index}, of integers, is not PyTorch's"
            continue
        bound = _NARROW_BOUND if is_narrow or theirs.element_size() < 4 else _BOUND
        left, right = ours.detach().double(), theirs.detach().double()
        finite, infinite = torch.isfinite(right), torch.isinf(right)
        if not torch.equal(left.isnan(), right.isnan()) \
                or not torch.equal(left[infinite], right[infinite]):
            return f"result {index} differs where PyTorch's is not finite"
        left, right = left[finite], right[finite]
        if right.numel() == 0:
            continue
        scale = max(right.abs().max().item(), _LEAST)
        error = (left - right).abs().max().item() / scale
        if not error <= bound:
            return f"result {index} differs by {error:.1e} of PyTorch's largest value"
    return ""
