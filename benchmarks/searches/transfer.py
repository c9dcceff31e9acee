# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much sooner a search ends that has the records of another machine. Both are simulated by
llvm-mca, so the same comes out everywhere."""
import os
import shutil

import kernel_times
import tuner
import wanted

# Kernel -> (model of make_models.py, the kernel's name in it).
KERNELS = {"C6": ("conv_C6", "conv"), "C8": ("conv_C8", "conv"), "D7": ("dw_D7", "conv"),
           "gemm512": ("gemmw_512x512x512", "matmul"), "softmax": ("softmax_128x3072", "softmax"),
           "gelu": ("gelu_128x3072", "")}
OTHER = ("--target=x86_64-pc-linux-gnu", "--mcpu=x86-64-v3")
OWN = ("--target=aarch64-linux-gnu", "--mcpu=cortex-a53")


def trials_until(history, seconds):
    """How many trials it takes to be so fast, None where it is not reached."""
    return next((number for number, best in enumerate(history, 1)
                 if best is not None and best <= seconds), None)


def search(options, name, path, pattern, machine, trials, seed, keep=False):
    """The heaviest kernel's history."""
    flags = [*machine, "--runner=llvm-mca", "--hide-default", f"--trials={trials}",
             f"--seed={seed}"] + [f"--kernels={pattern}"] * bool(pattern)
    done = tuner.tune(options, path, name, *flags, keep=keep)
    return max(done.kernels, key=lambda kernel: kernel["rules_seconds"])


def measure(options, name):
    model, pattern = KERNELS[name]
    path = os.path.join(options.ensure_models([model]), model + ".onnx")
    seeds = range(options.seed, options.seed + options.seeds)
    stem = f"transfer-{name}"
    search(options, f"{stem}-other", path, pattern, OTHER, options.trials, options.seed)
    alone, taught = [], []
    for seed in seeds:
        alone.append(search(options, f"{stem}-alone{seed}", path, pattern, OWN, options.trials,
                            seed))
        shutil.copy(tuner.path_of(options, f"{stem}-other.jsonl"),
                    tuner.path_of(options, f"{stem}-taught{seed}.jsonl"))
        taught.append(search(options, f"{stem}-taught{seed}", path, pattern, OWN, options.trials,
                             seed, keep=True))
    best = min(kernel["history"][-1] for kernel in alone + taught)
    enough = best / wanted.TRANSFER_SPEED
    count = lambda searches: kernel_times.middle(
        trials_until(kernel["history"], enough) or options.trials + 1 for kernel in searches)
    return dict(kernel=name, best_seconds=best, alone=count(alone), taught=count(taught),
                default_seconds=alone[0]["rules_seconds"], last=options.trials,
                first_alone=best / alone[0]["history"][0],
                first_taught=best / taught[0]["history"][0])


def show(count, last):
    return f"> {last}" if count > last else str(count)


def line(row):
    return (f"{row['kernel']:<9} {row['best_seconds'] * 1e6:>9.1f}  "
            f"{row['best_seconds'] / row['default_seconds']:>10.3f}  "
            f"{show(row['alone'], row['last']):>6}  {show(row['taught'], row['last']):>6}  "
            f"{row['taught'] / row['alone']:>5.2f}  {row['first_alone']:>18.2f}  "
            f"{row['first_taught']:>6.2f}")


def is_sooner(row):
    return (row["taught"] <= row["last"] and
            row["taught"] <= max(1, wanted.TRANSFER_TRIALS * row["alone"]))


def run(options):
    print(f"trials of an Arm Cortex-A53 until {wanted.TRANSFER_SPEED} of the best speed of all, "
          "alone and after those of x86-64-v3")
    print("kernel      best us  of default   alone  taught  ratio  first trial: alone  taught")
    rows = tuner.measure_all(options, KERNELS, measure, line)
    sooner = sum(map(is_sooner, rows))
    print(f"{sooner} of {len(rows)} kernels in at most half of the trials")
    missed = []
    if rows and sooner < wanted.TRANSFER_KERNELS * len(rows):
        missed.append(f"{sooner} of {len(rows)} kernels take at most half of the trials, wanted 4 "
                      "of 6")
    return rows, missed
