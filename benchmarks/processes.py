# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The processes that time models: each takes a job in JSON and prints what it measured.

A job names a model's file and inputs, its threads, compiled libraries by side (`dl`, and `old`
of another build with `again`, the first one in memory of its own) with the dlc.py that can call
each, the peers (peers.py), and the process's number, which decides its addresses. All libraries
are compared with the reference, a peer as well, and then run in turn with the peers, round by
round.
"""
import ctypes
import importlib.util
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

import addresses
import peers
import timing


def start(script, job, python=sys.executable):
    """A fresh process of a script that gets a job, at the addresses of the job's number."""
    return subprocess.run([python, os.path.abspath(script), "--job", json.dumps(job)],
                          stdout=subprocess.PIPE, text=True, timeout=900,
                          env=addresses.environment(job["number"]),
                          preexec_fn=addresses.fix_addresses)


def run_apart(job):
    """What measure() returns in a fresh process, so that no row disturbs another; None if it
    fails, which it says itself."""
    done = start(__file__, job)
    return None if done.returncode else json.loads(done.stdout.strip().split("\n")[-1])


def load_driver(path):
    """The module dlc.py of a source tree, beside those of others."""
    spec = importlib.util.spec_from_file_location(f"dlc_{abs(hash(path))}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def driver_versions(path):
    """Of the C interface that a dlc.py speaks; the first one named its only version."""
    driver = load_driver(path)
    return getattr(driver, "ABI_VERSIONS", None) or (driver.ABI_VERSION,)


def interface_version(library):
    """Of the C interface of a compiled model."""
    functions = ctypes.CDLL(library)
    functions.dlc_get_model.restype = ctypes.c_void_p
    functions.dlc_abi_version.argtypes = [ctypes.c_void_p]
    return functions.dlc_abi_version(functions.dlc_get_model())


def summary(rounds):
    """Milliseconds of a side from its rounds' seconds."""
    import numpy as np

    every = np.concatenate(rounds) * 1e3
    return dict(median=float(np.median(every)), min=float(every.min()), runs=len(every))


def time_in_turn(sides, rounds, seconds, clock):
    """Side -> rounds of seconds; every other round goes backwards."""
    counts = {name: timing.calls_per_round(call, seconds, clock) for name, call in sides.items()}
    times = {name: [] for name in sides}
    for number in range(rounds):
        for name in list(sides)[::-1 if number % 2 else 1]:
            times[name].append(timing.timed_round(sides[name], counts[name], clock))
    return times


def ratio_of_rounds(times, side, other):
    """The median over rounds of the ratio of medians: what disturbs the machine for longer
    than a round counts for both."""
    import numpy as np

    return float(np.median([np.median(a) / np.median(b)
                            for a, b in zip(times[side], times[other])]))


def time_on_stacks(call, offsets, rounds, seconds, clock):
    """Milliseconds at each offset of the stack, in turn within this process, and `relative`, the
    median over rounds of an offset's time over that of all in the round: the machine's speed
    changes more slowly than a round takes."""
    import numpy as np

    stacks = [addresses.Stack(addresses.STEP * n) for n in range(offsets)]
    count = timing.calls_per_round(call, seconds, clock)
    times = [[] for _ in stacks]
    for _ in range(rounds):
        for stack, results in zip(stacks, times):
            results.append(stack.call(lambda: timing.timed_round(call, count, clock)))
    medians = np.array([[np.median(round) for round in results] for results in times])
    relative = np.median(medians / np.median(medians, axis=0), axis=1)
    return [dict(summary(results), relative=float(value))
            for results, value in zip(times, relative)]


def load_inputs(job):
    """The arrays of a job's file, or those that the networks' generator makes."""
    if job["inputs"]:
        import numpy as np

        arrays = dict(np.load(job["inputs"]))
    else:
        from net import load_inputs as make_inputs

        arrays = make_inputs(os.path.dirname(job["path"]), job["model"])
    return {name: addresses.place(array, job["number"]) for name, array in arrays.items()}


def compare_times(times, peers):
    """How the new library does beside the older build or the fastest peer."""
    summaries = {side: summary(rounds) for side, rounds in times.items()}
    peer = "old" if "old" in times else min(peers, key=lambda name: summaries[name]["median"])
    result = dict(times=summaries, peer=peer, ratio=ratio_of_rounds(times, "dl", peer),
                  min_ratio=summaries["dl"]["min"] / summaries[peer]["min"])
    if "again" in times:
        control = ratio_of_rounds(times, "dl", "again")
        result["control"] = max(control, 1 / control)
    return result


def measure(job):
    import numpy as np

    import bounds

    padding = addresses.pad_heap(job["number"])
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:job["threads"]])
    inputs = load_inputs(job)
    calls = {name: peers.REFERENCES[name](job["path"], job["threads"])
             for name in dict.fromkeys([job["reference"], *job["peers"]])}
    reference = [np.array(output) for output in calls[job["reference"]](inputs)]
    sides = {name: lambda call=calls[name]: call(inputs) for name in job["peers"]}
    del calls
    result = dict(number=job["number"], fixed_addresses=addresses.is_fixed(), errors={})
    models = []
    for side, (library, driver) in job["libraries"].items():
        models.append(load_driver(driver).Model(library, threads=job["threads"]))
        result["errors"][side] = timing.largest_error(reference, models[-1].run(inputs))
        sides[side] = models[-1].bound(inputs)
    result["arena_mb"] = round(models[0].arena_bytes / 1e6, 2)
    others = timing.Others()
    if job["steady"]:
        sides["loop"] = bounds.Machine(job["steady"], 1).multiply_adds
        times = time_in_turn(sides, job["rounds"], job["seconds"], job["clock"])
        result["times"] = {side: summary(rounds) for side, rounds in times.items()}
        result["relative"] = result["times"]["dl"]["min"] / result["times"]["loop"]["min"]
    elif job["offsets"]:
        result["stacks"] = time_on_stacks(sides["dl"], job["offsets"], job["rounds"],
                                          job["seconds"], job["clock"])
    else:
        times = time_in_turn(sides, job["rounds"], job["seconds"], job["clock"])
        result.update(compare_times(times, job["peers"]))
    result["others"] = others.cores()
    if job["loops"]:
        machine = bounds.Machine(job["loops"], job["threads"], job["clock"])
        result["flops_per_second"] = machine.flops_per_second()
        result["bytes_per_second"] = machine.bytes_per_second(job["bytes"])
    for model in models:
        model.__exit__()
    del padding
    return result


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[2]))))
