# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dl.compile: a model to something that can be called."""
from __future__ import annotations

import dataclasses
import logging
import os
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _process
from ._errors import CompileError, OptionTypeError
from ._options import Options, Progress
from ._source import Source
from ._wording import to_keywords

if TYPE_CHECKING:
    from ._model import Model

logger = logging.getLogger("dl")


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
          deadline: float | None = None, *, weights: bool = True, locations: bool = True,
          times: Sequence[float] | None = None) -> tuple[Result, str]:
    """Compiles to a level in a process of its own, which may use the empty `folder`:
    the result, and the file of a library. The level "report" is a page of HTML about the model,
    with the `times` of its kernel calls in seconds. CompileError if that process dies or is not
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
        *_list_options(options, weights, locations)]
    if level == "report":
        request += [b"report", "".join(f"{time * 1e6:g} " for time in times or ()).encode()]
    listener = options.listener
    begin = time.monotonic()
    try:
        answer = _process.ask(request, deadline, listener)
    except TimeoutError:
        raise CompileError(["error: expected a compilation within the timeout of "
                            f"{options.timeout:g} s; the compiler was ended"]) from None
    except _process.WorkerDied as death:
        raise CompileError(_describe_death(death, limit)) from None
    except OSError as error:
        raise CompileError([f"error: cannot run the compiler: {error}"]) from error
    finally:
        if listener:
            listener("", 0, 0)
    success, text, num_diagnostics, *rest = [
        part.decode(errors="backslashreplace") for part in answer]
    num = int(num_diagnostics)
    result = Result(success == "1", text, [to_keywords(message) for message in rest[:num]],
                    rest[num:])
    _log(source, level, result, time.monotonic() - begin)
    return result, output


def _list_options(options: Options, weights: bool, locations: bool) -> list[bytes]:
    """Names and values, as _worker.cpp reads them; what is left out has its default."""
    target = "" if options.is_for_this_machine else options.target
    cpu = "" if target and options.cpu == "native" else options.cpu
    sizes = ",".join(f"{name}={int(size)}" for name, size in (options.sizes or {}).items())
    given = {"threads": str(int(options.threads)), "vectorize": str(int(options.vectorize)),
             "optimization": str(int(options.opt_level)), "cpu": cpu, "model": options.name,
             "jobs": str(int(options.jobs)), "cache": options.cache_folder,
             "precision": options.precision, "tuning-db": options.tuning_db_path,
             "target": target, "schedules": options.schedules_path, "sizes": sizes,
             "weights": str(int(weights)), "locations": str(int(locations)),
             "progress": str(int(options.listener is not None))}
    parts = []
    for name, value in given.items():
        if value:
            parts += [name.encode(), os.fsencode(value)]
    return parts


def _log(source: Source, level: str, result: Result, seconds: float) -> None:
    if not result.success:
        # Whoever asked is told by an exception.
        logger.debug("%s: not compiled to %s", source.name, level)
        return
    logger.info("%s: compiled to %s in %.2f s", source.name, level, seconds)
    for message in result.diagnostics:
        logger.log(logging.WARNING if "warning:" in message else logging.INFO, "%s", message)


def _describe_death(death: _process.WorkerDied, limit: int | None) -> list[str]:
    if death.lacked_memory:
        given = ("memory that the system gives" if limit is None
                 else f"at most the {limit} bytes of memory_limit")
        return [f"error: expected a model that can be compiled with {given}; the compiler ran "
                "out of it"]
    return [f"error: the compiler {death.describe_end()}, which no model should make it do; "
            "please report it with the model",
            *([death.log] if death.log else [])]


# Told from what is given: None is a value of some options.
_DEFAULTS = Options()


def compile(model: Any, target: str = _DEFAULTS.target, *, options: Options | None = None,
            threads: int = _DEFAULTS.threads, sizes: Mapping[str, int] | None = None,
            precision: str = _DEFAULTS.precision,
            schedules: str | os.PathLike[str] | None = None,
            tuning_db: str | os.PathLike[str] | None = None,
            cache: str | os.PathLike[str] | bool | None = None, jobs: int = _DEFAULTS.jobs,
            progress: Progress | bool | None = None, opt_level: int = _DEFAULTS.opt_level,
            cpu: str = _DEFAULTS.cpu, vectorize: bool = _DEFAULTS.vectorize,
            name: str = _DEFAULTS.name, timeout: float | None = None,
            memory_limit: int | None = None, normalize: bool = True,
            cache_size: int = 16) -> Model:
    """Compiles a model to native code.

    `model` is the path of a .onnx, .mlir or .mlirbc file, the bytes of an ONNX model,
    an onnx.ModelProto or a function of dl.te. An ONNX model that the compiler refuses
    as it is goes through `dl.onnx.normalize` first, unless `normalize` is false.

    `sizes` are those of dims that an ONNX model leaves open, by their names or as "input.0": what
    is fixed is faster. `target` is this machine's CPU, or another machine, for which a model is
    made that can be saved.

    A model whose shapes hang on values of its inputs (the shape of a Reshape, say) is
    compiled when it is called, once for each distinct value of those inputs; the last
    `cache_size` of these specializations are kept. `Model.specialized_inputs` names
    the inputs.

    `jobs` threads compile, with the same result for any number. In the folder `cache`, of at
    most 4 GiB, is kept what was compiled, by any process and by dl-compile, so that what has not
    changed since is not compiled again; True is dl in the user's folder of caches.

    With `precision="bf16"`, factors of products and convolutions by constant weights are rounded to
    bf16 where that takes less time: on CPUs with instructions for it, elsewhere in products of few
    rows. With "bf16-always" all are, for half the bytes of weights. Sums, and all between, stay f32.

    Kernels get the sequences of the file `schedules` that are for them; else, where the file
    `tuning_db` has records of this machine and as many threads, the fastest schedule that
    `dl.tune` found; else one by rules.

    The compiler runs in a process of its own, which `timeout` seconds and `memory_limit`
    bytes bound for each compilation and Ctrl-C ends. `progress` is told of its phases. `options`
    are the same as one object; keywords that differ from their defaults replace its fields.

    Raises CompileError with the compiler's messages, or with how it ended; FileNotFoundError
    where the model's file is missing.
    """
    from ._model import Model
    given: dict[str, Any] = {
        "target": target, "threads": threads, "vectorize": vectorize, "opt_level": opt_level,
        "cpu": cpu, "name": name, "timeout": timeout, "memory_limit": memory_limit, "jobs": jobs,
        "cache": cache, "precision": precision, "tuning_db": tuning_db, "schedules": schedules,
        "sizes": sizes, "progress": progress}
    if options is None:
        options = Options(**given)
    elif not isinstance(options, Options):
        raise OptionTypeError(f"expected options to be dl.Options or None, got {options!r}")
    else:
        changed = {field: value for field, value in given.items()
                   if value is not getattr(_DEFAULTS, field) and value != getattr(_DEFAULTS, field)}
        options = options.replaced(**changed)
    options.check_files()
    return Model(Source.of(model), options, normalize=normalize, cache_size=cache_size)
