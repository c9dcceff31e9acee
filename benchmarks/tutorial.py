# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each step of a tutorial is worth: tutorial.py PAGE.md [--threads N] [--flops N].

Takes the programs of the page (`kernel.mlir` and each file that schedules it), compiles
them all, times them in turns in one run, and prints a table in Markdown. With --flops,
the operations of one run, also GFLOP/s.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

FILE = re.compile(r"^<!-- file: (\S+) -->\n+^```mlir\n(.*?)^```$", re.M | re.S)
TIME = re.compile(r"median\s+([0-9.]+) ms")


def programs_of(page):
    files = dict(FILE.findall(page))
    kernel = files.pop("kernel.mlir", None)
    if kernel is None:
        raise SystemExit("expected a block of the page to be the file kernel.mlir")
    return {os.path.splitext(name)[0]: kernel + text for name, text in files.items()
            if "@schedules" in text}


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=300, check=False)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(command)}\n{done.stdout}")
    return done.stdout


def median_us(text):
    found = TIME.search(text)
    if not found:
        raise SystemExit(f"expected dl-run --benchmark to print a median, got: {text}")
    return float(found.group(1)) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--flops", type=float, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", default="5")
    parser.add_argument("--replace", action="append", default=[], metavar="OLD=NEW",
                        help="replace text in the programs, for other sizes")
    options = parser.parse_args()
    with open(options.page) as page, tempfile.TemporaryDirectory() as folder:
        times = {}
        for name, text in programs_of(page.read()).items():
            for pair in options.replace:
                text = text.replace(*pair.split("=", 1))
            path = os.path.join(folder, name)
            with open(path + ".mlir", "w") as program:
                program.write(text)
            run("dl-compile", path + ".mlir", "-o", path + ".so", f"--threads={options.threads}")
            times[name] = []
        for _ in range(options.rounds):
            for name, samples in times.items():
                # What takes seconds varies little.
                if samples and samples[0] > 1e6:
                    continue
                samples.append(median_us(run("dl-run", os.path.join(folder, name + ".so"),
                                             "--benchmark", f"--runs={options.runs}",
                                             f"--threads={options.threads}")))
    before = None
    print("| step | ms |" + (" GFLOP/s |" if options.flops else "") + " gain |")
    print("| --- | --- |" + (" --- |" if options.flops else "") + " --- |")
    for name, samples in times.items():
        best = min(samples)
        rate = f" {options.flops / best / 1e3:.1f} |" if options.flops else ""
        gain = f" {before / best:.2f}x |" if before else " |"
        print(f"| {name} | {best / 1e3:.3f} |{rate}{gain}")
        before = best
    return 0


if __name__ == "__main__":
    sys.exit(main())
