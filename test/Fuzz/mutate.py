#!/usr/bin/env python3
"""Runs damaged schedules through dl-opt: whatever stands in a file, it answers.

usage: mutate.py TOOLS WORK_FOLDER TESTS... [--count N] [--first N]

Seeds are the kernels with schedules in TESTS, folders of tests. Mutant number n follows
from n alone: some tokens of a seed are left out, doubled, exchanged or replaced by those
of others, numbers by edges of their range. Each is interpreted and given loops. A signal
or a time-out is a failure, unless the stock mlir-opt does the same with the file; the
mutant is kept in the work folder.
"""
import argparse
import concurrent.futures
import glob
import os
import random
import re
import shutil
import sys

import limited
import tokens

PASSES = ["--schedule-apply", "--transform-interpreter", "--schedule-print-loops", "--schedule-sample"]


def get_seeds(folders):
    seeds = []
    for path in sorted(path for folder in folders
                       for path in glob.glob(os.path.join(folder, "**", "*.mlir"), recursive=True)):
        text = re.sub(r"^\s*//(?! -----).*$", "", open(path).read(), flags=re.M)
        seeds += [chunk for chunk in text.split("// -----") if "te.compute" in chunk and "schedule." in chunk]
    return seeds


def mutate(seeds, rng):
    text = rng.choice(seeds)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        # Mostly in the schedule, else in the kernel.
        late = [t for t in tokens.TOKEN.finditer(text) if t.start() > text.find("named_sequence")]
        text = tokens.damage(text, seeds, rng, late if rng.random() < 0.7 else None)
    return text


def run(tool, options, path, limit):
    """None if the tool answered, else what happened."""
    ending = limited.run([tool, *options, path, "-o", os.devnull], limit)
    if ending.timed_out:
        return f"no end after {limit} seconds"
    return f"signal {-ending.code}" if ending.code < 0 else None


def check(options, seeds, numbers):
    """Failures of a batch: (number, pass, what)."""
    tool = os.path.join(options.tools, "dl-opt")
    stock = shutil.which("mlir-opt-22") or shutil.which("mlir-opt")
    texts = {n: mutate(seeds, random.Random(f"mutant {n}")) for n in numbers}
    failures, excused = [], 0
    for option in PASSES:
        path = os.path.join(options.work, f"batch{os.getpid()}.mlir")
        with open(path, "w") as file:
            file.write("\n// -----\n".join(t.replace("// -----", "") for t in texts.values()))
        if not run(tool, [option, "--split-input-file"], path, 60):
            continue
        for number, text in texts.items():
            single = os.path.join(options.work, f"mutant{number}.mlir")
            with open(single, "w") as file:
                file.write(text)
            what = run(tool, [option], single, 20)
            if not what:
                os.remove(single)
            elif stock and run(stock, ["--allow-unregistered-dialect"], single, 20):
                excused += 1
            else:
                failures.append((number, option, what))
    return failures, excused


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("tools")
    parser.add_argument("work")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    seeds = get_seeds(options.tests)
    end, failures, excused = options.first + options.count, [], 0
    batches = [range(n, min(n + 25, end)) for n in range(options.first, end, 25)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for found, stock in pool.map(check, [options] * len(batches), [seeds] * len(batches), batches):
            failures += found
            excused += stock
    for number, option, what in failures:
        print(f"{options.work}/mutant{number}.mlir: dl-opt {option}: {what}")
    print(f"{options.count} damaged schedules of {len(seeds)} seeds, {excused} that mlir-opt fails on too, "
          f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
