# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models as they are given: a file, or bytes and what to call them."""
from __future__ import annotations

import dataclasses
import errno
import os
from typing import Any

from ._errors import CompileError, ModelNotFoundError, OptionError, OptionTypeError


_EXPORT = "export the model as ONNX"
# What else models are kept in, and the way from there.
_HINTS = {".so": "dl.load loads a compiled model", ".pb": _EXPORT + ", with tf2onnx",
          ".tflite": _EXPORT + ", with tf2onnx", ".h5": _EXPORT + ", with tf2onnx",
          ".keras": _EXPORT + ", with Keras' model.export",
          ".pt": _EXPORT + ", with torch.onnx.export, or use torch.compile(backend='dl')",
          ".safetensors": _EXPORT + "; weights alone are no model"}
_HINTS[".pth"] = _HINTS[".pt2"] = _HINTS[".pt"]


@dataclasses.dataclass(frozen=True)
class Source:
    """A model as the compiler takes it."""

    name: str
    bytes: bytes | None = None
    is_onnx: bool = True
    data_folder: str = ""

    @staticmethod
    def of(model: Any) -> Source:
        """From a path, the bytes of an ONNX model, an onnx.ModelProto, what torch.onnx.export
        gives, or what gives its text of MLIR by `to_mlir()`."""
        if isinstance(model, (str, os.PathLike)):
            return Source._of_path(os.fsdecode(model))
        if isinstance(model, (bytes, bytearray, memoryview)):
            if len(model) == 0:
                raise CompileError(["error: expected the bytes of an ONNX model, got none"])
            return Source("model", bytes(model))
        if hasattr(model, "model_proto"):  # a torch.onnx.ONNXProgram
            model = model.model_proto
        if hasattr(model, "SerializeToString") and hasattr(model, "graph"):
            return Source(model.graph.name or "model", model.SerializeToString())
        if hasattr(model, "to_mlir") and hasattr(model, "name"):
            return Source(model.name, model.to_mlir().encode(), is_onnx=False)
        raise OptionTypeError(
            "expected a path, the bytes of an ONNX model, an onnx.ModelProto or a dl.te function, "
            f"got {type(model).__name__}{_find_way(model)}")

    @staticmethod
    def _of_path(path: str) -> Source:
        if "\0" in path:
            raise OptionError(f"expected a path without null characters, got {path!r}")
        if not os.path.lexists(path):
            raise ModelNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if os.path.isfile(path) and os.path.getsize(path) == 0:
            raise CompileError([f"error: expected a model, got the empty file '{path}'"])
        if hint := _HINTS.get(os.path.splitext(path)[1].lower()):
            raise CompileError([f"error: expected a .onnx, .mlir or .mlirbc file, got '{path}'; {hint}"])
        return Source(path, is_onnx=path.lower().endswith(".onnx"))

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


def _find_way(model: Any) -> str:
    """What may be meant by an object of another kind."""
    kinds = {f"{base.__module__}.{base.__name__}" for base in type(model).__mro__}
    if kinds & {"torch.nn.modules.module.Module", "torch.export.exported_program.ExportedProgram"}:
        return ("; give it to torch.compile(backend='dl'), or give what torch.onnx.export(…, "
                "dynamo=True) makes of it")
    if any(kind.endswith(".GraphProto") for kind in kinds):
        return "; onnx.helper.make_model makes a model of a graph"
    if "dl._model.Model" in kinds:
        return ", which is compiled"
    return ""
