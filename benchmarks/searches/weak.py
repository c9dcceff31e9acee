# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much of what a long search finds over the default's schedule a short one finds."""
import glob
import math
import os

import kernel_library
import kernel_times
import tuner
import wanted

SIDES = ("short", "long")
# Of a model's time, what a kernel takes that counts.
HEAVY = 0.1


def random_models(options):
    """Paths of models that are drawn, those of all families in turn."""
    if not options.random:
        return []
    import random_models as generator
    from random_families import FAMILIES

    count = -(-options.random // len(FAMILIES))
    folder = tuner.path_of(options, f"random-seed{options.model_seed}-{count}")
    if not os.path.exists(os.path.join(folder, "manifest.json")):
        generator.main(["--out", folder, "--seed", str(options.model_seed), "--count", str(count)])
    paths = sorted(glob.glob(os.path.join(folder, "*.onnx")),
                   key=lambda path: (path.rsplit("_", 1)[1], path))
    return paths[:options.random]


def cases(options):
    """(name, path, the shortest time of kernels that count) of all models."""
    import weak_models

    names = options.choose(weak_models.all_models(), ["random"])
    out = os.path.join(options.build, "models", "weak-tiny" if options.tiny else "weak")
    own = [name for name in names if name != "random"]
    listed = zip(own, weak_models.write(out, own, options.tiny))
    drawn = random_models(options) if not options.only or "random" in names else []
    return ([(name, path, 0) for name, path in listed] +
            [(os.path.basename(path)[:-len(".onnx")], path, options.least * 1e-6)
             for path in drawn])


def find_heavy(options, name, path, least):
    """A pattern of the kernels that matter: the default takes so long, and much of the model."""
    kernels = tuner.tune(options, path, f"weak-{name}-first", "--trials=1",
                         "--finalists=1").kernels
    whole = sum(kernel["rules_seconds"] * kernel["uses"] for kernel in kernels)
    names = [kernel["kernel"] for kernel in kernels if kernel["rules_seconds"] >= least and
             kernel["rules_seconds"] * kernel["uses"] >= HEAVY * whole]
    return f"^({'|'.join(names)})$" if names else None


def measure(options, name, path, least):
    """Rows of a model's kernels, those of several named by model and kernel."""
    pattern = find_heavy(options, name, path, least)
    if not pattern:
        return []
    runs = {}
    for side, trials, seed in (("short", options.trials, options.seed),
                               ("long", options.long_trials, options.seed + 1)):
        runs[side] = tuner.tune(options, path, f"weak-{name}-{side}", f"--trials={trials}",
                                f"--seed={seed}", f"--kernels={pattern}")
    kernels, _ = tuner.read(runs["short"].database)
    longs = {kernel["task"]: kernel for kernel in runs["long"].kernels}
    rows = []
    for short in runs["short"].kernels:
        several = len(runs["short"].kernels) > 1
        row = dict(kernel=f"{name} {short['kernel']}" if several else name,
                   seconds=short["rules_seconds"],
                   tuner_gain=short["rules_seconds"] / short["best_seconds"],
                   long_tuner_gain=(longs[short["task"]]["rules_seconds"] /
                                    longs[short["task"]]["best_seconds"]))
        try:
            time_row(options, row, kernels[short["task"]], runs, f"weak-{name}")
        except tuner.Failure as failure:
            options.fail(row["kernel"], failure)
            continue
        row["searches"] = {side: done.summary() for side, done in runs.items()}
        rows.append(row)
    return rows


def time_row(options, row, kernel, runs, stem):
    libraries = {"default": kernel_library.compile_kernel(options, kernel, f"{stem}-default")}
    for side in SIDES:
        libraries[side] = kernel_library.compile_kernel(options, kernel, f"{stem}-{side}",
                                                        runs[side].database)
    times = kernel_times.run(options, libraries)
    gains = {side: [run["speeds"][side] for run in times] for side in SIDES}
    row.update({side: kernel_times.middle(gains[side]) for side in SIDES})
    row.update(all_gains=gains, others=max(run["others"] for run in times))
    row["best"] = max(row["short"], row["long"])
    # Of the time that is too long.
    if row["best"] > wanted.LEAST_GAP:
        row["closed"] = (1 - 1 / row["short"]) / (1 - 1 / row["best"])
    # How far processes are apart from each other, and from the tuner.
    row["spread"] = max(max(gain, row["short"]) / min(gain, row["short"]) - 1
                        for gain in gains["short"])
    row["off_tuner"] = max(row["short"], row["tuner_gain"]) / min(row["short"],
                                                                 row["tuner_gain"]) - 1


def line(row):
    closed = f"{row['closed']:>6.2f}" if "closed" in row else "     -"
    return (f"{row['kernel'][:36]:<36} {row['seconds'] * 1e6:>10.1f}  {row['short']:>6.3f}  "
            f"{row['long']:>6.3f}  {closed}  {row['tuner_gain']:>8.3f}  {row['spread']:>6.1%}  "
            f"{row['others']:>6.2f}")


def mean_closed(rows):
    """The geometric mean over rows with a gap; what closes nothing counts as a hundredth."""
    shares = [max(row["closed"], 0.01) for row in rows if "closed" in row]
    return math.exp(sum(map(math.log, shares)) / len(shares)) if shares else None


def missed(rows):
    mean = mean_closed(rows)
    if mean is not None and mean < wanted.CLOSED:
        yield (f"{mean:.2f} of the gap is closed, geometric mean over kernels with a gap above "
               f"{wanted.LEAST_GAP - 1:.0%}, wanted {wanted.CLOSED}")
    for row in rows:
        if row["short"] < wanted.NOT_BELOW:
            yield (f"{row['kernel']}: {row['short']:.3f} of the default's speed, wanted "
                   f"{wanted.NOT_BELOW}")
        if row["off_tuner"] > wanted.REPRODUCED:
            yield (f"{row['kernel']}: {row['short']:.3f} in fresh processes, where the tuner "
                   f"measured {row['tuner_gain']:.3f}, wanted {wanted.REPRODUCED:.0%}")
        for side, summary in row["searches"].items():
            yield from wanted.missed_by_search(f"{row['kernel']} {side}", summary, row["seconds"])


def run(options):
    rows = []
    print(f"{'kernel':<36} default us   short    long  closed  by tuner  spread  others")
    for name, path, least in cases(options):
        try:
            for row in measure(options, name, path, least):
                rows.append(row)
                print(line(row), flush=True)
        except tuner.Failure as failure:
            options.fail(name, failure)
    mean = mean_closed(rows)
    if mean is not None:
        print(f"{mean:.2f} of the gap is closed, geometric mean over "
              f"{sum('closed' in row for row in rows)} of {len(rows)} kernels")
    return rows, list(missed(rows))
