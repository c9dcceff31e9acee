#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the vectors that the innermost loops of compiled models keep in memory.

Compiles models for CPUs, which need not be this machine's, and reads the code (loops.py says
which loops are hot). Of each model and CPU it prints how many hot loops there
are, how many of them move vectors from or to the stack, and how many such moves they have
for all their multiply-adds; --verbose lists the loops. Times are not looked at.
"""
import argparse
import glob
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

from loops import disassemble, hot_loops  # noqa: E402


def compile_for(options, path, cpu):
    """An object of a model for a CPU of the target."""
    name = os.path.basename(path)[:-len(".onnx")]
    os.makedirs(os.path.join(options.build, "bench"), exist_ok=True)
    output = os.path.join(options.build, "bench", f"{name}.{cpu}.o")
    subprocess.run([os.path.join(options.build, "bin", "dl-compile"),
                    path, f"--target={options.target}",
                    f"--mcpu={cpu}", "--threads=1", "--to=object", "-o", output],
                   check=True, timeout=600)
    return output


def get_share(loop):
    return loop.spills / loop.multiply_adds


def print_line(name, cpu, loops):
    print(f"{name:<18}  {cpu:<16}  {len(loops):>9}  {sum(loop.spills > 0 for loop in loops):>10}  "
          f"{sum(loop.spills for loop in loops):>5}  "
          f"{sum(loop.multiply_adds for loop in loops):>13}  "
          f"{max(map(get_share, loops), default=0.0):>5.2f}", flush=True)


def main():
    import sets

    ap = argparse.ArgumentParser(prog="./dev spills", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", default="resnet18,mobilenet,bert_layer",
                    help="comma list, as in make_models.py (default: resnet18,mobilenet,bert_layer)")
    ap.add_argument("--folder", metavar="DIR",
                    help="all models of a folder instead; those that spill are printed, and the sums")
    ap.add_argument("--least", type=int, default=0, metavar="N",
                    help="loops of fewer multiply-adds do not count (default: 0)")
    ap.add_argument("--cpus", default="haswell,znver4,skylake-avx512",
                    help="comma list in LLVM's spelling (default: haswell,znver4,skylake-avx512)")
    ap.add_argument("--target", default="", metavar="TRIPLE",
                    help="what the CPUs are of, as aarch64-linux-gnu (default: as this machine)")
    ap.add_argument("--at-most", type=float, metavar="R",
                    help="fail where a loop has more than R moves for each multiply-add")
    ap.add_argument("--tiny", action="store_true", help="the tests' small versions of the models")
    ap.add_argument("--verbose", action="store_true", help="list the loops")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    options = ap.parse_args()
    if options.folder:
        paths = sorted(glob.glob(os.path.join(options.folder, "*.onnx")))
        if not paths:
            ap.error(f"expected a folder of models, got {options.folder}")
    else:
        options.batch, names = 1, options.models.split(",")
        models = sets.ensure_models(options, names)
        paths = [os.path.join(models, name + ".onnx") for name in names]
    print(f"{'model':<18}  {'cpu':<16}  hot loops  that spill  moves  multiply-adds  worst")
    sums = {cpu: [] for cpu in options.cpus.split(",")}
    for path in paths:
        for cpu, every in sums.items():
            loops = [loop for loop in hot_loops(disassemble(compile_for(options, path, cpu)))
                     if loop.multiply_adds >= options.least]
            every += loops
            if options.folder and not any(loop.spills for loop in loops):
                continue
            print_line(os.path.basename(path)[:-len(".onnx")], cpu, loops)
            if options.verbose:
                for loop in sorted(loops, key=lambda l: -l.multiply_adds):
                    print(f"    {loop.function} at {loop.begin:#x}: {loop.length} instructions, "
                          f"{loop.multiply_adds} multiply-adds, {loop.spills} moves")
    if options.folder:
        for cpu, loops in sums.items():
            print_line(f"{len(paths)} models", cpu, loops)
    failed = options.at_most is not None and any(
        get_share(loop) > options.at_most for loops in sums.values() for loop in loops)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
