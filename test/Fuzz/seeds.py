"""Modules that the fuzzer of modules damages, by level, and the passes that fit them."""
import glob
import os
import re
import shlex

import limited

SPLIT = re.compile(r"^// -----.*$", re.M)
# Options of a test's command that ask for no pass.
NO_PASS = ("--split-input-file", "--verify-diagnostics", "--remarks", "--mlir-", "--emit-", "--verify-roundtrip",
           "--allow-unregistered", "-o", "--show", "--help", "--load", "--list")
# What each level goes through, beside the passes of its own tests.
PIPELINES = {
    "graph": [["--dl-graph-pipeline"], ["--dl-graph-pipeline", "--convert-graph-to-te", "--dl-verify-te"],
              ["--graph-decompose", "--canonicalize"], ["--convert-graph-to-te", "--schedule-default", "--schedule-apply"]],
    "te": [["--schedule-default", "--schedule-apply"], ["--schedule-apply", "--dl-cpu-pipeline"], ["--dl-verify-te"],
           ["--te-fold-constants", "--te-merge-common-stages", "--te-remove-dead-stages", "--te-inline-producers"],
           ["--schedule-print-loops"], ["--convert-te-to-linalg"]],
    "schedule": [["--schedule-apply"], ["--transform-interpreter"], ["--schedule-print-loops"], ["--schedule-sample"],
                 ["--schedule-apply", "--dl-cpu-pipeline"]],
    "scheduled": [["--dl-cpu-memory-pipeline"], ["--dl-cpu-pipeline"], ["--dl-cpu-pipeline=threads=4"],
                  ["--dl-verify-scheduled"], ["--convert-linalg-to-te"], ["--dl-gpu-pipeline"]],
    "bufferized": [["--dl-cpu-to-llvm-pipeline"], ["--dl-plan-memory"], ["--dl-describe-model"], ["--dl-verify-bufferized"]],
    "llvm-dialect": [["--dl-finish-llvm"], ["--canonicalize"]],
}


class Seed:
    def __init__(self, text, level, passes):
        self.text, self.level, self.passes = text, level, passes


def get_level(text):
    for level, pattern in (("llvm-dialect", r"llvm\.func"), ("graph", r"\bgraph\.\w"), ("schedule", r"\bschedule\.\w+ |named_sequence"),
                           ("te", r"\bte\.(compute|scan|scatter|extern)"), ("bufferized", r"memref<"),
                           ("scheduled", r"")):
        if re.search(pattern, text):
            return level


def get_passes(text):
    """The passes that a test's commands run."""
    commands = []
    for line in re.findall(r"RUN: dl-opt %s ([^|>]*)", text):
        try:
            options = [o for o in shlex.split(line) if o.startswith("--") and not o.startswith(NO_PASS)]
        except ValueError:
            continue
        if options and "%" not in " ".join(options):
            commands.append(options)
    return commands


def read(folder):
    """The modules of all tests in a folder, in a fixed order."""
    seeds = []
    for path in sorted(glob.glob(os.path.join(folder, "**", "*.mlir"), recursive=True)):
        text = open(path).read()
        passes = get_passes(text)
        for chunk in SPLIT.split(text):
            chunk = re.sub(r"^\s*//.*$\n?", "", chunk, flags=re.M).strip()
            if 40 < len(chunk) < 12000:
                seeds.append(Seed(chunk + "\n", get_level(chunk), passes))
    return seeds


def lower(tools, seeds, work, count):
    """Further modules: whole models among the seeds at each level below their own."""
    models = [s for s in seeds if s.level in ("graph", "te") and re.search(r"func\.func @main\b", s.text)]
    lowered = []
    for number in range(0, len(models), max(1, len(models) // count)):
        path = os.path.join(work, f"model{number}.mlir")
        with open(path, "w") as file:
            file.write(models[number].text)
        for target, level in (("te", "te"), ("schedule", "scheduled"), ("bufferized", "bufferized"),
                              ("llvm-dialect", "llvm-dialect")):
            output = f"{path}.{target}"
            limited.run([os.path.join(tools, "dl-compile"), path, f"--to={target}", "-o", output], 20)
            if os.path.exists(output) and os.path.getsize(output) < 20000:
                # Locations are most of the text and say nothing.
                text = re.sub(r" ?loc\([^()]*(\([^()]*\)[^()]*)*\)", "", open(output).read())
                lowered.append(Seed(re.sub(r"^#loc.*$\n?", "", text, flags=re.M), level, []))
        os.unlink(path)
    return lowered
