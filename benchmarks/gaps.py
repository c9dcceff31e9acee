#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much faster schedules a search finds than the rules choose, on random models.

Draws models of each family (random_models.py), or takes those of a folder, tunes their kernels
with dl-tune, and lists where the rules lose most. Times are those of finalists, measured in turn
with the rules' schedule in several placements. What a search of few trials does not find is not
seen: a ratio of 1.00 says nothing about what is possible.
"""
import argparse
import glob
import json
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "models"))


def parse(arguments):
    ap = argparse.ArgumentParser(prog="./dev gaps", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", default="build", help=argparse.SUPPRESS)
    ap.add_argument("--seed", type=int, default=1, help="of the models and of the search")
    ap.add_argument("--count", type=int, default=2, help="models a family (default: %(default)s)")
    ap.add_argument("--families", default="", help="some of them, with commas between")
    ap.add_argument("--models", default="", metavar="DIR", help="the models of a folder instead")
    ap.add_argument("--trials", type=int, default=40,
                    help="schedules a kernel, on average (default: %(default)s)")
    ap.add_argument("--search", default="evolution", help="as dl-tune has it")
    ap.add_argument("--least", type=float, default=20, metavar="US",
                    help="kernels that take the rules less are left out (default: %(default)s)")
    ap.add_argument("--most", type=int, default=20, help="rows of the list (default: %(default)s)")
    ap.add_argument("--json", default="", metavar="FILE", help="write all kernels")
    return ap.parse_args(arguments)


def find_models(options):
    if options.models:
        return sorted(glob.glob(os.path.join(options.models, "*.onnx")))
    import random_models

    folder = os.path.join(options.build, "gaps", f"seed{options.seed}-{options.count}")
    random_models.main(["--out", folder, "--seed", str(options.seed), "--count",
                        str(options.count)]
                       + (["--families", options.families] if options.families else []))
    chosen = options.families.split(",") if options.families else []
    return [path for path in sorted(glob.glob(os.path.join(folder, "*.onnx")))
            if not chosen or os.path.basename(path).rsplit("_", 1)[0] in chosen]


def tune(path, options):
    """The kernels of a model; a message where it cannot be tuned."""
    os.makedirs(os.path.join(options.build, "gaps"), exist_ok=True)
    base = os.path.join(options.build, "gaps", os.path.basename(path)[:-len(".onnx")])
    for old in glob.glob(base + ".jsonl*"):
        os.unlink(old)
    command = [os.path.join(options.build, "bin", "dl-tune"), path, f"--db={base}.jsonl",
               f"--trials={options.trials}", f"--seed={options.seed}",
               f"--search={options.search}", f"--json={base}.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    if done.returncode:
        return [], done.stderr.strip()
    model = os.path.basename(path)[:-len(".onnx")]
    return [dict(kernel, model=model, family=model.rsplit("_", 1)[0])
            for kernel in json.load(open(base + ".json")) if kernel["best_seconds"]], ""


def gap(kernel):
    return kernel["rules_seconds"] / kernel["best_seconds"]


def mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


def report(kernels, options):
    kernels = [kernel for kernel in kernels if kernel["rules_seconds"] * 1e6 >= options.least]
    families = {}
    for kernel in kernels:
        families.setdefault(kernel["family"], []).append(kernel)
    print(f"\n{'family':10} kernels   mean  above 5 %")
    for family, own in sorted(families.items()):
        large = [gap(kernel) for kernel in own if gap(kernel) > 1.05]
        print(f"{family:10} {len(own):7} {mean([gap(kernel) for kernel in own]):6.3f}  "
              f"{len(large):4} {f'of {mean(large):.3f}' if large else ''}")
    print(f"\n{'model':12} {'kernel':32} {'rules us':>9} {'best us':>9}  gap")
    for kernel in sorted(kernels, key=gap, reverse=True)[:options.most]:
        print(f"{kernel['model']:12} {kernel['kernel'][:32]:32} "
              f"{kernel['rules_seconds'] * 1e6:9.1f} {kernel['best_seconds'] * 1e6:9.1f} "
              f"{gap(kernel):5.2f}")


def main(arguments=None):
    options = parse(arguments)
    kernels, failed = [], 0
    paths = find_models(options)
    if not paths:
        print(f"gaps: error: expected .onnx files in '{options.models}'", file=sys.stderr)
        return 1
    for path in paths:
        own, problem = tune(path, options)
        kernels += own
        failed += bool(problem)
        if problem:
            print(f"{os.path.basename(path)}: {problem}")
            continue
        print(f"{os.path.basename(path)}: "
              f"{sum(k['rules_seconds'] * k['uses'] for k in own) * 1e6:.1f} us by the rules, "
              f"{sum(k['best_seconds'] * k['uses'] for k in own) * 1e6:.1f} us tuned", flush=True)
    if kernels:
        report(kernels, options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(kernels, file, indent=1)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
