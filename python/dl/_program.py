# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One compiled library in this process: run, timed, and kept as a file."""
from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arrays, _dtypes, _native
from ._arrays import TensorInfo
from ._errors import LoadError, RunError
from ._options import Options
from ._source import Source
from ._wording import to_keywords

Array = npt.NDArray[Any]


class KernelTime(NamedTuple):
    """A kernel call of a run, timed."""

    call: int
    """Its position in a run, from 0."""
    kernel: str
    """The compiler's name of the kernel."""
    nodes: str
    """The nodes of the model that it computes, joined by "+"."""
    seconds: float
    """The median of the runs."""
    share: float
    """Of the sum of all calls, 0 to 1."""


class Profile(list[KernelTime]):
    """The kernel calls of a run in order; printed as a table."""

    @property
    def seconds(self) -> float:
        """Of all calls."""
        return sum(row.seconds for row in self)

    def __repr__(self) -> str:
        lines = ["call        us   share  kernel                    nodes"]
        lines += [f"{row.call:4} {row.seconds * 1e6:9.2f} {row.share:6.1%}  {row.kernel:<24}  "
                  f"{row.nodes}" for row in self]
        lines.append(f" sum {self.seconds * 1e6:9.2f}")
        return "\n".join(lines)


class Benchmark(NamedTuple):
    """Times of whole runs, in seconds."""

    minimum: float
    median: float
    runs: int

    def __repr__(self) -> str:
        return (f"{self.runs} runs: minimum {self.minimum * 1e3:.4f} ms, "
                f"median {self.median * 1e3:.4f} ms")


class _Foreign:
    """In the place of a library that cannot be loaded here."""

    def __init__(self, why: str):
        self._why = why

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise RunError(self._why)


def _describe(infos: Sequence[tuple[str, int, int, Sequence[int]]]) -> list[TensorInfo]:
    return [TensorInfo(name, _dtypes.to_numpy(code, bits),
                       tuple(dim if dim >= 0 else None for dim in shape))
            for name, code, bits, shape in infos]


