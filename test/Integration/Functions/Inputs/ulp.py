# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the error of every elementary function in units of the last place.

    PYTHONPATH=build/python python3 ulp.py [OPTIONS]

f32 runs on random bit patterns, 16-bit types on all of theirs, f64 on random ones against
mpmath. An error may be at most 4 ulp or, where that is larger, onnxruntime's largest one
on arguments of the same exponent (of results, for functions of two arguments). A wrong
NaN, infinity or sign of zero counts as infinite. --write puts the table into a page.
"""
import argparse
import itertools
import os
import sys
import tempfile

import ml_dtypes
import mpmath
import numpy as np
import onnx
from onnx import TensorProto, helper

import dl
from catalog import FUNCTIONS, Float64, Wide

# numpy's type, ONNX's type, the type in MLIR, digits, least exponent.
TYPES = {
    "f32": (np.dtype(np.float32), TensorProto.FLOAT, 24, -126),
    "f16": (np.dtype(np.float16), TensorProto.FLOAT16, 11, -14),
    "bf16": (np.dtype(ml_dtypes.bfloat16), TensorProto.BFLOAT16, 8, -126),
    "f64": (np.dtype(np.float64), TensorProto.DOUBLE, 53, -1022),
}
OPSET = 24  # of our models: the first with all operators
ORT_OPSET = 24
BLOCK = (1 << 16) + 5  # elements of a run: vectors and a rest
ALLOWED = 4.0
SPECIAL = 1 << 20  # the bucket of zeros, infinities and NaN


def make_arguments(name, arity, count, rng):
    """Bit patterns of the type and every special value: pairs for two arguments."""
    dtype = TYPES[name][0]
    if dtype.itemsize == 2 and arity == 1:
        patterns = np.arange(1 << 16, dtype=np.uint16)[::max((1 << 16) // count, 1)]
        random = patterns.view(dtype)
    else:
        bits = np.dtype(f"u{dtype.itemsize}")
        random = rng.integers(0, 1 << 8 * dtype.itemsize, count * arity, bits).view(dtype)
        if dtype.itemsize == 8 or arity == 2:
            # Most patterns are far from 1: half of them move close.
            near = rng.uniform(-1, 1, len(random)) * 2.0 ** rng.integers(-12, 9, len(random))
            random = np.where(np.arange(len(random)) % 4 < 2, random, near.astype(dtype))
    info = ml_dtypes.finfo(dtype)
    special = [0.0, np.inf, np.nan, 1.0, 0.5, 2.0, 3.0, 1e4, float(info.max), float(info.tiny),
               float(info.smallest_subnormal)]
    special = np.array(special + [-x for x in special]).astype(dtype)
    if arity == 1:
        return [np.concatenate([special, random])]
    pairs = np.array(list(itertools.product(special.astype(np.float64), repeat=2)))
    random = random.reshape(-1, 2)
    # Whole exponents, which alone take negative bases.
    random[::3, 1] = np.rint(random[::3, 1].astype(np.float64)).astype(dtype)
    return [np.concatenate([pairs[:, i].astype(dtype), random[:, i]]) for i in range(2)]


class Compiled:
    """All functions of one type and arity, as libraries of many kernels."""

    def __init__(self, name, arity, functions, folder, **options):
        self.functions, self.dtype = functions, TYPES[name][0]
        operators = [f for f in functions if not f.operation]
        operations = [f for f in functions if f.operation]
        self.parts = []
        if operators:
            model = make_model(operators, arity, TYPES[name][1], OPSET, BLOCK)
            self.parts.append((operators, dl.compile(model, normalize=False, **options)))
        if operations:
            path = os.path.join(folder, f"{name}{arity}.mlir")
            with open(path, "w") as file:
                file.write(make_text(operations, arity, name, BLOCK))
            self.parts.append((operations, dl.compile(path, **options)))

    def run(self, arguments):
        """Function name -> results."""
        count = len(arguments[0])
        results = {f.name: np.empty(count, self.dtype) for f in self.functions}
        for start in range(0, count, BLOCK):
            block = [np.resize(a[start:start + BLOCK], BLOCK) for a in arguments]
            for functions, model in self.parts:
                outputs = model(*block)
                outputs = [outputs] if isinstance(outputs, np.ndarray) else outputs
                for function, output in zip(functions, outputs):
                    part = results[function.name][start:start + BLOCK]
                    part[:] = output[:len(part)]
        return results


def make_model(functions, arity, element, opset, size):
    """One ONNX model: a node for each function."""
    names = ["x", "y"][:arity]
    nodes = [helper.make_node(f.operator, names, [f"r{i}"], **f.attributes)
             for i, f in enumerate(functions)]
    value = lambda n: helper.make_tensor_value_info(n, element, [size])  # noqa: E731
    graph = helper.make_graph(nodes, "functions", [value(n) for n in names],
                              [value(f"r{i}") for i in range(len(functions))])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)],
                             ir_version=10)


def make_text(functions, arity, name, size):
    """A te program: a kernel for each operation of the math dialect."""
    tensor, count = f"tensor<{size}x{name}>", len(functions)
    inputs = [f"%x{i}" for i in range(arity)]
    typed = ", ".join(f"{x}: {tensor}" for x in inputs)
    kernels, calls = [], []
    for i, function in enumerate(functions):
        reads = "".join(f"    %v{j} = te.read {x}[%i] : {tensor}\n" for j, x in enumerate(inputs))
        values = ", ".join(f"%v{j}" for j in range(arity))
        kernels.append(
            f"func.func private @k{i}({typed}, %out: {tensor} {{te.destination}}) -> {tensor} "
            f"attributes {{te.kernel}} {{\n"
            f"  %0 = te.compute \"r\" axes(i = {size}) : {tensor} {{\n  ^bb0(%i: index):\n{reads}"
            f"    %r = {function.operation} {values} : {name}\n    te.yield %r : {name}\n  }}\n"
            f"  return %0 : {tensor}\n}}\n")
        types = ", ".join([tensor] * (arity + 1))
        calls.append(f"  %{i} = call @k{i}({', '.join(inputs)}, %o{i}) : ({types}) -> {tensor}\n")
    outs = ", ".join(f'%o{i}: {tensor} {{te.destination, dl.name = "r{i}"}}' for i in range(count))
    typed = ", ".join(f'{x}: {tensor} {{dl.name = "{x[1:]}"}}' for x in inputs)
    types = ", ".join([tensor] * count)
    results = ", ".join(f"%{i}" for i in range(count))
    return ("".join(kernels) + f"func.func @main({typed}, {outs}) -> ({types}) {{\n"
            + "".join(calls) + f"  return {results} : {types}\n}}\n")


def run_onnxruntime(function, arguments, element):
    """onnxruntime's results, or None where it has no kernel."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    model = make_model([function], len(arguments), element, ORT_OPSET, len(arguments[0]))
    try:
        onnx.checker.check_model(model)
        session = onnxruntime.InferenceSession(model.SerializeToString(), options)
        inputs = dict(zip(["x", "y"], arguments))
        return session.run(None, inputs)[0]
    except Exception:
        return None


