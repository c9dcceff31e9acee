# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A graph that torch captured, compiled when it is first called."""
from __future__ import annotations

import dataclasses
import importlib
import logging
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _dtypes
from .._compile import compile
from .._errors import Error
from .._model import Model
from .._options import Options
from ._export import CannotExport, Result, Signature, count_operators, export, read_signature
from ._verify import find_difference
from ._weights import Frozen, is_weight

torch: Any = importlib.import_module("torch")
logger = logging.getLogger("dl")

# Models of one graph: it may be shared by modules with other weights, or get other sizes.
_MOST = 16


@dataclasses.dataclass(frozen=True)
class Settings:
    options: Options
    freeze: bool | None
    verify: bool


@dataclasses.dataclass
class _Variant:
    """The graph compiled for some weights, and for some integers."""

    model: Model
    inputs: list[int]
    weights: dict[int, Frozen]
    fixed: dict[int, Any]
    is_verified: bool

    def fits(self, arguments: Sequence[Any]) -> bool:
        return all(arguments[position] == value for position, value in self.fixed.items()) and \
            all(weight.is_of(arguments[position]) for position, weight in self.weights.items())

    def is_fresh(self) -> bool:
        return all(weight.is_unchanged() for weight in self.weights.values())


class Graph:
    """Called with the arguments of a graph of torch.fx in a list, gives its results in one."""

    def __init__(self, graph: Any, settings: Settings):
        self._graph = graph
        self._settings = settings
        self._lock = threading.Lock()
        self._variants: list[_Variant] = []
        self._is_eager = False
        self._freezes = settings.freeze is not False
        self._is_open = True
        self._signature: Signature | None = None

    def __call__(self, arguments: list[Any]) -> list[Any]:
        variant = self._find(arguments)
        if variant is None:
            return list(self._graph(*arguments))
        arrays = [_to_array(arguments[position]) for position in variant.inputs]
        try:
            outputs = [_to_tensor(array) for array in variant.model.run(arrays)]
        except Error as error:  # sizes that cannot be compiled, where that is known now
            self._give_up(error)
            return list(self._graph(*arguments))
        assert self._signature
        results = [self._give(result, outputs, arguments) for result in self._signature.results]
        if variant.is_verified:
            return results
        wanted = list(self._graph(*arguments))
        difference = find_difference(results, wanted, self._settings.options.precision != "f32")
        if difference:
            self._give_up(CannotExport(f"{difference}, so the export or the compiler is wrong; please "
                                       "report it"))
            return wanted
        variant.is_verified = True
        return results

    def _give(self, result: Result, outputs: list[Any], arguments: Sequence[Any]) -> Any:
        if result.kind == "output":
            return _lay_out(outputs[result.value], result.order)
        if result.kind == "argument":
            return arguments[result.value]
        if result.kind == "size":
            assert self._signature
            sizes = {symbol: int(arguments[position])
                     for symbol, position in self._signature.symbols.items()}
            return int(result.value.subs(sizes))
        return result.value

    # Compiling.

    def _find(self, arguments: Sequence[Any]) -> _Variant | None:
        """What is compiled for these arguments, now if it has to be; None: PyTorch runs them."""
        with self._lock:
            if self._is_eager:
                return None
            for variant in self._variants:
                if variant.fits(arguments):
                    if variant.is_fresh():
                        return variant
                    logger.info("torch.compile: weights were changed after they were compiled in; they "
                                "are inputs from now on, and compiled again")
                    self._freezes = False
                    self._variants.clear()
                    break
            try:
                variant = self._compile(arguments)
            except (CannotExport, Error) as error:
                self._give_up(error)
                return None
            self._variants.insert(0, variant)
            if len(self._variants) > _MOST:
                self._variants.pop()
                logger.warning("torch.compile: compiled one graph for more than %d modules or sizes; "
                               "with options={'freeze': False} modules share what is compiled", _MOST)
            return variant

    def _give_up(self, error: Exception) -> None:
        self._is_eager = True
        self._variants.clear()
        logger.warning("torch.compile: a graph of %s runs in PyTorch: %s",
                       count_operators(self._graph), _shorten(error))

    def _compile(self, arguments: Sequence[Any]) -> _Variant:
        for argument in arguments:
            _check_argument(argument)
        if self._signature is None:
            self._signature = read_signature(self._graph)
            if not self._signature.outputs:
                raise CannotExport("it computes no tensor")
        weights = {position: argument for position, argument in enumerate(arguments)
                   if self._freezes and is_weight(argument)
                   and (self._settings.freeze or not argument.requires_grad
                        or not torch.is_grad_enabled())}
        # As they are now: what changes during a compilation is noticed in the next call.
        frozen = {position: Frozen(weight) for position, weight in weights.items()}
        try:
            proto, inputs = self._export(arguments, weights)
            fixed = {position: argument for position, argument in enumerate(arguments)
                     if not isinstance(argument, torch.Tensor)
                     and not (self._is_open and self._is_dim(position))}
            return _Variant(compile(proto, options=self._settings.options), inputs, frozen, fixed,
                            is_verified=not self._settings.verify)
        except (CannotExport, Error):
            if not self._is_open or not self._signature.symbols:
                raise
        # Sizes that cannot be left open are compiled in, each anew.
        self._is_open = False
        return self._compile(arguments)

    def _export(self, arguments: Sequence[Any], weights: dict[int, Any]) -> tuple[Any, list[int]]:
        assert self._signature
        return export(self._graph, self._signature, arguments, weights, self._is_open)

    def _is_dim(self, position: int) -> bool:
        """Whether an integer is the size of a dim of an input."""
        assert self._signature
        arguments = self._signature.arguments
        meta = arguments[position].meta.get("val")
        return isinstance(meta, torch.SymInt) and any(
            isinstance(extent, torch.SymInt) and extent.node.expr == meta.node.expr
            for node in arguments for extent in getattr(node.meta.get("val"), "shape", ()))


