#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles models for a CPU of AArch64 and compares what they compute under qemu's model of
that CPU with recorded outputs.

  emulate.py BUILD WORK --cpu cortex-a53 MODEL...

Next to a model's file stand MODEL.inputs.npz, if it has inputs, and MODEL.ref.npz; without
recorded outputs the reference interpreter makes them.
"""
import argparse
import os
import struct
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, *[os.pardir] * 4)
TRIPLE = "aarch64-linux-gnu"
SYSTEM = f"/usr/{TRIPLE}"  # where libc6-dev-arm64-cross puts headers and libraries
LIMIT = 240  # seconds of a run
HEADER = struct.Struct("<BBHi")  # a dlc_dtype and the rank


class Failure(Exception):
    """A library that could not be run; the message is its own."""


class Emulator:
    """Runs libraries of models on a CPU that qemu knows, in a folder."""

    def __init__(self, folder, cpu, clang="clang-22"):
        os.makedirs(folder, exist_ok=True)
        self.folder, self.cpu = folder, cpu
        self.runner = os.path.join(folder, "run_model")
        library = os.path.join(SYSTEM, "lib")
        starts = [os.path.join(library, name) for name in ("Scrt1.o", "crti.o")]
        # Of a GCC, which clang looks for else, nothing is needed.
        subprocess.run(
            [clang, f"--target={TRIPLE}", "-O1", "-Wall", "-Wextra", "-Werror", "-nostdlibinc",
             "-isystem", os.path.join(SYSTEM, "include"), "-I", os.path.join(SOURCES, "include"),
             "-fuse-ld=lld", "-fPIE", "-pie", "-nostdlib", "-L" + library, *starts,
             os.path.join(HERE, "run_model.c"), "-lc", os.path.join(library, "crtn.o"),
             "-o", self.runner], check=True, timeout=120)

    def call(self, *arguments):
        done = subprocess.run(
            ["qemu-aarch64-static", "-cpu", self.cpu, "-L", SYSTEM, self.runner, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            timeout=LIMIT)
        if done.returncode:
            says = done.stderr.decode(errors="replace").strip()
            raise Failure(says or f"ended with status {done.returncode}")
        return done.stdout.decode()

    def names(self, library):
        """Names of the inputs and of the outputs."""
        lines = [line.split(" ", 1) for line in self.call(library).splitlines()]
        return [[name for kind, name in lines if kind == wanted] for wanted in ("input", "output")]

    def run(self, library, inputs):
        """From arrays in order: the outputs as (dtype's code and bits, shape, bytes)."""
        for number, array in enumerate(inputs):
            with open(os.path.join(self.folder, f"in.{number}"), "wb") as file:
                file.write(HEADER.pack(0, 0, 1, array.ndim))
                file.write(struct.pack(f"<{array.ndim}q", *array.shape) + array.tobytes())
        self.call(library, self.folder)
        outputs = []
        while os.path.exists(path := os.path.join(self.folder, f"out.{len(outputs)}")):
            with open(path, "rb") as file:
                code, bits, _, rank = HEADER.unpack(file.read(HEADER.size))
                shape = struct.unpack(f"<{rank}q", file.read(8 * rank))
                outputs.append((code, bits, shape, file.read()))
            os.unlink(path)
        return outputs


def check_segments(library):
    """A page of the file is a page of memory, however large the target's pages are."""
    with open(library, "rb") as file:
        elf = file.read()
    (start,), (size, count) = struct.unpack_from("<Q", elf, 32), struct.unpack_from("<HH", elf, 54)
    for number in range(count):
        kind, _, offset, address, _, _, _, page = struct.unpack_from("<IIQQQQQQ", elf,
                                                                    start + number * size)
        if kind == 1 and (offset - address) % page:
            raise Failure(f"segment {number} is at {offset:#x} of the file and {address:#x} of "
                          f"memory, with pages of {page:#x}")


def get_error(actual, expected):
    """The largest difference in units of the largest expected value."""
    actual, expected = actual.astype(np.float64), expected.astype(np.float64)
    return np.abs(actual - expected).max(initial=0) / max(np.abs(expected).max(initial=0), 1e-30)


def load_arrays(options, model):
    """Inputs and expected outputs of a model, by name."""
    base = os.path.splitext(model)[0]
    inputs, reference = base + ".inputs.npz", base + ".ref.npz"
    given = [f"--inputs={inputs}"] if os.path.exists(inputs) else []
    if not os.path.exists(reference):
        reference = os.path.join(options.work, "ref.npz")
        subprocess.run([os.path.join(options.build, "bin", "dl-run"), model, "--target=reference",
                        f"--outputs={reference}", *given], check=True, timeout=LIMIT)
    return np.load(inputs) if given else {}, np.load(reference)


def check(options, emulator, model):
    """The largest error of a model's outputs."""
    name = os.path.splitext(os.path.basename(model))[0]
    library = os.path.join(options.work, name + ".so")
    subprocess.run([os.path.join(options.build, "bin", "dl-compile"), model, f"--target={TRIPLE}",
                    f"--mcpu={options.cpu}", "-o", library], check=True, timeout=LIMIT)
    check_segments(library)
    given, wanted = load_arrays(options, model)
    inputs, outputs = emulator.names(library)
    results = emulator.run(library, [given[key] for key in inputs])
    errors = []
    for key, (_, _, shape, data) in zip(outputs, results):
        expected = wanted[key]
        actual = np.frombuffer(data, expected.dtype).reshape(shape)
        if actual.shape != expected.shape or not np.isfinite(actual.astype(np.float64)).all():
            raise Failure(f"output '{key}' has another shape than the reference, or infinities")
        errors.append(get_error(actual, expected))
    return max(errors)


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("build")
    ap.add_argument("work")
    ap.add_argument("models", nargs="+")
    ap.add_argument("--cpu", required=True, help="what to compile for")
    ap.add_argument("--emulated", help="the CPU to run on, if another one")
    ap.add_argument("--clang", default="clang-22")
    ap.add_argument("--tolerance", type=float, default=1e-5)
    options = ap.parse_args()
    emulator = Emulator(options.work, options.emulated or options.cpu, options.clang)
    failed = False
    for model in options.models:
        name = os.path.basename(model)
        try:
            error = check(options, emulator, model)
        except Failure as failure:
            sys.exit(f"{name}: {failure}")
        within = error <= options.tolerance
        failed |= not within
        print(f"{name}: largest error {error:.2e}"
              f"{'' if within else f', more than {options.tolerance:.0e}'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
