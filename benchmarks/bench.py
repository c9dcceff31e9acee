#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times compiled models against other runtimes or against an older build, in turn.

SET is one of
  networks    eight networks (the default): ResNet-18, a BERT layer, MobileNet, DQN, DCGAN, LSTMs
  published   thirty networks as published, from ResNet-50 to LLaMA (models/published.py)
  kernels     the convolutions C1 to C12 and D1 to D9 of Table 2 of the TVM paper, one a model
  random      models of eight families drawn by --seed, --count of each
  models DIR  all FAMILY_NUMBER.onnx with FAMILY_NUMBER.inputs.npz of a folder
  int8        products of bytes, ResNet-18 and a BERT layer quantized by onnxruntime's quantizer;
              with --models NAMES published networks in their place
  bf16        three networks by --precision=bf16 against OpenVINO as it comes
  compile     how long models of many nodes take to compile (`bench compile --help`)
  memory      peak memory of a process that runs a network (`bench memory --help`)
  tuning-tables  searches for schedules on recorded times (`bench tuning-tables --help`)

For each model and thread count several processes of their own, pinned to as many cores,
load all sides, compare ours with onnxruntime (the largest difference must be at most 1e-5
of the largest value, of bytes and bf16 some percent), and then alternate: a round of ours,
a round of each peer, … Process n has a stack, a heap and inputs that begin 16 n bytes
further on, since one process sees one such case all its life: four see each way in which a
vector of 64 bytes can lie. `ours ms` is the median in the slowest process, `best` in the
fastest; `ratio` is ours over the faster peer's, which `by` names, in the process where it is
highest, `lowest` where it is lowest, `of min` the highest ratio of the minima; below 1 means
ours is faster. `bound ms` is the least time for the model's flops or bytes at the speed
measured in the same processes (bounds.py), and `x` the slowest process over it. `others` is
how many cores other processes used meanwhile: above 0.1 the row is noisy; --clock cpu leaves
out when they had the core, but not what they did to its caches.

--against DIR compiles the models by another build folder's dl-compile too and times its
libraries instead of the peers, in the same processes: `ratio` is new over old. `control` is
the ratio of two loads of the new library, the larger over the smaller in the process where
they differ most: their weights lie at other addresses, and what is below it says nothing.
Its libraries are called by the dlc.py of its own sources if their interface is another.

--addresses times ours alone in 16 processes whose stacks, heaps and inputs differ, and prints the
slowest over the fastest: the shortest time of each process over that of a loop of multiply-adds in
registers, in turn, since the speed of a core changes between processes.

--stack-offsets N times the models in one process on N stacks that begin 16 bytes apart,
in turn, and prints the slowest over the fastest, each measured on the round's own median.

