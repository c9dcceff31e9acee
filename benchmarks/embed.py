"""Times linalg that another compiler printed, lowered inside the stock mlir-opt twice:
by upstream's default way (linalg to loops) and by dl's plugin (raised to te, scheduled).
Both go through clang -O3 for this machine, run on one thread, in turn in one run, and
must agree with numpy.

  embed.py [--build DIR] [--repeat N]
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


def elementwise(out, shape, inputs, maps, body):
    """A linalg.generic over all dims of `shape`, as torch-mlir prints it."""
    dims = ", ".join(f"d{i}" for i in range(len(shape)))
    own = f"affine_map<({dims}) -> ({dims})>"
    maps = ", ".join([f"affine_map<({dims}) -> ({m})>" if m else own for m in maps] + [own])
    kinds = ", ".join(['"parallel"'] * len(shape))
    tensor = "tensor<" + "x".join(map(str, shape)) + "xf32>"
    names = ", ".join(name for name, _ in inputs)
    types = ", ".join(kind for _, kind in inputs)
    arguments = ", ".join(f"%in{i}: f32" for i in range(len(inputs)))
    return f"""
    %{out} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({names} : {types}) outs(%{out}_e : {tensor}) {{
    ^bb0({arguments}, %out: f32):
{body}
    }} -> {tensor}"""


def dense(rows, inner, columns):
    """relu(x w + b) of a layer."""
    x, w, y = (f"tensor<{a}x{b}xf32>" for a, b in ((rows, inner), (inner, columns), (rows, columns)))
    add = elementwise("s", (rows, columns), [("%m", y), ("%b", f"tensor<{columns}xf32>")],
                      [None, "d1"], "      %v = arith.addf %in0, %in1 : f32\n      linalg.yield %v : f32")
    relu = elementwise("r", (rows, columns), [("%s", y)], [None],
                       "      %c = arith.cmpf ugt, %in0, %zero : f32\n"
                       "      %v = arith.select %c, %in0, %zero : f32\n      linalg.yield %v : f32")
    text = f"""func.func @main(%x: {x}, %w: {w}, %b: tensor<{columns}xf32>) -> {y} {{
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : {y}
    %s_e = tensor.empty() : {y}
    %r_e = tensor.empty() : {y}
    %f = linalg.fill ins(%zero : f32) outs(%e : {y}) -> {y}
    %m = linalg.matmul ins(%x, %w : {x}, {w}) outs(%f : {y}) -> {y}{add}{relu}
    return %r : {y}
}}"""
    shapes = [(rows, inner), (inner, columns), (columns,)]
    return text, shapes, (rows, columns), lambda x, w, b: np.maximum(x @ w + b, 0)


def convolution(channels, size):
    """relu of a padded 3x3 convolution in NCHW."""
    shape = (1, channels, size, size)
    y = "tensor<" + "x".join(map(str, shape)) + "xf32>"
    padded = f"tensor<1x{channels}x{size + 2}x{size + 2}xf32>"
    w = f"tensor<{channels}x{channels}x3x3xf32>"
    relu = elementwise("r", shape, [("%c", y)], [None],
                       "      %v = arith.maximumf %in0, %zero : f32\n      linalg.yield %v : f32")
    text = f"""func.func @main(%x: {y}, %w: {w}) -> {y} {{
    %zero = arith.constant 0.0 : f32
    %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {{
    ^bb0(%a0: index, %a1: index, %a2: index, %a3: index):
      tensor.yield %zero : f32
    }} : {y} to {padded}
    %e = tensor.empty() : {y}
    %r_e = tensor.empty() : {y}
    %f = linalg.fill ins(%zero : f32) outs(%e : {y}) -> {y}
    %c = linalg.conv_2d_nchw_fchw {{dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}} ins(%p, %w : {padded}, {w}) outs(%f : {y}) -> {y}{relu}
    return %r : {y}
}}"""

    def expect(x, w):
        x = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
        view = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(2, 3))
        return np.maximum(np.einsum("nchwij,fcij->nfhw", view, w, optimize=True), 0)
    return text, [shape, (channels, channels, 3, 3)], shape, expect


MODELS = {"dense 128x768x3072": dense(128, 768, 3072),
          "conv3x3 64x56x56": convolution(64, 56)}


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


def aligned(shape, fill=None):
    """An array at a multiple of 64 bytes."""
    raw = np.empty(int(np.prod(shape)) * 4 + 64, np.uint8)
    start = -raw.ctypes.data % 64
    array = raw[start:start + int(np.prod(shape)) * 4].view(np.float32).reshape(shape)
    if fill is not None:
        array[...] = fill
    return array


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", default="build", help="build folder (default: build)")
    parser.add_argument("--repeat", type=int, default=15, help="runs of each (default: 15)")
    options = parser.parse_args()
    plugin = os.path.join(options.build, "lib", "libDLPlugin.so")
    rng = np.random.default_rng(0)
    for name, (text, shapes, out_shape, expect) in MODELS.items():
        inputs = [aligned(s, rng.standard_normal(s)) for s in shapes]
        expected = expect(*(i.astype(np.float64) for i in inputs))
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "model.mlir")
            with open(source, "w") as f:
                f.write(text)
            times, ways = {}, {}
            for way, pipeline, load in (("loops", LOOPS, None), ("dl", RAISED, plugin)):
                function, arena = compile_by(pipeline, load, source, folder, way)
                out = aligned(out_shape)
                pointers = [i.ctypes.data for i in inputs] + [out.ctypes.data]
                if arena is not None:
                    pointers.insert(0, arena.ctypes.data + -arena.ctypes.data % 64)
                function.argtypes, function.restype = [ctypes.c_void_p] * len(pointers), None
                function(*pointers)
                error = np.abs(out - expected).max() / np.abs(expected).max()
                if not error < 1e-5:
                    sys.exit(f"{name}, {way}: differs from numpy by {error:.2e} of the largest value")
                ways[way], times[way] = (function, pointers, arena), []
            for _ in range(options.repeat):
                for way, (function, pointers, _) in ways.items():
                    start = time.perf_counter()
                    function(*pointers)
                    times[way].append(time.perf_counter() - start)
        best = {way: min(values) for way, values in times.items()}
        print(f"{name:20s} linalg to loops {best['loops'] * 1e3:8.2f} ms   dl {best['dl'] * 1e3:8.2f} ms"
              f"   {best['loops'] / best['dl']:6.1f}x faster")


if __name__ == "__main__":
    main()
