"""Checks the tables of docs/Primitives.md.

usage: primitives.py DOCS/Primitives.md OUTPUT_FOR_DL_OPT

Writes a module for each primitive that is said to be implemented: the operation without
operands, which dl-opt refuses, but not as unknown.
"""
import re
import sys

SIZES = {"TE": 26, "TIR": 42}
STATES = {"implemented", "covered", "refused"}

tables, current = {}, None
for line in open(sys.argv[1]):
    if line.startswith("## "):
        current = tables.setdefault(line[3:].strip(), [])
    elif current is not None and line.startswith("| ") and not line.startswith("| primitive "):
        current.append([cell.strip() for cell in line.strip().strip("|").split("|", 2)])

for name, size in SIZES.items():
    rows = tables[name]
    names = [row[0] for row in rows]
    assert len(rows) == size, f"{name}: {len(rows)} primitives, expected {size}"
    assert len(set(names)) == size, f"{name}: a primitive stands twice"
operations = set()
for name, rows in tables.items():
    for primitive, state, how in rows:
        assert state in STATES, f"{name}: {primitive} is '{state}', expected one of {sorted(STATES)}"
        assert state == "implemented" or how, f"{name}: {primitive} is {state} without a reason or an example"
        if state == "implemented":
            operations.add(primitive)
        operations |= set(re.findall(r"schedule\.(\w+)", how))
with open(sys.argv[2], "w") as out:
    out.write("// -----\n".join(f"\"schedule.{op}\"() : () -> ()\n" for op in sorted(operations)))
print(f"{sum(map(len, tables.values()))} primitives, {len(operations)} operations")
