# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dl.compile: a model to something that can be called."""
from __future__ import annotations

import dataclasses
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _native

if TYPE_CHECKING:
    from ._model import Model


class CompileError(Exception):
    """A model that cannot be compiled. `diagnostics` are the compiler's messages."""

    def __init__(self, diagnostics: Sequence[str]):
        super().__init__("\n".join(diagnostics))
        self.diagnostics = list(diagnostics)


@dataclasses.dataclass(frozen=True)
class Options:
    """How a model is compiled."""

    threads: int = 1
    """Most threads of a run; 1 needs no libomp."""
    vectorize: bool = True
    opt_level: int = 3
    """LLVM's optimization level, 0 to 3."""
    cpu: str = "native"
    """A CPU in LLVM's spelling."""
    name: str = ""
    """Prefix of the model's symbols; by default its file name."""


@dataclasses.dataclass(frozen=True)
class Source:
    """A model as the compiler takes it: a file, or bytes and what to call them."""

    name: str
    bytes: bytes | None = None
    is_onnx: bool = True
    data_folder: str = ""

    @staticmethod
    def of(model: Any) -> Source:
        """From a path, the bytes of an ONNX model, or an onnx.ModelProto."""
        if isinstance(model, (str, os.PathLike)):
            path = os.fspath(model)
            return Source(path, is_onnx=path.endswith(".onnx"))
        if isinstance(model, (bytes, bytearray, memoryview)):
            return Source("model", bytes(model))
        if hasattr(model, "SerializeToString") and hasattr(model, "graph"):
            return Source(model.graph.name or "model", model.SerializeToString())
        raise TypeError(
            "expected a path, the bytes of an ONNX model or an onnx.ModelProto, got "
            f"{type(model).__name__}")

    def load(self) -> Any:
        """The onnx.ModelProto, external data left where it is."""
        import onnx
        if self.bytes is None:
            return onnx.load(self.name, load_external_data=False)
        return onnx.ModelProto.FromString(self.bytes)

    def replaced(self, proto: Any) -> Source:
        """The same with another onnx.ModelProto in place of the file or bytes."""
        folder = self.data_folder
        if self.bytes is None and not folder:
            folder = os.path.dirname(self.name) or "."
        return Source(self.name, proto.SerializeToString(), True, folder)


@dataclasses.dataclass(frozen=True)
class Result:
    """What a compilation left."""

    success: bool
    text: str
    diagnostics: list[str]
    constant_inputs: list[str]
    """After a failure: inputs of the model that would have to be constant."""


def build(source: Source, options: Options, level: str, output: str = "") -> Result:
    """Compiles to a level; object and library go to the file `output`."""
    return Result(*_native.compile(
        source.name, source.bytes, source.is_onnx, source.data_folder, level, output,
        options.threads, options.vectorize, options.opt_level, options.cpu, options.name))


def compile(model: Any, target: str = "cpu", *, threads: int = 1, opt_level: int = 3,
            cpu: str = "native", vectorize: bool = True, name: str = "",
            normalize: bool = True, cache_size: int = 16) -> Model:
    """Compiles a model to native code.

    `model` is the path of a .onnx, .mlir or .mlirbc file, the bytes of an ONNX model
    or an onnx.ModelProto; `target` is "cpu". An ONNX model that the compiler refuses
    as it is goes through `dl.onnx.normalize` first, unless `normalize` is false.

    A model whose shapes hang on values of its inputs (the shape of a Reshape, say) is
    compiled when it is called, once for each distinct value of those inputs; the last
    `cache_size` of these specializations are kept. `Model.specialized_inputs` names
    the inputs.

    Raises CompileError with the compiler's messages.
    """
    from ._model import Model
    if target != "cpu":
        raise ValueError(f"expected the target 'cpu', got {target!r}")
    options = Options(threads, vectorize, opt_level, cpu, name)
    return Model(Source.of(model), options, normalize=normalize, cache_size=cache_size)
