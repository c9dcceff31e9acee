#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times compiled models against onnxruntime or against those of an older build, in turn.

For each model and thread count several processes of their own, pinned to as many cores,
load both sides, compare their outputs (the largest difference from onnxruntime's must be
at most 1e-5 of the largest value), and then alternate: a round of ours, a round of
theirs, … Process n has a stack, a heap and inputs that begin 16 n bytes further on, since
one process sees one such case all its life: four see each way in which a vector of 64
bytes can lie. `ours ms` is the median in the slowest process, `best` in the fastest;
`ratio` is ours over theirs in the process where it is highest, `lowest` where it is
lowest, `of min` the highest ratio of the minima; below 1 means ours is faster. `bound ms`
is the least time for the model's flops or bytes at the speed measured in the same
processes (bounds.py), and `x` the slowest process over it. `others` is how many cores
other processes used meanwhile: above 0.1 the row is noisy; --clock cpu leaves out when
they had the core, but not what they did to its caches.

--against DIR compiles the models by another build folder's dl-compile too and times its
libraries instead of onnxruntime, in the same processes: `ratio` is new over old. `control` is
the ratio of two loads of the new library, the larger over the smaller in the process where
they differ most: their weights lie at other addresses, and what is below it says nothing.
Its libraries are called by the dlc.py of its own sources if their interface is another.

--stack-offsets N times the models in one process on N stacks that begin 16 bytes apart,
in turn, and prints the slowest over the fastest, each measured on the round's own median.

