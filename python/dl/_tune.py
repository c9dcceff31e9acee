# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dl.tune: faster schedules for the kernels of a model."""
from __future__ import annotations

import dataclasses
import json
import math
import os
import signal
import subprocess
import tempfile
from typing import Any

from ._errors import CompileError
from ._options import check_threads
from ._source import Source
from ._wording import to_keywords
from ._native import find_program


@dataclasses.dataclass(frozen=True)
class TunedKernel:
    """What became of a kernel."""

    name: str
    """The compiler's name of it."""
    nodes: str
    """The nodes of the model that it computes, joined by "+"."""
    uses: int
    """Calls in a run of the model."""
    trials: int
    """Schedules that were measured."""
    rules_seconds: float
    """A call under the schedule of the rules; 0 where the kernel could not be tuned."""
    best_seconds: float
    """A call under the fastest schedule that was found, that of the rules among them."""
    history: tuple[float, ...]
    """The fastest after each trial, in seconds, as it was measured then; infinite before one
    succeeded."""
    message: str
    """Why it could not be tuned, or why it ended early."""


def tune(model: Any, database: str | os.PathLike[str], *, trials: int = 200,
         seconds: float = 0, threads: int = 1, kernels: str = "", search: str = "evolution",
         cost_model: str = "xgboost", seed: int = 0, workers: int = 0, cpu: str = "native",
         precision: str = "f32") -> list[TunedKernel]:
    """Searches schedules of a model's kernels that are faster than those of the rules.

    `model` is what `dl.compile` takes. What is measured is added to the file `database`, which
    `dl.compile(..., tuning_db=database)` uses; a later call goes on from there. `trials` schedules
    are measured for each kernel on average, or as many as `seconds` allow. `kernels` is a regular
    expression of the names of those to tune. `threads` and `precision` are those that the model
    will be compiled with.

    KeyboardInterrupt ends it after the trials that are being measured; records are kept. Raises
    CompileError with the messages of dl-tune.
    """
    check_threads(threads)
    program = find_program("dl-tune")
    if not program:
        raise CompileError(["error: expected dl-tune in the folder bin beside that of the "
                            "compiler's library; it is part of the installation"])
    source = Source.of(model)
    with tempfile.TemporaryDirectory(prefix="dl-tune-") as folder:
        path = source.name
        if source.bytes is not None:
            path = os.path.join(folder, "model.onnx" if source.is_onnx else "model.mlir")
            with open(path, "wb") as file:
                file.write(source.bytes)
        report = os.path.join(folder, "report.json")
        command = [program, path, f"--db={os.fsdecode(database)}", f"--trials={trials}",
                   f"--seconds={seconds}", f"--threads={threads}", f"--search={search}",
                   f"--cost-model={cost_model}", f"--seed={seed}", f"--workers={workers}",
                   f"--kernels={kernels}", f"--precision={precision}", f"--json={report}"]
        if cpu != "native":
            command.append(f"--mcpu={cpu}")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   text=True, errors="backslashreplace")
        try:
            _, errors = process.communicate()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            process.communicate()
            raise
        if process.returncode != 0:
            raise CompileError([to_keywords(line) for line in errors.strip().splitlines()] or
                               [f"error: dl-tune ended with status {process.returncode}"])
        with open(report, encoding="utf-8") as file:
            rows = json.load(file)
    return [TunedKernel(row["kernel"], row["nodes"], row["uses"], row["trials"],
                        _read_time(row["rules_seconds"]), _read_time(row["best_seconds"]),
                        tuple(map(_read_time, row["history"])), row["message"]) for row in rows]


def _read_time(seconds: float | None) -> float:
    """A time that is not known is null in the file and infinite here."""
    return math.inf if seconds is None else seconds
