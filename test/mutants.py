#!/usr/bin/env python3
"""Breaks the sources on purpose and sees whether the tests notice.

Each mutant is one small change in lib/: a flipped comparison, a dropped check, a
negated condition, swapped operands, an off-by-one. It is built in a copy of the
sources and judged by the tests of its own area: those that mirror its folder, here and
under Unit/, and those that AREAS names. Mutants that these leave are judged by all
tests, for at most 15 minutes each, and counted apart, with the test that fails; with
--area-only they are not. Which mutants are made depends on the sources and --seed
alone; of several seeds each is counted by itself and all together. Exits 1 if fewer
than --require of all are noticed by their areas.
"""
import argparse
import collections
import filecmp
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# What runs dl-tune.
TUNER = [f"Tools/dl-tune{what}.test" for what in
         ("", "-export", "-interrupt", "-invalid", "-replay", "-simulated", "-template", "-vdla")]

# Folders of lib/ that are one area, and the paths under test/ that judge it beside its
# mirrors test/<area> and test/Unit/<area>: tests of the same contract that stand elsewhere
# because they run what the area makes. Other folders are areas by themselves.
AREAS = {
    "CAPI": ["Python"],
    "Codegen": ["Pipelines", "Tools", "Unit/Runtime", "Integration/Functions",
                "Integration/dynamic-sizes.test"],
    "Conversion/GraphToTe": ["Integration/dynamic-networks.test",
                             "Integration/dynamic-operators.test",
                             "Integration/dynamic-sizes.test",
                             "Integration/open-spatial.test"],
    "Conversion/ScheduleToLoops": ["Dialect/Schedule", "Fuzz"],
    "Conversion/ScheduleToVdla": ["Integration/Vdla", "Tools/vdla-target.test"],
    "Dialect/Dl": ["Unit/Pipelines", "Integration/size-values.test"],
    "Dialect/Graph": ["Conversion/GraphToTe", "Integration/Functions", "Integration/Operators",
                      "Integration/integer-division.test"],
    "Dialect/Schedule": ["Conversion/ScheduleToLoops", "Unit/Conversion/ScheduleToLoops", "Fuzz"],
    "Dialect/Te": ["Conversion/GraphToTe", "Conversion/LinalgToTe", "Conversion/ScheduleToLoops",
                   "Docs/spec.test", "Pipelines/dl-bufferize-pipeline-loops.mlir"],
    "Dialect/Vdla/IR": ["Dialect/Vdla/Transforms", "Conversion/ScheduleToVdla"],
    "Dialect/Vdla/Transforms": ["Conversion/ScheduleToVdla", "Integration/Vdla"],
    "Import": ["Integration/Operators", "Integration/computed-sizes.test",
               "Integration/data-numbers.test", "Integration/open-spatial.test",
               "Integration/size-values.test", "Integration/trees.test"],
    "Pipelines": ["Tools", "Unit/CAPI"],
    "Runtime": ["Tools", "Integration/Targets/object.test"],
    "Schedule": ["Dialect/Schedule", "Unit/Dialect/Schedule", "Conversion/ScheduleToLoops",
                 "Unit/Conversion/ScheduleToLoops", "Fuzz"],
    "Support": ["Tools"],
    "Target/Cpu": ["Pipelines", "Tools", "Unit/Runtime", "Integration/Functions",
                   "Integration/dynamic-sizes.test"],
    "Target/Vdla": ["Tools/dl-vdla-sim.test", "Tools/dl-vdla-sim-invalid.test",
                    "Tools/vdla-target.test"],
    "Tuning": ["Tools/dl-tune.test", "Tools/dl-tune-simulated.test"],
    "Tuning/Measure": [*TUNER, "Unit/Tuning"],
    "Tuning/Report": ["Unit/Tuning", "Tools/dl-tune.test"],
    "Tuning/Tasks": [*TUNER, "Unit/Tuning"],
    "Vdla": ["Target/Vdla", "Tools/dl-vdla-sim.test", "Tools/dl-vdla-sim-invalid.test"],
}

SOURCES = (".cpp", ".c")

# For how long all tests judge a mutant.
SUITE_SECONDS = 900

# What a copy of the sources holds.
COPIED = ["CMakeLists.txt", "CMakePresets.json", "README.md", "CHANGELOG.md", "LICENSE", "cmake",
          "include", "lib", "tools", "test", "benchmarks", "docs", "examples", "python", "share"]

Mutant = collections.namedtuple("Mutant", "path line kind before after")

BY_SUITE = "killed by the whole suite"

FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SKIPPED_LINE = re.compile(
    r"^\s*(//|/\*|\\\*|\*|#|assert\(|static_assert|template|using|LDBG|return diag|case .*:$)|<<|\"|operator|llvm_unreachable")


def code_of(line):
    """The line without a comment at its end."""
    return line.split("//")[0]


def edits_of_line(line):
    """(kind, changed line) of each small change to one line."""
    for m in re.finditer(r" (<=|>=|==|!=|<|>) ", line):
        if m[1] in "<>" and ("template" in line or "sort(" in line):
            continue  # no comparison, or the order of equals
        yield "flip comparison", line[:m.start(1)] + FLIPPED[m[1]] + line[m.end(1):]
    for m in re.finditer(r" (&&|\|\|) ", line):
        yield "swap and/or", line[:m.start(1)] + ("||" if m[1] == "&&" else "&&") + line[m.end(1):]
    for m in re.finditer(r" ([+-]) 1\b(?!\.)", line):
        yield "off by one", line[:m.start()] + line[m.end():]
    for m in re.finditer(r"\b([a-zA-Z_][\w.]*(?:\[\w+\])?) ([-/%]) ([a-zA-Z_][\w.]*(?:\[\w+\])?)(?![\w.(<\[-])",
                         line):
        if line[:m.start()].endswith(("abs(", "- ")) and m[2] == "-":
            continue  # the same value: |a - b|, x - a - b
        yield "swap operands", f"{line[:m.start()]}{m[3]} {m[2]} {m[1]}{line[m.end():]}"
    for m in re.finditer(r"std::(min|max)\b", line):
        yield "swap min/max", line[:m.start(1)] + ("max" if m[1] == "min" else "min") + line[m.end(1):]
    m = re.match(r"^(\s*(?:\} else )?if \()([^;{]+)(\)(?: \{)?)$", line)
    if m and balanced(m[2]) and " = " not in m[2]:
        yield "negate condition", f"{m[1]}!({m[2]}){m[3]}"


def balanced(text):
    return text.count("(") == text.count(")")


def edits_of_pair(line, following):
    """(kind, changed line) where the next line is what a check would have returned."""
    m = re.match(r"^(\s*(?:\} else )?if \()([^;{]+)(\)(?: \{)?)$", line)
    gives_up = re.match(r"^\s*return .*(emit|failure\(\)|refuse|notifyMatchFailure|Refusal)", following)
    if m and gives_up and balanced(m[2]) and " = " not in m[2]:
        yield "drop check", f"{m[1]}false && ({m[2]}){m[3]}"


def candidates(folder):
    """Every possible mutant of a folder of lib/, in the order of files and lines."""
    for base, _, files in sorted(os.walk(os.path.join(ROOT, "lib", folder))):
        for name in sorted(f for f in files if f.endswith(SOURCES)):
            path = os.path.relpath(os.path.join(base, name), ROOT)
            with open(os.path.join(ROOT, path)) as f:
                lines = f.read().split("\n")
            for i, line in enumerate(lines):
                code = code_of(line).rstrip()
                if not code or SKIPPED_LINE.search(line):
                    continue
                edits = list(edits_of_line(code))
                if i + 1 < len(lines):
                    edits += edits_of_pair(code, lines[i + 1])
                for kind, changed in edits:
                    if changed != code:
                        yield Mutant(path, i + 1, kind, code.strip(), changed)


def areas():
    """The folders of lib/ that hold sources, cut where AREAS or a mirror in test/ says."""
    found = set()
    for base, _, files in os.walk(os.path.join(ROOT, "lib")):
        if not any(f.endswith(SOURCES) for f in files):
            continue
        parts = os.path.relpath(base, os.path.join(ROOT, "lib")).split(os.sep)
        prefixes = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
        known = [p for p in prefixes if p in AREAS]
        mirrored = [p for p in prefixes if os.path.isdir(os.path.join(ROOT, "test", p))]
        found.add((known or mirrored or prefixes)[-1])
    return sorted(found)


def judges(area, build):
    """The lit inputs, in the build folder, that judge an area; none means untested."""
    paths = [area, f"Unit/{area}", *AREAS.get(area, [])]
    return [os.path.join(build, "test", p) for p in paths
            if os.path.exists(os.path.join(ROOT, "test", p))]