All of it goes to BUILD/bench/results.json as well.
"""
import argparse
import fcntl
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

import bounds
import processes
import timing

NETWORKS = "resnet18,bert_layer,mobilenet,dqn,dcgan,lstm_lm,lstm_lm_cell,lstm_lm_seq"


def ensure_models(options, names):
    """Writes the models that are not there yet; returns their folder."""
    import make_models as generator

    kind = "tiny" if options.tiny else "batch"
    out = os.path.join(options.build, "models", f"{kind}{options.batch}")
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        has_manifest = os.path.exists(os.path.join(out, "manifest.json"))
        known = generator.load_manifest(out) if has_manifest else {}
        missing = [name for name in names if name not in known]
        if missing:
            generator.main(["--quiet", "--out", out, "--batch", str(options.batch),
                            "--only", ",".join(missing)] + ["--tiny"] * options.tiny)
    return out


def compile_model(options, models, name, threads, build=None):
    """Compiles one model; returns the library, seconds and peak memory in MB."""
    out = os.path.join(options.build, "bench")
    os.makedirs(out, exist_ok=True)
    side = "old." if build else ""
    kind = "tiny" if options.tiny else "batch"
    library = os.path.join(out, f"{name}.{kind}{options.batch}.threads{threads}.{side}so")
    build = build or options.build
    command = [os.path.join(build, "bin", "dl-compile"),
               os.path.join(models, name + ".onnx"), f"--threads={threads}", "-o", library]
    # A build folder that was moved names its libraries by where it was.
    libraries = os.path.abspath(os.path.join(build, "lib"))
    environment = dict(os.environ, LD_LIBRARY_PATH=libraries)
    start = time.time()
    process = subprocess.Popen(command, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"bench: {command[0]} failed on {name}")
    return library, time.time() - start, usage.ru_maxrss / 1024


def driver_of(build, library):
    """The dlc.py that speaks the library's version of the interface: ours if it does, or that of
    the sources which the build folder was made of."""
    version = processes.interface_version(library)
    folders = [HERE, os.path.join(build, "..", "benchmarks")]
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        folders += [os.path.join(line.split("=", 1)[1].strip(), "benchmarks")
                    for line in cache if line.startswith("CMAKE_HOME_DIRECTORY:")]
    found = [path for path in (os.path.join(folder, "dlc.py") for folder in folders)
             if os.path.exists(path)]
    for path in found:
        if version in processes.driver_versions(path):
            return path
    raise SystemExit(f"bench: expected a dlc.py for version {version} of the interface, which "
                     f"{library} has, beside its build folder; got {', '.join(found)}")


def make_job(options, models, name, threads):
    """A job for the processes, and what compiling its libraries took."""
    library, seconds, memory = compile_model(options, models, name, threads)
    libraries = {"dl": (library, os.path.join(HERE, "dlc.py"))}
    if options.against:
        old, _, _ = compile_model(options, models, name, threads, options.against)
        libraries["old"] = (old, driver_of(options.against, old))
        libraries["again"] = libraries["dl"]
    flops, moved = bounds.count_work(os.path.join(models, name + ".onnx"))
    job = dict(model=name, threads=threads, models=models, libraries=libraries, flops=flops,
               bytes=moved, rounds=options.rounds, seconds=options.seconds,
               clock=options.clock, offsets=options.stack_offsets, loops=None)
    return job, dict(model=name, batch=options.batch, threads=threads, flops=flops, bytes=moved,
                     compile_s=round(seconds, 2), compile_mb=round(memory))


def time_row(options, job, row):
    """Fills a row with what its processes measured."""
    job["loops"] = options.loops
    runs = [processes.run_apart(dict(job, number=n)) for n in range(options.processes)]
    peer = "old" if options.against else "ort"
    medians = {side: [run["times"][side]["median"] for run in runs] for side in ("dl", peer)}
    minima = {side: min(run["times"][side]["min"] for run in runs) for side in ("dl", peer)}
    flops, moved = (max(run[key] for run in runs)
                    for key in ("flops_per_second", "bytes_per_second"))
    bound = max((row["flops"] / flops, "flops"), (row["bytes"] / moved, "bytes"))
    row.update(
        dl_ms=max(medians["dl"]), best_ms=min(medians["dl"]), dl_min_ms=minima["dl"],
        peer_ms=max(medians[peer]), peer_min_ms=minima[peer],
        ratio=max(run["ratio"] for run in runs), lowest=min(run["ratio"] for run in runs),
        min_ratio=max(run["min_ratio"] for run in runs),
        control=max(run.get("control", 1) for run in runs),
        max_error=max(run["errors"]["dl"] for run in runs), arena_mb=runs[0]["arena_mb"],
        gflops=flops / 1e9, gbytes=moved / 1e9, bound_ms=bound[0] * 1e3, bound_by=bound[1],
        others=max(run["others"] for run in runs), processes=runs)
    row["times_bound"] = row["dl_ms"] / row["bound_ms"]


COLUMNS = [("model", "model", "<18"), ("batch", "batch", ">5"), ("threads", "threads", ">7"),
           ("dl_ms", "ours ms", ">9.3f"), ("best_ms", "best", ">9.3f"),
           ("peer_ms", "{peer} ms", ">9.3f"), ("ratio", "ratio", ">6.3f"),
           ("lowest", "lowest", ">6.3f"), ("min_ratio", "of min", ">6.3f"),
           ("bound_ms", "bound ms", ">9.3f"), ("bound_by", "by", "<5"),
           ("times_bound", "x", ">5.2f"), ("max_error", "error", ">8.1e"),
           ("compile_s", "compile s", ">9.1f"), ("compile_mb", "MB", ">5.0f"),
           ("others", "others", ">6.2f")]
# After `of min`, where there is an older build.
CONTROL = ("control", "control", ">7.3f")
STACK_COLUMNS = [("model", "model", "<18"), ("threads", "threads", ">7"),
                 ("fastest_ms", "fastest ms", ">10.3f"), ("slowest_ms", "slowest ms", ">10.3f"),
                 ("ratio", "ratio", ">6.3f"), ("min_ratio", "of min", ">6.3f"),
                 ("max_error", "error", ">8.1e"), ("others", "others", ">6.2f")]


def table_line(columns, row):
    return "  ".join(format(row[key], spec) for key, _, spec in columns)


def table_head(columns, peer=""):
    return "  ".join(format(title.format(peer=peer), spec[0] + spec[1:].split(".")[0])
                     for _, title, spec in columns)


def time_stacks(job, row):
    """Fills a row with the times on stacks that begin 16 bytes apart."""
    run = processes.run_apart(dict(job, number=0))
    medians, minima, relative = ([stack[key] for stack in run["stacks"]]
                                 for key in ("median", "min", "relative"))
    row.update(fastest_ms=min(medians), slowest_ms=max(medians),
               ratio=max(relative) / min(relative), min_ratio=max(minima) / min(minima),
               max_error=run["errors"]["dl"], others=run["others"], processes=[run])


def write_results(options, rows):
    path = options.json or os.path.join(options.build, "bench", "results.json")
    with open(path, "w") as f:
        json.dump(dict(machine=timing.machine(), rows=rows), f, indent=1)
    print(f"written to {path}")


def bench(options):
    names = options.models.split(",")
    models = ensure_models(options, names)
    os.makedirs(os.path.join(options.build, "bench"), exist_ok=True)
    options.loops = bounds.build_loops(os.path.join(options.build, "bench"))
    columns = list(STACK_COLUMNS if options.stack_offsets else COLUMNS)
    if options.against:
        columns.insert([key for key, _, _ in columns].index("min_ratio") + 1, CONTROL)
    rows = []
    print(table_head(columns, "old" if options.against else "ort"))
    for name in names:
        for threads in map(int, options.threads.split(",")):
            job, row = make_job(options, models, name, threads)
            if options.stack_offsets:
                time_stacks(job, row)
            else:
                time_row(options, job, row)
            rows.append(row)
            print(table_line(columns, row), flush=True)
    fixed = all(run["fixed_addresses"] for row in rows for run in row["processes"])
    print(f"{'stacks' if options.stack_offsets else 'stack, heap and inputs'} at "
          f"{options.stack_offsets or options.processes} offsets of 16 bytes; "
          f"addresses {'not ' if fixed else ''}randomised; {options.clock} time")
    write_results(options, rows)
    wrong = any(not row["max_error"] <= timing.TOLERANCE for row in rows)
    slow = [row for row in rows if options.at_most and
            row["ratio"] > options.at_most * row.get("control", 1)]
    for row in slow:
        control = f", times the control's {row['control']:.3f}" if options.against else ""
        print(f"bench: {row['model']} at {row['threads']} threads has ratio {row['ratio']:.3f}, "
              f"expected at most {options.at_most}{control}")
    return 1 if wrong or slow else 0


def demo(options):
    """ResNet-18 all the way, told in words."""
    models = ensure_models(options, ["resnet18"])
    print(f"model      {os.path.join(models, 'resnet18.onnx')}")
    options.rounds, options.seconds = 10, 0.3
    job, row = make_job(options, models, "resnet18", 1)
    library = job["libraries"]["dl"][0]
    size = os.path.getsize(library) / 1e6
    print(f"compiled   {library}\n           {row['compile_s']:.1f} s, {row['compile_mb']} MB at "
          f"peak, library of {size:.1f} MB")
    run = processes.run_apart(dict(job, number=0))
    error, times = run["errors"]["dl"], run["times"]
    right = error <= timing.TOLERANCE
    print(f"compared   max error {error:.1e} of the largest value of onnxruntime's, "
          f"{'within' if right else 'ABOVE'} {timing.TOLERANCE:.0e}")
    print(f"timed      {times['dl']['median']:.2f} ms, onnxruntime {times['ort']['median']:.2f} ms "
          f"on one core: ratio {run['ratio']:.2f}")
    return 0 if right else 1


def main():
    ap = argparse.ArgumentParser(prog="./dev bench", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", default=NETWORKS,
                    help="comma list, as in make_models.py (default: the eight networks)")
    ap.add_argument("--batch", type=timing.positive, default=1)
    ap.add_argument("--threads", default="1", help="comma list of thread counts (default 1)")
    ap.add_argument("--processes", type=timing.positive, default=4, help="processes a row (default 4)")
    ap.add_argument("--rounds", type=timing.positive,
                    help="rounds of each side in each process (default 8, of stacks 48)")
    ap.add_argument("--seconds", type=float,
                    help="length of a round (default 0.2, of stacks 0.05)")
    ap.add_argument("--clock", choices=sorted(timing.CLOCKS), default="wall",
                    help="wall: seconds that pass (default); cpu: seconds that the calling thread "
                         "is on a core, for one thread on a machine that others use")
    mode = ap.add_mutually_exclusive_group()
    mode.add_argument("--against", metavar="DIR", help="build folder of an older version")
    mode.add_argument("--stack-offsets", type=timing.positive, metavar="N",
                      help="time on N stacks that begin 16 bytes apart")
    ap.add_argument("--at-most", type=float, metavar="R", 
                    help="fail where a ratio is above R, times the control's if there is one")
    ap.add_argument("--json", metavar="FILE", help="where the results go")
    ap.add_argument("--tiny", action="store_true", help="the tests' small versions of the models")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    ap.add_argument("--demo", action="store_true", help=argparse.SUPPRESS)
    options = ap.parse_args()
    options.rounds = options.rounds or (48 if options.stack_offsets else 8)
    options.seconds = options.seconds or (0.05 if options.stack_offsets else 0.2)
    if options.against and not os.path.exists(os.path.join(options.against, "bin", "dl-compile")):
        ap.error(f"expected --against to be a build folder with bin/dl-compile, got "
                 f"{options.against}")
    if options.clock == "cpu" and options.threads != "1":
        ap.error(f"expected --clock cpu with --threads 1, got {options.threads}: it does not see "
                 "other threads")
    return demo(options) if options.demo else bench(options)


if __name__ == "__main__":
    sys.exit(main())
