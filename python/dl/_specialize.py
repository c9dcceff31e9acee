# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that are compiled for values or shapes of their inputs, when they are called."""
from __future__ import annotations

import collections
import os
import threading
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _arrays
from ._arrays import TensorInfo
from ._compile import Result, build, logger
from ._errors import CompileError, OptionError
from ._options import Options
from ._program import Program, check_count, make_folder
from ._source import Source

# Of dims of inputs, to see whether a model is refused for others than open ones.
_SOME_SIZE = 16
# So many compilations of one model are worth a warning.
_MANY = 8


class _Pending:
    """A compilation that threads wait for."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.error: CompileError | None = None


class Specializer:
    """Compiles a model as a whole or, where that is refused, for values of inputs that decide
    shapes, or for the shapes of a call. Each distinct key is compiled once, whoever asks."""

    def __init__(self, source: Source, options: Options, normalize: bool, cache_size: int):
        if cache_size < 1:
            raise OptionError(f"expected a cache_size of at least 1, got {cache_size}")
        self._source = source
        self._options = options
        self._normalize = normalize and source.is_onnx
        self._cache_size = cache_size
        self._proto: Any = None
        self._fixed: set[str] = set()
        self._fixes_shapes = False
        self.inputs: list[TensorInfo] = []
        self.outputs: list[TensorInfo] = []
        self._reset()

    def _reset(self) -> None:
        """As after a start, and in a copy of the process, where no other thread is left."""
        self._lock = threading.Lock()
        self._pending: dict[Any, _Pending] = {}
        self.last: Program | None = None
        if not hasattr(self, "_programs"):
            self._programs: collections.OrderedDict[Any, Program] = collections.OrderedDict()
            self.count = 0
        _all.add(self)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_lock", "_pending", "_programs", "count", "last"):
            del state[name]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._reset()

    # What it is.

    def get_specialized_inputs(self) -> list[str]:
        return [info.name for info in self.inputs if info.name in self._fixed
                or self._fixes_shapes and any(dim is None for dim in info.shape)]

    def get_fixed_inputs(self) -> list[str]:
        return [info.name for info in self.inputs if info.name in self._fixed]

    def leave_inputs(self, arrays: Sequence[Any]) -> list[Any]:
        """Those of a call whose values are not compiled in."""
        return [array for array, info in zip(arrays, self.inputs) if info.name not in self._fixed]

    # Compiling.

    def fix(self, names: Sequence[str]) -> None:
        """Compiles for the values of these inputs from now on."""
        with self._lock:
            if self._proto is None:
                from .onnx import bind
                self._proto = self._source.load()
                self.inputs, self.outputs = bind.describe(self._proto, self._options.sizes)
            self._fixed |= set(names)

    def compile_whole(self) -> Program | None:
        """The program for all inputs; none where calls have to be known."""
        program, result = self._build(self._source)
        if program:
            return program
        if not self._source.is_onnx:
            raise CompileError(result.diagnostics)
        try:
            from .onnx import bind
            self._proto = self._source.load()
        except Exception:  # whatever protobuf makes of it, or without the package onnx
            raise CompileError(result.diagnostics) from None
        self.inputs, self.outputs = bind.describe(self._proto, self._options.sizes)
        are_tensors = all(info.dtype != object for info in self.inputs)
        if not are_tensors or not self._widen(result):
            raise CompileError(result.diagnostics)
        if self._fixes_shapes and self._says_the_same(result):
            raise CompileError(result.diagnostics)
        logger.info("%s: is compiled when it is called, for %s", self._source.name,
                    ", ".join(self.get_specialized_inputs()))
        return None

    def _says_the_same(self, result: Result) -> bool:
        """Whether the open dims are not to blame: the compiler's word of the model with some sizes
        is what it says without. Then nobody should have to call the model to hear of it."""
        from .onnx import bind
        shapes = {info.name: tuple(_SOME_SIZE if dim is None else dim for dim in info.shape)
                  for info in self.inputs}
        source = self._source.replaced(bind.bind_inputs(self._proto, {}, shapes))
        with make_folder() as folder:
            other, _ = build(source, self._options, "graph", folder, self._options.get_deadline())
        return not other.success and other.diagnostics == result.diagnostics

    def specialize(self, arrays: Sequence[Any]) -> Program:
        """The program for a call's inputs, compiled by the first thread that asks for it."""
        check_count(arrays, self.inputs)
        values = {info.name: np.asarray(_arrays.to_input(array, info))
                  for info, array in zip(self.inputs, arrays)}
        while True:
            with self._lock:
                key, fixed, shapes = self._make_key(values)
                program = self._programs.get(key)
                if program:
                    self._programs.move_to_end(key)
                    self.last = program
                    return program
                pending = self._pending.get(key)
                is_mine = pending is None
                if pending is None:
                    pending = self._pending[key] = _Pending()
            if is_mine:
                self._compile(key, fixed, shapes, pending)
            else:
                pending.done.wait()
                if pending.error:
                    raise CompileError(pending.error.diagnostics)

    def _make_key(self, values: dict[str, Any]) -> tuple[Any, dict[str, Any], dict[str, Any]]:
        fixed = {name: values[name] for name in sorted(self._fixed)}
        shapes = ({name: value.shape for name, value in values.items() if name not in fixed}
                  if self._fixes_shapes else {})
        key = (tuple((name, value.shape, value.tobytes()) for name, value in fixed.items()),
               tuple(shapes.items()))
        return key, fixed, shapes

    def _compile(self, key: Any, fixed: dict[str, Any], shapes: dict[str, Any],
                 pending: _Pending) -> None:
        """Compiles for a key, or learns that more has to be fixed."""
        from .onnx import bind
        try:
            source = self._source.replaced(bind.bind_inputs(self._proto, fixed, shapes))
            program, result = self._build(source)
            with self._lock:
                if program:
                    self._programs[key] = program
                    while len(self._programs) > self._cache_size:
                        self._programs.popitem(last=False)
                    self.count += 1
                    count = self.count
                elif not self._widen(result):
                    raise CompileError(result.diagnostics)
            if program:
                self._tell(count)
        except CompileError as error:
            pending.error = error
            raise
        finally:
            with self._lock:
                self._pending.pop(key, None)
            pending.done.set()

    def _tell(self, count: int) -> None:
        names = ", ".join(self.get_specialized_inputs())
        logger.debug("%s: specialization %d, for values or shapes of %s", self._source.name, count,
                     names)
        if count % _MANY == 0:
            logger.warning(
                "%s: compiled %d times, for values or shapes of %s; each distinct one takes a "
                "compilation: pad inputs to a few sizes, give sizes=, or keep more than %d "
                "(cache_size=)", self._source.name, count, names, self._cache_size)

    def _build(self, source: Source) -> tuple[Program | None, Result]:
        """Compiles and loads; an ONNX model that is refused, again in normal form."""
        options = self._options
        deadline = options.get_deadline()
        with make_folder() as folder:
            built = source
            result, path = build(source, options, "library", folder, deadline)
            normal = None
            if self._normalize and not result.success:
                try:
                    from .onnx import normalize
                    normal = source.replaced(normalize(source.load()))
                except Exception:  # the first messages are what is wrong with the model
                    pass
            if normal:
                again, _ = build(normal, options, "library", folder, deadline)
                # What else is in the way of a normal form is behind what was.
                if again.success or again.constant_inputs or not result.constant_inputs:
                    built, result = normal, again
            if not result.success:
                return None, result
            return Program(built, path, options), result

    def _widen(self, result: Result) -> bool:
        """Fixes more about the inputs after a failure, if there is more."""
        names = {info.name for info in self.inputs}
        new = (set(result.constant_inputs) & names) - self._fixed
        if new:
            self._fixed |= new
            return True
        is_open = any(dim is None for info in self.inputs for dim in info.shape)
        # Whoever gives sizes decides which dims are fixed.
        if is_open and not self._fixes_shapes and not self._options.sizes:
            self._fixes_shapes = True
            return True
        return False


_all: weakref.WeakSet[Specializer] = weakref.WeakSet()


def _reset_all() -> None:
    for specializer in list(_all):
        specializer._reset()


os.register_at_fork(after_in_child=_reset_all)
