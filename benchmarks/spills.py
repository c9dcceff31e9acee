#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the vectors that the innermost loops of compiled models keep in memory.

Compiles models for CPUs, which need not be this machine's, and reads the code: an
innermost loop is the span of a backward jump with no other in it; hot are those with
multiply-adds on whole vectors. Of each model and CPU it prints how many hot loops there
are, how many of them move vectors from or to the stack, and how many such moves they have
for all their multiply-adds; --verbose lists the loops. Times are not looked at.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]

OBJDUMP = "/usr/lib/llvm-22/bin/llvm-objdump"
FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
JUMP_TARGET = re.compile(r"^0x([0-9a-f]+)|^([0-9a-f]+) <")
STACK = re.compile(r"\(%(rsp|rbp)\b")
VECTOR = re.compile(r"%[xyz]mm\d")

Loop = collections.namedtuple("Loop", "function begin length multiply_adds spills")


def is_multiply_add(mnemonic):
    return mnemonic.startswith(("vfmadd", "vfnmadd", "vdpbf16", "vpdpbusd")) and \
        mnemonic.endswith(("ps", "pd", "ph", "busd"))


def is_frame_pointer(code):
    """True if a function keeps its frame in %rbp, which is a register like others else."""
    return any(mnemonic.startswith("mov") and operands == "%rsp, %rbp"
               for _, mnemonic, operands in code[:24])


def is_spill(operands, has_frame_pointer):
    """A vector is written to or read from the stack, also as an operand."""
    base = STACK.search(operands)
    return bool(base and (base[1] == "rsp" or has_frame_pointer) and VECTOR.search(operands))


def disassemble(library):
    return subprocess.run([OBJDUMP, "-d", "--no-show-raw-insn", library], check=True,
                          stdout=subprocess.PIPE, text=True, timeout=300).stdout


def functions_of(text):
    """Name -> [(address, mnemonic, operands)] of a disassembly."""
    functions, current = {}, None
    for line in text.split("\n"):
        if start := FUNCTION.match(line):
            current = functions.setdefault(start[2], [])
        elif current is not None and (found := INSTRUCTION.match(line)):
            current.append((int(found[1], 16), found[2], found[3]))
    return functions


def innermost_loops(name, code):
    spans = []
    for address, mnemonic, operands in code:
        if mnemonic.startswith("j") and (target := JUMP_TARGET.match(operands)):
            begin = int(target[1] or target[2], 16)
            if code[0][0] <= begin <= address:
                spans.append((begin, address))
    has_frame_pointer = is_frame_pointer(code)
    for begin, end in sorted(set(spans)):
        if any(begin <= other[0] and other[1] <= end for other in spans if other != (begin, end)):
            continue
        body = [entry for entry in code if begin <= entry[0] <= end]
        yield Loop(name, begin, len(body), sum(is_multiply_add(m) for _, m, _ in body),
                   sum(is_spill(o, has_frame_pointer) for _, _, o in body))


def hot_loops(text):
    """The innermost loops of a disassembly with multiply-adds on vectors."""
    return [loop for name, code in functions_of(text).items() if code
            for loop in innermost_loops(name, code) if loop.multiply_adds > 0]


def compile_for(options, models, name, cpu):
    library = os.path.join(options.build, "bench", f"{name}.{cpu}.so")
    subprocess.run([os.path.join(options.build, "bin", "dl-compile"),
                    os.path.join(models, name + ".onnx"), f"--mcpu={cpu}", "--threads=1",
                    "-o", library], check=True, timeout=600)
    return library


def main():
    import bench

    ap = argparse.ArgumentParser(prog="./dev spills", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", default="resnet18,mobilenet,bert_layer",
                    help="comma list, as in make_models.py (default: resnet18,mobilenet,bert_layer)")
    ap.add_argument("--cpus", default="haswell,znver4,skylake-avx512",
                    help="comma list in LLVM's spelling (default: haswell,znver4,skylake-avx512)")
    ap.add_argument("--at-most", type=float, metavar="R",
                    help="fail where a loop has more than R moves for each multiply-add")
    ap.add_argument("--tiny", action="store_true", help="the tests' small versions of the models")
    ap.add_argument("--verbose", action="store_true", help="list the loops")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    options = ap.parse_args()
    options.batch = 1
    names = options.models.split(",")
    models = bench.ensure_models(options, names)
    os.makedirs(os.path.join(options.build, "bench"), exist_ok=True)
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
