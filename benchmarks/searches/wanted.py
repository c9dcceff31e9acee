# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ./dev live holds its searches against."""

# Of the default's speed, and of the smaller of oneDNN's and what the multiply-adds allow.
OF_DEFAULT, OF_PEER = 0.95, 0.92
# Isolated trials in a second on two cores, of kernels whose best takes no longer than this.
TRIALS_PER_SECOND, QUICK_SECONDS = 25, 1e-3
# Of a search's time, what it does not measure in; the longest training of its model in seconds.
SEARCH_SHARE, TRAINING_SECONDS = 0.15, 2
# Of the gap to what a long search finds, where it is larger than LEAST_GAP.
CLOSED, LEAST_GAP = 0.5, 1.05
# Of the default's speed, where the search knows the default.
NOT_BELOW = 0.99
# How far a winner's gain in fresh processes may be from what the tuner measured.
REPRODUCED = 0.05
# Of the best speed, and after which share of the trials that a search from scratch takes.
TRANSFER_SPEED, TRANSFER_TRIALS, TRANSFER_KERNELS = 0.95, 0.5, 4 / 6
NETWORK_MINUTES = 15


def missed_by_search(name, summary, best_seconds):
    """What is said of a search that is slower than wanted."""
    rate, share, training = (summary[key] for key in
                             ("trials_per_second", "search_share", "longest_training"))
    if best_seconds <= QUICK_SECONDS and rate < TRIALS_PER_SECOND:
        yield f"{name}: {rate:.1f} trials in a second, wanted {TRIALS_PER_SECOND}"
    if share > SEARCH_SHARE:
        yield f"{name}: the search itself takes {share:.0%} of its time, wanted {SEARCH_SHARE:.0%}"
    if training > TRAINING_SECONDS:
        yield f"{name}: training takes {training:.2f} s, wanted {TRAINING_SECONDS} s"
