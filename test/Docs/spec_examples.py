#!/usr/bin/env python3
# ===-- spec_examples.py - the examples of a specification ------------------===//
#
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Gives every mlir block of a page to dl-opt, which must take it, or refuse it as its
# comments say. Each rule "**(X1)**" must be followed by an example that it refuses, and its
# number must be in the verifiers, and no message may carry a number that the page lacks.
# usage: spec_examples.py PAGE.md ROOT SOURCES_OF_VERIFIERS
import pathlib
import re
import subprocess
import sys


def main():
    page, root = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
    verifiers = sorted(root.glob(sys.argv[3]))
    blocks = re.findall(r"^```mlir\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    result = subprocess.run(
        ["dl-opt", "-", "--split-input-file", "--verify-diagnostics"],
        input="\n// -----\n\n".join(blocks), capture_output=True, text=True, timeout=60)
    sys.stderr.write(result.stderr)
    rules = re.findall(r"^\*\*\(([A-Z][0-9]+)\)\*\*", page, re.MULTILINE)
    bad = result.returncode != 0
    for rule, text in zip(rules, re.split(r"^\*\*\([A-Z][0-9]+\)\*\*", page, flags=re.MULTILINE)[1:]):
        if f"{{{{({rule})" not in text.split("\n**(")[0]:
            print(f"rule ({rule}) has no example that breaks it", file=sys.stderr)
            bad = True
    sources = "".join(path.read_text() for path in verifiers)
    used = set(re.findall(r'"\(([A-Z][0-9]+)\)', sources)) | set(re.findall(r', "([A-Z][0-9]+)"\)', sources))
    for rule in sorted(used ^ set(rules)):
        print(f"rule ({rule}) is only in the {'page' if rule in rules else 'verifier'}", file=sys.stderr)
        bad = True
    print(f"{len(blocks)} examples, {len(rules)} rules")
    return int(bad)


sys.exit(main())
