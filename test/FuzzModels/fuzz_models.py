#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random ONNX models over all operators against onnxruntime, onnx's reference evaluator and f64.

Model number n follows from the seed. Each is drawn with values that make sense for its
operators (draw.py), compiled with random options, run between guard pages (child.py) and
judged (judge.py). What fails is made small and written to WORK/faults, to run again with
--replay.
"""

import argparse
import collections
import json
import os
import select
import signal
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bin", help="folder of dl-compile")
    parser.add_argument("work", help="folder for what is made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first model")
    parser.add_argument("--count", type=int, default=1000, help="number of models")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument(
        "--kinds", default="", help="plain, special, zero, open; default: a mixture"
    )
    parser.add_argument("--operators", default="", help="only models with one of these")
    parser.add_argument(
        "--cpus",
        default="",
        help="CPUs to compile each model for, also aarch64-linux-gnu:cortex-a53, which qemu runs; "
        "a number is a model and a CPU",
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minimise", type=float, default=30, help="seconds to make a fault small")
    parser.add_argument(
        "--refusals", type=float, default=0.03, help="part of the models that may be refused"
    )
    parser.add_argument("--coverage", action="store_true", help="print operators x types")
    parser.add_argument("--verbose", action="store_true", help="print each refusal")
    parser.add_argument("--replay", nargs="+", default=[], help="folders of faults to check again")
    parser.add_argument("--worker", nargs=2, type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


# --- all --------------------------------------------------------------------------


class Report:
    def __init__(self, options):
        self.options = options
        self.kinds, self.forms, self.excused, self.reasons = (
            collections.Counter() for _ in range(4)
        )
        self.drawn, self.undrawn = collections.Counter(), collections.Counter()
        self.runs = 0

    def add(self, entry):
        kind = entry["kind"]
        self.kinds[kind] += 1
        if kind == "undrawn":
            self.undrawn[entry["text"]] += 1
            return
        self.drawn[entry.get("form")] += 1
        self.runs += entry.get("runs", 0)
        self.forms.update(entry.get("forms", ()))
        self.excused.update(set(entry.get("excused", ())))
        if kind == "refused":
            self.reasons[entry["reason"]] += 1
            if self.options.verbose:
                print(
                    f"model {entry['number']} refused: {entry['what'][:200]}: {entry['text']}",
                    flush=True,
                )
        elif kind != "right":
            print(
                f"model {entry['number']}: {kind}: {entry.get('what', '')}: {entry['text']}\n"
                f"  again: {os.path.relpath(__file__)} {self.options.bin} {self.options.work} "
                f"--replay {entry.get('folder', '')}",
                flush=True,
            )

    def finish(self):
        models = sum(self.drawn.values())
        for text, count in self.reasons.most_common():
            print(f"{count:5} refused: {text}")
        for text, count in self.undrawn.most_common():
            print(f"{count:5} not drawn: {text}")
        if self.options.coverage:
            self.print_coverage()
        operators = {form.split("(")[0] for form in self.forms}
        print(
            "models of each kind:",
            ", ".join(f"{kind} {count}" for kind, count in sorted(self.drawn.items())),
        )
        print(
            "right by another measure:",
            ", ".join(f"{how}: {count}" for how, count in self.excused.most_common()) or "none",
        )
        refused = self.kinds["refused"]
        faults = [kind for kind in ("crash", "hang", "error", "unstable", "wrong", "oracle died")]
        print(
            f"{models} models of {len(operators)} operators, {len(self.forms)} operators x types, {self.runs} runs, "
            f"{refused} refused ({100 * refused / max(models, 1):.1f} %), "
            + ", ".join(f"{self.kinds[kind]} {kind}" for kind in faults)
        )
        failed = sum(self.kinds[kind] for kind in faults[:-1])
        return bool(failed or refused > self.options.refusals * models or not models)

    def print_coverage(self):
        table = collections.defaultdict(collections.Counter)
        for form, count in self.forms.items():
            op, dtype = form.rstrip(")").split("(")
            table[op][dtype or "none"] += count
        for op, counts in sorted(table.items()):
            print(f"{op:28}", " ".join(f"{dtype} {count}" for dtype, count in counts.most_common()))


def supervise(options):
    """Runs the workers; one that dies of an oracle goes on behind the model."""
    report = Report(options)
    command = [sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--worker"]
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", DL_FUZZ_UNTIL=str(options.until))
    workers = {}

    def start(first):
        process = subprocess.Popen(
            [*command, str(first), str(options.jobs)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        workers[process.stdout.fileno()] = [process, first]

    for job in range(options.jobs):
        start(options.first + job)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        attend(options, report, workers, start)
    except KeyboardInterrupt:
        for number in (signal.SIGTERM, signal.SIGINT):  # whoever sends one, sends another
            signal.signal(number, signal.SIG_IGN)
        print("interrupted", flush=True)
        for process, _ in workers.values():
            process.terminate()
    return report.finish()


def attend(options, report, workers, start):
    """Takes what the workers say until all have ended."""
    while workers:
        for descriptor in select.select(list(workers), [], [])[0]:
            process, number = workers[descriptor]
            line = process.stdout.readline()
            if line:
                entry = json.loads(line)
                if "begin" in entry:
                    workers[descriptor][1] = entry["begin"]
                else:
                    report.add(entry)
                continue
            del workers[descriptor]
            if process.wait() != 0:
                print(
                    f"model {number}: the process that draws and judges ended with {process.returncode}",
                    flush=True,
                )
                report.kinds["oracle died"] += 1
                if number + options.jobs < options.first + options.count:
                    start(number + options.jobs)


def replay(options):
    sys.dont_write_bytecode = True
    from case import Case
    from check import Checker, describe

    checker = Checker(os.path.join(options.bin, "dl-compile"), os.path.join(options.work, "replay"))
    failed = 0
    for folder in options.replay:
        case = Case.load(folder)
        result = checker.check(case)
        print(
            f"{folder}: {describe(case)} {' '.join(case.options)}: "
            f"{result.fault.kind + ': ' + result.fault.text if result.fault else 'right'}"
        )
        failed += result.fault is not None
    checker.executor.close()
    return failed != 0


def main():
    options = arguments()
    options.until = float(os.environ.get("DL_FUZZ_UNTIL", 0)) or time.time() + (
        options.seconds or 0
    )
    if options.worker:
        sys.dont_write_bytecode = True
        from worker import Worker

        return Worker(options).run()
    os.makedirs(options.work, exist_ok=True)
    return replay(options) if options.replay else supervise(options)


if __name__ == "__main__":
    sys.exit(main())
