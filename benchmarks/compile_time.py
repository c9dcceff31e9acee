#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times how long models take to compile, by their number of nodes, and with a cache.

Models of nodes.py, each compiled --rounds times (the shortest counts): of nodes alike and of
distinct shapes, on one thread of one core and with --jobs=2. `exponent` is that of the number of
nodes to which the time grows, fitted to all sizes, whose least one has what starting costs as
well. Then ResNet-18 without a cache, unchanged and with one Relu changed to a LeakyRelu with one.
All libraries of one model must have the same bytes.
"""
import argparse
import filecmp
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

import nodes


def measure(command, cores):
    """Seconds and the largest resident memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(command, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        raise SystemExit(f"bench compile: {' '.join(command)} ended with status {status}")
    return time.monotonic() - start, usage.ru_maxrss / 1024


def count_kernels(compiler, path):
    done = subprocess.run([compiler, path, "--to=te", "-o", "-"], capture_output=True, text=True,
                          check=True, timeout=300)
    return sum(line.lstrip().startswith("func.func private @") for line in done.stdout.split("\n"))


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.compiler = os.path.join(os.path.abspath(options.build), "bin", "dl-compile")
        self.cores = sorted(os.sched_getaffinity(0))
        self.rows = []

    def compile(self, path, jobs=1, name="model", cache=None):
        """The shortest time, the memory, and the library."""
        library = os.path.join(self.folder, f"{os.path.basename(path)}.{jobs}.so")
        command = [self.compiler, path, "-o", library, f"--jobs={jobs}", f"--name={name}"]
        command += [f"--cache={cache}"] if cache else []
        runs = [measure(command, set(self.cores[:jobs])) for _ in range(self.options.rounds)]
        return min(seconds for seconds, _memory in runs), max(memory for _s, memory in runs), library

    def add(self, **row):
        self.rows.append(row)
        print("  ".join(f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}"
                        for name, value in row.items()), flush=True)

    def run_sizes(self, kind, sizes):
        seconds = []
        for size in sizes:
            path = os.path.join(self.folder, f"{kind}{size}.onnx")
            nodes.MAKERS[kind](size, path)
            one, memory, library = self.compile(path)
            row = dict(model=kind, nodes=size, seconds=one, MB=memory)
            if len(self.cores) > 1:
                two, _memory, other = self.compile(path, jobs=2)
                if not filecmp.cmp(library, other, shallow=False):
                    raise SystemExit(f"bench compile: {path}: expected the same bytes for all --jobs")
                row |= dict(jobs2=two / one)
            if kind == "distinct":
                kernels = count_kernels(self.compiler, path)
                row |= dict(kernels=kernels, ms_kernel=1000 * one / kernels)
            self.add(**row)
            seconds.append(one)
        if len(sizes) > 1:
            slope = np.polyfit(np.log(sizes), np.log(seconds), 1)[0]
            self.add(model=kind, exponent=float(slope))

    def run_cache(self, path):
        cold, _memory, plain = self.compile(path)
        cache = os.path.join(self.folder, "cache")
        self.compile(path, cache=cache)
        unchanged, _memory, cached = self.compile(path, cache=cache)
        if not filecmp.cmp(plain, cached, shallow=False):
            raise SystemExit("bench compile: expected the same bytes from the cache")
        model = onnx.load(path)
        relus = [node for node in model.graph.node if node.op_type == "Relu"]
        changed = []
        for alpha in range(self.options.rounds):
            relu = relus[len(relus) // 2]
            relu.op_type = "LeakyRelu"
            del relu.attribute[:]
            relu.attribute.append(onnx.helper.make_attribute("alpha", 0.1 + 0.1 * alpha))
            other = os.path.join(self.folder, f"changed{alpha}.onnx")
            onnx.save(model, other)
            time.sleep(0.1)
            command = [self.compiler, other, "-o", other + ".so", "--name=model", f"--cache={cache}"]
            changed.append(measure(command, set(self.cores[:1]))[0])
        self.add(model=os.path.basename(path), cold=cold, unchanged=unchanged, changed=min(changed))


def make_resnet18(options):
    import sets

    options.tiny, options.batch = False, 1
    return os.path.join(sets.ensure_models(options, ["resnet18"]), "resnet18.onnx")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="./dev bench compile", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(HERE, "..", "build"),
                        help=argparse.SUPPRESS)
    parser.add_argument("--alike", default="100,1000,10000", help="numbers of nodes alike")
    parser.add_argument("--distinct", default="100,300,1000", help="of nodes of distinct shapes")
    parser.add_argument("--model", metavar="FILE",
                        help="the model of the cache's row (default: ResNet-18)")
    parser.add_argument("--rounds", type=int, default=3, help="compilations of each (default: 3)")
    parser.add_argument("--json", help="write the rows to a file")
    options = parser.parse_args(arguments)
    sizes = lambda text: [int(number) for number in text.split(",") if number]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        bench.run_sizes("alike", sizes(options.alike))
        bench.run_sizes("distinct", sizes(options.distinct))
        bench.run_cache(options.model or make_resnet18(options))
        if options.json:
            with open(options.json, "w") as file:
                json.dump(bench.rows, file, indent=1)


if __name__ == "__main__":
    sys.exit(main())
