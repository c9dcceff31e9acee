#!/usr/bin/env python3
"""Runs random kernels under random schedules and compares with the te interpreter.

usage: fuzz.py TOOLS WORK_FOLDER [--count N] [--first N] [--seconds N] [--keep]

Kernel number n and its schedule follow from n alone. Primitives that are refused
are counted and left out. Each kernel is compiled with its schedule; batches take
turns in vectorizing or not and in the number of threads (--every: each batch in all
ways), and some are compiled with the default schedule too. Inputs are small whole
numbers, so every element must be equal. A crash, a time-out, an error after the
primitives were accepted, or another result is a failure: its reduced module is kept
in the work folder.

Prints one line for each failure and a summary. With --cover, also what the rules of
coverage.py ask for and was not met, which is a failure too.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import time

import numpy as np

import coverage
import kernels
import looptext
import plans
from modules import get_intrinsics, module

# How the kernels are compiled: own schedules or not, passes of dl-opt before, options
# of dl-compile.
CONFIGURATIONS = {
    "vector": (True, [], ["--threads=1"]),
    "scalar": (True, ["--schedule-apply", "--canonicalize", "--cse"], ["--threads=1", "--vectorize=false"]),
    "threads": (True, [], ["--threads=2"]),
    "default": (False, [], ["--threads=2"]),
    "default-scalar": (False, [], ["--threads=1", "--vectorize=false"]),
    "linalg": (False, ["--convert-te-to-linalg"], ["--threads=1"]),
}


# How often a sequence is proposed anew after a refusal.
MOST_ROUNDS = 7


class Fault(Exception):
    """A failure: the configuration and what went wrong."""


def run(command, limit):
    """Exit code, standard output, standard error; code None after a time-out."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, errors="replace",
                              env=os.environ | {"OMP_WAIT_POLICY": "passive"})
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, "", f"no end after {limit} seconds"


def first_error(text):
    for line in text.splitlines():
        if "error:" in line:
            return line.split("error:", 1)[1].strip()
    return text.strip().splitlines()[-1] if text.strip() else "no message"


def outcome(code):
    return "time-out" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"


