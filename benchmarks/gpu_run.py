# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a folder that gpu_prepare.py made: results first, then times.

Results are poisoned before, and so is memory on both sides of every buffer, which has to stay
as it is. Every kernel runs several times: threads that do not wait for each other give other
results sometimes. Kernels run in a process of their own, since a fault of the device ends all
that its process does there.
"""
import json
import math
import multiprocessing
import os
import statistics
import sys

import numpy as np

import cuda
import gpu_kernels
import gpu_peaks

GUARD, POISON, RUNS = 4096, 0xFF, 10
# Seconds for one kernel, with all that is computed beside it.
LIMIT = 120


class Loaded:
    """A kernel on the device, with its buffers between guards."""

    def __init__(self, driver, folder, kernel):
        self.driver, self.kernel, self.functions, self.modules = driver, kernel, [], []
        self.pointers = []
        for launch in kernel["launches"]:
            with open(os.path.join(folder, launch["ptx"])) as file:
                self.modules.append(driver.load(file.read()))
            self.functions.append(self.modules[-1].get_function(launch["entry"]))
        for buffer in kernel["buffers"]:
            kind = np.dtype(gpu_kernels.NUMPY[buffer["type"]])
            buffer["bytes"] = kind.itemsize * math.prod(buffer["shape"])
            self.pointers.append(driver.allocate(buffer["bytes"] + 2 * GUARD) + GUARD)

    def describe(self):
        """Of the launches, the largest numbers."""
        found = [self.modules[i].describe(function) for i, function in enumerate(self.functions)]
        return {key: max(values[key] for values in found) for key in found[0]}

    def poison(self):
        for pointer, buffer in zip(self.pointers, self.kernel["buffers"]):
            self.driver.fill(pointer - GUARD, POISON, buffer["bytes"] + 2 * GUARD)

    def give(self, operands):
        places = (pointer for pointer, buffer in zip(self.pointers, self.kernel["buffers"])
                  if buffer["role"] == "operand")
        for pointer, operand in zip(places, operands, strict=True):
            self.driver.upload(pointer, operand)

    def launch(self):
        for function, launch in zip(self.functions, self.kernel["launches"]):
            self.driver.launch(function, launch["grid"], launch["block"],
                               [self.pointers[number] for number in launch["arguments"]])

    def take(self, role="result"):
        values = []
        for pointer, buffer in zip(self.pointers, self.kernel["buffers"]):
            if buffer["role"] == role:
                values.append(np.empty(buffer["shape"], gpu_kernels.NUMPY[buffer["type"]]))
                self.driver.download(values[-1], pointer)
        return values

    def find_damage(self, operands):
        """What was written that the kernel must not write, in words."""
        guard = np.empty(GUARD, np.uint8)
        for number, (pointer, buffer) in enumerate(zip(self.pointers, self.kernel["buffers"])):
            for place in (pointer - GUARD, pointer + buffer["bytes"]):
                self.driver.download(guard, place)
                if not (guard == POISON).all():
                    return f"wrote outside of buffer {number}"
        for before, after in zip(operands, self.take("operand"), strict=True):
            if not np.array_equal(before, after):
                return "wrote to an operand"
        return None

    def free(self):
        for pointer in self.pointers:
            self.driver.free(pointer - GUARD)
        for module in self.modules:
            module.unload()


def get_wanted(folder, kernel):
    """Operands and the results they should have."""
    if "data" not in kernel:
        operands = gpu_kernels.draw(kernel, 2, kernel["is_exact"])
        return operands, gpu_kernels.compute(kernel, operands)
    with np.load(os.path.join(folder, kernel["data"])) as data:
        operands, results = ([data[key] for key in data.files if key.startswith(prefix)]
                             for prefix in ("operand", "result"))
    return operands, results


def check(loaded, folder):
    """The largest error, and what else is wrong, in words."""
    operands, wanted = get_wanted(folder, loaded.kernel)
    first = None
    for _ in range(RUNS):
        loaded.poison()
        loaded.give(operands)
        loaded.launch()
        loaded.driver.synchronize()
        results = loaded.take()
        first = first or results
        if any(not np.array_equal(a, b, equal_nan=True) for a, b in zip(first, results)):
            return gpu_kernels.compare(results, wanted), "runs differ"
    error = gpu_kernels.compare(results, wanted)
    if error > gpu_kernels.get_tolerance(loaded.kernel):
        return error, "wrong results"
    return error, loaded.find_damage(operands)


def measure(loaded, peaks):
    """The times of a launch, and what part of what limits it it has of the device's most."""
    kernel = loaded.kernel
    # Times of small integers would flatter: fewer bits change.
    loaded.give(gpu_kernels.draw(kernel, 3, False))
    times = loaded.driver.time(loaded.launch)
    least, median = min(times), statistics.median(times)
    # What launches share is written and read.
    moved = sum(buffer["bytes"] * (2 if buffer["role"] == "between" else 1)
                for buffer in kernel["buffers"])
    row = {"least": least, "median": median, "bytes": moved}
    if operations := gpu_kernels.count_operations(kernel):
        row.update(operations=operations, part=operations / median / peaks[1])
        is_float = kernel["buffers"][0]["type"] in ("f16", "bf16", "f32", "f64")
        row["rate"] = f"{operations / median / 1e9:.0f} {'GFLOP/s' if is_float else 'GOP/s'}"
    else:
        row.update(part=moved / median / peaks[0], rate=f"{moved / median / 1e9:.0f} GB/s")
    return row


