"""Checks what bench.py wrote: check_results.py FILE PROCESSES SIDE PEER, or … stacks N."""
import json
import sys

path, count, side, peer = sys.argv[1:]
with open(path) as file:
    results = json.load(file)
assert results["machine"]["cores"] >= 1
for row in results["rows"]:
    runs = row["processes"]
    # Each process had addresses of its own.
    assert [run["number"] for run in runs] == list(range(int(count))), runs
    assert row["max_error"] <= 1e-5, row
    if side == "stacks":
        assert len(runs[0]["stacks"]) == int(peer)
        relative = [stack["relative"] for stack in runs[0]["stacks"]]
        assert row["ratio"] == max(relative) / min(relative) >= 1
        continue
    again = {"again"} if peer == "old" else set()
    assert set(runs[0]["times"]) == {side, peer} | again, runs[0]
    if again:
        assert row["control"] == max(run["control"] for run in runs) >= 1
    medians = [run["times"]["dl"]["median"] for run in runs]
    assert row["dl_ms"] == max(medians) >= row["best_ms"] == min(medians)
    assert row["ratio"] == max(run["ratio"] for run in runs) >= row["lowest"]
    # The bound is the longer of the two times, at the fastest speeds seen.
    compute = row["flops"] / max(run["flops_per_second"] for run in runs)
    memory = row["bytes"] / max(run["bytes_per_second"] for run in runs)
    assert abs(row["bound_ms"] - max(compute, memory) * 1e3) < 1e-9, row
    assert row["bound_by"] == ("flops" if compute >= memory else "bytes")
