"""Checks what estimate.py wrote: check_estimate.py FILE."""
import json
import sys

with open(sys.argv[1]) as file:
    (row,) = json.load(file)
assert row["kernel"] == "softmax"
times = [entry["ms"] for entry in row["all"]]
assert len(times) == row["schedules"] >= 2 and all(time > 0 for time in times), times
assert all(entry["estimate_ms"] > 0 for entry in row["all"]), row
assert abs(row["fastest_ms"] - min(times)) < 1e-9 and abs(row["slowest_ms"] - max(times)) < 1e-9
assert row["spread"] >= 1 and -1.001 < row["again"] < 1.001
assert row["found"] >= 1 and -1.001 < row["spearman"] < 1.001