def get_exact(function, name, arguments):
    """The results: float64, or for f64 pairs of a float64 and what it lacks."""
    with np.errstate(all="ignore"):
        plain = function.exact(Float64(), *[a.astype(np.float64) for a in arguments])
        plain = np.broadcast_to(np.asarray(plain, np.float64), arguments[0].shape)
    if name != "f64":
        return plain, np.zeros_like(plain)
    high, low = plain.copy(), np.zeros_like(plain)
    wide = Wide()
    usual = np.logical_and.reduce([np.isfinite(a) & (a != 0) for a in arguments])
    with mpmath.workdps(40):
        for i in np.flatnonzero(usual & ~np.isnan(plain)):
            try:
                exact = function.exact(wide, *[mpmath.mpf(float(a[i])) for a in arguments])
                if isinstance(exact, mpmath.mpc):
                    continue
            except (OverflowError, ZeroDivisionError, ValueError):
                continue
            # A zero's sign is numpy's.
            if 0 < abs(exact) < mpmath.mpf(2) ** 1024:
                high[i] = float(exact)
                if np.isfinite(high[i]):
                    # The scale keeps what is below the least number.
                    low[i] = float((exact - mpmath.mpf(high[i])) * mpmath.mpf(2) ** get_scale(high[i]))
                else:
                    high[i] = np.copysign(np.finfo(float).max, high[i])
    return high, low


def get_scale(x):
    """Minus the exponent of a unit of the last place of f64."""
    return 52 - max(int(np.frexp(x)[1]) - 1, -1022)


def get_errors(results, exact, name):
    """|result - exact| in units of the last place of the exact result."""
    _, _, digits, least = TYPES[name]
    high, low = exact
    exponent = np.maximum(np.frexp(np.where(np.isfinite(high), high, 0))[1] - 1, least)
    values = results.astype(np.float64)
    greatest = -least + 1
    with np.errstate(all="ignore"):
        # An infinity stands for the number behind the greatest one.
        overflows = np.isinf(values) & np.isfinite(high)
        if name == "f64":
            errors = np.abs(np.ldexp(values - high, 52 - exponent) - low)
            edge = np.abs(high) == np.finfo(float).max
            errors = np.where(overflows, np.where(edge & (np.sign(values) == np.sign(high)), 0.5,
                                                  np.inf), errors)
        else:
            values = np.where(overflows, np.copysign(2.0 ** greatest, values), values)
            exponent = np.minimum(exponent, greatest - 1)
            errors = np.abs(np.ldexp(values - high, digits - 1 - exponent))
            # What rounds to an infinity may be one.
            errors = np.where(overflows & (np.abs(high) >= 2.0 ** greatest)
                              & (np.sign(values) == np.sign(high)), 0, errors)
    same = (np.isnan(values) & np.isnan(high)) | (np.isinf(high) & (values == high))
    wrong = np.isnan(values) != np.isnan(high)
    wrong |= np.isinf(high) & ~same
    # The sign of zero, where the result is exactly zero.
    wrong |= (high == 0) & (low == 0) & (values == 0) & (np.signbit(values) != np.signbit(high))
    return np.where(same, 0, np.where(wrong, np.inf, errors))