def choose(count, seed, only):
    """`count` mutants: every area its share, by the root of its size; kinds mixed."""
    rng = random.Random(seed)
    pools = {}
    for area in areas():
        if only and not any(area.startswith(o) for o in only):
            continue
        by_kind = collections.defaultdict(list)
        for mutant in candidates(area):
            by_kind[mutant.kind].append(mutant)
        for mutants in by_kind.values():
            rng.shuffle(mutants)
        mixed = []
        while any(by_kind.values()):
            kinds = sorted(kind for kind in by_kind if by_kind[kind])
            rng.shuffle(kinds)
            mixed += [by_kind[kind].pop() for kind in kinds]
        if mixed:
            pools[area] = mixed
    total = sum(len(p) ** 0.5 for p in pools.values())
    shares = {a: max(2, round(count * len(p) ** 0.5 / total)) for a, p in pools.items()}
    return [(area, pools[area], shares[area]) for area in sorted(pools)]


def limit_resources():
    """Ends processes that no longer end, also those whose parent gave up waiting for them."""
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))
    resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))


def run(command, timeout):
    """Exit status, or None when the time ran out; the output goes nowhere."""
    try:
        return subprocess.run(command, timeout=timeout, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=limit_resources).returncode
    except subprocess.TimeoutExpired:
        return None


class Bench:
    """A copy of the sources with a build folder, where mutants are built and judged."""

    def __init__(self, build, jobs):
        self.source = os.path.join(build, "mutants", "src")
        self.build = os.path.join(build, "mutants", "build")
        self.venv = os.path.join(build, "venv", "bin", "python")
        self.jobs = str(jobs)

    def prepare(self):
        for name in COPIED:
            self.mirror(name)
        if not os.path.exists(os.path.join(self.build, "build.ninja")):
            subprocess.run(["cmake", "--preset", "release", "-S", self.source, "-B", self.build,
                            f"-DDL_PYTHON={self.venv}"], cwd=self.source, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["ninja", "--quiet", "-C", self.build, "-j", self.jobs, "all",
                        "dl-test-depends"], check=True)

    def mirror(self, name):
        """Makes a file or folder of the copy equal; what is equal keeps its time."""
        theirs, ours = os.path.join(ROOT, name), os.path.join(self.source, name)
        if os.path.isdir(theirs):
            os.makedirs(ours, exist_ok=True)
            for entry in sorted({*os.listdir(theirs), *os.listdir(ours)}):
                if entry != "__pycache__":
                    self.mirror(os.path.join(name, entry))
        elif not os.path.exists(theirs):
            if os.path.isdir(ours):
                shutil.rmtree(ours)
            elif os.path.exists(ours):
                os.remove(ours)
        elif not os.path.exists(ours) or not filecmp.cmp(theirs, ours, shallow=False):
            os.makedirs(os.path.dirname(ours), exist_ok=True)
            shutil.copy(theirs, ours)

    def compiles(self):
        return run(["ninja", "-C", self.build, "-j", self.jobs, "all"], 300) == 0

    def passes(self, inputs):
        """Whether all tests pass; the first folder that fails ends it."""
        return all(run(["lit-22", "-q", "--max-failures=1", "--timeout=300", "-j", self.jobs, path],
                       600) == 0 for path in inputs)

    def fails_of_suite(self):
        """Of all tests those that fail, which end the run, in as many as the time is enough for."""
        results = os.path.join(self.build, "mutant.json")
        if os.path.exists(results):
            os.remove(results)
        tests = os.path.join(self.build, "test")
        run(["lit-22", "-q", "--max-failures=1", "--timeout=300", f"--max-time={SUITE_SECONDS}",
             "--report-failures-only", "-o", results, "-j", self.jobs, tests,
             os.path.join(tests, "Unit")], SUITE_SECONDS + 600)
        if not os.path.exists(results):
            return ["lit"]
        with open(results) as f:
            return [test["name"] for test in json.load(f)["tests"]]

    def judge(self, mutant, passes):
        """'killed', 'survived' or 'does not compile'."""
        path = os.path.join(self.source, mutant.path)
        with open(path) as f:
            lines = f.read().split("\n")
        lines[mutant.line - 1] = mutant.after
        with open(path, "w") as f:
            f.write("\n".join(lines))
        try:
            if not self.compiles():
                return "does not compile"
            return "survived" if passes() else "killed"
        finally:
            shutil.copyfile(os.path.join(ROOT, mutant.path), path)


def judge_all(bench, chosen, report):
    """Judges each area's mutants, of all seeds; one that does not compile is replaced by the
    next. `chosen` is a list of (seed, area, pool, share)."""
    verdicts, passed = {}, set()
    for seed, area, pool, share in sorted(chosen, key=lambda entry: (entry[1], entry[0])):
        inputs = judges(area, bench.build)
        if inputs and area not in passed and not (bench.compiles() and bench.passes(inputs)):
            sys.exit(f"expected the tests of {area} to pass before anything is broken")
        passed.add(area)
        done = 0
        for mutant in pool:
            if done == share:
                break
            start = time.monotonic()
            if mutant not in verdicts:
                verdicts[mutant] = (bench.judge(mutant, lambda: bench.passes(inputs))
                                    if inputs else "survived")
            if verdicts[mutant] == "does not compile":
                continue
            done += 1
            report.append(dict(mutant._asdict(), seed=seed, area=area, verdict=verdicts[mutant]))
            print(f"{verdicts[mutant]:9s} {seed} {mutant.path}:{mutant.line}: {mutant.kind} "
                  f"({time.monotonic() - start:.0f} s)", flush=True)


