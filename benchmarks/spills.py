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
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

from loops import disassemble, hot_loops  # noqa: E402


def compile_for(options, models, name, cpu):
    """An object of a model for a CPU of the target."""
    os.makedirs(os.path.join(options.build, "bench"), exist_ok=True)
    output = os.path.join(options.build, "bench", f"{name}.{cpu}.o")
    subprocess.run([os.path.join(options.build, "bin", "dl-compile"),
                    os.path.join(models, name + ".onnx"), f"--target={options.target}",
                    f"--mcpu={cpu}", "--threads=1", "--to=object", "-o", output],
                   check=True, timeout=600)
    return output


def main():
    import sets

    ap = argparse.ArgumentParser(prog="./dev spills", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", default="resnet18,mobilenet,bert_layer",
                    help="comma list, as in make_models.py (default: resnet18,mobilenet,bert_layer)")
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
    options.batch = 1
    names = options.models.split(",")
    models = sets.ensure_models(options, names)
    print(f"{'model':<18}  {'cpu':<16}  hot loops  that spill  moves  multiply-adds  worst")
    failed = False
    for name in names:
        for cpu in options.cpus.split(","):
            loops = hot_loops(disassemble(compile_for(options, models, name, cpu)))
            spilling = [loop for loop in loops if loop.spills]
            worst = max((loop.spills / loop.multiply_adds for loop in loops), default=0.0)
            print(f"{name:<18}  {cpu:<16}  {len(loops):>9}  {len(spilling):>10}  "
                  f"{sum(l.spills for l in loops):>5}  {sum(l.multiply_adds for l in loops):>13}  "
                  f"{worst:>5.2f}", flush=True)
            if options.verbose:
                for loop in sorted(loops, key=lambda l: -l.multiply_adds):
                    print(f"    {loop.function} at {loop.begin:#x}: {loop.length} instructions, "
                          f"{loop.multiply_adds} multiply-adds, {loop.spills} moves")
            failed |= options.at_most is not None and worst > options.at_most
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
