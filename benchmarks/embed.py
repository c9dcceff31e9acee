"""Times linalg that torch-mlir and jax printed (test/Conversion/LinalgToTe/foreign),
lowered inside the stock mlir-opt twice: by upstream's default way (linalg to loops) and
by dl's plugin (raised to te, scheduled). Both go through clang -O3 for this machine, run
on one thread, in turn in one run, and must agree with numpy.

  embed.py [--build DIR] [--repeat N] [--only NAME,…]
"""
import argparse
import ctypes
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

FOREIGN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "test", "Conversion",
                       "LinalgToTe", "foreign")
sys.path.insert(0, FOREIGN)
import models  # noqa: E402

LLVM = "/usr/lib/llvm-22/bin/"
# Upstream's copies between buffers call memrefCopy.
LIBRARIES = "/usr/lib/llvm-22/lib"
LOOPS = ("builtin.module(one-shot-bufferize{bufferize-function-boundaries "
         "function-boundary-type-conversion=identity-layout-map},"
         "buffer-results-to-out-params{modify-public-functions hoist-static-allocs},canonicalize,cse,"
         "func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,"
         "convert-scf-to-cf,canonicalize,cse,convert-math-to-llvm,finalize-memref-to-llvm,"
         "convert-arith-to-llvm,convert-index-to-llvm,convert-cf-to-llvm,"
         "convert-func-to-llvm{use-bare-ptr-memref-call-conv},reconcile-unrealized-casts)")
RAISED = ("builtin.module(convert-linalg-to-te,schedule-default{parallel=false},schedule-apply,"
          "func.func(dl-vectorize),canonicalize,cse,dl-bufferize-pipeline,dl-hoist-scratch,"
          "dl-plan-memory,canonicalize,cse,dl-cpu-to-llvm-pipeline)")


def compile_by(pipeline, plugin, source, folder, name):
    """Lowers by the stock mlir-opt; returns the function and its arena."""
    run = lambda *command: subprocess.run(command, check=True, timeout=300)
    lowered, ir, library = (os.path.join(folder, name + end) for end in (".mlir", ".ll", ".so"))
    load = [f"--load-dialect-plugin={plugin}", f"--load-pass-plugin={plugin}"] if plugin else []
    run(LLVM + "mlir-opt", source, *load, "--pass-pipeline=" + pipeline, "-o", lowered)
    run(LLVM + "mlir-translate", "--mlir-to-llvmir", lowered, "-o", ir)
    run(LLVM + "clang", "-O3", "-march=native", "-shared", "-fPIC", "-w", ir, "-lm",
        "-L" + LIBRARIES, "-Wl,-rpath," + LIBRARIES, "-lmlir_c_runner_utils", "-o", library)
    with open(lowered) as f:
        size = re.search(r"dl\.arena_size = (\d+)", f.read(4096))
    return ctypes.CDLL(library).main, np.zeros(int(size[1]) + 64, np.uint8) if size else None


def aligned(source):
    """A copy at a multiple of 64 bytes."""
    raw = np.empty(source.nbytes + 64, np.uint8)
    start = -raw.ctypes.data % 64
    array = raw[start:start + source.nbytes].view(source.dtype).reshape(source.shape)
    array[...] = source
    return array


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", default="build", help="build folder (default: build)")
    parser.add_argument("--repeat", type=int, default=15, help="runs of each (default: 15)")
    parser.add_argument("--only", default=",".join(models.MODELS), help="names of models")
    options = parser.parse_args()
    plugin = os.path.join(options.build, "lib", "libDLPlugin.so")
    for name in options.only.split(","):
        inputs, expected = models.arrays(name)
        inputs = [aligned(array) for array in inputs]
        ways, times = {}, {}
        with tempfile.TemporaryDirectory() as folder:
            for way, pipeline, load in (("loops", LOOPS, None), ("dl", RAISED, plugin)):
                source = os.path.join(FOREIGN, name + ".mlir")
                function, arena = compile_by(pipeline, load, source, folder, way)
                out = aligned(np.zeros_like(expected))
                pointers = [array.ctypes.data for array in (*inputs, out)]
                if arena is not None:
                    pointers.insert(0, arena.ctypes.data + -arena.ctypes.data % 64)
                function.argtypes, function.restype = [ctypes.c_void_p] * len(pointers), None
                function(*pointers)
                error = np.abs(out - expected).max() / np.abs(expected).max()
                if not error < 1e-5:
                    sys.exit(f"{name}, {way}: differs from numpy by {error:.2e} of the largest value")
                ways[way], times[way] = (function, pointers, (out, arena)), []
            for _ in range(options.repeat):
                for way, (function, pointers, _) in ways.items():
                    start = time.perf_counter()
                    function(*pointers)
                    times[way].append(time.perf_counter() - start)
        best = {way: min(values) for way, values in times.items()}
        print(f"{name:22s} linalg to loops {best['loops'] * 1e3:8.3f} ms   "
              f"dl {best['dl'] * 1e3:8.3f} ms   {best['loops'] / best['dl']:6.1f}x faster")


if __name__ == "__main__":
    main()
