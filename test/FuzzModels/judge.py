# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether results are right.

Integers and bools must be those of an oracle, bit by bit. Floats must be within 1e-5 of the
oracle's, measured on the largest value of the tensor (where special numbers were drawn, of
those below a million, larger ones by themselves); a single operator in f16 or bf16 within
2 ulp. What is further off is right if its error against f64 is at most twice an oracle's plus
one ulp of the largest value; in a chain of operators an oracle's error is also the one that it
makes with each number off by an ulp and sums in another order.
"""

import ml_dtypes
import numpy as np

import oracle
from draft import EXACT
from oracle import Refused
from values import BF16, F16, F64, is_float, is_narrow

TOLERANCE = 1e-5
# Results of f64 have f64's digits, but for operators that evaluators compute with f32's
# coefficients.
TOLERANCE_F64 = 1e-11
COARSE = set(
    """Resize Upsample GridSample RoiAlign DFT STFT DequantizeLinear Cast CastLike HardSwish LRN LSTM
    GRU RNN Conv AveragePool LpPool Erf Gelu If Loop Scan""".split()
)
HUGE = 1e6
SUMS = set(
    "ReduceSum ReduceMean ReduceL1 ReduceL2 ReduceSumSquare ReduceLogSum ReduceLogSumExp".split()
)


def scale_of(numbers):
    """What an element's error is measured on."""
    sizes = np.abs(numbers)
    ordinary = sizes[np.isfinite(sizes) & (sizes < HUGE)]
    largest = ordinary.max() if ordinary.size else 0
    return np.where(np.isfinite(sizes), np.maximum(sizes * (sizes >= HUGE), largest), 1)


def ulps(actual, expected):
    """The distance of two arrays of 16 bits in steps from number to number."""

    def ordered(array):
        bits = array.view(np.int16).astype(np.int32)
        return np.where(bits < 0, -(bits & 0x7FFF), bits)

    return np.abs(ordered(actual) - ordered(expected))


def shapes_differ(actual, expected):
    if actual.dtype != expected.dtype or actual.shape != expected.shape:
        return f"got {actual.dtype}{list(actual.shape)}, expected {expected.dtype}{list(expected.shape)}"
    return ""


def show(actual, expected, wrong):
    at = np.unravel_index(np.argmax(wrong), wrong.shape) if wrong.ndim else ()
    return (
        f"{int(wrong.sum())} of {wrong.size} elements; at {list(map(int, at))} got {actual[at]!s}, "
        f"expected {expected[at]!s}"
    )


def differs(actual, expected, single=False, coarse=False):
    """Why an array is not an oracle's, or an empty text."""
    if text := shapes_differ(actual, expected):
        return text
    if actual.tobytes() == expected.tobytes():
        return ""
    if not is_float(expected.dtype):
        wrong = (
            actual.view(np.uint8) != expected.view(np.uint8)
            if is_narrow(expected.dtype)
            else actual != expected
        )
        return show(actual, expected, wrong) if wrong.any() else ""
    with np.errstate(all="ignore"):
        ours, theirs = actual.astype(F64), expected.astype(F64)
        wrong = np.isnan(ours) != np.isnan(theirs)
        infinite = np.isinf(ours) | np.isinf(theirs)
        wrong |= infinite & (ours != theirs) & ~np.isnan(ours)
        if is_narrow(expected.dtype):
            wrong |= (ours != theirs) & ~np.isnan(ours)
        else:
            tolerance = TOLERANCE_F64 if expected.dtype == F64 and not coarse else TOLERANCE
            far = np.abs(ours - theirs) > tolerance * scale_of(theirs)
            if single and expected.dtype in (F16, BF16):
                far &= ulps(actual, expected) > 2
            wrong |= far & np.isfinite(ours) & np.isfinite(theirs)
    return show(actual, expected, wrong) if wrong.any() else ""


def is_same(a, b):
    return (a == b) | (np.isnan(a) & np.isnan(b))


class Scale:
    """Measures errors against f64, on the scale of its numbers."""

    def __init__(self, truth, expected):
        self.truth = np.asarray(truth, F64)
        scale = scale_of(self.truth)
        self.scale = np.where(scale > 0, scale, 1)
        # Where specials are is the first oracle's word, or f64's, which has more range.
        self.expected = expected.astype(F64)
        self.compared = np.isfinite(self.truth) & np.isfinite(self.expected)

    def error(self, array):
        numbers = array.astype(F64)
        rest = ~np.isfinite(self.expected)
        with np.errstate(all="ignore"):
            rounded = self.truth.astype(array.dtype).astype(F64)
            if not (is_same(numbers, self.expected) | is_same(numbers, rounded))[rest].all():
                return np.inf
            parts = (np.abs(numbers - self.truth) / self.scale)[self.compared]
        if not parts.size:
            return 0
        return parts.max() if np.isfinite(parts).all() else np.inf

    def largest(self, arrays):
        errors = [self.error(array) for array in arrays if array.shape == self.truth.shape]
        return max([error for error in errors if np.isfinite(error)] or [0])


