# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One row of ./dev bench: a model is compiled, timed in several processes, and summed up."""
import os
import subprocess
import sys
import time

import bounds
import processes

HERE = os.path.dirname(os.path.abspath(__file__))


# Runs a command and prints its peak memory: a process that starts one counts as that one's, too, and
# this one has read the models.
MEASURED = """import os, resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status and 1)"""


class Failure(Exception):
    """A row that could not be measured, and why."""


def compile_model(build, path, library, flags):
    """Compiles by a build folder's dl-compile; returns the seconds and peak memory in MB."""
    # A build folder that was moved names its libraries by where it was.
    environment = dict(os.environ, LD_LIBRARY_PATH=os.path.abspath(os.path.join(build, "lib")))
    command = [os.path.join(build, "bin", "dl-compile"), path, *flags, "-o", library]
    start = time.time()
    done = subprocess.run([sys.executable, "-S", "-c", MEASURED, *command], env=environment,
                          capture_output=True, text=True, timeout=600)
    if done.returncode:
        words = done.stderr.strip().split("\n")[0]
        raise Failure(f"not compiled: {words or f'status {done.returncode}'}")
    return time.time() - start, float(done.stdout.split()[-1]) / 1024


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


def make_job(options, case, threads):
    """A job for the processes, and the row with what compiling its libraries took."""
    out = os.path.join(options.build, "bench", options.set)
    os.makedirs(out, exist_ok=True)
    stem = os.path.join(out, f"{case['model']}.{case.get('kind', 'x')}.threads{threads}")
    flags = [f"--threads={threads}", *case.get("flags", [])]
    seconds, memory = compile_model(options.build, case["path"], stem + ".so", flags)
    libraries = {"dl": (stem + ".so", os.path.join(HERE, "dlc.py"))}
    if options.against:
        compile_model(options.against, case["path"], stem + ".old.so", flags)
        libraries["old"] = (stem + ".old.so", driver_of(options.against, stem + ".old.so"))
        libraries["again"] = libraries["dl"]
    flops, moved = bounds.count_work(case["path"])
    alone = options.against or options.stack_offsets or options.addresses
    job = dict(model=case["model"], path=case["path"], inputs=case.get("inputs"), threads=threads,
               libraries=libraries, reference=case["reference"],
               peers=[] if alone else case["peers"], bytes=moved, rounds=options.rounds,
               seconds=options.seconds, clock=options.clock, offsets=options.stack_offsets,
               steady=options.loops if options.addresses else None, loops=None)
    return job, dict(model=case["model"], group=case["group"], about=case.get("about", ""),
                     batch=case.get("batch", 1), threads=threads, flops=flops, bytes=moved,
                     compile_s=round(seconds, 2), compile_mb=round(memory))


def run_all(job, count):
    runs = [processes.run_apart(dict(job, number=number)) for number in range(count)]
    if None in runs:
        raise Failure("a process failed")
    return runs


def time_row(options, job, row):
    """Fills a row with what its processes measured."""
    runs = run_all(dict(job, loops=options.loops), options.processes)
    worst = max(runs, key=lambda run: run["ratio"])
    ours, peers = ([run["times"][side or run["peer"]] for run in runs] for side in ("dl", None))
    flops, moved = (max(run[key] for run in runs)
                    for key in ("flops_per_second", "bytes_per_second"))
    bound = max((row["flops"] / flops, "flops"), (row["bytes"] / moved, "bytes"))
    row.update(
        dl_ms=max(times["median"] for times in ours), best_ms=min(times["median"] for times in ours),
        dl_min_ms=min(times["min"] for times in ours), peer=worst["peer"],
        peer_ms=max(times["median"] for times in peers),
        peer_min_ms=min(times["min"] for times in peers), ratio=worst["ratio"],
        middle=sorted(run["ratio"] for run in runs)[len(runs) // 2],
        lowest=min(run["ratio"] for run in runs), min_ratio=max(run["min_ratio"] for run in runs),
        control=max(run.get("control", 1) for run in runs),
        max_error=max(run["errors"]["dl"] for run in runs), arena_mb=runs[0]["arena_mb"],
        gflops=flops / 1e9, gbytes=moved / 1e9, bound_ms=bound[0] * 1e3, bound_by=bound[1],
        others=max(run["others"] for run in runs), processes=runs)
    row["times_bound"] = row["dl_ms"] / row["bound_ms"] if row["bound_ms"] else float("inf")


def time_stacks(options, job, row):
    """Fills a row with the times on stacks that begin 16 bytes apart."""
    run, = run_all(job, 1)
    medians, minima, relative = ([stack[key] for stack in run["stacks"]]
                                 for key in ("median", "min", "relative"))
    row.update(fastest_ms=min(medians), slowest_ms=max(medians),
               ratio=max(relative) / min(relative), min_ratio=max(minima) / min(minima),
               max_error=run["errors"]["dl"], others=run["others"], processes=[run])


def time_addresses(options, job, row):
    """Fills a row with the times of processes whose addresses differ, each beside a loop of its own
    that has none."""
    runs = run_all(job, options.processes)
    times = [run["times"]["dl"] for run in runs]
    relative = [run["relative"] for run in runs]
    minima = [run["min"] for run in times]
    row.update(fastest_ms=min(minima), slowest_ms=max(minima), ratio=max(relative) / min(relative),
               min_ratio=max(minima) / min(minima), max_error=runs[0]["errors"]["dl"],
               others=max(run["others"] for run in runs), processes=runs)


NETWORK_COLUMNS = [
    ("model", "model", "<18"), ("batch", "batch", ">5"), ("threads", "threads", ">7"),
    ("dl_ms", "ours ms", ">9.3f"), ("best_ms", "best", ">9.3f"), ("peer_ms", "peer ms", ">9.3f"),
    ("peer", "by", "<6"), ("ratio", "ratio", ">6.3f"), ("lowest", "lowest", ">6.3f"),
    ("min_ratio", "of min", ">6.3f"), ("bound_ms", "bound ms", ">9.3f"), ("bound_by", "by", "<5"),
    ("times_bound", "x", ">5.2f"), ("max_error", "error", ">8.1e"),
    ("compile_s", "compile s", ">9.1f"), ("compile_mb", "MB", ">5.0f"), ("others", "others", ">6.2f")]
SMALL_COLUMNS = [
    ("model", "model", "<12"), ("dl_ms", "ours ms", ">9.4f"), ("peer_ms", "peer ms", ">9.4f"),
    ("peer", "by", "<6"), ("ratio", "ratio", ">6.3f"), ("lowest", "lowest", ">6.3f"),
    ("bound_ms", "bound ms", ">9.4f"), ("bound_by", "by", "<5"), ("times_bound", "x", ">6.2f"),
    ("max_error", "error", ">8.1e"), ("others", "others", ">6.2f"), ("about", "", "<1")]
# After `of min`, where there is an older build.
CONTROL = ("control", "control", ">7.3f")
STACK_COLUMNS = [
    ("model", "model", "<18"), ("threads", "threads", ">7"), ("fastest_ms", "fastest ms", ">10.3f"),
    ("slowest_ms", "slowest ms", ">10.3f"), ("ratio", "ratio", ">6.3f"),
    ("min_ratio", "of min", ">6.3f"), ("max_error", "error", ">8.1e"), ("others", "others", ">6.2f")]


def table_line(columns, row):
    return "  ".join(format(row[key], spec) for key, _, spec in columns).rstrip()


def table_head(columns):
    return "  ".join(format(title, spec[0] + spec[1:].split(".")[0])
                     for _, title, spec in columns).rstrip()