Families of small models are summed up: the geometric mean of their ratios and the worst. All
of it goes to BUILD/bench/SET.json as well, and as a picture to BUILD/bench/SET.svg. The status
is 1 where a result is wrong or a row or family is above what is wanted of it (goals.py).
"""
import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "models")]

import bounds
import goals
import peers
import picture
import rows
import sets
import timing


def measure(options, cases, columns):
    """Rows of all cases, printed as they come, and what failed."""
    done, failures = [], []
    time = (rows.time_stacks if options.stack_offsets else
            rows.time_addresses if options.addresses else rows.time_row)
    print(rows.table_head(columns))
    for case in cases:
        for threads in options.threads:
            try:
                job, row = rows.make_job(options, case, threads)
                time(options, job, row)
            except rows.Failure as failure:
                failures.append(f"{case['model']}: {failure}")
                print(failures[-1], flush=True)
                continue
            row["wrong"] = not row["max_error"] <= case["tolerance"]
            done.append(row)
            print(rows.table_line(columns, row), flush=True)
    return done, failures


def print_families(done):
    print(f"{'family':<24} models    mean   worst  wanted")
    for title, mean, worst, model, goal, count in goals.summaries(done):
        wanted = f"{goal[0]:.2f} {goal[1]:.2f}" if goal else ""
        print(f"{title:<24} {count:>6} {mean:>7.3f} {worst:>7.3f}  {wanted:<9} {model}".rstrip())


def draw(options, done):
    machine = timing.machine()
    if options.by_family:
        bars = [(title, mean, worst, goal and goal[0])
                for title, mean, worst, _, goal, _ in goals.summaries(done)]
        title = "Time over that of the fastest peer, geometric means by family"
    else:
        bars = [(row["model"] + f", {row['threads']} cores" * (row["threads"] > 1), row["ratio"],
                 None, options.goals.get(row["model"])) for row in done]
        title = "Time over that of the fastest peer, in the worst process"
    by = sorted({side for row in done for run in row["processes"]
                 for side in run["times"] if side != "dl"})
    which = options.set + f" --seed {options.seed} --count {options.count}" * (options.set == "random")
    caption = (f"./dev bench {which}, on {machine['cpu']}; the worst of {options.processes} processes; "
               f"peers: {', '.join(peers.NAMES[side] for side in by)}")
    path = os.path.join(options.build, "bench", options.set + ".svg")
    picture.draw(title, caption, bars, path)
    return path


def missed(options, done):
    """What is said of rows that are above what is wanted of them."""
    if options.at_most:
        for row in done:
            control = row.get("control", 1)
            if row["ratio"] > options.at_most * control:
                yield (f"{row['model']} at {row['threads']} threads has ratio {row['ratio']:.3f}, "
                       f"expected at most {options.at_most}" +
                       f", times the control's {control:.3f}" * bool(options.against))
    elif not options.alone:
        yield from goals.missed_by_rows(done, options.goals)
        if options.by_family:
            yield from goals.missed_by_families(done)


def bench(options):
    folder = os.path.join(options.build, "bench")
    os.makedirs(folder, exist_ok=True)
    cases = sets.SETS[options.set](options)
    if not cases:
        print(f"{options.models} has no {options.only}.onnx")
        return 1
    options.loops = bounds.build_loops(folder)
    columns = list(rows.STACK_COLUMNS if options.stack_offsets or options.addresses else
                   rows.SMALL_COLUMNS if options.by_family else rows.NETWORK_COLUMNS)
    if options.against:
        columns.insert([key for key, _, _ in columns].index("lowest") + 1, rows.CONTROL)
    done, failures = measure(options, cases, columns)
    if options.by_family and not options.stack_offsets and not options.addresses:
        print_families(done)
    fixed = all(run["fixed_addresses"] for row in done for run in row["processes"])
    print(f"{'stacks' if options.stack_offsets else 'stack, heap and inputs'} at "
          f"{options.stack_offsets or options.processes} offsets of 16 bytes; "
          f"addresses {'not ' if fixed else ''}randomised; {options.clock} time")
    path = options.json or os.path.join(folder, options.set + ".json")
    with open(path, "w") as file:
        json.dump(dict(machine=timing.machine(), set=options.set, rows=done), file, indent=1)
    drawn = ""
    if done and not options.alone:
        drawn = " and " + draw(options, done)
    print(f"written to {path}{drawn}")
    slow = list(missed(options, done))
    wrong = [f"{row['model']} is off by {row['max_error']:.1e} of the largest value"
             for row in done if row["wrong"]]
    for words in wrong + slow:
        print(f"bench: {words}")
    return 1 if wrong or slow or failures else 0


def positive_list(text):
    return [timing.positive(part) for part in text.split(",")]


def parse(arguments):
    ap = argparse.ArgumentParser(prog="./dev bench", description=__doc__, usage="./dev bench [SET] [OPTIONS]",
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("set", nargs="?", default="networks", choices=sets.SETS, metavar="SET")
    ap.add_argument("folder", nargs="?", metavar="DIR", help="of the set `models`")
    ap.add_argument("--models", help="comma list of networks or kernels, as in make_models.py, or "
                    "of published networks")
    ap.add_argument("--only", default="*", metavar="PATTERN", help="names of models, with *")
    ap.add_argument("--seed", type=int, default=0, help="of the set `random` (default 0)")
    ap.add_argument("--count", type=timing.positive, default=8,
                    help="models of each family of the set `random` (default 8)")
    ap.add_argument("--batch", type=timing.positive, default=1, help="of networks (default 1)")
    ap.add_argument("--threads", type=positive_list, default=[1],
                    help="comma list of thread counts (default 1)")
    ap.add_argument("--processes", type=timing.positive,
                    help="processes a row (default 4, of families 3, with --addresses 16)")
    ap.add_argument("--rounds", type=timing.positive,
                    help="rounds of each side in each process (default 8, of families 5, of stacks 48)")
    ap.add_argument("--seconds", type=float,
                    help="length of a round (default 0.2, of families and stacks 0.05)")
    ap.add_argument("--clock", choices=sorted(timing.CLOCKS), default="wall",
                    help="wall: seconds that pass (default); cpu: seconds that the calling thread "
                         "is on a core, for one thread on a machine that others use")
    ap.add_argument("--peers", type=lambda text: text.split(","),
                    help=f"comma list of {', '.join(peers.PEERS)}: onnxruntime, OpenVINO in f32 or "
                         "as it comes, IREE (default ort,ov, of LSTMs iree as well)")
    mode = ap.add_mutually_exclusive_group()
    mode.add_argument("--against", metavar="DIR", help="build folder of an older version")
    mode.add_argument("--addresses", action="store_true",
                      help="time processes whose addresses differ, 16 of them if not told")
    mode.add_argument("--stack-offsets", type=timing.positive, metavar="N",
                      help="time on N stacks that begin 16 bytes apart")
    ap.add_argument("--at-most", type=float, metavar="R",
                    help="fail where a ratio is above R, times the control's if there is one, "
                         "instead of the goals")
    ap.add_argument("--json", metavar="FILE", help="where the results go")
    ap.add_argument("--tiny", action="store_true", help="the tests' small versions of the networks")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    ap.add_argument("--demo", action="store_true", help=argparse.SUPPRESS)
    options = ap.parse_args(arguments)
    options.by_family = options.set not in ("networks", "published", "bf16")
    families, stacks = options.by_family, options.stack_offsets
    options.alone = options.against or stacks or options.addresses
    options.processes = options.processes or (16 if options.addresses else 3 if families else 4)
    options.rounds = options.rounds or (48 if stacks else 5 if families else 8)
    options.seconds = options.seconds or (0.05 if stacks or families else 0.2)
    if (options.set == "models") != (options.folder is not None):
        ap.error("expected a folder with the set `models`, and with no other")
    if options.folder and not os.path.isdir(options.folder):
        ap.error(f"expected a folder of models, got {options.folder}")
    for name in options.peers or []:
        if name not in peers.PEERS:
            ap.error(f"expected --peers of {', '.join(peers.PEERS)}, got {name}")
    if options.against and not os.path.exists(os.path.join(options.against, "bin", "dl-compile")):
        ap.error(f"expected --against to be a build folder with bin/dl-compile, got "
                 f"{options.against}")
    if options.clock == "cpu" and options.threads != [1]:
        ap.error(f"expected --clock cpu with --threads 1, got "
                 f"{','.join(map(str, options.threads))}: it does not see other threads")
    return options


def main(arguments):
    if arguments[:1] == ["compile"]:
        import compile_time

        return compile_time.main(arguments[1:])
    if arguments[:1] == ["memory"]:
        import memory

        return memory.main(arguments[1:])
    options = parse(arguments)
    if options.demo:
        import demo

        return demo.run(options)
    return bench(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
