# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of benchmarks/gpu: their sizes, what they compute, and how much work that is.

A file there is a template with sizes in it. What it computes is said here once more, in numpy
and in f64, so that results can be had where there is no compiler.
"""
import dataclasses
import math
import os
import string
from typing import Callable

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gpu")


def softmax(x):
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def layer_norm(x, scale, shift):
    centred = x - x.mean(axis=1, keepdims=True)
    variance = np.square(centred).mean(axis=1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * scale + shift


def gelu(x):
    return 0.5 * x * (1 + np.vectorize(math.erf, otypes=[float])(x / np.sqrt(2)))


def conv(x, w):
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    height, width = x.shape[1:]
    return sum(np.tensordot(w[:, :, i, j], padded[:, i:i + height, j:j + width], 1)
               for i in range(3) for j in range(3))


def chain(x):
    squares = np.square(x)
    return sum(squares[:, :, i:x.shape[2] - 3 + i] for i in range(4))


@dataclasses.dataclass
class Family:
    """A template. Operations count multiply-adds as two; none where memory is what limits it."""
    file: str
    compute: Callable
    sizes: dict
    tiny: dict
    operations: Callable = None
    # Results on small integers are exact.
    is_exact: bool = True

    def write(self, sizes):
        with open(os.path.join(FOLDER, self.file + ".mlir")) as file:
            return string.Template(file.read()).substitute(sizes)


def product(s):
    return 2 * s["M"] * s["N"] * s["K"]


def tile(m, n, k, **parts):
    return {"M": m, "N": n, "K": k, "BM": 128, "BN": 128, "BK": 16, "TM": 8, "TN": 8, **parts}


def typed(size, given, wide, widen, multiply):
    return {"M": size, "N": size, "K": size, "BK": 16 if size > 64 else 4, "IN": given, "OUT": wide,
            "WIDEN": widen, "MULTIPLY": multiply}


def types(size):
    return {"f16": typed(size, "f16", "f32", "arith.extf", "arith.mulf"),
            "bf16": typed(size, "bf16", "f32", "arith.extf", "arith.mulf"),
            "f32": typed(size, "f32", "f64", "arith.extf", "arith.mulf"),
            "i8": typed(size, "i8", "i32", "arith.extsi", "arith.muli"),
            "i16": typed(size, "i16", "i64", "arith.extsi", "arith.muli")}


SMALL = tile(32, 48, 22, BM=16, BN=24, BK=4, TM=4, TN=6)
ODD = tile(1000, 777, 333, BM=40, BN=111, BK=8, TM=5, TN=3)
FAMILIES = [
    Family("matmul", np.matmul, {"1024": tile(1024, 1024, 1024, BM=64, BN=64, TM=4, TN=4),
                                 "4096": tile(4096, 4096, 4096), "1000x777x333": ODD}, SMALL, product),
    Family("matmul-ahead", np.matmul,
           {"1024": tile(1024, 1024, 1024, BM=64, BN=64, TM=4, TN=4),
            "4096": tile(4096, 4096, 4096, BN=64, TN=4), "1000x777x333": ODD}, SMALL, product),
    Family("conv", conv,
           {"64x56x56": {"C": 64, "H": 56, "W": 56, "HP": 58, "WP": 58, "O": 64, "F": 32, "TF": 8,
                         "BC": 4}},
           {"C": 6, "H": 4, "W": 5, "HP": 6, "WP": 7, "O": 8, "F": 4, "TF": 2, "BC": 2},
           lambda s: 18 * s["C"] * s["O"] * s["H"] * s["W"]),
    Family("softmax", softmax, {"16384x2048": {"M": 16384, "N": 2048, "T": 256, "S": 16}},
           {"M": 3, "N": 64, "T": 16, "S": 4}, is_exact=False),
    Family("layer-norm", layer_norm, {"32768x1024": {"M": 32768, "N": 1024, "T": 256, "S": 16}},
           {"M": 3, "N": 64, "T": 16, "S": 4}, is_exact=False),
    Family("column-sums", lambda x: x.sum(axis=0),
           {"16384x4096": {"M": 16384, "N": 4096, "X": 32, "Y": 32}}, {"M": 24, "N": 16, "X": 8, "Y": 4}),
    Family("transpose", np.transpose, {"8192x4096": {"M": 8192, "N": 4096, "T": 32, "Y": 8}},
           {"M": 16, "N": 24, "T": 8, "Y": 4}),
    Family("saxpy", lambda x, y: 2 * x + y,
           {"67108864": {"N": 67108864, "B": 1024, "T": 256}, "1000001": {"N": 1000001, "B": 101, "T": 101}},
           {"N": 64, "B": 16, "T": 4}),
    Family("saxpy-lanes", lambda x, y: 2 * x + y, {"67108864": {"N": 67108864, "B": 1024, "T": 256}},
           {"N": 64, "B": 16, "T": 4}),
    Family("chain", chain, {"512x384x256": {"L": 512, "M": 384, "N": 256, "NP": 259, "K": 4, "T": 64}},
           {"L": 4, "M": 6, "N": 8, "NP": 11, "K": 4, "T": 4}),
    Family("types", np.matmul, types(1024), types(8)["i8"], product),
    Family("gelu-tails", gelu, {"77x333x129": {"L": 77, "M": 333, "N": 129, "T": 64},
                                "256x384x257": {"L": 256, "M": 384, "N": 257, "T": 128}},
           {"L": 2, "M": 3, "N": 13, "T": 4}, is_exact=False),
]


# Of the element types. Numbers of bf16 are the upper halves of those of f32.
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": np.uint16, "i64": np.int64,
         "i32": np.int32, "i16": np.int16, "i8": np.int8}


def draw(kernel, seed, is_exact):
    """Operands of a kernel: small integers, whose sums and products are exact, or normal numbers."""
    random = np.random.default_rng(seed)
    operands = []
    for buffer in kernel["buffers"]:
        if buffer["role"] != "operand":
            continue
        if is_exact or buffer["type"].startswith("i"):
            values = random.integers(-4, 5, buffer["shape"], dtype=np.int8)
        else:
            values = random.standard_normal(buffer["shape"], dtype=np.float32)
        if buffer["type"] == "bf16":
            values = values.astype(np.float32).view(np.uint32) >> 16
        operands.append(values.astype(NUMPY[buffer["type"]]))
    return operands


def widen(values):
    """Numbers as f64."""
    if values.dtype == np.uint16:
        values = (values.astype(np.uint32) << 16).view(np.float32)
    return values.astype(np.float64)


def is_chosen(name, only):
    """True if one of the parts of names in a comma list is in this one."""
    return any(part in name for part in only.split(","))


def get_family(kernel):
    return next(family for family in FAMILIES if family.file == kernel["family"])


def compute(kernel, operands):
    """A kernel's results in f64."""
    return [get_family(kernel).compute(*map(widen, operands))]


def count_operations(kernel):
    """Floating-point operations, or None where memory is what limits the kernel."""
    family = get_family(kernel)
    return family.operations and family.operations(family.sizes[kernel["size"]])


def get_tolerance(kernel):
    """The largest error in units of the largest result."""
    return 0 if kernel["is_exact"] else 1e-5


def compare(results, wanted):
    """The largest error in units of the largest result; what is no number is an error without end."""
    worst = 0.0
    for result, want in zip(map(widen, results), map(widen, wanted), strict=True):
        error = np.abs(result - want.reshape(result.shape))
        error[np.isnan(error)] = np.inf
        worst = max(worst, float(error.max(initial=0)) / max(1e-30, float(np.abs(want).max(initial=0))))
    return worst