def mutant_of(entry):
    return Mutant(*(entry[field] for field in Mutant._fields))


def judge_by_suite(bench, report):
    """Judges by all tests what the areas' tests left; what does not compile is no mutant. False
    where some fail anyway."""
    fails = []

    def passes():
        fails[:] = bench.fails_of_suite()
        return not fails

    left = sorted({mutant_of(r) for r in report if r["verdict"] == "survived"})
    if not left:
        return True
    start = time.monotonic()
    if not (bench.compiles() and passes()):
        print(f"expected all tests to pass before anything is broken, got failures of {fails}")
        return False
    if time.monotonic() - start > SUITE_SECONDS:
        print(f"not all tests run in {SUITE_SECONDS} s: mutants are judged by those that do")
    for mutant in left:
        start = time.monotonic()
        fails.clear()
        verdict = bench.judge(mutant, passes)
        for r in [r for r in report if mutant_of(r) == mutant]:
            if verdict == "killed":
                r.update(verdict=BY_SUITE, by=list(fails))
            elif verdict != "survived":
                report.remove(r)
        print(f"{verdict:9s} by all tests {mutant.path}:{mutant.line}: {mutant.kind} "
              f"({time.monotonic() - start:.0f} s) {' '.join(fails)}", flush=True)
    return True


def write(bench, report):
    with open(os.path.join(os.path.dirname(bench.build), "report.json"), "w") as f:
        json.dump(report, f, indent=1)


def print_left(report):
    """What the areas' tests did not notice."""
    for r in report:
        if r["verdict"] == "killed":
            continue
        what = "survivor" if r["verdict"] == "survived" else f"left to {', '.join(r['by'])}:"
        print(f"\n{what} {r['seed']} {r['path']}:{r['line']}: {r['kind']}\n"
              f"  - {r['before']}\n  + {r['after'].strip()}")


def print_share(report, area_only, of=""):
    """Prints, in all and by all tests too, how many are noticed; gives how many by their areas."""
    by_area = sum(r["verdict"] == "killed" for r in report)
    in_all = sum(r["verdict"] != "survived" for r in report)
    percent = lambda count: f"{count / max(1, len(report)):.0%}"
    by_suite = "" if area_only else f", {in_all} by all tests ({percent(in_all)})"
    print(f"{of}{by_area} of {len(report)} mutants noticed by their areas "
          f"({percent(by_area)}){by_suite}")
    return by_area


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", default=os.path.join(ROOT, "build"), metavar="DIR")
    ap.add_argument("--count", type=int, default=40, help="mutants a seed, about (default 40)")
    ap.add_argument("--seed", default="1", help="one, or a comma list of several")
    ap.add_argument("--only", default="", help="comma list of folders of lib/")
    ap.add_argument("--require", type=float, default=0.9, help="share to notice (default 0.9)")
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--area-only", action="store_true",
                    help="leave what the areas' tests do not notice")
    ap.add_argument("--list", action="store_true", help="only print the mutants")
    options = ap.parse_args()
    only = list(filter(None, options.only.split(",")))
    chosen = [(seed, *entry) for seed in map(int, options.seed.split(","))
              for entry in choose(options.count, seed, only)]
    if options.list:
        for seed, area, pool, share in chosen:
            for m in pool[:share]:
                print(f"{seed} {area}: {m.path}:{m.line}: {m.kind}\n  - {m.before}\n"
                      f"  + {m.after.strip()}")
        return 0
    bench = Bench(options.build, options.jobs)
    bench.prepare()
    report = []
    judge_all(bench, chosen, report)
    write(bench, report)
    area_only = options.area_only or not judge_by_suite(bench, report)
    write(bench, report)
    print_left(report)
    print()
    for seed in sorted({r["seed"] for r in report}):
        print_share([r for r in report if r["seed"] == seed], area_only, f"seed {seed}: ")
    killed = print_share(report, area_only)
    if area_only and not options.area_only:
        return 1
    return 0 if report and killed >= options.require * len(report) else 1


if __name__ == "__main__":
    sys.exit(main())
