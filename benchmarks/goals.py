# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ./dev bench holds its rows against: at most so much of the better peer's time.

Ratios are of one machine's peers in turn with ours in the same run, so that they hold on other
machines as far as the peers do as well there.
"""
import math

# Of the full networks for batch 1, on one core; on more, MORE_CORES.
NETWORKS = {"resnet18": 1.04, "mobilenet": 1.0, "dcgan": 0.95, "dqn": 0.85, "bert_layer": 0.95,
            "lstm_lm": 1.1, "lstm_lm_cell": 1.1, "lstm_lm_seq": 0.92}
MORE_CORES = 1.04
# Geometric mean and worst ratio of a family, of models that the better peer needs LEAST_MS for.
LEAST_MS = 0.05
FAMILIES = {"conv": (0.97, 1.6), "deconv": (0.90, 1.6), "pool": (0.90, 1.4), "moves": (0.85, 1.5),
            "block": (0.90, 1.3), "gemm": (0.97, 1.3), "rows": (0.60, 1.3), "chain": (0.58, 1.0),
            "single convolutions": (1.0, 1.3)}
# The same of smaller models, where what a call costs counts.
SMALL = {"conv": (0.82, 1.2), "deconv": (1.46, 1.2), "pool": (0.79, 1.2), "moves": (0.40, 1.2),
         "block": (0.77, 1.2), "gemm": (0.44, 1.2), "rows": (0.36, 1.2), "chain": (0.32, 1.2)}
INT8 = {"resnet18_0": 1.05, "bert-layer_0": 1.05}
BF16 = {"resnet18": 1.08, "mobilenet": 1.08, "bert_layer": 1.08}
BF16_ERRORS = {"resnet18": 0.01, "mobilenet": 0.01, "bert_layer": 0.02}


def summaries(rows):
    """(title, geometric mean, worst ratio, its model, goal of both or None, number of models) of
    each family, of longer models first."""
    result = []
    for small in (False, True):
        for group in dict.fromkeys(row["group"] for row in rows):
            ratios = {row["model"]: row["ratio"] for row in rows
                      if row["group"] == group and (row["peer_ms"] < LEAST_MS) == small}
            if ratios:
                worst = max(ratios, key=ratios.get)
                title = f"{group} < {LEAST_MS * 1e3:.0f} us" if small else group
                result.append((title, math.exp(sum(map(math.log, ratios.values())) / len(ratios)),
                               ratios[worst], worst, (SMALL if small else FAMILIES).get(group),
                               len(ratios)))
    return result


def missed_by_families(rows):
    """What is said of families that are above their goals."""
    for title, mean, worst, model, goal, _ in summaries(rows):
        if goal and mean > goal[0]:
            yield f"{title} has a mean of {mean:.3f}, expected at most {goal[0]}"
        if goal and worst > goal[1]:
            yield f"{model} has ratio {worst:.3f}, expected at most {goal[1]} of {title}"


def missed_by_rows(rows, goals):
    """What is said of rows above `goals`, a number by model; the LSTM rows count by the process
    in the middle, since their times are those of weights that lie apart."""
    for row in rows:
        goal = goals.get(row["model"])
        ratio = row["middle"] if row["model"].startswith("lstm") else row["ratio"]
        if goal and row["threads"] > 1 and goals is NETWORKS:
            goal = MORE_CORES
        if goal and ratio > goal:
            yield (f"{row['model']} at {row['threads']} threads has ratio {ratio:.3f}, "
                   f"expected at most {goal}")