def make_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for the time of a compilation."""
    return tempfile.TemporaryDirectory(prefix="dl-", ignore_cleanup_errors=True)


class Program:
    """One compiled library and its source, where that is known."""

    def __init__(self, source: Source | None, path: str, options: Options,
                 threads: int | None = None):
        self.source = source
        # What is loaded, whatever becomes of its name.
        self.file: IO[bytes] = open(path, "rb")
        try:
            library = _native.Library(path, options.threads if threads is None else threads)
        except ValueError as error:
            if options.is_for_this_machine:
                raise LoadError(_to_words(error)) from None
            self._take_foreign(str(error), options)
            return
        self.library: Any = library
        self.inputs = _describe(library.inputs)
        self.outputs = _describe(library.outputs)
        # Positions of inputs whose elements are sizes, which are positive.
        self.deciding: list[int] = library.deciding_inputs
        library.prepare(np.ndarray, np.empty, [info.dtype for info in self.inputs],
                             [(info.shape, info.dtype) for info in self.outputs])

    def _take_foreign(self, why: str, options: Options) -> None:
        """What was made for another machine: it can be kept, and not run."""
        self.library = _Foreign(why)
        self.inputs, self.outputs, self.deciding = [], [], []
        if self.source and self.source.is_onnx:
            try:
                from .onnx import bind
            except ImportError:  # without the package onnx it can be saved all the same
                return
            self.inputs, self.outputs = bind.describe(self.source.load(), options.sizes)

    def __del__(self) -> None:
        if file := getattr(self, "file", None):
            file.close()

    def call(self, arrays: Sequence[Any]) -> list[Array]:
        """As run, into new arrays."""
        # None where an array is not just what is wanted, which is looked at here.
        try:
            results: list[Array] | None = self.library.call(arrays)
        except ValueError as error:
            raise RunError(_to_words(error)) from None
        return self.run(arrays, None) if results is None else results

    def run(self, arrays: Sequence[Any], out: Any) -> list[Array]:
        given = self._take(arrays)
        results = self._make_outputs(given, out)
        try:
            shapes = self.library.run(given, [_dtypes.to_carrier(result) for result in results])
        except ValueError as error:
            raise RunError(_to_words(error)) from None
        return [_take_front(array, tuple(shape)) for array, shape in zip(results, shapes)]

    def profile(self, arrays: Sequence[Any], runs: int) -> Profile:
        given = self._take(arrays)
        results = self._make_outputs(given, None)
        try:
            calls = self.library.profile(given, [_dtypes.to_carrier(array) for array in results],
                                         runs)
        except ValueError as error:
            raise RunError(_to_words(error)) from None
        medians = [float(np.median(times)) if times else 0.0 for _, _, times in calls]
        total = sum(medians) or 1.0
        return Profile(KernelTime(i, kernel, nodes, seconds, seconds / total)
                       for i, ((kernel, nodes, _), seconds) in enumerate(zip(calls, medians)))

    def benchmark(self, arrays: Sequence[Any], runs: int) -> Benchmark:
        given = self._take(arrays)
        results = self._make_outputs(given, None)
        try:
            times = self.library.benchmark(given, [_dtypes.to_carrier(array) for array in results],
                                           runs)
        except ValueError as error:
            raise RunError(_to_words(error)) from None
        return Benchmark(min(times), float(np.median(times)), len(times))

    def write(self, path: str) -> None:
        """A copy of the library, which appears whole or not at all."""
        folder = os.path.dirname(os.path.abspath(path))
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        try:
            handle, temporary = tempfile.mkstemp(prefix=".dl-", suffix=".so", dir=folder)
        except OSError as error:  # of a name that nobody gave
            raise type(error)(error.errno, error.strerror, path) from None
        try:
            with open(handle, "wb") as target, open(self.file.fileno(), "rb",
                                                    closefd=False) as source:
                source.seek(0)
                shutil.copyfileobj(source, target, 1 << 20)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(temporary, 0o755 & ~umask)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise

    def read(self) -> bytes:
        size = os.fstat(self.file.fileno()).st_size
        return os.pread(self.file.fileno(), size, 0) if size < 1 << 30 else self._read_large()

    def _read_large(self) -> bytes:
        with open(self.file.fileno(), "rb", closefd=False) as source:
            source.seek(0)
            return source.read()

    def _take(self, arrays: Sequence[Any]) -> list[Any]:
        check_count(arrays, self.inputs)
        return [_arrays.to_carrier(_arrays.to_input(array, info))
                for array, info in zip(arrays, self.inputs)]

    def _make_outputs(self, given: Sequence[Any], out: Any) -> list[Array]:
        if out is not None:
            return _arrays.to_outputs(out, self.outputs)
        try:
            shapes = self.library.output_shapes(given)
        except ValueError as error:
            raise RunError(_to_words(error)) from None
        return [np.empty(shape, info.dtype) for shape, info in zip(shapes, self.outputs)]


def _take_front(array: Array, shape: tuple[int, ...]) -> Array:
    """What a run made of an output, of which only the data decide the shape."""
    if array.shape == shape:
        return array
    result: Array = array.reshape(-1)[:int(np.prod(shape))].reshape(shape)
    return result


def _to_words(error: Exception) -> str:
    """A message of the library, which speaks of its C interface, in the words of this package."""
    text = to_keywords(str(error).removeprefix("dlc_init: "))
    return re.sub(r"; ask dlc_sizes\b.*$", "", text)


def check_count(arrays: Sequence[Any], inputs: Sequence[TensorInfo]) -> None:
    if len(arrays) != len(inputs):
        names = ", ".join(f"'{info.name}'" for info in inputs)
        raise RunError(f"expected {len(inputs)} inputs, got {len(arrays)}; give one for each of "
                       f"{names}")


def make_random(infos: Sequence[TensorInfo], seed: int,
                sizes: Sequence[int] = ()) -> list[Array]:
    """Values for each input: standard normal, integers of 0 to 9, or either truth. Open dims are
    1, and integers of 1 to 9 for inputs at the positions of `sizes`."""
    random = np.random.default_rng(seed)
    arrays = []
    for position, info in enumerate(infos):
        shape = [1 if dim is None else dim for dim in info.shape]
        if info.dtype == np.bool_:
            array = random.integers(0, 2, shape).astype(np.bool_)
        elif "int" in info.dtype.name:
            array = random.integers(1 if position in sizes else 0, 2 if info.dtype.name in ("int2", "uint2", "int4") else 10,
                                    shape).astype(info.dtype)
        else:
            array = random.standard_normal(shape).astype(info.dtype)
        arrays.append(array)
    return arrays
