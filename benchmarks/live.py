#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs dl-tune's searches on this machine and holds what they find against what is wanted.

SET is one of
  scratch       six kernels whose default schedule the search is not told of, beside random search:
                the speed over the default's, and over the smaller of oneDNN's and of what the
                multiply-adds allow
  weak          kernels and random models whose default schedules may be weak: the share of the gap
                between the default and a long search that a short one closes
  transfer      trials that a search for an Arm Cortex-A53 takes, with and without the records of
                one for x86-64-v3; both are simulated by llvm-mca, and the same everywhere
  networks      ResNet-18, MobileNet and a BERT layer of sequence 197, tuned end to end, against the
                untuned networks and in turn with onnxruntime, OpenVINO and IREE
  metaschedule  three kernels by dl-tune, which is not told of the default's schedule, and by TVM's
                MetaSchedule for as many minutes: what is fastest after each, and at the end in turn
Libraries are made of what was found, each of one kernel, and run in turn with the default's and
with oneDNN in processes of their own, whose stacks, heaps and inputs begin at other addresses;
ratios are medians over rounds. `trials/s` is over a whole search, compiling, checking and measuring
the finalists included, `search` the share of its time that the search takes for itself, `training`
the longest training of its model. `others` is how many cores other processes used while times were
taken: above 0.1 they are noisy.

All goes to BUILD/live/SET.json as well, beside the records. The status is 1 where something failed
or a goal is missed (benchmarks/searches/wanted.py).
"""
import argparse
import importlib
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models"), os.path.join(HERE, "searches")]

import timing

# Set -> its module in the folder searches.
SETS = {"scratch": "scratch", "weak": "weak", "transfer": "transfer", "networks": "whole_networks",
        "metaschedule": "metaschedule"}


class Options(argparse.Namespace):
    """What was asked for, and what sets say while they run."""

    def choose(self, known, more=()):
        """The names that --only asks for, without it all that are known."""
        names = self.only.split(",") if self.only else list(known)
        every = [*known, *(more or ())]
        for name in names:
            if name not in every:
                raise SystemExit(f"live: expected --only of {', '.join(every)}, got {name}")
        return names

    def fail(self, name, failure):
        self.failures.append(f"{name}: {failure}")
        print(self.failures[-1], flush=True)

    def ensure_models(self, names):
        import sets

        return sets.ensure_models(self, names)


def parse(arguments):
    ap = argparse.ArgumentParser(prog="./dev live", description=__doc__,
                                 usage="./dev live [SET] [OPTIONS]",
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("set", nargs="?", default="scratch", choices=SETS, metavar="SET")
    ap.add_argument("--only", default="", metavar="NAMES", help="comma list of the set's rows")
    ap.add_argument("--trials", type=timing.positive, default=200,
                    help="schedules that a search measures (default: 200)")
    ap.add_argument("--long-trials", type=timing.positive, default=2000,
                    help="of the long search of `weak` (default: 2000)")
    ap.add_argument("--random", type=int, default=30, metavar="N",
                    help="random models of `weak`; --only=random has them alone (default: 30)")
    ap.add_argument("--model-seed", type=int, default=1, help="of these (default: 1)")
    ap.add_argument("--least", type=float, default=20, metavar="US",
                    help="what the default takes for kernels of these to count (default: 20)")
    ap.add_argument("--seed", type=int, default=0, help="of the first search (default: 0)")
    ap.add_argument("--seeds", type=timing.positive, default=1,
                    help="searches of each kind; the one in the middle counts (default: 1)")
    ap.add_argument("--minutes", type=float,
                    help="that a network or a side may take (default: 15, of metaschedule 4)")
    ap.add_argument("--processes", type=timing.positive, default=3,
                    help="that time what was found; the one in the middle counts (default: 3)")
    ap.add_argument("--round-seconds", type=float, default=0.02,
                    help="of each of 30 rounds of a library (default: 0.02)")
    ap.add_argument("--clock", choices=sorted(timing.CLOCKS), default="cpu",
                    help="cpu: seconds that the thread is on a core (default); wall: that pass")
    ap.add_argument("--alone", action="store_true", help="without oneDNN and other peers")
    ap.add_argument("--tiny", action="store_true", help="the tests' small versions of the models")
    ap.add_argument("--no-goals", action="store_true",
                    help="a status of 1 means that something failed, whatever the times are")
    ap.add_argument("--json", metavar="FILE", help="where the results go")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    options = ap.parse_args(arguments, namespace=Options())
    options.batch, options.failures, options.peers, options.models = 1, [], None, None
    options.build = os.path.abspath(options.build)
    options.minutes = options.minutes or (4 if options.set == "metaschedule" else 15)
    # Of a side's minutes, seconds for the finalists.
    options.reserve = min(15, 15 * options.minutes)
    options.tvm = os.path.join(options.build, "metaschedule-venv", "bin", "python")
    options.folder = os.path.join(options.build, "live")
    os.makedirs(options.folder, exist_ok=True)
    return options


def main(arguments=None):
    options = parse(arguments)
    # oneDNN takes as many threads as it is told when it is loaded.
    os.environ["OMP_NUM_THREADS"] = "1"
    rows, missed = importlib.import_module(SETS[options.set]).run(options)
    path = options.json or os.path.join(options.folder, options.set + ".json")
    with open(path, "w") as file:
        json.dump(dict(machine=timing.machine(), set=options.set, trials=options.trials, rows=rows,
                       missed=missed, failures=options.failures), file, indent=1)
    print(f"written to {path}")
    for words in missed:
        print(f"live: {words}")
    return 1 if options.failures or (missed and not options.no_goals) else 0


if __name__ == "__main__":
    sys.exit(main())
