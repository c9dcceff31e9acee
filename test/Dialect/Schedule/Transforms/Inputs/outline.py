#!/usr/bin/env python3
"""Reduces a module to what a schedule decides, one short line each.

usage: dl-opt … | outline.py decisions|loops

decisions: the steps of each named sequence. loops: the loops of each kernel with
their trip counts and the tiles inside of them with their sizes, both indented as nested.
To accept new ones, write the output over the expected file and read the difference.
"""
import re
import sys


def decisions(text):
    for line in text:
        if name := re.search(r"transform\.named_sequence (@\w+)", line):
            yield name[1]
        elif "schedule." in line and "= schedule.stage" not in line and not re.match(r"\s*(func|module)", line):
            step = re.sub(r" : !.*", "", line.strip()).replace("schedule.", "")
            yield "  " + re.sub(r" reads (operand \d+) by .*", r" reads \1", step)


def sizes(type_text):
    return re.findall(r"tensor<((?:[\d?]+x)*)\w+>", type_text)


def loops(text):
    # Where loops leave iterations out, the least of these is the end.
    maps, ends = {}, {}
    for line in text:
        if alias := re.match(r"(#map\d*) = affine_map<.* -> \((.*)\)>", line):
            maps[alias[1]] = alias[2].split(", ")
        elif end := re.search(r"(%\w+) = affine\.min (#map\d*)\(", line):
            ends[end[1]] = next(result for result in maps[end[2]] if result.isdigit())
        indent = " " * (len(line) - len(line.lstrip()) - 2)
        if kernel := re.search(r"func\.func private (@\w+)", line):
            yield kernel[1]
        elif forall := re.search(r"scf\.forall \(.*?\) in \((.*?)\)", line):
            yield f"{indent}forall {forall[1]}"
        elif loop := re.search(r"scf\.for %\w+ = \S+ to (%(?:c(\d+)|arg)?\w*)", line):
            some = f"some of {ends[loop[1]]}" if loop[1] in ends else "?"
            yield f"{indent}for {loop[2] or some}"
        elif "scf.if" in line or "else {" in line:
            yield indent + ("if" if "scf.if" in line else "else")
        elif op := re.search(r"linalg\.(fill|generic)", line):
            stage = re.search(r'schedule\.stage = "([^"]*)"', line)
            tile = " ".join(s.rstrip("x") or "1" for s in sizes(line.split(" ins(")[-1].split("->")[0]))
            yield f"{indent}{op[1]} {tile}" + (f" of {stage[1]}" if stage else "")
        elif "tensor.insert " in line:
            yield f"{indent}element"


for out in {"decisions": decisions, "loops": loops}[sys.argv[1]](sys.stdin):
    print(out)
