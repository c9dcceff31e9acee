#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How near a tutorial's matmul comes to oneDNN, in turn within one run.

Compiles each step of docs/Tutorials/Matmul.md and the kernel without a schedule of its
own, which schedule-default schedules, with `b` as a constant: both sides pack it
before anything is timed. One process, pinned to as many cores as there are threads,
compares each result with numpy's in float64 (the largest difference must be at most
1e-5 of the largest value) and then alternates: a round of the first step, a round of
the second, …, a round of oneDNN. Printed is a table in Markdown with the median and
minimum in milliseconds, GFLOP/s and gain over the step before of the minimum, and the
speed in percent of oneDNN's. `others` is how many cores other processes used
meanwhile: above 0.1 the figures are noisy.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

SLOW = 0.5  # seconds: what takes longer is timed once, since it varies little


def with_constant(text, name, array):
    """The program with an input of @main as a constant."""
    given = re.compile(rf'%{name}: (tensor<[^>]*>) {{dl\.name = "{name}"}}, ')
    head, main = text.split("func.func @main(", 1)
    found = given.search(main)
    if not found:
        raise SystemExit(f"expected @main of the page to take %{name} before another operand")
    signature, body = given.sub("", main, count=1).split(") {\n", 1)
    constant = f"  %{name} = arith.constant dense_resource<{name}> : {found[1]}\n"
    data = (array.itemsize).to_bytes(4, "little").hex() + array.tobytes().hex()
    return (f"{head}func.func @main({signature}) {{\n{constant}{body}"
            f'{{-# dialect_resources: {{ builtin: {{ {name}: "0x{data.upper()}" }} }} #-}}\n')


def programs(page, threads):
    """Name -> program: the steps, and the kernel alone."""
    import tutorial

    with open(page) as file:
        steps = tutorial.programs_of(file.read())
    # One thread runs parallel axes as it runs others.
    steps = {name: text for name, text in steps.items()
             if threads > 1 or "schedule.parallel" not in text}
    kernel = next(iter(steps.values())).split("module @schedules")[0]
    steps["schedule-default"] = re.sub(r", schedule\.sequence = @\S+}", "}", kernel)
    return steps


def compile_all(options, steps, b, folder):
    libraries = {}
    for name, text in steps.items():
        source, libraries[name] = (os.path.join(folder, name + end) for end in (".mlir", ".so"))
        with open(source, "w") as file:
            file.write(with_constant(text, "b", b))
        subprocess.run([os.path.join(options.build, "bin", "dl-compile"), source, "-o",
                        libraries[name], f"--threads={options.threads}"], check=True, timeout=300)
    return libraries


def in_turn(sides, rounds, seconds):
    """Name -> seconds of each run. Every side ran once before."""
    import timing

    times, counts = {}, {}
    for name, run in sides.items():
        start = time.perf_counter()
        run()
        elapsed = time.perf_counter() - start
        counts[name] = max(1, min(1000, int(seconds / max(elapsed, 1e-6))))
        times[name] = [elapsed] if elapsed > SLOW else []
    for _ in range(rounds):
        for name, run in sides.items():
            if not times[name] or min(times[name]) < SLOW:
                times[name] += timing.timed_round(run, counts[name])
    return times


def table(times, flops):
    import numpy as np

    peer = times.get("oneDNN")
    lines = ["| step | median ms | min ms | GFLOP/s | gain |" + (" of oneDNN |" if peer else ""),
             "| --- | --- | --- | --- | --- |" + (" --- |" if peer else "")]
    before = None
    for name, values in times.items():
        best, is_step = min(values), name not in ("schedule-default", "oneDNN")
        gain = f"{before / best:.2f}x" if before and is_step else ""
        share = f" {min(peer) / best:.0%} |" if peer else ""
        lines.append(f"| {name} | {np.median(values) * 1e3:.2f} | {best * 1e3:.2f} | "
                     f"{flops / best / 1e9:.1f} | {gain} |{share}")
        before = best
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(prog="./dev peak", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1, help="threads of both sides (default 1)")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each side (default 15)")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of a round (default 0.1)")
    parser.add_argument("--page", default=os.path.join(HERE, "..", "docs", "Tutorials", "Matmul.md"),
                        help="page whose kernel multiplies inputs a and b (default: the tutorial)")
    parser.add_argument("--only", help="comma list of steps (default: all)")
    parser.add_argument("--alone", action="store_true", help="without oneDNN")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:options.threads])
    os.environ["OMP_NUM_THREADS"] = str(options.threads)
    import numpy as np

    import dlc
    import onednn
    import timing

    steps = programs(options.page, options.threads)
    if options.only:
        unknown = [name for name in options.only.split(",") if name not in steps]
        if unknown:
            raise SystemExit(f"expected steps of {', '.join(steps)}, got {', '.join(unknown)}")
        steps = {name: steps[name] for name in options.only.split(",")}
    kernel = next(iter(steps.values()))
    rows, inner, columns = (int(re.search(rf"\b{axis} = (\d+)", kernel)[1]) for axis in "ikj")
    random = np.random.default_rng(0)
    a = random.standard_normal((rows, inner), np.float32)
    b = random.standard_normal((inner, columns), np.float32)
    expected = a.astype(np.float64) @ b.astype(np.float64)
    with tempfile.TemporaryDirectory() as folder:
        sides, results = {}, {}
        for name, path in compile_all(options, steps, b, folder).items():
            sides[name] = dlc.Model(path, threads=options.threads).bound({"a": a})
            results[name] = sides[name]()[0]
        peer = "without oneDNN"
        if not options.alone:
            theirs = onednn.Matmul(a, b)
            theirs()
            sides["oneDNN"], results["oneDNN"] = theirs, theirs.result
            peer = f"oneDNN {onednn.version()}, {theirs.implementation}"
        errors = {name: timing.largest_error([expected], [result]) for name, result in results.items()}
        others = timing.Others()
        times = in_turn(sides, options.rounds, options.seconds)
        others = others.cores()
    print(f"{rows}x{columns}x{inner}, threads {options.threads}; {timing.machine()['cpu']}; {peer}; "
          f"others {others:.2f}")
    print(table(times, 2.0 * rows * columns * inner))
    wrong = {name: error for name, error in errors.items() if not error <= timing.TOLERANCE}
    for name, error in wrong.items():
        print(f"peak: {name} differs from numpy by {error:.1e} of the largest value")
    if not wrong:
        print(f"all results within {max(errors.values()):.1e} of the largest value of numpy's")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
