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
# comments say; a first line "// with --pass" names a pass to run. Each rule "**(X1)**" must
# be followed by an example that it refuses, its number must be in the verifiers and in an error
# that a test expects, and no message may carry a number that the page lacks, nor lack a number.
# usage: spec_examples.py PAGE.md ROOT TESTS SOURCES_OF_VERIFIERS...
import pathlib
import re
import subprocess
import sys

# What verifiers say; a parser's message has a location first.
MESSAGE = re.compile(r'emit(?:Op)?Error\(\s*"([^"]*)"')


def run(options, blocks):
    result = subprocess.run(
        ["dl-opt", "-", "--split-input-file", "--verify-diagnostics", *options],
        input="\n// -----\n\n".join(blocks), capture_output=True, text=True, timeout=60)
    sys.stderr.write(result.stderr)
    return result.returncode != 0


def read(paths):
    return "".join(path.read_text() for path in sorted(paths))


def main():
    page, root = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
    blocks = re.findall(r"^```mlir\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    runs = {}
    for block in blocks:
        given = re.match(r"// with (.*)\n", block)
        runs.setdefault(given[1] if given else "", []).append(block)
    bad = sum([run(options.split(), group) for options, group in runs.items()]) > 0

    rules = re.findall(r"^\*\*\(([A-Z][0-9]+)\)\*\*", page, re.MULTILINE)
    tests = read(path for path in (root / sys.argv[3]).rglob("*.mlir"))
    tested = set(re.findall(r"expected-error[^\n]*\(([A-Z][0-9]+)\)", tests))
    for rule, text in zip(rules, re.split(r"^\*\*\([A-Z][0-9]+\)\*\*", page, flags=re.MULTILINE)[1:]):
        if f"{{{{({rule})" not in text.split("\n**(")[0]:
            print(f"rule ({rule}) has no example that breaks it", file=sys.stderr)
            bad = True
        if rule not in tested:
            print(f"no test in {sys.argv[3]} expects an error of rule ({rule})", file=sys.stderr)
            bad = True
    sources = read(path for pattern in sys.argv[4:] for path in root.glob(pattern))
    used = set(re.findall(r'"\(([A-Z][0-9]+)\)', sources)) | set(re.findall(r', "([A-Z][0-9]+)"\)', sources))
    for rule in sorted(used ^ set(rules)):
        print(f"rule ({rule}) is only in the {'page' if rule in rules else 'verifier'}", file=sys.stderr)
        bad = True
    for message in MESSAGE.findall(sources):
        if not re.match(r"\(([A-Z][0-9]+\)|$)", message):
            print(f'the message "{message}" carries no rule', file=sys.stderr)
            bad = True
    print(f"{len(blocks)} examples, {len(rules)} rules")
    return int(bad)


sys.exit(main())
