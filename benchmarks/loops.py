# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hot loops in the machine code of compiled models, for x86-64 and AArch64.

An innermost loop is the span of a backward jump with no other in it; hot are those with
multiply-adds on whole vectors.
"""
import collections
import re
import subprocess

OBJDUMP = "/usr/lib/llvm-22/bin/llvm-objdump"
FORMAT = re.compile(r"file format (\S+)")
FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
JUMP_TARGET = re.compile(r"(?:\b|0x)([0-9a-f]+) <")

# `code` is [(address, mnemonic, operands)]; spills are vectors moved from or to the stack.
Loop = collections.namedtuple("Loop", "function begin length multiply_adds spills code")


class X86:
    triple = "x86_64-linux-gnu"
    comment = "#"
    jumps = re.compile(r"j")
    calls = re.compile(r"call")
    vector = re.compile(r"%[xyz]mm\d")
    # The frame's pointer is a register like others where a function does not set it so.
    stack, frame = re.compile(r"\(%rsp\b"), re.compile(r"\(%rbp\b")
    is_frame_set = re.compile(r"mov\w* %rsp, %rbp$")

    @staticmethod
    def is_multiply_add(mnemonic, operands):
        return mnemonic.startswith(("vfmadd", "vfnmadd", "vdpbf16", "vpdpbusd")) and \
            mnemonic.endswith(("ps", "pd", "ph", "busd"))


class AArch64:
    triple = "aarch64-linux-gnu"
    comment = "//"
    jumps = re.compile(r"b$|b\.|cbn?z|tbn?z")
    calls = re.compile(r"blr?$")
    vector = re.compile(r"\b[qvz]\d")
    stack, frame = re.compile(r"\[sp\b"), re.compile(r"\[x29\b")
    is_frame_set = re.compile(r"(mov x29, sp|add x29, sp, .*)$")

    @staticmethod
    def is_multiply_add(mnemonic, operands):
        return mnemonic.startswith(("fmla", "fmls", "sdot", "udot", "usdot", "bfdot", "bfmla",
                                    "smmla", "ummla", "bfmmla")) and \
            operands.startswith(("v", "z"))


def instruction_set_of(text):
    """That of a disassembly, by its first lines."""
    found = FORMAT.search(text)
    return AArch64 if found and "aarch64" in found[1] else X86


def disassemble(binary):
    return subprocess.run([OBJDUMP, "-d", "--no-show-raw-insn", binary], check=True,
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


def innermost_loops(name, code, machine):
    spans = []
    for address, mnemonic, operands in code:
        if machine.jumps.match(mnemonic) and (target := JUMP_TARGET.search(operands)):
            begin = int(target[1], 16)
            if code[0][0] <= begin <= address:
                spans.append((begin, address))
    has_frame = any(machine.is_frame_set.match(f"{mnemonic} {operands}")
                    for _, mnemonic, operands in code[:24])

    def is_spill(operands):
        is_stack = machine.stack.search(operands) or (has_frame and machine.frame.search(operands))
        return bool(is_stack and machine.vector.search(operands))

    for begin, end in sorted(set(spans)):
        if any(begin <= other[0] and other[1] <= end for other in spans if other != (begin, end)):
            continue
        body = [entry for entry in code if begin <= entry[0] <= end]
        yield Loop(name, begin, len(body), sum(machine.is_multiply_add(m, o) for _, m, o in body),
                   sum(is_spill(o) for _, _, o in body), body)


def hot_loops(text):
    """The innermost loops of a disassembly with multiply-adds on vectors."""
    machine = instruction_set_of(text)
    return [loop for name, code in functions_of(text).items() if code
            for loop in innermost_loops(name, code, machine) if loop.multiply_adds > 0]
