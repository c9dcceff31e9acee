"""Adds up what `dl-tune explain` prints for one task: check_sums.py FILE"""
import re
import sys

lines = open(sys.argv[1]).read().splitlines()
scores = re.search(r"best schedule (\S+) %, the other (\S+) %", "\n".join(lines))
table = lines[next(i for i, line in enumerate(lines) if line.endswith("difference")) + 1:]
groups, features, problems = [], 0, []
for line in table:
    words = line.split()
    if line.startswith("  "):
        features += 1
        best, other, difference = map(float, words[-3:])
        if abs(best - other - difference) > 0.16:
            problems.append(line)
    else:
        groups.append(float(words[-1]))
*groups, whole = groups
# Each is rounded to a tenth.
if abs(sum(groups) - whole) > 0.06 * (len(groups) + 1):
    problems.append(f"groups of {sum(groups)} for {whole}")
if abs(float(scores[1]) - float(scores[2]) - whole) > 0.16:
    problems.append(f"scores {scores[1]} and {scores[2]} for {whole}")
print(f"{len(groups)} groups, {features} features, {len(problems)} problems", *problems)