def _shorten(error: Exception) -> str:
    """The first message; the compiler's texts have places in a model that nobody has."""
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    return text.partition("error: ")[2] or text


def _check_argument(tensor: Any) -> None:
    if not isinstance(tensor, torch.Tensor):
        if tensor is not None and not isinstance(tensor, (bool, int, float)):
            raise CannotExport(f"expected tensors and numbers, got {type(tensor).__name__}")
        return
    if tensor.device.type != "cpu":
        raise CannotExport(f"expected tensors on the CPU, got one on {tensor.device}")
    if tensor.layout != torch.strided or tensor.is_quantized or tensor.dtype.is_complex:
        raise CannotExport(f"expected dense tensors of real numbers, got {tensor.layout} of "
                           f"{tensor.dtype}")


# Tensors and arrays that share memory.

def _to_array(tensor: Any) -> Any:
    plain = tensor.detach().resolve_neg()
    name = str(plain.dtype).partition(".")[2]
    if name != "bfloat16" and not name.startswith("float8"):
        return plain.numpy()
    carrier = plain.view(torch.int16 if plain.element_size() == 2 else torch.uint8).numpy()
    return carrier.view(np.dtype(getattr(_dtypes.ml_dtypes, name)))


def _to_tensor(array: Any) -> Any:
    if array.dtype.type.__module__ == "numpy":
        return torch.from_numpy(array)
    carrier = torch.from_numpy(array.view(np.int16 if array.itemsize == 2 else np.uint8))
    return carrier.view(getattr(torch, array.dtype.name))


def _lay_out(tensor: Any, order: tuple[int, ...] | None) -> Any:
    if tensor.numel() == 0:  # whose strides numpy takes for nothing
        return torch.empty(tensor.shape, dtype=tensor.dtype)
    if order is None:
        return tensor
    back = [order.index(axis) for axis in range(len(order))]
    return tensor.permute(order).contiguous().permute(back)
