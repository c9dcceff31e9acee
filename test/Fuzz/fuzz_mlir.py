#!/usr/bin/env python3
"""Runs damaged modules of every level through the tools: whatever stands in a file, they answer.

usage: fuzz_mlir.py TOOLS WORK_FOLDER TESTS [--count N] [--first N] [--seed N] [--jobs N]
                    [--models N] [--no-reduction]

Seeds are the modules of TESTS, a folder of tests, and what models among them become on the
way down. Mutant number n follows from the seed and n alone: attributes, types, operations,
values and regions are exchanged, in the pretty or in the generic form. Each is parsed and
verified, goes through the passes of its test or through the pipelines of its level, and
some through dl-compile, dl-run and dl-lsp-server. A signal, an abort or a time-out is a
failure if code of the project stands on the stack below whoever asked for the work. Else
it is upstream's: upstream-faults.txt names those that docs/UpstreamFaults.md lists.

Prints one line for each kind of fault with a reduced file that shows it, and a summary.
"""
import argparse
import collections
import concurrent.futures
import functools
import os
import random
import sys

import damage
import faults
import limited
import reduction
import seeds as seeds_module

BATCH = 25
SECONDS, MEBIBYTES = 20, 2048
HERE = os.path.dirname(os.path.abspath(__file__))


@functools.lru_cache(maxsize=None)
def get_generic(tool, text):
    """A module in the generic form, or as it is where that cannot be."""
    ending = limited.run([tool, "-", "--mlir-print-op-generic", "--split-input-file"], SECONDS, text.encode())
    return ending.output if ending.code == 0 and ending.output.startswith('"builtin.module"') else text


class Fuzzer:
    def __init__(self, options, seeds):
        self.options, self.seeds = options, seeds
        self.tool = os.path.join(options.tools, "dl-opt")
        self.levels = collections.defaultdict(list)
        for seed in seeds:
            self.levels[seed.level].append(seed)

    def make(self, number, level):
        rng = random.Random(f"{self.options.seed}/{number}")
        pool = self.levels[level]
        text = rng.choice(pool).text
        donors = [rng.choice(pool).text, rng.choice(self.seeds).text]
        if rng.random() < 0.3:
            text = get_generic(self.tool, text)
        return damage.damage(text, donors, rng)

    def get_commands(self, number, level):
        """How one mutant is run alone, each with the kind of its file."""
        rng = random.Random(f"{self.options.seed}/{number}/alone")
        name = lambda tool: os.path.join(self.options.tools, tool)
        choice = rng.randrange(8)
        if choice == 0:
            return [[name("dl-compile"), "MUTANT", "--to=llvm-dialect", "-o", "-"]]
        if choice in (1, 2):
            return [[name("dl-compile"), "MUTANT", "-O0", "-o", "MUTANT.so"]]
        if choice == 3 and level in ("graph", "te"):
            return [[name("dl-run"), "MUTANT", "--target=reference"]]
        # Below te, a module is a program that may do as it likes.
        if choice == 4 and level in ("graph", "te"):
            return [[name("dl-run"), "MUTANT", "-O0"]]
        return []

    def run_alone(self, command, path):
        command = [argument.replace("MUTANT", path) for argument in command]
        ending = limited.run(command, SECONDS)
        if os.path.exists(path + ".so"):
            os.unlink(path + ".so")
        return ending

    def get_fault(self, ending):
        """(whose, signature), or None where the tool answered."""
        if ending.is_crash or ending.timed_out:
            known = faults.KnownFaults(os.path.join(HERE, "upstream-faults.txt")).lookup(ending)
            if known:
                return "upstream", known
            return "ours" if faults.is_ours(ending) else "new upstream", faults.get_signature(ending)
        if ending.mebibytes > MEBIBYTES:
            return "ours", f"more than {MEBIBYTES} MiB"
        return None

    def check_batch(self, first):
        rng = random.Random(f"{self.options.seed}/{first}/batch")
        leader = rng.choice(self.levels[rng.choice(sorted(self.levels))])
        level = leader.level
        pipelines = leader.passes + seeds_module.PIPELINES.get(level, [])
        passes = [[], rng.choice(pipelines), rng.choice(pipelines)]
        last = min(first + BATCH, self.options.first + self.options.count)
        texts = {n: self.make(n, level) for n in range(first, last)}
        found = []
        path = self.get_path
        for number, text in texts.items():
            with open(path(number), "w") as file:
                file.write(text)
        batch = os.path.join(self.options.work, f"batch-{self.options.seed}-{first}.mlir")
        with open(batch, "w") as file:
            file.write("\n// -----\n".join(texts.values()))
        alone = {n: self.get_commands(n, level) for n in texts}
        for option in passes:
            command = [self.tool, "MUTANT", *option, "-o", os.devnull]
            if self.get_fault(self.run_alone(command + ["--split-input-file"], batch)):
                for number in texts:
                    alone[number].append(command)
        os.unlink(batch)
        for number, commands in alone.items():
            for command in commands:
                if fault := self.get_fault(self.run_alone(command, path(number))):
                    found.append((number, command, *fault))
            if not any(number == n for n, *_ in found):
                os.unlink(path(number))
        return found

    def get_path(self, number, *_):
        return os.path.join(self.options.work, f"mutant-{self.options.seed}-{number}.mlir")

    def reduce(self, number, command, fault):
        """Writes the smallest text that shows the same fault; returns its path."""
        path = self.get_path(number)
        small = path.replace("mutant-", "reduced-")

        def shows(text):
            with open(small, "w") as file:
                file.write(text)
            return self.get_fault(self.run_alone(command, small)) == fault

        text = reduction.reduce(open(path).read(), shows)
        with open(small, "w") as file:
            file.write(text)
        return small


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("tools")
    parser.add_argument("work")
    parser.add_argument("tests")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--models", type=int, default=12, help="how many models are taken down the levels")
    parser.add_argument("--no-reduction", action="store_true", help="print files as they were damaged")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    seeds = seeds_module.read(options.tests)
    seeds += seeds_module.lower(options.tools, seeds, options.work, options.models)
    fuzzer = Fuzzer(options, seeds)
    kinds, counts = collections.defaultdict(list), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(fuzzer.check_batch, range(options.first, options.first + options.count, BATCH)):
            for number, command, whose, signature in found:
                counts[whose] += 1
                kinds[whose, signature].append((number, command))
        shown = {kind: cases for kind, cases in sorted(kinds.items()) if kind[0] != "upstream"}
        show = fuzzer.get_path if options.no_reduction else fuzzer.reduce
        reduced = pool.map(lambda item: show(*item[1][0], item[0]), shown.items())
        for ((whose, signature), cases), small in zip(shown.items(), reduced):
            command = " ".join(os.path.basename(a) if a.startswith(options.tools) else a for a in cases[0][1])
            print(f"{whose}: {signature}: {len(cases)} times\n  {command.replace('MUTANT', small)}", flush=True)
    listed = len({signature for whose, signature in kinds if whose == "upstream"})
    print(f"{options.count} damaged modules of {len(seeds)} seeds: {counts['ours']} failures; {counts['upstream']} of "
          f"{listed} faults of upstream that are listed, {counts['new upstream']} that are not")
    return 1 if counts["ours"] else 0


if __name__ == "__main__":
    sys.exit(main())
