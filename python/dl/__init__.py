# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dl, a deep-learning compiler: models to native code, called on arrays.

    import dl
    model = dl.compile("resnet18.onnx", threads=2)
    logits = model(image)          # numpy arrays, or anything with __dlpack__
    print(model.ir("te"))          # what it became on the way

    model.save("resnet18.so")      # for dl.load, dl-run and C programs
    print(model.profile())         # the time of each kernel, with the nodes that it computes

    dl.tune("resnet18.onnx", "records.jsonl", threads=2)   # faster schedules of its kernels
    model = dl.compile("resnet18.onnx", threads=2, tuning_db="records.jsonl")
"""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any


def _check_interpreter() -> None:
    """numpy, and what this is made of, are of one interpreter in a process."""
    name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    try:
        module = __import__(name)
    except ImportError:
        return
    current, main = module.get_current(), module.get_main()
    if current != main:
        raise ImportError("expected the main interpreter to import dl, got a subinterpreter; "
                          "models run in any number of threads of the main one")


_check_interpreter()

from ._arrays import TensorInfo
from ._compile import compile
from ._errors import (CompileError, Error, LoadError, ModelNotFoundError, OptionError,
                      OptionTypeError, RunError)
from ._model import Model, load
from ._native import version as __version__
from ._options import Options
from ._program import Benchmark, KernelTime, Profile
from ._tune import TunedKernel, tune

if TYPE_CHECKING:
    from . import onnx as onnx
    from . import te as te
    from . import torch as torch

__all__ = ["Benchmark", "CompileError", "Error", "KernelTime", "LoadError", "Model",
           "ModelNotFoundError", "OptionError", "OptionTypeError", "Options", "Profile", "RunError",
           "TensorInfo", "TunedKernel", "__version__", "compile", "load", "te", "tune"]

# Imported when they are asked for, and the packages that they need. Those are no part of `import *`,
# which would hide the packages themselves.
_LAZY = {"onnx": ("onnx",), "te": (), "torch": ("torch", "onnxscript", "onnx")}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib
        missing = _find_missing(name)
        if missing:
            raise ImportError(f"dl.{name} requires {' and '.join(missing)}, not installed here; "
                              f"`pip install {' '.join(missing)}` does that", name=missing[0])
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _find_missing(name: str) -> list[str]:
    import importlib.util

    def is_there(package: str) -> bool:
        if package in sys.modules:
            return sys.modules[package] is not None
        return importlib.util.find_spec(package) is not None
    return [package for package in _LAZY[name] if not is_there(package)]


def __dir__() -> list[str]:
    return sorted({*globals(), *(name for name in _LAZY if not _find_missing(name))})
