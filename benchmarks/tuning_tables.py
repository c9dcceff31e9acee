# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares searches on recorded tables: benchmarks/tables/*.jsonl.xz, or those that are named.

Each table has some 1,200 schedules of one kernel, drawn at random from the space of the rules and
measured on one core of an AMD EPYC (Zen 3); the fastest 30 were measured again in eight placements
of stack and buffers, three times each. Beside each lie some 400 records of a kernel of other
extents, for the search that knows them. Status 1 where evolution under XGBoost is not better than
random and genetic search after 64 and 128 trials on all tables but one, worse on one, or below 0.9
of the best speed after 128, or after 32 with such records.

--transfer compares searches for an Arm Cortex-A53 instead, 300 to 400 schedules a kernel with times that llvm-mca simulated (tables/cortex-a53):
from scratch, and with the records of the same kernels on the AMD EPYC. Status 1 where these do not halve the trials until 0.95 of
the best speed on two of three kernels.

How the cost model orders a table is told after the five others and all tables of other extents.

--measure-again measures the schedules of the tables on this machine once more, in all placements and three processes each, and appends
the records to files of their names in a folder: where it was ended, it goes on.

--train writes the cost model that ships (share/dl/tuning/prior.ubj), trained on all of these tables.
"""
import argparse
import glob
import lzma
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def unpack(path, folder):
    """The path of a table, which is unpacked into a folder where it has to be."""
    if not path.endswith(".xz"):
        return path
    os.makedirs(folder, exist_ok=True)
    unpacked = os.path.join(folder, os.path.basename(path)[:-len(".xz")])
    with lzma.open(path) as packed, open(unpacked, "wb") as file:
        file.write(packed.read())
    return unpacked


def main():
    ap = argparse.ArgumentParser(prog="./dev tuning-tables", description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("tables", nargs="*", help=".jsonl or .jsonl.xz (default: all recorded ones)")
    ap.add_argument("--seeds", type=int, default=10, help="of each search (default 10)")
    ap.add_argument("--only-model", action="store_true",
                    help="only how well the cost model orders a table after the others")
    ap.add_argument("--short", action="store_true",
                    help="random, genetic and evolution alone, of 128 trials")
    ap.add_argument("--transfer", action="store_true",
                    help="how much sooner a search ends with records of another machine")
    ap.add_argument("--train", metavar="FILE", help="write the cost model that ships")
    ap.add_argument("--measure-again", metavar="FOLDER",
                    help="measure the schedules of the tables once more")
    ap.add_argument("--build", default=os.path.join(HERE, "..", "build"), help=argparse.SUPPRESS)
    ap.add_argument("--out", help=argparse.SUPPRESS)
    options = ap.parse_args()
    folder = options.out or os.path.join(options.build, "bench", "tables")
    os.makedirs(folder, exist_ok=True)
    tables = options.tables or sorted(glob.glob(os.path.join(HERE, "tables", "*.jsonl.xz")))
    siblings = sorted(glob.glob(os.path.join(HERE, "tables", "siblings", "*.jsonl.xz")))
    others = []
    if options.measure_again:
        os.makedirs(options.measure_again, exist_ok=True)
        program = os.path.join(options.build, "benchmarks", "dl-measure-again")
        unpacked = [unpack(table, folder) for table in tables]
        return max(subprocess.run([program, table, os.path.join(
            options.measure_again, os.path.basename(table))]).returncode for table in unpacked)
    if options.transfer:
        others, siblings = tables, []
        tables = sorted(glob.glob(os.path.join(HERE, "tables", "cortex-a53", "*.jsonl.xz")))
    elif options.train:
        # Those of other extents are other kernels.
        tables, siblings = tables + siblings, []
    command = [os.path.join(options.build, "benchmarks", "dl-tuning-tables"),
               *[unpack(table, os.path.join(folder, os.path.basename(os.path.dirname(table))))
                 for table in tables], f"--seeds={options.seeds}"]
    command += [f"--other-machine={unpack(table, folder)}" for table in others]
    command += [f"--train={options.train}"] * bool(options.train)
    command += [f"--siblings={unpack(table, os.path.join(folder, 'siblings'))}"
                for table in siblings]
    command += ["--only-model"] * options.only_model + ["--short"] * options.short
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
