#!/usr/bin/env python3
"""Plants faults in the passes of small networks and asks dl-bisect and dl-reduce for them.

usage: faults.py BIN PLUGIN MODELS WORK [--only NAME,...] [--quick] [--replay]

A fault is a pass of the plugin behind a pass of the pipeline. dl-bisect has to name the kernel, or
the nodes, in which it was planted and an interval that has the fault's pass and no other that could
be left out of it; dl-reduce has to make a model of fewer than 20 operations of it. Prints a line for
each fault, and the numbers of those that were found; fails where one was not.
"""
import argparse
import os
import re
import subprocess
import sys
import time

# The network, the fault, the pass that it stands behind, and where it is planted if not in the first
# place that it finds.
FAULTS = [
    ("resnet18", "graph-drop-relu", "graph-fold-batch-norm", ""),
    ("resnet18", "graph-add-is-sub", "canonicalize", "Add_17"),
    ("lstm_lm_cell", "graph-sigmoid-is-tanh", "canonicalize", ""),
    ("bert_layer", "graph-swap-division", "graph-fold-constants", ""),
    ("mobilenet", "graph-negate-weight", "graph-fold-batch-norm", ""),
    ("dqn", "graph-drop-inside-group", "graph-fuse-ops", ""),
    ("dqn", "te-combine-by-maximum", "convert-graph-to-te", ""),
    ("bert_layer", "te-mirror-read", "te-collapse-axes", ""),
    ("resnet18", "te-product-is-sum", "convert-graph-to-te", ""),
    ("dcgan", "te-maximum-is-minimum", "schedule-default", ""),
    ("dqn", "loops-shorten", "schedule-apply", ""),
    ("mobilenet", "loops-product-is-sum", "schedule-apply", ""),
    ("lstm_lm_cell", "loops-fill-with-ones", "schedule-apply", ""),
    ("dqn", "loops-move-slice", "schedule-apply", ""),
    ("resnet18", "vector-maximum-is-minimum", "dl-vectorize", ""),
    ("bert_layer", "vector-drop-sum", "dl-carry-vectors", ""),
    ("dqn", "buffers-mix-weights", "dl-externalize-constants", ""),
    ("mobilenet", "buffers-share-arena", "dl-plan-memory", ""),
    ("dqn", "buffers-drop-store", "dl-describe-model", ""),
    ("lstm_lm", "llvm-sum-is-difference", "dl-finish-llvm", ""),
]
QUICK = ["graph-drop-inside-group", "te-combine-by-maximum", "loops-shorten"]


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def split_passes(pipeline):
    """The passes of builtin.module(...), each nested alone."""
    text, depth, parts = pipeline.strip()[len("builtin.module("):-1], 0, [""]
    for c in text:
        depth += (c in "({[") - (c in ")}]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def get_name(text):
    """The name of a pass without options and what it is nested in."""
    while re.match(r"[\w.-]+\(", text):
        text = text[text.index("(") + 1:-1]
    return text.split("{")[0]


def insert_fault(passes, fault, behind, where):
    """The pipeline with a fault behind the first pass of a name, and the fault's own text."""
    at = [get_name(text) for text in passes].index(behind)
    planted = f"test-plant-fault{{fault={fault}" + (f" in={where}" if where else "") + "}"
    return "builtin.module(" + ",".join(passes[:at + 1] + [planted] + passes[at + 1:]) + ")", planted


class Search:
    def __init__(self, args):
        self.args = args
        self.pipelines = {}

    def tool(self, name):
        return os.path.join(self.args.bin, name)

    def model(self, network):
        return os.path.join(self.args.models, network + ".onnx")

    def inputs(self, network):
        return "--inputs=" + os.path.join(self.args.models, network + ".inputs.npz")

    def plant(self, network, fault, behind, where):
        """The pipeline with the fault in it."""
        if network not in self.pipelines:
            shown = run([self.tool("dl-bisect"), self.model(network), "--print-passes"])
            assert shown.returncode == 0, shown.stderr
            self.pipelines[network] = split_passes(shown.stdout)
        return insert_fault(self.pipelines[network], fault, behind, where)

    def bisect(self, network, fault, pipeline, planted, folder):
        """What is wrong with the answer, "" for nothing, and its seconds."""
        begin = time.time()
        answer = run([self.tool("dl-bisect"), self.model(network), self.inputs(network),
                      "--load-pass-plugin=" + self.args.plugin, "--pass-pipeline=" + pipeline,
                      "-o", folder])
        seconds = time.time() - begin
        where = re.search(r"planted in (\S+)", answer.stderr)
        if not where:
            return "the fault was not planted: " + answer.stderr[-300:], seconds
        if answer.returncode != 2:
            return f"exit status {answer.returncode}: {answer.stdout[-300:]}{answer.stderr[-300:]}", \
                seconds
        kernel = re.search(r"^kernel: (.*)$", answer.stdout, re.M).group(1)
        found = re.search(r"^pass(?:es)?: (.*)$", answer.stdout, re.M).group(1)
        if found != planted:
            return f"expected the interval {planted}, got {found}", seconds
        # Plans of @main are wrong in no kernel: that which then reads wrong values is named.
        names = {where.group(1).lstrip("@")} | set(where.group(1).split("+"))
        if where.group(1) not in ("main",) and fault not in MAIN_FAULTS and \
                not any(name in kernel for name in names):
            return f"expected {where.group(1)} to be named, got {kernel}", seconds
        return "", seconds

    def replay(self, folder):
        path = os.pathsep.join([os.path.abspath(self.args.bin), os.environ.get("PATH", "")])
        shown = run(["sh", os.path.join(folder, "replay.sh")], env={**os.environ, "PATH": path})
        if shown.returncode != 1 or "largest error" not in shown.stdout:
            return f"the replay ends with {shown.returncode}: {shown.stdout[-300:]}" \
                   f"{shown.stderr[-300:]}"
        return ""

    def reduce(self, network, pipeline, folder):
        answer = run([self.tool("dl-reduce"), self.model(network), self.inputs(network),
                      "--load-pass-plugin=" + self.args.plugin, "--pass-pipeline=" + pipeline,
                      "-o", folder])
        size = re.search(r"^smallest: (\d+) of (\d+) operations", answer.stdout, re.M)
        if answer.returncode != 0 or not size:
            return f"dl-reduce: exit status {answer.returncode}: {answer.stderr[-300:]}", "-"
        small = int(size.group(1))
        return ("" if small < 20 else f"{small} operations are left"), size.group(0)[10:]


# What is planted in @main, which has no kernel of its own.
MAIN_FAULTS = ("buffers-mix-weights", "buffers-share-arena")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bin", "plugin", "models", "work"):
        parser.add_argument(name)
    parser.add_argument("--only", default="", help="names of faults, separated by commas")
    parser.add_argument("--quick", action="store_true", help="three faults of different levels")
    parser.add_argument("--replay", action="store_true", help="run the replays too")
    parser.add_argument("--no-reduce", action="store_true", help="leave dl-reduce out")
    args = parser.parse_args()
    search = Search(args)
    os.makedirs(args.work, exist_ok=True)
    wanted = QUICK if args.quick else [name for name in args.only.split(",") if name]
    found = reduced = count = 0
    longest = 0
    for network, fault, behind, where in FAULTS:
        if wanted and fault not in wanted:
            continue
        count += 1
        folder = os.path.join(args.work, fault)
        pipeline, planted = search.plant(network, fault, behind, where)
        problem, seconds = search.bisect(network, fault, pipeline, planted, folder)
        if not problem and args.replay:
            problem = search.replay(folder)
        found += not problem
        longest = max(longest, seconds)
        size, begin = "", time.time()
        if not args.no_reduce:
            unreduced, size = search.reduce(network, pipeline, folder + "-reduced")
            reduced += not unreduced
            problem = "; ".join(filter(None, [problem, unreduced]))
        print(f"{fault:26} {network:13} bisect {seconds:5.1f} s  reduce {time.time() - begin:5.1f} s "
              f"{size}{'  PROBLEM: ' + problem if problem else ''}", flush=True)
    print(f"{found} of {count} found, in at most {longest:.0f} s"
          + ("" if args.no_reduce else f"; {reduced} of {count} reduced to fewer than 20 operations"))
    return 0 if found == count and (args.no_reduce or reduced == count) else 1


if __name__ == "__main__":
    sys.exit(main())
