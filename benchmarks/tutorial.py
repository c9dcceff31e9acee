# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each step of the tutorials is worth: tutorial.py [--write] [PAGE.md ...].

A page says before each table what it is measured by:

    <!-- measured: plain lanes threads --flops 1e9 -->     steps of this page
    <!-- measured: ./dev peak --threads 2 -->              another program's table

A step is a file of the page that schedules the kernel in `kernel.mlir`. The steps of a
table are compiled and timed in turn in one run, with pinned threads: one, and two where a
step has parallel axes. Printed are the median and the minimum in milliseconds, and the
gain of the minimum over the step before; with --flops, the operations of one run, also
GFLOP/s. --constant NAME makes an input of the kernel a constant, which is packed before
anything is timed. --write puts the tables into the pages.
"""
import argparse
import array
import glob
import os
import random
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)

FILE = re.compile(r"^`(\S+)`:\n+^```mlir\n(.*?)^```$", re.M | re.S)
TABLE = re.compile(r"^(<!-- measured: (.*?) -->\n)\n*((?:^\|.*\n)*)", re.M)
TIME = re.compile(r"minimum\s+([0-9.]+) ms, median\s+([0-9.]+) ms")
ROUND = 100.0  # milliseconds
SLOW = 1000.0  # what takes longer is timed once, since it varies little


def programs_of(page):
    """Name -> program: the kernel of the page with each file that schedules it."""
    files = dict(FILE.findall(page))
    kernel = files.pop("kernel.mlir", None)
    if kernel is None:
        raise SystemExit("expected a block of the page to be the file `kernel.mlir`")
    return {os.path.splitext(name)[0]: kernel + text for name, text in files.items()
            if "@schedules" in text}


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=900, check=False)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(command)}\n{done.stdout}")
    return done.stdout


def with_constants(text, names):
    """The program with inputs of @main as constants of small numbers."""
    import peak

    for name in names:
        found = re.search(rf'%{name}: tensor<([0-9x]+)x(i8|f32)> {{dl\.name = "{name}"}}', text)
        if not found:
            raise SystemExit(f"expected an input %{name} of bytes or f32 to make a constant")
        size = 1
        for extent in found[1].split("x"):
            size *= int(extent)
        values = random.Random(0)
        text = peak.with_constant(text, name, array.array(
            "b" if found[2] == "i8" else "f", (values.randint(-8, 8) for _ in range(size))))
    return text


class Step:
    """A compiled step and its times in milliseconds."""

    def __init__(self, name, text, build, folder):
        self.name = name
        self.threads = 2 if "schedule.parallel" in text else 1
        self.bin = os.path.join(build, "bin")
        source, self.library = (os.path.join(folder, name + end) for end in (".mlir", ".so"))
        with open(source, "w") as file:
            file.write(text)
        if "schedule.tensorize" in text:
            files = glob.glob(os.path.join(ROOT, "share", "dl", "intrinsics", "*.mlir"))
            plain, source = source, os.path.join(folder, name + ".intrinsics.mlir")
            run(os.path.join(self.bin, "dl-opt"), plain, "-o", source,
                "--schedule-load-intrinsics=files=" + ",".join(sorted(files)))
        run(os.path.join(self.bin, "dl-compile"), source, "-o", self.library,
            f"--threads={self.threads}")
        self.minima, self.medians = [], []

    def time(self, seconds=ROUND):
        if self.minima and self.minima[0] > SLOW:
            return
        runs = 1 if not self.minima else int(min(1000, max(3, seconds / self.minima[0])))
        text = run(os.path.join(self.bin, "dl-run"), self.library, "--benchmark",
                   f"--runs={runs}", f"--threads={self.threads}")
        minimum, median = map(float, TIME.search(text).groups())
        self.minima.append(minimum)
        self.medians.append(median)


def measure(page, arguments, options):
    """The table of a page's steps."""
    parser = argparse.ArgumentParser(prog="measured:")
    parser.add_argument("steps", nargs="+")
    parser.add_argument("--flops", type=float)
    parser.add_argument("--constant", action="append", default=[])
    given = parser.parse_args(arguments)
    programs = programs_of(page)
    unknown = [name for name in given.steps if name not in programs]
    if unknown:
        raise SystemExit(f"expected steps of {', '.join(programs)}, got {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as folder:
        steps = [Step(name, with_constants(programs[name], given.constant), options.build, folder)
                 for name in given.steps]
        for _ in range(options.rounds + 1):
            for step in steps:
                step.time()
    for step in steps:
        # The first run is there to learn how long one takes.
        if len(step.minima) > 1:
            del step.minima[0], step.medians[0]
    rate = given.flops is not None
    lines = ["| step | threads | median ms | min ms |" + (" GFLOP/s |" if rate else "") + " gain |"]
    lines.append("| --- " * (lines[0].count("|") - 1) + "|")
    before = None
    for step in steps:
        best = max(min(step.minima), 1e-4)
        lines.append(f"| {step.name} | {step.threads} | {statistics.median(step.medians):.4g} | "
                     f"{best:.4g} |" + (f" {given.flops / best / 1e6:.1f} |" if rate else "") +
                     (f" {before / best:.2f}x |" if before else "  |"))
        before = best
    return lines


def other_program(arguments, options):
    """The table that ./dev peak prints."""
    if arguments[:2] != ["./dev", "peak"]:
        raise SystemExit(f"expected steps of the page or ./dev peak, got {shlex.join(arguments)}")
    text = run(sys.executable, os.path.join(HERE, "peak.py"), "--build", options.build,
               "--rounds", str(options.rounds), *arguments[2:])
    return [line for line in text.split("\n") if line.startswith("|")]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", help="default: all of docs/Tutorials")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each step (default 15)")
    parser.add_argument("--write", action="store_true", help="put the tables into the pages")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    pages = options.pages or sorted(glob.glob(os.path.join(ROOT, "docs", "Tutorials", "*.md")))
    for path in pages:
        with open(path) as file:
            page = file.read()
        if not TABLE.search(page):
            raise SystemExit(f"{path}: expected a line <!-- measured: STEP ... -->")

        def table(found):
            arguments = shlex.split(found[2])
            is_command = arguments[0].startswith("./")
            lines = (other_program(arguments, options) if is_command else
                     measure(page, arguments, options))
            print(f"{os.path.basename(path)}: {found[2]}", *lines, sep="\n", flush=True)
            return found[1] + "\n" + "\n".join(lines) + "\n"

        measured = TABLE.sub(table, page)
        if options.write:
            with open(path, "w") as file:
                file.write(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
