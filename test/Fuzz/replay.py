#!/usr/bin/env python3
"""Replays traces: the same schedule makes the same loops, byte for byte.

usage: replay.py TOOLS WORK_FOLDER [--count N] [--first N] [--models FOLDER]

Random kernels with random schedules, as fuzz.py makes them, whose factors are turned into
choices. schedule-sample decides these. The loops that are made in the same process are
compared with those that other processes make of the printed trace: as it is, in generic
form, and of the trees alone that its steps leave. With --models, the networks of that
folder instead, scheduled by schedule-default.

Prints what differs and a summary; status 1 if anything does.
"""
import argparse
import concurrent.futures
import difflib
import functools
import glob
import os
import random
import re
import sys

import fuzz
import kernels
import plans
from modules import get_intrinsics, module

SEPARATOR = "// -----\n"
SPLIT = re.compile(r" by (\d+)(?= |$)")


def with_choices(lines, rng):
    """The steps with choices in place of the factors of splits."""
    result, count = [], 0
    for line in lines:
        # A tile has the extents of its intrinsic.
        is_free = "= schedule.split " in line and "schedule.tensorize " not in line
        factor = SPLIT.search(line) if is_free else None
        if factor:
            size = int(factor[1])
            others = rng.sample([size + 1, 2 * size, max(1, size // 2), 3], 2)
            result.append(f"%choice{count} = schedule.sample_categorical [{others[0]}, {size}, {others[1]}] "
                          "probabilities [0.125, 0.75, 0.125] : !transform.param<i64>")
            line = line.replace(factor[0], f" by param %choice{count} : !transform.param<i64>", 1)
            count += 1
        result.append(line)
    return result, count


class Replay:
    def __init__(self, tools, work):
        self.tools, self.work = tools, work
        self.differences, self.decisions = 0, 0

    def path(self, name):
        return os.path.join(self.work, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return name

    def run(self, tool, source, output, *options, limit=120):
        """Runs a tool from file to file; returns what it wrote."""
        command = [os.path.join(self.tools, tool), self.path(source), "-o", self.path(output), *options]
        code, _, errors = fuzz.run(command, limit)
        if code != 0:
            raise SystemExit(f"failed: {' '.join(command)}: {fuzz.outcome(code)}: {fuzz.first_error(errors)}")
        with open(self.path(output)) as file:
            return file.read()

    def opt(self, source, output, *options):
        return self.run("dl-opt", source, output, "--split-input-file", *options)

    def compare(self, names, expected, actual, how):
        """Counts and shows the modules that differ."""
        expected, actual = expected.split(SEPARATOR), actual.split(SEPARATOR)
        if len(expected) != len(names) or len(actual) != len(names):
            raise SystemExit(f"{how}: expected {len(names)} modules, got {len(expected)} and {len(actual)}")
        for name, left, right in zip(names, expected, actual):
            if left == right:
                continue
            self.differences += 1
            print(f"{name}: other loops {how}:")
            print("\n".join(list(difflib.unified_diff(left.splitlines(), right.splitlines(), "made", "replayed",
                                                      lineterm="", n=1))[:12]), flush=True)

    def random_schedules(self, numbers):
        fuzzer, found = fuzz.Fuzzer(self.tools, self.work, 1), []
        for number in numbers:
            rng = random.Random(f"kernel {number}")
            found.append(plans.Plan(kernels.make_kernel(f"k{number}", rng), rng))
        fuzzer.settle(found)
        if fuzzer.failures:
            raise SystemExit(1)
        names, programs, plain = [], [], []
        for plan in found:
            name, lines = plan.kernel.name, plan.lines()
            open_lines, count = with_choices(lines, plan.rng)
            self.decisions += count
            names.append(name)
            programs.append(module([plan.kernel], {name: open_lines})[0])
            plain.append("module attributes {transform.with_named_sequence} {\n" +
                         plan.kernel.text("@__transform_main") +
                         "transform.named_sequence @__transform_main(%k: !transform.any_op {transform.readonly}) {\n" +
                         "".join(f"{line}\n" for line in lines) + "transform.yield\n}\n" +
                         (get_intrinsics() if plan.kernel.has_tiles else "") + "}\n")

        # Choices: decided and applied at once, and from the printed trace.
        self.write("open.mlir", SEPARATOR.join(programs))
        sample = f"--schedule-sample=seed={numbers[0]}"
        trace = self.opt("open.mlir", "trace.mlir", sample)
        if re.search(r"schedule\.sample_categorical [^\n]*\] : ", trace):
            raise SystemExit("expected schedule-sample to decide all choices")
        made = self.opt("open.mlir", "made.mlir", sample, "--schedule-apply")
        self.compare(names, made, self.opt("trace.mlir", "replayed.mlir", "--schedule-apply"), "from the trace")
        self.opt("trace.mlir", "generic.mlir", "--mlir-print-op-generic")
        self.compare(names, made, self.opt("generic.mlir", "replayed.mlir", "--schedule-apply"),
                     "from the trace in generic form")
        if numbers[0] == 0:
            other = self.opt("open.mlir", "other.mlir", "--schedule-sample=seed=1", "--schedule-apply")
            if other == made:
                raise SystemExit("expected another seed to make other decisions")

        # Trees: what the steps leave on the stages makes the same loops.
        self.write("plain.mlir", SEPARATOR.join(plain))
        made = self.opt("plain.mlir", "made.mlir", "--schedule-apply")
        trees = self.opt("plain.mlir", "trees.mlir", "--transform-interpreter")
        trees, count = re.subn(r"schedule\.sequence = @__transform_main(, )?", "", trees)
        if count != len(names):
            raise SystemExit(f"expected the sequences of {len(names)} kernels, got {count}")
        self.write("trees.mlir", trees)
        self.compare(names, made, self.opt("trees.mlir", "replayed.mlir", "--schedule-apply"), "from the trees")
        return (len(names), sum(bool(plan.accepted) for plan in found),
                sum(len(plan.accepted) for plan in found), self.decisions, self.differences)

    def networks(self, folder):
        models = sorted(glob.glob(os.path.join(folder, "*.onnx")))
        for model in models:
            name = os.path.basename(model)
            self.run("dl-compile", model, "te.mlir", "--to=te", "--weights=inline")
            made = self.opt("te.mlir", "made.mlir", "--schedule-default", "--schedule-apply")
            self.opt("te.mlir", "trace.mlir", "--schedule-default")
            self.compare([name], made, self.opt("trace.mlir", "replayed.mlir", "--schedule-apply"),
                         "from the trace")
        return len(models)


def work(options, numbers):
    """One batch in a folder of its own."""
    folder = os.path.join(options.work, f"from{numbers[0]}")
    os.makedirs(folder, exist_ok=True)
    return Replay(options.tools, folder).random_schedules(numbers)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("tools")
    parser.add_argument("work")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--models")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    if options.models:
        replay = Replay(options.tools, options.work)
        count, differences = replay.networks(options.models), replay.differences
        print(f"{count} networks, {differences} differences")
        return 1 if differences else 0
    end = options.first + options.count
    batches = [range(first, min(first + options.batch, end))
               for first in range(options.first, end, options.batch)]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        counts = list(pool.map(functools.partial(work, options), batches))
    count, scheduled, steps, decisions, differences = map(sum, zip(*counts))
    print(f"{count} kernels, {scheduled} with a schedule of their own of {steps} steps and "
          f"{decisions} decisions, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