def evaluations(case, run):
    """What other oracles make of a run: pairs of who and values by name."""

    def whole(optimize):
        model = oracle.infer(case.model()) if not case.kind == "open" else case.model()
        results = oracle.session(model, optimize).run(None, run)
        return dict(zip(case.outputs, map(np.asarray, results)))

    for who, make in (
        ("reference", lambda: case.evaluate(run, (oracle.run_reference, oracle.run_onnxruntime))),
        ("onnxruntime", lambda: whole(False)),
        ("onnxruntime, optimised", lambda: whole(True)),
    ):
        try:
            yield who, make()
        except Exception:  # whatever an oracle raises where it knows no such model
            pass


def shuffle_terms(node, given, rng):
    """The inputs of a reduction with its terms in another order."""
    if node.op_type not in SUMS or not node.input:
        return given
    x = given[node.input[0]]
    settings = {entry.name: entry for entry in node.attribute}
    axes = list(settings["axes"].ints) if "axes" in settings else None
    if len(node.input) > 1 and node.input[1]:
        axes = given[node.input[1]].ravel().tolist()
    if not axes:
        axes = [] if "noop_with_empty_axes" in settings else range(x.ndim)
    for axis in axes:
        x = np.take(x, rng.permutation(x.shape[axis]), axis)
    return {**given, node.input[0]: x}


def noisy(case, run, count=16):
    """Evaluations in which each float that is computed is off by up to an ulp, and sums are
    added up in another order: how far roundings alone may move the results."""
    rng = np.random.default_rng(1)
    for _ in range(count):
        values = {**case.weights, **run}
        try:
            for node in case.nodes:
                given = {name: values[name] for name in case.captured(node)}
                given = shuffle_terms(node, given, rng)
                for name, array in zip(node.output, oracle.evaluate(node, case.opset, given)):
                    if (
                        is_float(array.dtype)
                        and not is_narrow(array.dtype)
                        and node.op_type not in EXACT
                    ):
                        eps = float(ml_dtypes.finfo(array.dtype).eps)
                        with np.errstate(all="ignore"):
                            array = (
                                array.astype(F64) * (1 + eps * rng.uniform(-1, 1, array.shape))
                            ).astype(array.dtype)
                    values[name] = array
            yield values
        except Refused:
            return


def judge(case, run, outputs, expected):
    """Wrong outputs as (name, text), and names that are right by another measure than the
    first oracle's, with that measure."""
    single = len([node for node in case.nodes if node.op_type != "Constant"]) == 1
    coarse = bool(COARSE & set(case.operators()))
    wrong, excused = [], []
    others = truth = noise = None
    for name, actual in zip(case.outputs, outputs):
        text = differs(actual, expected[name], single, coarse)
        if not text:
            continue
        if shapes_differ(actual, expected[name]):
            wrong.append((name, text))
            continue
        others = list(evaluations(case, run)) if others is None else others
        agree = [
            who
            for who, values in others
            if name in values
            and not differs(
                actual, oracle.convert_safely(values[name], actual.dtype), single, coarse
            )
        ]
        if agree:
            excused.append((name, f"as {agree[0]}"))
            continue
        if is_float(actual.dtype) and not is_narrow(actual.dtype):
            try:
                truth = case.evaluate_wide(run) if truth is None else truth
            except Refused:
                truth = {}
            if name in truth:
                scale = Scale(truth[name], expected[name])
                error, eps = scale.error(actual), float(ml_dtypes.finfo(actual.dtype).eps)
                known = [values[name] for _, values in others if name in values]
                bound = 2 * scale.largest([expected[name], *known])
                if error <= bound + eps:
                    excused.append((name, "by f64"))
                    continue
                if not single:
                    noise = list(noisy(case, run)) if noise is None else noise
                    if error <= 2 * scale.largest([values[name] for values in noise]) + eps:
                        excused.append((name, "ill-conditioned"))
                        continue
                text += f"; error against f64 {error:.2g} of the largest, oracles at most {bound / 2:.2g}"
        wrong.append((name, text))
    return wrong, excused