def get_buckets(arguments, exact):
    x = (arguments[0] if len(arguments) == 1 else exact[0]).astype(np.float64)
    usual = np.isfinite(x) & (x != 0)
    exponents = np.frexp(np.where(usual, x, 1))[1]
    if len(arguments) == 2:
        usual &= np.isfinite(arguments[0].astype(np.float64)) & np.isfinite(arguments[1].astype(np.float64))
    return np.where(usual, exponents, SPECIAL)


def largest_by_bucket(errors, buckets):
    result = {}
    order = np.argsort(buckets, kind="stable")
    keys, starts = np.unique(buckets[order], return_index=True)
    if len(keys):
        for key, value in zip(keys, np.maximum.reduceat(errors[order], starts)):
            result[int(key)] = float(value)
    return result


@np.errstate(all="ignore")
def measure(name, functions, count, seed, folder, variants, oracle=True, show=lambda text: None):
    """Function name -> (largest error, its arguments, onnxruntime's largest, misses)."""
    rows = {}
    for arity in (1, 2):
        chosen = [f for f in functions if f.arity == arity]
        if not chosen:
            continue
        arguments = make_arguments(name, arity, count, np.random.default_rng(seed))
        runs = [(label, Compiled(name, arity, chosen, folder, **options).run(arguments))
                for label, options in variants.items()]
        for function in chosen:
            exact = get_exact(function, name, arguments)
            buckets = get_buckets(arguments, exact)
            theirs = None
            worst, where, misses, theirs_worst = 0.0, None, [], None
            for label, results in runs:
                errors = get_errors(results[function.name], exact, name)
                at = int(np.argmax(errors))
                if where is None or errors[at] > worst:
                    worst, where = float(errors[at]), (label, [float(a[at]) for a in arguments],
                                                       float(results[function.name][at]),
                                                       float(exact[0][at]))
                bad = errors > ALLOWED
                if bad.any() and oracle and theirs is None and function.operator:
                    theirs = run_onnxruntime(function, arguments, TYPES[name][1])
                if theirs is not None:
                    bounds = largest_by_bucket(get_errors(theirs, exact, name), buckets)
                    theirs_worst = max(bounds.values())
                    bad &= errors > np.array([bounds[int(b)] for b in buckets])
                for i in np.flatnonzero(bad):
                    misses.append((float(errors[i]), label, [float(a[i]) for a in arguments],
                                   float(results[function.name][i]), float(exact[0][i])))
            misses.sort(key=lambda miss: -miss[0])
            rows[function.name] = (worst, where, theirs_worst, misses)
            show(f"{name:5} {function.name:16} {worst:12.4g} ulp at {where[1]} ({where[0]}): "
                 f"{where[2]!r} for {where[3]!r}"
                 + (f", onnxruntime {theirs_worst:.4g}" if theirs_worst is not None else "")
                 + (f", MISSES {len(misses)}: {misses[0]}" if misses else ""))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=1 << 20, help="bit patterns of f32")
    parser.add_argument("--wide-count", type=int, default=4000, help="bit patterns of f64")
    parser.add_argument("--half-count", type=int, default=1 << 16, help="bit patterns of 16 bits")
    parser.add_argument("--types", default="f32,f16,bf16,f64")
    parser.add_argument("--cpus", default="x86-64,haswell,native")
    parser.add_argument("--only", default="", help="names of functions, with commas between them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-scalars", action="store_true", help="only with vectors")
    parser.add_argument("--quiet", action="store_true", help="one line in the end")
    parser.add_argument("--write", metavar="PAGE", help="put the table into this page")
    options = parser.parse_args()
    functions = [f for f in FUNCTIONS if not options.only or f.name in options.only.split(",")]
    variants = {}
    for cpu in options.cpus.split(","):
        for vectorize in [True] + [False] * (not options.no_scalars):
            variants[f"{cpu} {'vectors' if vectorize else 'scalars'}"] = dict(
                cpu=cpu, vectorize=vectorize)
    show = (lambda text: None) if options.quiet else (lambda text: print(text, flush=True))
    table, failures = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.types.split(","):
            count = {"f32": options.count, "f64": options.wide_count}.get(name, options.half_count)
            table[name] = measure(name, functions, count, options.seed, folder, variants, show=show)
            failures += sum(bool(row[3]) for row in table[name].values())
    if options.write:
        from page import write_page
        write_page(options.write, table)
    rows = sum(len(part) for part in table.values())
    print(f"{rows - failures} of {rows} functions within {ALLOWED:g} ulp or onnxruntime's error")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
