"""Sums up lit's results: summary.py RESULTS.json LIT_EXIT_STATUS.

Prints what failed and what could not run here, and as its last line
'N passed, N failed'. Exits 1 unless everything passed and something ran.
"""
import collections
import json
import os
import sys

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
NOT_RUN = {"UNSUPPORTED", "EXCLUDED"}


def main(path, lit_status):
    tests = []
    if os.path.exists(path):
        with open(path) as f:
            tests = json.load(f)["tests"]
    by_code = collections.defaultdict(list)
    for test in tests:
        by_code[test["code"]].append(test["name"])
    for code, names in sorted(by_code.items()):
        if code not in PASSED:
            print(f"{code}: {len(names)}")
            for name in names:
                print(f"  {name}")
    passed = sum(len(by_code[code]) for code in PASSED)
    failed = len(tests) - passed - sum(len(by_code[code]) for code in NOT_RUN)
    # lit itself failed (a broken configuration, say) though no test did.
    if lit_status != 0 and failed == 0:
        print(f"lit ended with status {lit_status}")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
