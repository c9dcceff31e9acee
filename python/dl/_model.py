# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled models, called on arrays."""
from __future__ import annotations

import collections
import tempfile
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _arrays, _dtypes, _native
from ._arrays import RunError, TensorInfo
from ._compile import CompileError, Options, Result, Source, build


def _describe(infos: Sequence[tuple[str, int, int, Sequence[int]]]) -> list[TensorInfo]:
    return [TensorInfo(name, _dtypes.to_numpy(code, bits),
                       tuple(dim if dim >= 0 else None for dim in shape))
            for name, code, bits, shape in infos]


def _make_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for the time of a compilation."""
    return tempfile.TemporaryDirectory(prefix="dl-", ignore_cleanup_errors=True)


class _Program:
    """One compiled library and its source."""

    def __init__(self, source: Source, path: str, threads: int):
        self.source = source
        self.library = _native.Library(path, threads)
        self.inputs = _describe(self.library.inputs)
        self.outputs = _describe(self.library.outputs)

    def run(self, arrays: Sequence[Any], out: Sequence[np.ndarray] | None) -> list[np.ndarray]:
        if len(arrays) != len(self.inputs):
            raise RunError(f"expected {len(self.inputs)} inputs, got {len(arrays)}")
        given = [_arrays.to_carrier(_arrays.to_input(array, info))
                 for array, info in zip(arrays, self.inputs)]
        if out is not None:
            _arrays.check_outputs(out, self.outputs)
        try:
            if out is None:
                results = [np.empty(shape, info.dtype) for shape, info in
                           zip(self.library.output_shapes(given), self.outputs)]
            else:
                results = list(out)
            self.library.run(given, [_dtypes.to_carrier(result) for result in results])
        except ValueError as error:
            raise RunError(str(error)) from None
        return results


class Model:
    """A compiled model: `model(x, y)` or `model(x=…, y=…)` runs it.

    Inputs are numpy arrays or anything with `__dlpack__` on the CPU, used in place
    where they are row-major. The result is the array of the only output, or a tuple
    of all. The interpreter's lock is released meanwhile; several threads may call
    one model.
    """

    def __init__(self, source: Source, options: Options, *, normalize: bool, cache_size: int):
        if cache_size < 1:
            raise ValueError(f"expected a cache_size of at least 1, got {cache_size}")
        self._source = source
        self._options = options
        self._normalize = normalize and source.is_onnx
        self._cache_size = cache_size
        self._programs: collections.OrderedDict[Any, _Program] = collections.OrderedDict()
        self._lock = threading.Lock()
        self._proto: Any = None
        self._fixed: set[str] = set()
        self._fixes_shapes = False
        self._program, result = self._build(source)
        if self._program:
            self._inputs, self._outputs = self._program.inputs, self._program.outputs
            return
        if not source.is_onnx:
            raise CompileError(result.diagnostics)
        from .onnx import bind
        try:
            self._proto = source.load()
        except Exception:  # whatever protobuf makes of it, the compiler has said it
            raise CompileError(result.diagnostics) from None
        self._inputs, self._outputs = bind.describe(self._proto)
        are_tensors = all(info.dtype != object for info in self._inputs)
        if not are_tensors or not self._widen(result):
            raise CompileError(result.diagnostics)

    # What it is.

    @property
    def inputs(self) -> list[TensorInfo]:
        """Name, dtype and shape of each input."""
        return list(self._inputs)

    @property
    def outputs(self) -> list[TensorInfo]:
        """Name, dtype and shape of each output."""
        return list(self._outputs)

    @property
    def specialized_inputs(self) -> list[str]:
        """Inputs whose values are compiled in, anew for each distinct value."""
        return [info.name for info in self._inputs if info.name in self._fixed]

    def ir(self, level: str, *arrays: Any, **named: Any) -> str:
        """The text of a level: graph, te, schedule, bufferized, llvm-dialect, llvm or
        assembly.

        A model that is specialized on inputs needs them, as in a call.
        """
        program = self._program
        if program is None:
            program = self._specialize(self._order(arrays, named))
        with _make_folder() as folder:
            result, _ = build(program.source, self._options, level, folder,
                              self._options.get_deadline())
        if not result.success:
            raise CompileError(result.diagnostics)
        return result.text

    def __repr__(self) -> str:
        def show(infos: list[TensorInfo]) -> str:
            return ", ".join(f"{i.name}: {i.dtype}{list(i.shape)}" for i in infos)
        return f"<dl.Model ({show(self._inputs)}) -> ({show(self._outputs)})>"

    # Running.

    def __call__(self, *arrays: Any, out: Sequence[np.ndarray] | None = None,
                 **named: Any) -> np.ndarray | tuple[np.ndarray, ...]:
        results = self.run(self._order(arrays, named), out)
        return results[0] if len(results) == 1 else tuple(results)

    def run(self, arrays: Sequence[Any],
            out: Sequence[np.ndarray] | None = None) -> list[np.ndarray]:
        """Runs on the inputs in order; always a list. `out` are arrays to write into."""
        program = self._program
        if program is not None:
            return program.run(arrays, out)
        program = self._specialize(arrays)
        left = [array for array, info in zip(arrays, self._inputs)
                if info.name not in self._fixed]
        return program.run(left, out)

    def _order(self, arrays: Sequence[Any], named: dict[str, Any]) -> list[Any]:
        if not named:
            return list(arrays)
        result = list(arrays)
        for info in self._inputs[len(arrays):]:
            if info.name not in named:
                raise RunError(f"requires the input '{info.name}'")
            result.append(named.pop(info.name))
        if named:
            raise RunError(f"expected inputs {[info.name for info in self._inputs]}, got "
                           f"'{next(iter(named))}' too")
        return result

    # Compiling.

    def _build(self, source: Source) -> tuple[_Program | None, Result]:
        """Compiles and loads; an ONNX model that is refused, again in normal form."""
        deadline = self._options.get_deadline()
        with _make_folder() as folder:
            built = source
            result, path = build(source, self._options, "library", folder, deadline)
            normal = None
            if self._normalize and not result.success:
                from .onnx import normalize
                try:
                    normal = source.replaced(normalize(source.load()))
                except Exception:  # the first messages are what is wrong with the model
                    pass
            if normal:
                again, _ = build(normal, self._options, "library", folder, deadline)
                # What else is in the way of a normal form is behind what was.
                if again.success or again.constant_inputs or not result.constant_inputs:
                    built, result = normal, again
            if not result.success:
                return None, result
            return _Program(built, path, self._options.threads), result

    def _widen(self, result: Result) -> bool:
        """Fixes more about the inputs after a failure, if there is more."""
        names = {info.name for info in self._inputs}
        new = (set(result.constant_inputs) & names) - self._fixed
        if new:
            self._fixed |= new
            return True
        is_open = any(dim is None for info in self._inputs for dim in info.shape)
        if is_open and not self._fixes_shapes:
            self._fixes_shapes = True
            return True
        return False

    def _specialize(self, arrays: Sequence[Any]) -> _Program:
        from .onnx import bind
        if len(arrays) != len(self._inputs):
            raise RunError(f"expected {len(self._inputs)} inputs, got {len(arrays)}")
        values = {info.name: np.asarray(_arrays.to_input(array, info))
                  for info, array in zip(self._inputs, arrays)}
        while True:
            fixed = {name: values[name] for name in sorted(self._fixed)}
            shapes = ({name: value.shape for name, value in values.items() if name not in fixed}
                      if self._fixes_shapes else {})
            key = (tuple((name, value.shape, value.tobytes()) for name, value in fixed.items()),
                   tuple(shapes.items()))
            with self._lock:
                program = self._programs.get(key)
                if program:
                    self._programs.move_to_end(key)
                    return program
            source = self._source.replaced(bind.bind_inputs(self._proto, fixed, shapes))
            program, result = self._build(source)
            if program:
                with self._lock:
                    self._programs[key] = program
                    while len(self._programs) > self._cache_size:
                        self._programs.popitem(last=False)
                return program
            if not self._widen(result):
                raise CompileError(result.diagnostics)
