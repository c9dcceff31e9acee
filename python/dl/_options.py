# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a model is compiled, checked before the compiler is asked."""
from __future__ import annotations

import dataclasses
import errno
import numbers
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from ._errors import ModelNotFoundError, OptionError, OptionTypeError

Progress = Callable[[str, int, int], None]
"""Told of a phase of the compilation, and how many of how many kernels are done in it."""


def find_default_cache() -> str:
    """The folder of `cache=True`: dl in that of the user's caches."""
    root = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(root):
        root = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(root, "dl")


@dataclasses.dataclass(frozen=True)
class Options:
    """How a model is compiled: `dl.compile(model, options=Options(threads=4))`.

    Keywords of `dl.compile` are these fields, and replace them where both are given.
    """

    target: str = "cpu"
    """"cpu" is this machine; else what dl-compile --target takes: "aarch64-linux-gnu", the name of
    a stock record as "cortex-a53", or the file of one. What is made for another machine can be
    saved, not called."""
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
    cache: str | os.PathLike[str] | bool | None = None
    """A folder that keeps what was compiled; True: dl in the user's folder of caches; None or
    False: nothing is kept."""
    precision: str = "f32"
    """What factors of products by constants are rounded to, "f32", "bf16" or "bf16-always"."""
    tuning_db: str | os.PathLike[str] | None = None
    """A file of records of dl.tune, whose schedules kernels get; None: those of the rules."""
    schedules: str | os.PathLike[str] | None = None
    """A file of sequences for kernels; those that it does not name get the rules'."""
    sizes: Mapping[str, int] | None = None
    """Sizes of dims that the model leaves open, by their names or as "input.0"."""
    progress: Progress | bool | None = None
    """Told of phases and kernels; True: a line on standard error, where that is a terminal."""

    def __post_init__(self) -> None:
        path = (str, os.PathLike, type(None))
        for name, kind, what in (("target", str, "a str"),
                                 ("threads", numbers.Integral, "an integer"),
                                 ("opt_level", numbers.Integral, "an integer"),
                                 ("jobs", numbers.Integral, "an integer"),
                                 ("cpu", str, "a str"), ("name", str, "a str"),
                                 ("cache", (*path, bool), "a path, a bool or None"),
                                 ("precision", str, "a str"),
                                 ("tuning_db", path, "a path or None"),
                                 ("schedules", path, "a path or None"),
                                 ("sizes", (Mapping, type(None)), "a mapping or None"),
                                 ("timeout", (numbers.Real, type(None)), "a number or None"),
                                 ("memory_limit", (numbers.Integral, type(None)),
                                  "an integer or None")):
            value = getattr(self, name)
            is_flag = isinstance(value, bool) and kind is numbers.Integral
            if is_flag or not isinstance(value, kind):
                raise OptionTypeError(f"expected {name} to be {what}, got {value!r}")
        if self.progress is not None and not isinstance(self.progress, bool) \
                and not callable(self.progress):
            raise OptionTypeError("expected progress to be a bool, None or called as "
                                  f"progress(phase, done, total), got {self.progress!r}")
        for name in ("timeout", "memory_limit"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise OptionError(f"expected {name} to be None or positive, got {value!r}")
        check_threads(self.threads)
        if self.precision not in ("f32", "bf16", "bf16-always"):
            raise OptionError("expected precision to be 'f32', 'bf16' or 'bf16-always', got "
                              f"{self.precision!r}")
        if not 1 <= self.jobs <= 1024:
            raise OptionError(f"expected 1 to 1024 jobs, got {self.jobs}")
        if not 0 <= self.opt_level <= 3:
            raise OptionError(f"expected an opt_level from 0 to 3, got {self.opt_level}")
        self._check_sizes()

    def _check_sizes(self) -> None:
        for name, size in (self.sizes or {}).items():
            if not isinstance(name, str) or isinstance(size, bool) \
                    or not isinstance(size, numbers.Integral):
                raise OptionTypeError("expected sizes to be integers by names of dims, got "
                                      f"{name!r}: {size!r}")
            if size < 1:
                raise OptionError(f"expected sizes of at least 1, got {name!r}: {size}")
            if not name or "=" in name or "," in name:
                raise OptionError(f"expected names of dims in sizes, got {name!r}")

    def get_deadline(self) -> float | None:
        """When a compilation that begins now has to be done, in time.monotonic()."""
        return None if self.timeout is None else time.monotonic() + self.timeout

    def check_files(self) -> None:
        """Before a compilation: models with open dims could be compiled much later."""
        for path, what in ((self.schedules_path, "a file of sequences, as dl-tune export writes it"),
                           (self.tuning_db_path, "a file of records, as dl.tune writes it")):
            if path and not os.path.exists(path):
                raise ModelNotFoundError(errno.ENOENT, f"expected {what}; there is none", path)
        if self.cache_folder and os.path.exists(self.cache_folder) \
                and not os.path.isdir(self.cache_folder):
            raise OptionError(f"expected cache to be a folder, got the file {self.cache_folder!r}")

    @property
    def is_for_this_machine(self) -> bool:
        return self.target == "cpu"

    @property
    def cache_folder(self) -> str:
        """Empty where nothing is kept."""
        if isinstance(self.cache, bool):
            return find_default_cache() if self.cache else ""
        return _to_path(self.cache)

    @property
    def tuning_db_path(self) -> str:
        return _to_path(self.tuning_db)

    @property
    def schedules_path(self) -> str:
        return _to_path(self.schedules)

    @property
    def listener(self) -> Progress | None:
        """Who is to be told of progress."""
        if isinstance(self.progress, bool):
            return ProgressLine(sys.stderr) if self.progress and sys.stderr is not None \
                and sys.stderr.isatty() else None
        return self.progress

    def replaced(self, **fields: Any) -> Options:
        return dataclasses.replace(self, **fields)

    def __getstate__(self) -> dict[str, Any]:
        # What a program listens with is its own.
        return {**self.__dict__, "progress": None}


def check_threads(threads: Any, least: int = 1) -> None:
    if isinstance(threads, bool) or not isinstance(threads, numbers.Integral):
        raise OptionTypeError(f"expected threads to be an integer, got {threads!r}")
    if not least <= int(threads) <= 1024:
        raise OptionError(f"expected {least} to 1024 threads, got {threads}")


def _to_path(path: str | os.PathLike[str] | None) -> str:
    return "" if path is None else os.fsdecode(path)


class ProgressLine:
    """One line of a terminal that says where a compilation is."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def __call__(self, phase: str, done: int, total: int) -> None:
        text = f"dl: {phase}" + (f" {done} of {total} kernels" if total else "") if phase else ""
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()
