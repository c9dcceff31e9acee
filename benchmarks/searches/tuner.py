# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Searches by dl-tune, and what its databases say."""
import json
import os
import subprocess
import time


class Failure(Exception):
    """What could not be searched or timed, and why."""


class Search:
    """One run of dl-tune: its kernels as its JSON has them, and the seconds that it took."""

    def __init__(self, kernels, seconds, database):
        self.kernels, self.seconds, self.database = kernels, seconds, database

    @property
    def trials(self):
        return sum(kernel["trials"] for kernel in self.kernels)

    def summary(self):
        return dict(trials=self.trials, seconds=self.seconds,
                    trials_per_second=self.trials / self.seconds,
                    search_share=sum(k["search_seconds"] for k in self.kernels) / self.seconds,
                    longest_training=max(k["longest_training_seconds"] for k in self.kernels))


def measure_all(options, kernels, measure, describe):
    """The rows of the kernels that --only asks for, each printed when it is there; what fails is
    told and left out."""
    rows = []
    for name in options.choose(kernels):
        try:
            rows.append(measure(options, name))
            print(describe(rows[-1]), flush=True)
        except Failure as failure:
            options.fail(name, failure)
    return rows


def path_of(options, name):
    """Of a file of this verb in the build folder."""
    folder = os.path.join(options.build, "live")
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, name)


def tune(options, model, name, *flags, keep=False):
    """Searches with the records NAME.jsonl, new ones if they are not to be kept."""
    base = path_of(options, name)
    database, report = base + ".jsonl", base + ".json"
    if not keep and os.path.exists(database):
        os.unlink(database)
    command = [os.path.join(options.build, "bin", "dl-tune"), model, f"--db={database}",
               f"--json={report}", *flags]
    start = time.time()
    done = subprocess.run(command, capture_output=True, text=True, timeout=7200)
    seconds = time.time() - start
    if done.returncode:
        raise Failure(done.stderr.strip().split("\n")[-1])
    with open(report) as file:
        kernels = json.load(file)
    for kernel in kernels:
        if not kernel["best_seconds"]:
            raise Failure(f"{kernel['kernel']}: {kernel['message'] or 'not measured'}")
    return Search(kernels, seconds, database)


def read(database):
    """(kernels by their task, all other lines) of a database."""
    kernels, records = {}, []
    with open(database) as file:
        for line in map(json.loads, file):
            if "kernel" in line:
                kernels[line["task"]] = line
            else:
                records.append(line)
    return kernels, records


def keep_found(database, path):
    """Writes the records of a database without those of the rules' schedules, which the searches
    were not told."""
    with open(database) as source, open(path, "w") as file:
        file.writelines(line for line in source if json.loads(line).get("search") != "rules")
    return path
