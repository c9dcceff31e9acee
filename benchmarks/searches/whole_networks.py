# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks that are tuned end to end, against untuned ones and against other runtimes."""
import os

import kernel_times
import processes
import rows as compiling
import timing
import tuner
import wanted

# Network -> length of its sequence, where that is not the usual one.
NETWORKS = {"resnet18": None, "mobilenet": None, "bert_layer": 197}
# Of the time, what the finalists of all kernels may take after the search.
FINALS = 0.2


def make_model(options, name):
    if not NETWORKS[name] or options.tiny:
        return os.path.join(options.ensure_models([name]), name + ".onnx")
    import make_models

    folder = os.path.join(options.build, "models", f"seq{NETWORKS[name]}")
    path = os.path.join(folder, name + ".onnx")
    if not os.path.exists(path):
        make_models.main(["--quiet", "--out", folder, "--only", name, "--seq",
                          str(NETWORKS[name])])
    return path


def time_in_processes(options, name, path, libraries, peers):
    """What processes.measure says in each of some processes."""
    driver = os.path.join(os.path.dirname(os.path.abspath(processes.__file__)), "dlc.py")
    job = dict(model=name, path=path, inputs=None, threads=1, peers=peers, reference="ort",
               libraries={side: (library, driver) for side, library in libraries.items()},
               rounds=kernel_times.ROUNDS, seconds=options.round_seconds, clock=options.clock,
               offsets=None, steady=None, loops=None, bytes=0)
    runs = [processes.run_apart(dict(job, number=number)) for number in range(options.processes)]
    if None in runs:
        raise tuner.Failure("a process that times failed")
    for run in runs:
        for side, error in run["errors"].items():
            if not error <= timing.TOLERANCE:
                raise tuner.Failure(f"the results of {side} are off by {error:.1e} of the largest")
    return runs


def measure(options, name):
    path = make_model(options, name)
    limit = options.minutes * 60 * (1 - FINALS)
    done = tuner.tune(options, path, f"networks-{name}", f"--seconds={limit:.0f}",
                      f"--trials={options.trials}", f"--seed={options.seed}")
    libraries = {}
    for side, flags in (("dl", [f"--tuning-db={done.database}"]), ("old", [])):
        libraries[side] = tuner.path_of(options, f"networks-{name}-{side}.so")
        compiling.compile_model(options.build, path, libraries[side], ["--threads=1", *flags])
    # The untuned library stands for the older one.
    runs = time_in_processes(options, name, path, libraries | {"again": libraries["dl"]}, [])
    own = lambda key: sum(kernel[key] * kernel["uses"] for kernel in done.kernels)
    row = dict(network=name, search=done.summary(), kernels=len(done.kernels),
               kernels_gain=own("rules_seconds") / own("best_seconds"),
               gain=1 / kernel_times.middle(run["ratio"] for run in runs),
               control=max(run["control"] for run in runs),
               tuned_ms=kernel_times.middle(run["times"]["dl"]["min"] for run in runs),
               untuned_ms=kernel_times.middle(run["times"]["old"]["min"] for run in runs),
               others=max(run["others"] for run in runs), peers={})
    if not options.alone:
        runs = time_in_processes(options, name, path, {"dl": libraries["dl"]},
                                 ["ort", "ov", "iree"])
        row["peers"] = {peer: kernel_times.middle(run["times"]["dl"]["min"] /
                                                  run["times"][peer]["min"] for run in runs)
                        for peer in ("ort", "ov", "iree")}
    return row


def line(row):
    search = row["search"]
    peers = "  ".join(f"{row['peers'][peer]:.2f}" if row["peers"] else "-"
                      for peer in ("ort", "ov", "iree"))
    return (f"{row['network']:<12} {search['seconds'] / 60:>7.1f}  {search['trials']:>6}  "
            f"{search['trials_per_second']:>8.1f}  {row['kernels']:>7}  "
            f"{row['kernels_gain']:>12.3f}  {row['untuned_ms']:>10.3f}  {row['tuned_ms']:>8.3f}  "
            f"{row['gain']:>6.3f}  {row['control']:>7.3f}  {row['others']:>6.2f}  {peers}")


def missed(options, row):
    name, minutes = row["network"], row["search"]["seconds"] / 60
    if minutes > wanted.NETWORK_MINUTES:
        yield f"{name}: {minutes:.1f} minutes of tuning, wanted {wanted.NETWORK_MINUTES}"
    # What two loads of one library differ by says nothing.
    if row["gain"] * row["control"] < 1:
        yield f"{name}: {row['gain']:.3f} of the untuned network's speed, wanted 1"
    yield from wanted.missed_by_search(name, row["search"], float("inf"))


def run(options):
    done = []
    print("network      minutes  trials  trials/s  kernels  kernels' gain  untuned ms  tuned ms  "
          "  gain  control  others  time over ort's, ov's, iree's")
    for name in options.choose(NETWORKS):
        try:
            done.append(measure(options, name))
            print(line(done[-1]), flush=True)
        except (tuner.Failure, compiling.Failure) as failure:
            options.fail(name, failure)
    return done, [words for row in done for words in missed(options, row)]
