#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Peak resident memory of a process that loads a network and runs it once, beside onnxruntime's.

Each side in processes of its own, which hold numpy and the inputs before they load anything.
Columns, all in MB: `weights` of the model's file; the peak of ours and of onnxruntime above what
the process held before, and before its packages were loaded; `ratio` of both; the arena of ours.
"""
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]


def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def measure(job):
    """MB above what the process held with its inputs."""
    import numpy  # noqa: F401  before the peak is read first

    from net import load_inputs

    inputs = load_inputs(os.path.dirname(job["path"]), job["model"])
    if job["library"]:
        import dlc

        before = peak()
        with dlc.Model(job["library"], threads=1) as model:
            model.run(inputs)
            return dict(mb=peak() - before, arena_mb=model.arena_bytes / (1 << 20))
    import peers

    before = peak()
    call = peers.PEERS["ort"](job["path"], 1)
    call(inputs)
    return dict(mb=peak() - before)


def run_apart(**job):
    done = subprocess.run([sys.executable, os.path.abspath(__file__), "--job", json.dumps(job)],
                          check=True, stdout=subprocess.PIPE, text=True, timeout=300)
    return json.loads(done.stdout)


def main(arguments=None):
    import rows
    import sets

    ap = argparse.ArgumentParser(prog="./dev bench memory", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--models", default=sets.NETWORKS, help="comma list (default: the eight networks)")
    ap.add_argument("--tiny", action="store_true", help="the tests' small versions of the models")
    ap.add_argument("--json", metavar="FILE", help="write the rows to a file")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    ap.add_argument("--job", help=argparse.SUPPRESS)
    options = ap.parse_args(arguments)
    if options.job:
        print(json.dumps(measure(json.loads(options.job))))
        return 0
    options.batch, names = 1, options.models.split(",")
    models = sets.ensure_models(options, names)
    out = os.path.join(options.build, "bench", "memory")
    os.makedirs(out, exist_ok=True)
    done = []
    print(f"{'model':<18} {'weights':>8} {'ours':>8} {'ort':>8} {'ratio':>6} {'arena':>7}")
    for name in names:
        path, library = os.path.join(models, name + ".onnx"), os.path.join(out, name + ".so")
        rows.compile_model(options.build, path, library, ["--threads=1"])
        ours = run_apart(model=name, path=path, library=library)
        theirs = run_apart(model=name, path=path, library=None)
        weights = os.path.getsize(path) / (1 << 20)
        row = dict(model=name, weights_mb=weights, dl_mb=ours["mb"], ort_mb=theirs["mb"],
                   ratio=ours["mb"] / theirs["mb"], arena_mb=ours["arena_mb"])
        done.append(row)
        print(f"{name:<18} {weights:>8.1f} {row['dl_mb']:>8.1f} {row['ort_mb']:>8.1f} "
              f"{row['ratio']:>6.2f} {row['arena_mb']:>7.2f}", flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(done, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
