# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weights that are compiled in, and whether they are still what they were."""
from __future__ import annotations

import importlib
import weakref
from typing import Any

torch: Any = importlib.import_module("torch")

# So many elements of each dimension of a weight are compared in each call.
_SAMPLES = 4


def is_weight(argument: Any) -> bool:
    """Whether it is of a module: its parameters, and the buffers that torch marks."""
    return isinstance(argument, torch.nn.Parameter) or \
        getattr(argument, "_dynamo_static_input_type", None) is not None


class Frozen:
    """One weight as it was compiled.

    Torch counts writes to a tensor, but not those through `.data`, as in moving averages of weights;
    a few elements all over the tensor tell of these.
    """

    def __init__(self, weight: Any):
        self._weight = weakref.ref(weight)
        self._version = _get_version(weight)
        self._place = weight.data_ptr()
        self._sample = _sample(weight)
        self._bytes = self._sample.tobytes()

    def is_of(self, argument: Any) -> bool:
        """Whether it is the same tensor."""
        return self._weight() is argument

    def is_unchanged(self) -> bool:
        weight = self._weight()
        return bool(weight is not None and _get_version(weight) == self._version
                    and weight.data_ptr() == self._place and self._sample.tobytes() == self._bytes)


def _get_version(weight: Any) -> int:
    # Tensors that are made in inference mode have no count.
    return 0 if weight.is_inference() else int(weight._version)


def _sample(weight: Any) -> Any:
    """A view of some elements in the memory of the weight."""
    plain = weight.detach()
    if plain.dtype.is_floating_point and plain.element_size() < 4:
        plain = plain.view(torch.uint8 if plain.element_size() == 1 else torch.int16)
    view = plain.numpy()
    return view[(*(slice(None, None, max(1, extent // _SAMPLES)) for extent in view.shape), ...)]
