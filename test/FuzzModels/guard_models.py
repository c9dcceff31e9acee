#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs all models of a folder between guard pages and compares them with onnxruntime.

    guard_models.py BUILD FOLDER [--threads N] [--cpu CPU]

FOLDER has NAME.onnx with NAME.inputs.npz. Every buffer (child.py: inputs, outputs, arena,
context with the weights) ends where a page that cannot be touched begins, then begins where one
ends, on other garbage: NaN at first. The results must be the same bytes, and differ from
onnxruntime's by at most --tolerance of its largest element, or else from those of onnx's
reference evaluator: behind a comparison the least difference may be a large one.
"""

import argparse
import concurrent.futures
import glob
import os
import subprocess
import sys
import tempfile
import threading

import numpy as np
import onnx.reference

from execute import Executor, Fault, limit_child, unpack_arrays

LIMIT = 300
local = threading.local()
executors = []


def run_library(library, inputs):
    """The outputs as arrays, or what went wrong. A thread's models share a process."""
    if not hasattr(local, "executor"):
        local.executor = Executor(LIMIT)
        executors.append(local.executor)
    replies = local.executor.ask(library, [inputs])
    if isinstance(replies, Fault):
        return f"{replies.text}: touched a guard page?" if replies.kind == "crash" else replies.text
    ((outputs, others),) = replies
    if isinstance(outputs, str):
        return outputs
    if others:
        return "its results depend on where buffers lie or on what is in them"
    return unpack_arrays(outputs)


def compare(expected, results, tolerance):
    """None, or what is wrong with results."""
    for wanted, result in zip(expected, results):
        if wanted.shape != result.shape:
            return f"expected the shape {wanted.shape}, got {result.shape}"
        if not wanted.size:
            continue
        largest = max(float(np.abs(wanted).max()), 1e-30)
        error = float(np.abs(result.astype(np.float64) - wanted).max())
        if not error <= tolerance * largest:
            return f"is off by {error / largest:.2g} of the largest element"
    return None


def check(path, options):
    """None, or what is wrong with a model."""
    import onnxruntime

    inputs = dict(np.load(path[: -len(".onnx")] + ".inputs.npz"))
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "model.so")
        command = [os.path.join(options.build, "dl-compile"), path, "-o", library]
        command += [f"--threads={options.threads}", *([f"--mcpu={options.cpu}"] if options.cpu else [])]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            preexec_fn=limit_child,
            check=False,
        )
        if done.returncode:
            return f"not compiled: {done.stderr.strip().splitlines()[:1]}"
        results = run_library(library, inputs)
    if isinstance(results, str):
        return results
    session_options = onnxruntime.SessionOptions()
    session_options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        path, session_options, providers=["CPUExecutionProvider"]
    )
    wrong = compare(session.run(None, inputs), results, options.tolerance)
    if wrong and options.tolerance >= 0:
        reference = onnx.reference.ReferenceEvaluator(path).run(None, inputs)
        return compare(reference, results, options.tolerance) and wrong
    return wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("build", help="the folder of dl-compile")
    parser.add_argument("folder")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cpu", default="", help="as dl-compile's --mcpu; one that this CPU can run")
    parser.add_argument("--tolerance", type=float, default=1e-5)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    paths = sorted(glob.glob(os.path.join(options.folder, "*.onnx")))
    if not paths:
        parser.error(f"expected models in {options.folder}")
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, wrong in zip(paths, pool.map(lambda path: check(path, options), paths)):
            if wrong:
                failures += 1
                print(f"{os.path.basename(path)}: {wrong}", flush=True)
    for executor in executors:
        executor.close()
    print(f"{len(paths)} models between guard pages, {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
