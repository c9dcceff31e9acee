# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dl-tune, which is not told of the default's schedule, and TVM's MetaSchedule for as long."""
import json
import os
import signal
import subprocess
import time

import kernel_times
import tuner

KERNELS = {"C2": "conv_C2", "gemm1024": "gemmw_1024x1024x1024", "D3": "dw_D3"}
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tvm_side.py")


def best_of_log(path, weights):
    """(records, seconds of a run) of TVM's log, None before each kernel has a time."""
    best, count = {}, 0
    if not os.path.exists(path):
        return 0, None
    with open(path) as file:
        for line in file.read().split("\n")[:-1]:
            workload, (_, seconds, *_) = json.loads(line)
            count += 1
            seconds = [number if isinstance(number, float) else number["value"]
                       for number in seconds or []]
            if seconds and max(seconds) < 1e9:
                mean = sum(seconds) / len(seconds)
                best[workload] = min(best.get(workload, mean), mean)
    whole = sum(best.values()) if len(best) >= weights else None
    return count, whole


def count_workloads(folder):
    path = os.path.join(folder, "database_workload.json")
    if not os.path.exists(path):
        return 1
    with open(path) as file:
        return max(1, len(file.read().strip().split("\n")))


def run_tvm(options, name, path, seed):
    """TVM's curve and the library that it ends with."""
    folder = tuner.path_of(options, f"tvm-{name}-{seed}")
    subprocess.run(["rm", "-rf", folder], check=True)
    os.makedirs(folder)
    log = os.path.join(folder, "database_tuning_record.json")
    curve, start, count = [], time.time(), 0
    with open(os.path.join(folder, "output"), "w") as output:
        process = subprocess.Popen([options.tvm, SCRIPT, "tune", path, folder, str(seed)],
                                   stdout=output, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            while time.time() - start < options.minutes * 60 and process.poll() is None:
                time.sleep(0.5)
                count, best = best_of_log(log, count_workloads(folder))
                if best is not None and (not curve or best < curve[-1][1]):
                    curve.append((time.time() - start, best))
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if not curve:
        with open(os.path.join(folder, "output")) as output:
            words = output.read().strip().split("\n")[-1]
        raise tuner.Failure(f"TVM has no schedule after {time.time() - start:.0f} s: {words}")
    done = subprocess.run([options.tvm, SCRIPT, "build", path, folder],
                          capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise tuner.Failure(f"TVM makes no library: {done.stderr.strip().split(chr(10))[-1]}")
    return curve, count, os.path.join(folder, "model.so")


def run_ours(options, name, path, seed):
    """Our curve and library: seconds of all kernels of the model together."""
    import rows

    stem = f"metaschedule-{name}-{seed}"
    done = tuner.tune(options, path, stem, f"--seconds={options.minutes * 60 - options.reserve}",
                      "--trials=100000", f"--seed={seed}", "--hide-default")
    events = sorted((at, number, best) for number, kernel in enumerate(done.kernels)
                    for at, best in zip(kernel["history_seconds"], kernel["history"])
                    if best is not None)
    curve, best = [], {}
    for at, number, seconds in events:
        best[number] = seconds * done.kernels[number]["uses"]
        whole = sum(best.values())
        if len(best) == len(done.kernels) and (not curve or whole < curve[-1][1]):
            curve.append((at, whole))
    found = tuner.keep_found(done.database, tuner.path_of(options, stem + "-found.jsonl"))
    library = tuner.path_of(options, stem + ".so")
    rows.compile_model(options.build, path, library, ["--threads=1", f"--tuning-db={found}"])
    return curve, done.trials, library, done.seconds


def at_minutes(options, curves):
    """Seconds after each minute, in the middle of the seeds; None where most have nothing."""
    result = []
    for minute in range(1, int(options.minutes) + 1):
        best = [min((seconds for at, seconds in curve if at <= 60 * minute),
                    default=float("inf")) for curve in curves]
        middle = kernel_times.middle(best)
        result.append(middle if middle < float("inf") else None)
    return result


def measure(options, name):
    import rows

    path = os.path.join(options.ensure_models([KERNELS[name]]), KERNELS[name] + ".onnx")
    default = tuner.path_of(options, f"metaschedule-{name}-default.so")
    rows.compile_model(options.build, path, default, ["--threads=1"])
    curves, trials, speeds = {"ours": [], "tvm": []}, {"ours": [], "tvm": []}, []
    for seed in range(options.seed, options.seed + options.seeds):
        curve, count, library, seconds = run_ours(options, name, path, seed)
        curves["ours"].append(curve)
        trials["ours"].append(count)
        curve, count, peer = run_tvm(options, name, path, seed)
        curves["tvm"].append(curve)
        trials["tvm"].append(count)
        runs = kernel_times.run(options, {"ours": library, "default": default},
                                python=options.tvm, tvm=peer)
        speeds.append({side: kernel_times.middle(run["times"][side]["min"] for run in runs)
                       for side in runs[0]["times"]} |
                      {"gain": 1 / kernel_times.middle(run["speeds"]["TVM"] for run in runs),
                       "others": max(run["others"] for run in runs), "seconds": seconds})
    return dict(kernel=name, curves=curves, trials=trials, seeds=speeds,
                ours=at_minutes(options, curves["ours"]), tvm=at_minutes(options, curves["tvm"]))


def show(seconds):
    return f"{seconds * 1e6:.0f}" if seconds is not None else "-"


def lines(row):
    for number, seed in enumerate(row["seeds"]):
        yield (f"{row['kernel']:<9} {number:>4}  {row['trials']['ours'][number]:>6}  "
               f"{row['trials']['tvm'][number]:>5}  {seed['ours'] * 1e3:>8.1f}  "
               f"{seed['TVM'] * 1e3:>8.1f}  {seed['default'] * 1e3:>10.1f}  {seed['gain']:>6.2f}  "
               f"{seed['others']:>6.2f}")
    pairs = ", ".join(f"{show(ours)} {show(theirs)}" for ours, theirs in zip(row["ours"],
                                                                             row["tvm"]))
    yield f"{row['kernel']:<9} us after each minute, ours and TVM's, in the middle: {pairs}"


def missed(row):
    gain = kernel_times.middle(seed["gain"] for seed in row["seeds"])
    if gain <= 1:
        yield f"{row['kernel']}: {gain:.2f} of the speed of what TVM found, wanted more than 1"
    for minute, (ours, theirs) in enumerate(zip(row["ours"], row["tvm"]), 1):
        if theirs is not None and (ours is None or ours >= theirs):
            yield (f"{row['kernel']}: {show(ours)} us after {minute} minutes, where TVM has "
                   f"{show(theirs)}")


def run(options):
    print("kernel    seed  trials  TVM's   ours us  TVM's us  default us   gain  others")
    done = tuner.measure_all(options, KERNELS, measure, lambda row: "\n".join(lines(row)))
    return done, [words for row in done for words in missed(row)]
