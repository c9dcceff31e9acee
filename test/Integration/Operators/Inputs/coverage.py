# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the cases that compare each form of an operator with an oracle.

usage: coverage.py TABLE

A form is an operator at a since-version. TABLE is what dl-translate --list-supported-ops
prints. Prints a line for each form with less than five cases.
"""
import collections
import glob
import importlib
import os
import sys
import warnings

from cases import Cases, plan

ENOUGH = 5
# Forms of which there are no valid models: the operator is deprecated.
REFUSED = {("Upsample", 10), ("TreeEnsembleRegressor", 5), ("TreeEnsembleClassifier", 5)}


def count_cases():
    counts = collections.Counter()
    for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), "*.py"))):
        module = importlib.import_module(os.path.splitext(os.path.basename(path))[0])
        if not isinstance(getattr(module, "cases", None), Cases):
            continue
        for opset, planned in plan(module.cases, ENOUGH).items():
            version = opset if isinstance(opset, int) else opset[1]
            counts.update((entry.case.op, version) for entry in planned)
    return counts


def main():
    warnings.simplefilter("ignore")
    counts = count_cases()
    with open(sys.argv[1]) as file:
        forms = sorted((name, int(version)) for line in file for _, name, *versions in [line.split()]
                       for version in versions)
    few = [form for form in forms if counts[form] < ENOUGH and form not in REFUSED]
    for form in few:
        print(f"too few cases: {form[0]} {form[1]} has {counts[form]}")
    print(len(forms) - len(few) - len(REFUSED), "of", len(forms) - len(REFUSED), "forms of", len({op for op, _ in forms}),
          f"operators are compared in at least {ENOUGH} cases")


if __name__ == "__main__":
    main()
