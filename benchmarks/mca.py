#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tells how many cycles the hot loops of compiled models take on CPUs that need not be here.

Compiles models for CPUs, reads the code (loops.py says which loops are hot) and asks
llvm-mca, LLVM's simulation of a CPU's pipeline, about each loop. Of each model and CPU it
prints the number of hot loops, the cycles of one iteration of each together, the cycles that
the instructions take where none waits for another (bound), the multiply-adds on vectors, and
how many of these a cycle has, on the whole and in the loop with the fewest; --verbose lists the loops.

Every access to memory is taken for a hit of the first cache: this judges register tiles and
instructions, not cache tiles. The numbers are the same on every machine.
"""
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

from loops import JUMP_TARGET, disassemble, hot_loops, instruction_set_of  # noqa: E402
from spills import compile_for  # noqa: E402

MCA = "/usr/lib/llvm-22/bin/llvm-mca"


def write_region(loop, number, machine):
    """A loop as assembly text that llvm-mca takes for one region."""
    yield f"{machine.comment} LLVM-MCA-BEGIN {number}"
    for _, mnemonic, operands in loop.code:
        # What objdump adds, and addresses, which are labels here.
        operands = operands.split(machine.comment)[0].strip()
        if machine.jumps.match(mnemonic):
            operands = JUMP_TARGET.sub("target <", operands).split(" <")[0]
        yield f"{mnemonic} {operands}"
    yield f"{machine.comment} LLVM-MCA-END {number}"


def simulate(loops, machine, cpu, iterations):
    """Of each loop the cycles of an iteration, and of its instructions alone."""
    lines = [line for number, loop in enumerate(loops)
             for line in write_region(loop, number, machine)]
    result = subprocess.run(
        [MCA, f"-mtriple={machine.triple}", f"-mcpu={cpu}", f"-iterations={iterations}",
         "-instruction-info=0", "-resource-pressure=0", "-json"],
        input="\n".join(lines) + "\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        timeout=600)
    if result.returncode:
        sys.exit(f"llvm-mca: {result.stderr.strip()}")
    views = [region["SummaryView"] for region in json.loads(result.stdout)["CodeRegions"]]
    return [(view["TotalCycles"] / iterations, view["BlockRThroughput"]) for view in views]


def main():
    import sets

    ap = argparse.ArgumentParser(prog="./dev mca", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", default="resnet18,mobilenet,bert_layer",
                    help="comma list, as in make_models.py (default: resnet18,mobilenet,bert_layer)")
    ap.add_argument("--target", default="aarch64-linux-gnu", metavar="TRIPLE",
                    help="what the CPUs are of (default: aarch64-linux-gnu)")
    ap.add_argument("--mcpu", default="cortex-a53,cortex-a76", metavar="CPUS",
                    help="comma list in LLVM's spelling (default: cortex-a53,cortex-a76)")
    ap.add_argument("--iterations", type=int, default=100, help="of each loop (default: 100)")
    ap.add_argument("--tiny", action="store_true", help="the tests' small versions of the models")
    ap.add_argument("--verbose", action="store_true", help="list the loops")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    options = ap.parse_args()
    options.batch = 1
    names = options.models.split(",")
    models = sets.ensure_models(options, names)
    print(f"{'model':<18}  {'cpu':<16}  hot loops  cycles   bound  multiply-adds  a cycle  fewest")
    for name in names:
        for cpu in options.mcpu.split(","):
            text = disassemble(compile_for(
                options, os.path.join(models, name + ".onnx"), cpu))
            machine = instruction_set_of(text)
            # What a called function takes is not known.
            loops = [loop for loop in hot_loops(text)
                     if not any(machine.calls.match(mnemonic) for _, mnemonic, _ in loop.code)]
            times = simulate(loops, machine, cpu, options.iterations) if loops else []
            cycles = sum(time for time, _ in times)
            total = sum(loop.multiply_adds for loop in loops)
            rates = [loop.multiply_adds / time for loop, (time, _) in zip(loops, times)]
            print(f"{name:<18}  {cpu:<16}  {len(loops):>9}  {cycles:>6.0f}  "
                  f"{sum(bound for _, bound in times):>6.0f}  {total:>13}  "
                  f"{total / max(cycles, 1):>7.2f}  {min(rates, default=0):>6.2f}", flush=True)
            if options.verbose:
                for loop, (time, bound) in sorted(zip(loops, times), key=lambda e: -e[1][0]):
                    print(f"    {loop.function} at {loop.begin:#x}: {time:.1f} cycles, bound "
                          f"{bound:.1f}, {loop.length} instructions, {loop.multiply_adds} "
                          f"multiply-adds, {loop.spills} moves to or from the stack")
    return 0


if __name__ == "__main__":
    sys.exit(main())