def run_kernel(driver, folder, kernel, peaks):
    """A row of the table; after a refusal or fault the driver may do nothing more."""
    row = {"name": kernel["name"], "is_over": True}
    try:
        loaded = Loaded(driver, folder, kernel)
        row.update(loaded.describe())
        row["error"], row["fault"] = check(loaded, folder)
        if peaks and "family" in kernel and kernel["size"] != "tiny":
            row.update(measure(loaded, peaks))
        loaded.free()
        row["is_over"] = False
    except cuda.DriverError as error:
        row["fault"] = str(error)
    return row


def serve(connection, library, folder):
    """What a worker does: a kernel after the other."""
    driver = cuda.Driver(library)
    while request := connection.recv():
        connection.send(run_kernel(driver, folder, *request))


class Worker:
    """A process for kernels: where one faults or does not end, it goes and the next ones have another."""

    def __init__(self, library, folder):
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, library, folder), daemon=True)
        self.process.start()
        theirs.close()
        self.is_over = False

    def run(self, kernel, peaks):
        self.connection.send((kernel, peaks))
        row = {"name": kernel["name"], "is_over": True}
        try:
            if self.connection.poll(LIMIT):
                row = self.connection.recv()
            else:
                row["fault"] = f"did not end in {LIMIT} seconds"
        except (EOFError, ConnectionError):
            row["fault"] = "its process ended"
        self.is_over = row.pop("is_over")
        if self.is_over:
            self.end()
        return row

    def end(self):
        self.process.kill()
        self.process.join()


def write_row(row):
    stack = f" {row['local']} on the stack" if row.get("local") else ""
    text = f"{row['name']:<28} {row.get('registers', ''):>9} "
    if "error" in row:
        text += f"{row['error']:>9.2g} "
    if "median" in row:
        text += (f"{row['least'] * 1e6:>10.1f} {row['median'] * 1e6:>10.1f} {row['rate']:>13} "
                 f"{row['part']:>5.0%}")
    return text.rstrip() + stack + (f"  {row['fault']}" if row.get("fault") else "")


def run_folder(driver, folder, options):
    try:
        with open(os.path.join(folder, "manifest.json")) as file:
            manifest = json.load(file)
    except OSError as error:
        print(f"gpu: {error}; './dev gpu --prepare DIR' makes such a folder", file=sys.stderr)
        return 2
    device = (f"{driver.name} ({driver.chip}, {driver.attributes['multiprocessors']} multiprocessors, "
              f"driver for CUDA {driver.version // 1000}.{driver.version % 1000 // 10})")
    print(f"{device}; PTX for {manifest['chip']}")
    peaks = None if options.no_times else gpu_peaks.measure(driver)
    if peaks:
        print(f"at most {peaks[0] / 1e9:.0f} GB/s (a copy, read and written) and "
              f"{peaks[1] / 1e9:.0f} GFLOP/s (multiply-adds of f32 in registers)")
    print(f"{'kernel':<28} {'registers':>9} {'error':>9} {'min us':>10} {'median us':>10} "
          f"{'rate':>13} {'':>5}")
    rows, worker = [], None
    for kernel in manifest["kernels"]:
        if not gpu_kernels.is_chosen(kernel["name"], options.only):
            continue
        if not worker or worker.is_over:
            worker = Worker(options.libcuda, folder)
        rows.append(worker.run(kernel, peaks))
        print(write_row(rows[-1]), flush=True)
    if worker:
        worker.end()
    if not rows:
        print(f"gpu: no kernel's name has '{options.only}' in it", file=sys.stderr)
        return 2
    wrong = [row["name"] for row in rows if row.get("fault")]
    print(f"{len(rows)} kernels, {len(wrong)} wrong" + "".join(f" {name}" for name in wrong))
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"device": device, "chip": manifest["chip"], "peaks": peaks, "kernels": rows},
                      file, indent=1)
    return 1 if wrong else 0
