#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times all models of a folder against the better of onnxruntime and OpenVINO, by family.

The folder has FAMILY_NUMBER.onnx with FAMILY_NUMBER.inputs.npz. Each model is compiled for
--threads, compared with the first peer, and timed in turn with the peers, in several processes
of their own whose addresses differ. `ratio` is our time over that of the faster peer (the
median over rounds of the ratio of the rounds' medians), of the process where it is highest.
The last lines have, by family, the geometric mean and the worst of the ratios, of models
that the faster peer needs --least us for and of smaller ones, where what a call costs counts.
"""
import argparse
import glob
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]

import addresses
import peers
import processes
import timing


def compile_model(build, path, library, threads):
    """Returns None, or why the model was not compiled."""
    environment = dict(os.environ, LD_LIBRARY_PATH=os.path.abspath(os.path.join(build, "lib")))
    done = subprocess.run([os.path.join(build, "bin", "dl-compile"), path, f"--threads={threads}",
                           "-o", library], env=environment, capture_output=True, text=True,
                          timeout=300)
    return done.stderr.strip().split("\n")[0] if done.returncode else None


def measure(job):
    """Times the sides of one model in this process."""
    import numpy as np

    import dlc

    padding = addresses.pad_heap(job["number"])
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:job["threads"]])
    inputs = {name: addresses.place(array, job["number"])
              for name, array in np.load(job["inputs"]).items()}
    sides, reference = {}, None
    for name in job["peers"]:
        call = peers.PEERS[name](job["path"], job["threads"])
        if reference is None:
            reference = [np.array(output) for output in call(inputs)]
        sides[name] = lambda call=call: call(inputs)
    model = dlc.Model(job["library"], threads=job["threads"])
    error = timing.largest_error(reference, model.run(inputs))
    sides["dl"] = model.bound(inputs)
    others = timing.Others()
    times = processes.time_in_turn(sides, job["rounds"], job["seconds"], job["clock"])
    best = min(job["peers"], key=lambda name: np.median(np.concatenate(times[name])))
    result = dict(error=error, others=others.cores(), peer=best,
                  ratio=processes.ratio_of_rounds(times, "dl", best),
                  times={name: processes.summary(rounds) for name, rounds in times.items()})
    model.__exit__()
    del padding
    return result


def run_apart(job):
    done = processes.start(__file__, job)
    if done.returncode:
        return None
    return json.loads(done.stdout.strip().split("\n")[-1])


def time_model(options, path, out, about):
    """A row, or None where something failed, which is printed."""
    name = os.path.basename(path)[:-len(".onnx")]
    library = os.path.join(out, name + ".so")
    failure = compile_model(options.build, path, library, options.threads)
    if failure:
        print(f"{name}: not compiled: {failure}")
        return None
    job = dict(path=path, inputs=path[:-len("onnx")] + "inputs.npz", library=library,
               threads=options.threads, rounds=options.rounds, seconds=options.seconds,
               clock=options.clock, peers=options.peers.split(","))
    runs = [run_apart(dict(job, number=number)) for number in range(options.processes)]
    if None in runs:
        print(f"{name}: a process failed")
        return None
    worst = max(runs, key=lambda run: run["ratio"])
    return dict(model=name, family=name.rsplit("_", 1)[0], about=about, peer=worst["peer"],
                ratio=worst["ratio"], lowest=min(run["ratio"] for run in runs),
                dl_us=worst["times"]["dl"]["median"] * 1e3,
                peer_us=worst["times"][worst["peer"]]["median"] * 1e3,
                error=max(run["error"] for run in runs), others=max(run["others"] for run in runs),
                runs=runs)


def print_families(rows, least):
    for title, chosen in ((f"from {least} us on", lambda row: row["peer_us"] >= least),
                          (f"below {least} us", lambda row: row["peer_us"] < least)):
        print(f"{title:<18} models    mean   worst")
        for family in dict.fromkeys(row["family"] for row in rows):
            ratios = {row["model"]: row["ratio"] for row in rows
                      if row["family"] == family and chosen(row)}
            if ratios:
                mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
                worst = max(ratios, key=ratios.get)
                print(f"  {family:<16} {len(ratios):>6} {mean:>7.3f} {ratios[worst]:>7.3f}  {worst}")


def bench(options):
    manifest = os.path.join(options.models, "manifest.json")
    about = json.load(open(manifest))["models"] if os.path.exists(manifest) else {}
    paths = sorted(glob.glob(os.path.join(options.models, options.only + ".onnx")),
                   key=lambda path: (path.rsplit("_", 1)[0], len(path), path))
    if not paths:
        print(f"{options.models} has no {options.only}.onnx")
    out = os.path.join(options.build, "bench", "families")
    os.makedirs(out, exist_ok=True)
    rows = []
    print(f"{'model':<12} {'ours us':>9} {'peer us':>9}  by   ratio lowest   error others")
    for path in paths:
        name = os.path.basename(path)[:-len(".onnx")]
        row = time_model(options, path, out, about.get(name, ""))
        if row:
            rows.append(row)
            print(f"{name:<12} {row['dl_us']:>9.1f} {row['peer_us']:>9.1f}  {row['peer']:<3} "
                  f"{row['ratio']:>6.3f} {row['lowest']:>6.3f} {row['error']:>7.1e} "
                  f"{row['others']:>6.2f}  {row['about']}", flush=True)
    print_families(rows, options.least)
    with open(options.json or os.path.join(options.build, "bench", "families.json"), "w") as f:
        json.dump(dict(machine=timing.machine(), rows=rows), f, indent=1)
    wrong = [row["model"] for row in rows if not row["error"] <= options.tolerance]
    for name in wrong:
        print(f"{name} is further from the first peer than {options.tolerance}")
    return 1 if wrong or len(rows) < len(paths) or not rows else 0


def main():
    ap = argparse.ArgumentParser(prog="./dev bench-models", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("models", nargs="?", metavar="DIR", help="folder of models")
    ap.add_argument("--only", default="*", metavar="PATTERN", help="names of models, with *")
    ap.add_argument("--threads", type=timing.positive, default=1, help="threads of each side (default 1)")
    ap.add_argument("--processes", type=timing.positive, default=3, help="processes a model (default 3)")
    ap.add_argument("--rounds", type=timing.positive, default=5, help="rounds of each side (default 5)")
    ap.add_argument("--seconds", type=float, default=0.05, help="length of a round (default 0.05)")
    ap.add_argument("--clock", choices=sorted(timing.CLOCKS), default="wall",
                    help="wall: seconds that pass (default); cpu: those of the calling thread")
    ap.add_argument("--peers", default="ort,ov",
                    help="comma list of ort, onnxruntime, and ov, OpenVINO in f32 (default both)")
    ap.add_argument("--least", type=float, default=50, metavar="US",
                    help="where small models end (default 50)")
    ap.add_argument("--tolerance", type=float, default=timing.TOLERANCE, metavar="E",
                    help="of the largest value, how far results may be from the first peer's "
                         f"(default {timing.TOLERANCE})")
    ap.add_argument("--json", metavar="FILE", help="where the results go")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    ap.add_argument("--job", help=argparse.SUPPRESS)
    options = ap.parse_args()
    if options.job:
        print(json.dumps(measure(json.loads(options.job))))
        return 0
    if not options.models or not os.path.isdir(options.models):
        ap.error(f"expected a folder of models, got {options.models or 'none'}")
    unknown = [name for name in options.peers.split(",") if name not in peers.PEERS]
    if unknown:
        ap.error(f"expected --peers of {', '.join(peers.PEERS)}, got {', '.join(unknown)}")
    return bench(options)


if __name__ == "__main__":
    sys.exit(main())
