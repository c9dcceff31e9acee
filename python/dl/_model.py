# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled models, called on arrays."""
from __future__ import annotations

import errno
import html
import numbers
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._arrays import TensorInfo
from ._compile import build
from ._errors import (CompileError, Error, LoadError, ModelNotFoundError, OptionError,
                      OptionTypeError, RunError)
from ._options import Options, check_threads
from ._program import Array, Benchmark, Profile, Program, make_folder, make_random
from ._source import Source
from ._specialize import Specializer

__all__ = ["Model", "TensorInfo", "load"]


class Model:
    """A compiled model: `model(x, y)`, `model(x=…, y=…)` or `model({"x": …})` runs it.

    Inputs are numpy arrays or anything with `__dlpack__` on the CPU, used in place
    where they are row-major. The result is the array of the only output, or a tuple
    of all. The interpreter's lock is released meanwhile; several threads may call
    one model. Ctrl-C ends a run after the kernel that it is in.
    """

    def __init__(self, source: Source, options: Options, *, normalize: bool = True,
                 cache_size: int = 16):
        self._source: Source | None = source
        self._options = options
        self._specializer: Specializer | None = Specializer(source, options, normalize, cache_size)
        self._program = self._specializer.compile_whole()
        self._take_description()

    def _take_description(self) -> None:
        if self._program:
            self._inputs, self._outputs = self._program.inputs, self._program.outputs
        elif self._specializer:
            self._inputs, self._outputs = self._specializer.inputs, self._specializer.outputs

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
    def constant_inputs(self) -> list[str]:
        """Those of the specialized inputs whose values, not only shapes, are compiled in."""
        return [] if self._program or not self._specializer else self._specializer.get_fixed_inputs()

    @property
    def output_names(self) -> list[str]:
        """Of the arrays that the last run gave, or any of a model that is compiled once: elements
        of a sequence "y" are "y.0", "y.1" …"""
        program = self._program or (self._specializer and self._specializer.last)
        return [info.name for info in (program.outputs if program else self._outputs)]

    @property
    def options(self) -> Options:
        """How it was compiled."""
        return self._options

    @property
    def specialized_inputs(self) -> list[str]:
        """Inputs whose values, or whose shapes, are compiled in, anew for each distinct one."""
        if self._program or not self._specializer:
            return []
        return self._specializer.get_specialized_inputs()

    def ir(self, level: str, *arrays: Any, weights: bool = False, locations: bool = False,
           **named: Any) -> str:
        """The text of a level: graph; te; schedule, the sequences of its kernels; loops, of these
        as text; scheduled; bufferized; llvm-dialect; llvm; assembly.

        Weights of more than 16 elements are left out, and places in the model, unless asked for:
        only a text with its weights can be compiled again. A model that is specialized on
        inputs needs them, as in a call.
        """
        if level == "report":
            raise OptionError("expected a level, got 'report'; call report()")
        program = self._program or self._find_program(self._order(arrays, named))
        return self._print(program, level, weights=weights, locations=locations)

    def report(self, path: str | os.PathLike[str] | None = None, *arrays: Any, runs: int = 20,
               seed: int = 0, **named: Any) -> str:
        """A page of HTML that tells what became of the model, which opens without a network: the
        graph, each kernel with its time, schedule, loops and place on the roofline, memory over
        time, what was refused and why. It is returned, and written to `path` if one is given.

        Kernels are timed as `profile` does, on the inputs that are given or random ones; with
        runs=0, and for another machine, times are those that the compiler expects.
        """
        times = None
        _check_runs(runs, 0)
        if runs > 0 and self._options.is_for_this_machine:
            program, given = self._prepare(arrays, named, runs, seed)
            times = [row.seconds for row in program.profile(given, runs)]
        else:
            program = self._program or self._find_program(self._order(arrays, named))
        page = self._print(program, "report", times=times)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(page)
        return page

    def _print(self, program: Program, level: str, **details: Any) -> str:
        if program.source is None:
            raise Error("a model that was loaded from a library does not hold its source; compile "
                        "it to see what became of it")
        with make_folder() as folder:
            result, _ = build(program.source, self._options, level, folder,
                              self._options.get_deadline(), **details)
        if not result.success:
            raise CompileError(result.diagnostics)
        return result.text

    def __repr__(self) -> str:
        def show(infos: list[TensorInfo]) -> str:
            return ", ".join(f"{i.name}: {i.dtype}{list(i.shape)}" for i in infos)
        return f"<dl.Model ({show(self._inputs)}) -> ({show(self._outputs)})>"

    def _repr_html_(self) -> str:
        """For notebooks. Names are of the model, which may be anyone's."""
        rows = []
        for kind, infos in (("input", self._inputs), ("output", self._outputs)):
            for info in infos:
                shape = " × ".join("?" if dim is None else str(dim) for dim in info.shape)
                cells = (kind, info.name, str(info.dtype), shape or "scalar")
                rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
                            + "</tr>")
        name = html.escape(os.path.basename(self._source.name) if self._source else "dl.Model")
        return (f"<table><caption>{name}</caption><thead><tr><th></th><th>name</th><th>type</th>"
                f"<th>shape</th></tr></thead><tbody>{''.join(rows)}</tbody></table>")

    # Running.

    def __call__(self, /, *arrays: Any, out: Any = None, **named: Any) -> Array | tuple[Array, ...]:
        program = self._program
        if not named and out is None and program and not program.deciding and not (
                len(arrays) == 1 and isinstance(arrays[0], Mapping)):
            results = program.call(arrays)
        else:
            results = self._run(self._order(arrays, named), out)
        return results[0] if len(results) == 1 else tuple(results)

    def run(self, arrays: Any, out: Any = None) -> list[Array]:
        """Runs on a list of the inputs in order, a mapping from their names, or the only input;
        the result is always a list. `out` are arrays to write into: a list, a mapping from the
        outputs' names, or the array for the only output."""
        if arrays is None:
            raise RunError("expected the inputs first, as run({'"
                           f"{self._inputs[0].name if self._inputs else 'x'}': …}}), got None; all "
                           "outputs are returned")
        if isinstance(arrays, Mapping):
            return self._run(self._order((), dict(arrays)), out)
        if isinstance(arrays, (list, tuple)):
            return self._run(arrays, out)
        if len(self._inputs) != 1:
            names = ", ".join(info.name for info in self._inputs)
            raise RunError(f"expected a list of {len(self._inputs)} inputs, [{names}], or a mapping "
                           f"from their names, got {type(arrays).__name__}")
        return self._run([arrays], out)

    def benchmark(self, *arrays: Any, runs: int = 20, seed: int = 0, **named: Any) -> Benchmark:
        """Times whole runs, after three that do not count. Inputs are those of a call; without
        any they are random, of `seed`, open dims 1."""
        program, given = self._prepare(arrays, named, runs, seed)
        return program.benchmark(given, runs)

    def profile(self, *arrays: Any, runs: int = 20, seed: int = 0, **named: Any) -> Profile:
        """Times each kernel call, as `benchmark` does whole runs."""
        program, given = self._prepare(arrays, named, runs, seed)
        return program.profile(given, runs)

    def _prepare(self, arrays: Sequence[Any], named: dict[str, Any], runs: int,
                 seed: int) -> tuple[Program, Sequence[Any]]:
        _check_runs(runs, 1)
        if not arrays and not named and self._inputs:
            if self.specialized_inputs:
                raise RunError("expected inputs: the model is compiled for values or shapes of "
                               + ", ".join(f"'{name}'" for name in self.specialized_inputs))
            given: Sequence[Any] = make_random(self._inputs, seed,
                                                 self._program.deciding if self._program else ())
        else:
            given = self._order(arrays, named)
        program = self._find_program(given)
        return program, self._leave(given, program)

    def _run(self, arrays: Sequence[Any], out: Any) -> list[Array]:
        program = self._program
        if program is None or program.deciding:
            program = self._find_program(arrays)
            arrays = self._leave(arrays, program)
        return program.call(tuple(arrays)) if out is None else program.run(arrays, out)

    def _find_program(self, arrays: Sequence[Any]) -> Program:
        if self._program and self._takes(self._program, arrays):
            return self._program
        assert self._specializer
        return self._specializer.specialize(arrays)

    def _takes(self, program: Program, arrays: Sequence[Any]) -> bool:
        """Whether a program can run such inputs: where its elements are sizes they are positive, as
        no -1 in a shape is. For others there is a program for each."""
        if not program.deciding or not self._specializer or len(arrays) != len(program.inputs):
            return True
        for position in program.deciding:
            value = np.asarray(arrays[position])
            if value.dtype.kind in "iu" and not (value > 0).all():
                self._specializer.fix([program.inputs[i].name for i in program.deciding])
                return False
        return True

    def _leave(self, arrays: Sequence[Any], program: Program) -> Sequence[Any]:
        """Those that are not compiled in."""
        if program is self._program or not self._specializer:
            return arrays
        return self._specializer.leave_inputs(arrays)

    def _order(self, arrays: Sequence[Any], named: dict[str, Any]) -> list[Any]:
        if len(arrays) == 1 and not named and isinstance(arrays[0], Mapping):
            named, arrays = dict(arrays[0]), ()
        if not named:
            return list(arrays)
        result = list(arrays)
        for info in self._inputs[len(arrays):]:
            if info.name not in named:
                raise RunError(f"requires the input '{info.name}'" + (
                    f", got {', '.join(map(repr, named))}; there are "
                    f"{', '.join(repr(other.name) for other in self._inputs)}" if named else ""))
            result.append(named.pop(info.name))
        if named:
            name = next(iter(named))
            names = [info.name for info in self._inputs]
            if name in names:
                raise RunError(f"expected the input '{name}' once, got it by its position and by "
                               "its name")
            raise RunError(f"expected inputs {names}, got '{name}' too")
        return result

    # Keeping.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the compiled library, which dl.load, dl-run and C programs (docs/Deployment.md)
        run without the compiler. It needs the CPU that the model was compiled for.

        Raises Error for a model that is compiled anew for each call's values or shapes.
        """
        if self._program is None:
            names = ", ".join(f"'{name}'" for name in self.specialized_inputs)
            raise Error("expected a model that is compiled once, got one that is compiled for "
                        f"values or shapes of {names}, anew for each; give sizes=, or make these "
                        "constants")
        name = os.fsdecode(path)
        if name.lower().endswith((".onnx", ".mlir", ".mlirbc")):
            raise OptionError(f"expected the name of a library, as model.so, got '{name}', which is "
                              "that of a model that can be compiled")
        self._program.write(name)

    def __getstate__(self) -> dict[str, Any]:
        library = self._program.read() if self._program else None
        source = self._source
        if library is not None and source is not None and source.bytes is None:
            # Elsewhere the file may be another one; the name is for what asks for it.
            source = Source(os.path.abspath(source.name), None, source.is_onnx, source.data_folder)
        return {"library": library, "source": source, "options": self._options,
                "specializer": None if self._program else self._specializer}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._source, self._options = state["source"], state["options"]
        self._specializer = state["specializer"]
        self._program = None
        if state["library"] is not None:
            with make_folder() as folder:
                path = os.path.join(folder, "model.so")
                with open(path, "wb") as file:
                    file.write(state["library"])
                self._program = Program(self._source, path, self._options)
        self._take_description()


def _check_runs(runs: Any, least: int) -> None:
    if isinstance(runs, bool) or not isinstance(runs, numbers.Integral):
        raise OptionTypeError(f"expected runs to be an integer, got {runs!r}")
    if runs < least:
        raise OptionError(f"expected at least {least} of runs, got {runs}")


def load(path: str | os.PathLike[str], *, threads: int = 0) -> Model:
    """A model that `Model.save` or dl-compile wrote, for runs with `threads` threads (0: as many as
    it was compiled for).

    Loading a library runs code of it: load those that you trust. FileNotFoundError where it is
    missing, LoadError where it is no compiled model or none for this machine.
    """
    check_threads(threads, least=0)
    name = os.fsdecode(path)
    if not os.path.exists(name):
        raise ModelNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    if os.path.isdir(name) or name.lower().endswith((".onnx", ".mlir", ".mlirbc")):
        what = "a folder" if os.path.isdir(name) else "a model that dl.compile takes"
        raise LoadError(f"expected a compiled model, as Model.save writes it, got {name!r}, {what}")
    model = Model.__new__(Model)
    model._source, model._options = None, Options(threads=max(threads, 1))
    model._specializer = None
    model._program = Program(None, name, model._options, threads)
    model._take_description()
    return model
