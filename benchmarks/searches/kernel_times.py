# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The processes that time the libraries of one kernel in turn, beside oneDNN where it has it.

A job names the libraries by side, the first of which the others are compared with, oneDNN's
primitive, a library that TVM made, the loops that tell what the machine can do, and the process's
number, which decides its addresses (addresses.py).
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import addresses
import processes
import timing


ROUNDS = 30


def make_inputs(model, number):
    """Arrays for the inputs of a library; whole numbers are small, since they may be indices."""
    import numpy as np

    random = np.random.default_rng(1)
    arrays = {}
    for name, (shape, dtype) in model.inputs.items():
        values = (random.standard_normal(shape) if np.dtype(dtype).kind == "f" else
                  random.integers(0, 2, shape))
        arrays[name] = addresses.place(np.asarray(values, dtype), number)
    return arrays


def compare(expected, outputs):
    """The largest difference, as a share of the largest value; what is not finite on both sides
    counts for nothing."""
    import numpy as np

    with np.errstate(all="ignore"):
        expected, outputs = ([np.nan_to_num(array.astype(np.float64), posinf=0, neginf=0)
                              for array in side] for side in (expected, outputs))
    return timing.largest_error(expected, outputs)


def measure(job):
    import bounds
    import dlc

    padding = addresses.pad_heap(job["number"])
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    models = {side: dlc.Model(path, threads=1) for side, path in job["libraries"].items()}
    first = next(iter(models.values()))
    inputs = make_inputs(first, job["number"])
    expected = first.run(inputs)
    result = dict(errors={side: compare(expected, model.run(inputs))
                          for side, model in models.items()})
    sides = {side: model.bound(inputs) for side, model in models.items()}
    if job.get("onednn"):
        import onednn

        sides["oneDNN"] = onednn.create(job["onednn"])
        result["onednn"] = sides["oneDNN"].implementation
    if job.get("tvm"):
        import tvm_side

        sides["TVM"] = tvm_side.load(job["tvm"])(list(inputs.values()))
        results = sides["TVM"]()
        results = [results] if hasattr(results, "numpy") else list(results)
        result["errors"]["TVM"] = compare(expected, [array.numpy() for array in results])
    others = timing.Others()
    times = processes.time_in_turn(sides, job["rounds"], job["seconds"], job["clock"])
    result["others"] = others.cores()
    result["times"] = {side: processes.summary(rounds) for side, rounds in times.items()}
    base = next(iter(models))
    result["speeds"] = {side: processes.ratio_of_rounds(times, base, side) for side in times}
    if job.get("loops"):
        result["flops_per_second"] = bounds.Machine(job["loops"], 1,
                                                    job["clock"]).flops_per_second()
    del padding
    return result


def run(options, libraries, python=sys.executable, **more):
    """What measure() says in each of some fresh processes."""
    from tuner import Failure

    job = dict(libraries=libraries, rounds=ROUNDS, seconds=options.round_seconds,
               clock=options.clock, **more)
    results = []
    for number in range(options.processes):
        done = processes.start(__file__, dict(job, number=number), python)
        if done.returncode:
            raise Failure("a process that times failed")
        results.append(json.loads(done.stdout.strip().split("\n")[-1]))
        for side, error in results[-1]["errors"].items():
            if not error <= 1e-4:
                raise Failure(f"the results under {side} are off by {error:.1e} of the largest")
    return results


def middle(values):
    values = sorted(values)
    return values[len(values) // 2]


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[2]))))
