"""Rows beside what is wanted of them: check_goals.py BENCHMARKS PICTURE. Writes a picture of both
families."""
import sys

sys.path.insert(0, sys.argv[1])
import goals
import picture


def row(model, group, ratio, peer_ms=1.0, threads=1, middle=None):
    return dict(model=model, group=group, ratio=ratio, peer_ms=peer_ms, threads=threads,
                middle=middle or ratio)


rows = [row("conv_0", "conv", 0.5), row("conv_1", "conv", 2.0), row("conv_2", "conv", 0.5, 0.01),
        row("conv_3", "conv", 0.5, 0.02), row("none_0", "none", 9.0)]
found = {title: (round(mean, 6), worst, model, count)
         for title, mean, worst, model, _, count in goals.summaries(rows)}
assert found == {"conv": (1.0, 2.0, "conv_1", 2), "none": (9.0, 9.0, "none_0", 1),
                 "conv < 50 us": (0.5, 0.5, "conv_2", 2)}, found
assert list(goals.missed_by_families(rows)) == [
    "conv has a mean of 1.000, expected at most 0.97",
    "conv_1 has ratio 2.000, expected at most 1.6 of conv"]

networks = [row("resnet18", "", 1.05), row("mobilenet", "", 1.0), row("dqn", "", 0.9, threads=2),
            row("lstm_lm_seq", "", 1.5, middle=0.9), row("lstm_lm", "", 1.5, middle=1.2),
            row("mine", "", 3.0)]
assert list(goals.missed_by_rows(networks, goals.NETWORKS)) == [
    "resnet18 at 1 threads has ratio 1.050, expected at most 1.04",
    "lstm_lm at 1 threads has ratio 1.200, expected at most 1.1"]
assert not list(goals.missed_by_rows(networks, {}))

picture.draw("Families", "of a test", [("conv", 1.0, 2.0, 0.97), ("conv < 50 us", 0.5, 2.0, None)],
             sys.argv[2])
