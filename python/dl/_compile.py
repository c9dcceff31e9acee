# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dl.compile: a model to something that can be called."""
from __future__ import annotations

import dataclasses
import numbers
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _process

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
    timeout: float | None = None
    """Seconds that a compilation may take; None: as long as it likes."""
    memory_limit: int | None = None
    """Bytes that the compiler may allocate; None: what the system gives."""
    jobs: int = 1
    """Most threads that compile; the result is the same."""
    cache: str = ""
    """A folder that keeps what was compiled; empty: nothing is kept."""
    precision: str = "f32"
    """What factors of products by constants are rounded to, "f32" or "bf16"."""
    tuning_db: str = ""
    """A file of records of dl.tune, whose schedules kernels get; empty: those of the rules."""

    def __post_init__(self) -> None:
        for name, kind, what in (("threads", numbers.Integral, "an integer"),
                                 ("opt_level", numbers.Integral, "an integer"),
                                 ("jobs", numbers.Integral, "an integer"),
                                 ("cpu", str, "a str"), ("name", str, "a str"),
                                 ("cache", str, "a path"), ("precision", str, "a str"),
                                 ("tuning_db", str, "a path"),
                                 ("timeout", (numbers.Real, type(None)), "a number or None"),
                                 ("memory_limit", (numbers.Integral, type(None)),
                                  "an integer or None")):
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise TypeError(f"expected {name} to be {what}, got {value!r}")
        for name in ("timeout", "memory_limit"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"expected {name} to be None or positive, got {value!r}")
        if not 1 <= self.threads <= 1024:
            raise ValueError(f"expected 1 to 1024 threads, got {self.threads}")
        if self.precision not in ("f32", "bf16"):
            raise ValueError(f"expected precision to be 'f32' or 'bf16', got {self.precision!r}")
        if not 1 <= self.jobs <= 1024:
            raise ValueError(f"expected 1 to 1024 jobs, got {self.jobs}")
        if not 0 <= self.opt_level <= 3:
            raise ValueError(f"expected an opt_level from 0 to 3, got {self.opt_level}")

    def get_deadline(self) -> float | None:
        """When a compilation that begins now has to be done, in time.monotonic()."""
        return None if self.timeout is None else time.monotonic() + self.timeout


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
            path = os.fsdecode(model)
            if "\0" in path:
                raise ValueError(f"expected a path without null characters, got {path!r}")
            return Source(path, is_onnx=path.lower().endswith(".onnx"))
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


# Formats of the C interface: the file of that name, bytes of ONNX, bytes of MLIR.
_BY_NAME, _ONNX, _MLIR = 0, 1, 2


def build(source: Source, options: Options, level: str, folder: str,
          deadline: float | None = None) -> tuple[Result, str]:
    """Compiles to a level in a process of its own, which may use the empty `folder`:
    the result, and the file of a library. CompileError if that process dies or is not
    done by the deadline, a time of time.monotonic()."""
    output = os.path.join(folder, "model.so")
    format = _BY_NAME if source.bytes is None else _ONNX if source.is_onnx else _MLIR
    try:
        cwd = os.getcwdb()
    except FileNotFoundError:
        cwd = b"/"
    limit = options.memory_limit
    request = [
        os.fsencode(folder), cwd, b"" if limit is None else b"%d" % min(limit, 2**63 - 1),
        os.fsencode(source.name), b"%d" % format, source.bytes or b"",
        os.fsencode(source.data_folder), str(level).encode(), os.fsencode(output),
        b"%d" % options.threads, b"%d" % bool(options.vectorize), b"%d" % options.opt_level,
        os.fsencode(options.cpu), os.fsencode(options.name), b"%d" % options.jobs,
        os.fsencode(options.cache), options.precision.encode(), os.fsencode(options.tuning_db)]
    try:
        answer = _process.ask(request, deadline)
    except TimeoutError:
        raise CompileError(["error: expected a compilation within the timeout of "
                            f"{options.timeout:g} s; the compiler was ended"]) from None
    except _process.WorkerDied as death:
        raise CompileError(_describe_death(death, limit)) from None
    except OSError as error:
        raise CompileError([f"error: cannot run the compiler: {error}"]) from error
    success, text, num_diagnostics, *rest = [
        part.decode(errors="backslashreplace") for part in answer]
    num = int(num_diagnostics)
    return Result(success == "1", text, rest[:num], rest[num:]), output


def _describe_death(death: _process.WorkerDied, limit: int | None) -> list[str]:
    if death.lacked_memory:
        given = ("memory that the system gives" if limit is None
                 else f"at most the {limit} bytes of memory_limit")
        return [f"error: expected a model that can be compiled with {given}; the compiler ran "
                "out of it"]
    return [f"error: the compiler {death.describe_end()}, which no model should make it do; "
            "please report it with the model",
            *([death.log] if death.log else [])]


def compile(model: Any, target: str = "cpu", *, threads: int = 1, opt_level: int = 3,
            cpu: str = "native", vectorize: bool = True, name: str = "",
            normalize: bool = True, cache_size: int = 16, timeout: float | None = None,
            memory_limit: int | None = None, jobs: int = 1,
            cache: str | os.PathLike[str] | None = None, precision: str = "f32",
            tuning_db: str | os.PathLike[str] | None = None) -> Model:
    """Compiles a model to native code.

    `model` is the path of a .onnx, .mlir or .mlirbc file, the bytes of an ONNX model
    or an onnx.ModelProto; `target` is "cpu". An ONNX model that the compiler refuses
    as it is goes through `dl.onnx.normalize` first, unless `normalize` is false.

    A model whose shapes hang on values of its inputs (the shape of a Reshape, say) is
    compiled when it is called, once for each distinct value of those inputs; the last
    `cache_size` of these specializations are kept. `Model.specialized_inputs` names
    the inputs.

    `jobs` threads compile, with the same result for any number. In the folder `cache`, of at
    most 4 GiB, is kept what was compiled, by any process and by dl-compile, so that what has not
    changed since is not compiled again.

    With `precision="bf16"`, factors of products and convolutions by constant weights are rounded to
    bf16; sums, and all between, stay in f32. On CPUs with instructions for it that takes less time.

    Kernels of which the file `tuning_db` has records of this machine and as many threads get the
    fastest schedule that `dl.tune` found.

    The compiler runs in a process of its own, which `timeout` seconds and `memory_limit`
    bytes bound for each compilation and Ctrl-C ends.

    Raises CompileError with the compiler's messages, or with how it ended.
    """
    from ._model import Model
    if target != "cpu":
        raise ValueError(f"expected the target 'cpu', got {target!r}; what dl.compile makes is run "
                         "here, dl-compile --target compiles for other machines")
    options = Options(threads, vectorize, opt_level, cpu, name, timeout, memory_limit, jobs,
                      "" if cache is None else os.fsdecode(cache), precision,
                      "" if tuning_db is None else os.fsdecode(tuning_db))
    return Model(Source.of(model), options, normalize=normalize, cache_size=cache_size)