class Fuzzer:
    def __init__(self, tools, work, optimize):
        self.tools, self.work, self.optimize = tools, work, optimize
        self.refusals = collections.Counter()
        self.reasons = collections.Counter()
        self.steps = collections.Counter()
        self.kinds = collections.Counter()
        self.pairs = collections.Counter()
        self.traits = collections.Counter()
        self.scheduled = self.count = 0
        self.failures = []

    def path(self, name):
        return os.path.join(self.work, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def tool(self, name):
        return os.path.join(self.tools, name)

    # --- which primitives are legal -------------------------------------------------
    def settle(self, plans):
        """Proposes and asks until every plan is done; what is refused again and again is given up."""
        open_plans = list(plans)
        for _ in range(MOST_ROUNDS):
            for plan in open_plans:
                plan.propose()
            for plan, refused in zip(open_plans, self.ask(open_plans)):
                if refused is not None:
                    number, message = refused
                    kind = plan.proposed[number].kind
                    self.refusals[kind] += 1
                    self.reasons[f"{kind}: {generalize(message)}"] += 1
                    refused = number
                plan.answer(refused)
            open_plans = [plan for plan in open_plans if plan.todo]
            if not open_plans:
                break

    def ask(self, plans):
        """For each plan None, or the number of the proposed step that is refused and why."""
        starts, line, chunks = [], 1, []
        for plan in plans:
            head = ("module attributes {transform.with_named_sequence} {\n" + plan.kernel.text() +
                    "transform.named_sequence @__transform_main(%k: !transform.any_op "
                    "{transform.readonly}) {\n")
            starts.append(line + head.count("\n") + len(plan.accepted))
            chunk = (head + "".join(l + "\n" for l in plan.lines()) + "transform.yield\n}\n" +
                     (get_intrinsics() if plan.kernel.has_tiles else "") + "}\n")
            chunks.append(chunk)
            line += chunk.count("\n") + 1
        path = self.write("ask.mlir", "// -----\n".join(chunks))
        code, _, errors = run([self.tool("dl-opt"), "--transform-interpreter", "--split-input-file",
                               "-o", "/dev/null", path], 120)
        if code not in (0, 1):
            if len(plans) > 1:
                return [answer for plan in plans for answer in self.ask([plan])]
            plan = plans[0]
            name = self.write(f"{plan.kernel.name}-steps.mlir", open(path).read())
            message = f"transform-interpreter: {outcome(code)}"
            self.failures.append((plan.kernel.kind, "steps", message))
            print(f"{name}: {plan.kernel.kind}: {message}", flush=True)
            return [(0, message)]
        answers = [None] * len(plans)
        for match in re.finditer(r"ask\.mlir:(\d+)(?: offset :(\d+))?:\d+: error: (.*)", errors):
            at = int(match[1]) + (int(match[2]) - 1 if match[2] else 0)
            plan = max(i for i, start in enumerate(starts) if start <= at or i == 0)
            step = at - starts[plan]
            if not 0 <= step < len(plans[plan].proposed):
                raise Fault(f"ask.mlir:{at}: {match[3]}")
            if answers[plan] is None:
                answers[plan] = step, match[3]
        return answers

    # --- what the compiled code computes --------------------------------------------
    def check(self, group, sequences, configuration, optimize=None):
        """Compiles and runs kernels together. Raises Fault, or returns those that differ."""
        own, passes, options = CONFIGURATIONS[configuration]
        text, inputs = module(group, sequences if own else None)
        model, library = self.write("model.mlir", text), self.path("model.so")
        np.savez(self.path("in.npz"), **inputs)
        limit = 60 + 6 * len(group)
        source = model
        if passes:
            source = self.path("lowered.mlir")
            code, _, errors = run([self.tool("dl-opt"), model, "-o", source, *passes], limit)
            if code != 0:
                raise Fault(f"dl-opt: {outcome(code)}: {first_error(errors)}")
        code, _, errors = run([self.tool("dl-compile"), source, "-o", library, "--name=model",
                               f"-O{optimize or self.optimize}", *options], limit)
        if code != 0:
            raise Fault(f"dl-compile: {outcome(code)}: {first_error(errors)}")
        results = []
        for target, what in (("reference", model), ("cpu", library)):
            npz = self.path(f"{target}.npz")
            code, _, errors = run([self.tool("dl-run"), what, f"--target={target}", f"--outputs={npz}",
                                   f"--inputs={self.path('in.npz')}"], limit)
            if code != 0:
                raise Fault(f"dl-run --target={target}: {outcome(code)}: {first_error(errors)}")
            with np.load(npz) as arrays:
                results.append({name: arrays[name] for name in arrays.files})
        different = []
        for kernel in group:
            for i in range(len(kernel.results)):
                expected, actual = (r[f"{kernel.name}_out{i}"] for r in results)
                if not np.array_equal(expected, actual, equal_nan=expected.dtype.kind == "f"):
                    at = tuple(int(x[0]) for x in np.nonzero(np.atleast_1d(expected != actual)))
                    different.append((kernel, f"result {i} differs at {at} of {expected.shape}: expected "
                                      f"{np.atleast_1d(expected)[at]}, got {np.atleast_1d(actual)[at]}"))
                    break
        return different

    def apply(self, kernels, sequences):
        """schedule-apply on each kernel alone, in one process: what fails and why, and
        {kernel name: what schedule-print-loops says of its loops that is not so}."""
        path = self.write("apply.mlir", "// -----\n".join(module([k], sequences)[0] for k in kernels))
        out = self.path("applied.mlir")
        code, _, text = run([self.tool("dl-opt"), "--schedule-print-loops", "--schedule-apply", "--split-input-file",
                             "-o", out, path], 60 + 2 * len(kernels))
        if code != 0:
            return f"schedule-apply: {outcome(code)}: {first_error(text)}", {}
        with open(out) as file:
            return None, looptext.compare(text, file.read())

    def check_apply(self, group, sequences):
        """The loops of each kernel and their text: {kernel name: error}."""
        error, found = self.apply(group, sequences)
        if error:
            for kernel in group:
                error, wrong = self.apply([kernel], sequences)
                found |= {kernel.name: error} if error else wrong
        return {name: error for name, error in found.items() if name in sequences}

    def judge(self, kernel, lines, configuration):
        """What is wrong with one kernel, or None."""
        own = CONFIGURATIONS[configuration][0]
        if own and (found := self.check_apply([kernel], {kernel.name: lines})):
            return found[kernel.name]
        try:
            different = self.check([kernel], {kernel.name: lines}, configuration)
        except Fault as fault:
            return str(fault)
        return different[0][1] if different else None

    def find_guilty(self, group, sequences, configuration):
        """Failing kernels of a group, by halving where all fail together."""
        try:
            return self.check(group, sequences, configuration)
        except Fault as fault:
            if len(group) == 1:
                return [(group[0], str(fault))]
        half = len(group) // 2
        return (self.find_guilty(group[:half], sequences, configuration) +
                self.find_guilty(group[half:], sequences, configuration))

    def report(self, kernel, lines, configuration, message):
        """Records a failure with as few steps as show it."""
        stem = lambda text: re.sub(r"\d+|differs at.*", "", text)[:60]
        kept = list(lines) if CONFIGURATIONS[configuration][0] else []
        position = len(kept) - 1
        while position >= 0:
            shorter = kept[:position] + kept[position + 1:]
            now = self.judge(kernel, shorter, configuration)
            if now and stem(now) == stem(message):
                kept = shorter
            position -= 1
        own = CONFIGURATIONS[configuration][0]
        text = module([kernel], {kernel.name: kept} if own else None)[0]
        path = self.write(f"{kernel.name}-{configuration}.mlir", f"// {configuration}: {message}\n" + text)
        np.savez(path.replace(".mlir", ".npz"), **module([kernel])[1])
        self.failures.append((kernel.kind, configuration, message))
        print(f"{path}: {kernel.kind}: {message}", flush=True)

    def batch(self, numbers, configurations):
        group, found = [], []
        for number in numbers:
            rng = random.Random(f"kernel {number}")
            kernel = kernels.make_kernel(f"k{number}", rng)
            group.append(kernel)
            found.append(plans.Plan(kernel, rng))
        self.settle(found)
        sequences = {plan.kernel.name: plan.lines() for plan in found}
        for plan in found:
            self.steps.update(step.kind for step in plan.accepted)
            self.kinds[plan.kernel.kind] += 1
            self.scheduled += bool(plan.accepted)
            names = [step.kind.split()[0] for step in plan.accepted]
            self.pairs.update({(a, b) for i, a in enumerate(names) for b in names[i + 1:]})
            if plan.accepted:
                self.traits.update(coverage.get_traits(plan))
        self.count += len(group)
        bad = set()
        for name, message in self.check_apply(group, sequences).items():
            kernel = next(k for k in group if k.name == name)
            self.report(kernel, sequences[name], "vector", message)
            bad.add(name)
        for configuration in configurations:
            own = CONFIGURATIONS[configuration][0]
            good = [k for k in group if not own or k.name not in bad]
            if configuration == "linalg":
                # Whole stages become linalg where their extents are constant.
                good = [k for k in good if not k.has_dynamic]
            for kernel, message in self.find_guilty(good, sequences, configuration) if good else []:
                self.report(kernel, sequences[kernel.name], configuration, message)
                if own:
                    bad.add(kernel.name)

    COUNTERS = ("refusals", "reasons", "steps", "pairs", "traits", "kinds")

    def add(self, other):
        """Joins what another fuzzer counted."""
        for name in self.COUNTERS:
            getattr(self, name).update(getattr(other, name))
        self.count, self.scheduled = self.count + other.count, self.scheduled + other.scheduled
        self.failures += other.failures


def generalize(message):
    """A refusal without the names and numbers of its case."""
    message = re.sub(r"\"[^\"]*\"", "S", message)
    message = re.sub(r"stage S(, which| has|$)", r"S\1", message)
    message = re.sub(r"\b(axis|axes|and) [A-Za-z_0-9.*]+( and [A-Za-z_0-9.*]+)?(?= of| is| was| which|,|:| inside| outside| would| $)",
                     r"\1 a", message)
    message = re.sub(r"@\w+", "@k", message)
    return re.sub(r"\d+", "N", message)[:150]


def choose(number, every):
    """How batch `number` is compiled."""
    if every:
        return list(CONFIGURATIONS)
    own = [name for name, (is_own, _, _) in CONFIGURATIONS.items() if is_own]
    others = [name for name in CONFIGURATIONS if name not in own]
    # Mostly vectorized, the most intricate way.
    turn = [own[0], own[1 % len(own)], own[0], own[-1]] if own else []
    chosen = turn[number % 4:number % 4 + 1]
    if others and number % 5 == 0:
        chosen.append(others[number // 5 % len(others)])
    return chosen


def work(options, number, numbers):
    """One batch in a folder of its own."""
    folder = os.path.join(options.work, f"job{os.getpid()}")
    os.makedirs(folder, exist_ok=True)
    fuzzer = Fuzzer(options.tools, folder, options.optimize)
    fuzzer.batch(numbers, choose(number, options.every))
    return fuzzer


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("tools")
    parser.add_argument("work")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--optimize", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--configurations", default=",".join(CONFIGURATIONS))
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--cover", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    for name in set(CONFIGURATIONS) - set(options.configurations.split(",")):
        del CONFIGURATIONS[name]
    total = Fuzzer(options.tools, options.work, options.optimize)
    end, start = options.first + options.count, time.monotonic()
    batches = [range(first, min(first + options.batch, end))
               for first in range(options.first, end, options.batch)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(work, options, i, numbers) for i, numbers in enumerate(batches)]
        for future in concurrent.futures.as_completed(futures):
            total.add(future.result())
            if options.seconds and time.monotonic() - start > options.seconds:
                pool.shutdown(cancel_futures=True)
                break
    if options.verbose:
        for counter in (total.kinds, total.traits, total.steps, total.refusals, total.reasons):
            print("\n".join(f"{n:6} {what}" for what, n in counter.most_common()), "\n")
    missing = coverage.get_missing(total, plans.PRIMITIVES, min(1, options.count / 3000)) \
        if options.cover else []
    for line in missing:
        print(line)
    print(f"{total.count} kernels, {total.scheduled} with a schedule of their own of "
          f"{sum(total.steps.values())} steps, {sum(total.refusals.values())} steps refused, "
          f"{len(total.failures)} failures")
    return 1 if total.failures or missing else 0


if __name__ == "__main__":
    sys.exit(main())
