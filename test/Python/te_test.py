"""dl.te: kernels and schedules in Python."""
import os
import re
import subprocess
import sys
import unittest

import numpy as np

import dl
import te_tutorials
from dl import te

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "Tutorials")
# The tool, with the options that the suite gives it.
DL_OPT = sys.argv[1:] if __name__ == "__main__" else ["dl-opt"]
del sys.argv[1:]


def run_opt(modules):
    """Each module as dl-opt prints it."""
    done = subprocess.run([*DL_OPT, "--split-input-file"], input="// -----\n".join(modules),
                          text=True, capture_output=True, timeout=60)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout.split("// -----\n")


class TutorialTest(unittest.TestCase):
    def test_equal_ir(self):
        expected, written, names = [], [], []
        for page, (make, steps) in te_tutorials.PAGES.items():
            with open(os.path.join(DOCS, f"{page}.md")) as file:
                files = dict(re.findall(r"^`(\S+)`:\n+^```mlir\n(.*?)^```$", file.read(),
                                        re.M | re.S))
            for step, name in steps.items():
                names.append((page, step))
                expected.append(files["kernel.mlir"] + files[name])
                written.append(make(step).to_mlir())
        self.assertEqual(len(names), 14)
        for name, a, b in zip(names, run_opt(expected), run_opt(written), strict=True):
            self.assertEqual(a, b, name)

    def test_loops_and_numbers(self):
        f = te_tutorials.softmax("rows", 20, 60)
        self.assertIn('exp: at axis r of stage "softmax"', f.ir("loops"))
        x = np.linspace(-3, 3, 1200, dtype=np.float32).reshape(20, 60)
        power = np.exp(x - x.max(1, keepdims=True))
        model = dl.compile(f)
        np.testing.assert_allclose(model(x), power / power.sum(1, keepdims=True), rtol=1e-5)
        self.assertEqual([info.name for info in model.inputs], ["in"])
        # Kernels are named after the function, nodes after its stages.
        self.assertEqual([(row.kernel, row.nodes) for row in model.profile(x, runs=1)],
                         [("softmax", "max+exp+sum+softmax")])


class FormulaTest(unittest.TestCase):
    def compute(self, shape, formula, *arrays, dtypes=()):
        tensors = [te.placeholder(array.shape, array.dtype, f"x{i}")
                   for i, array in enumerate(arrays)]
        result = te.compute(shape, lambda *axes: formula(*axes, *tensors), name="y")
        return dl.compile(te.function(tensors, [result]))(*arrays)

    def test_floats(self):
        x = np.linspace(0.1, 4, 16, dtype=np.float32)

        def formula(i, x):
            v = x[i]
            a = te.exp(-v) + te.log(v) * te.sqrt(v) - te.tanh(v) / te.rsqrt(v) + te.erf(v)
            b = te.maximum(te.sin(v), te.cos(v)) - te.minimum(te.floor(v), te.ceil(1.5 - v))
            return a + te.select((v > 1) & (v <= 3.5) | te.equal(v, 0.0), b, te.log1p(te.abs(v)))
        y = self.compute((16,), formula, x)
        import math
        a = (np.exp(-x) + np.log(x) * np.sqrt(x) - np.tanh(x) * np.sqrt(x)
             + np.array([math.erf(v) for v in x]))
        b = np.maximum(np.sin(x), np.cos(x)) - np.minimum(np.floor(x), np.ceil(1.5 - x))
        np.testing.assert_allclose(y, a + np.where((x > 1) & (x <= 3.5), b, np.log1p(x)),
                                   rtol=2e-5, atol=1e-5)

    def test_integers_and_indices(self):
        x = np.arange(-8, 8, dtype=np.int32)
        y = self.compute((4, 4), lambda i, j, x: x[4 * i + j] * 3 - x[15 - (i * 4 + j)] // 2
                         + te.value(i * 2 + j // 2, "int32") % 3, x)
        i, j = np.indices((4, 4))
        expected = x[4 * i + j] * 3 - x[15 - (4 * i + j)] // 2 + (2 * i + j // 2) % 3
        np.testing.assert_array_equal(y, expected)

    def test_gather_padding_and_casts(self):
        table = np.linspace(0, 1, 12, dtype=np.float32).reshape(6, 2)
        rows = np.array([5, 0, 3], np.int64)
        y = self.compute((3, 2), lambda i, j, rows, table: table[rows[i], j], rows, table)
        np.testing.assert_array_equal(y, table[rows])
        x = np.arange(1, 5, dtype=np.float64)
        y = self.compute((6,), lambda i, x: te.cast(
            x.read(i - 1, where=[i >= 1, i < 5], otherwise=9.0), "float32"), x)
        np.testing.assert_array_equal(y, [9, 1, 2, 3, 4, 9])

    def test_reductions(self):
        x = np.linspace(-2, 2, 12, dtype=np.float32).reshape(3, 4)
        for make, expected in ((te.sum, x.sum(1)), (te.max, x.max(1)), (te.min, x.min(1)),
                               (te.prod, x.prod(1))):
            k = te.reduce_axis(4, "k")
            y = self.compute((3,), lambda i, x: make(x[i, k], axis=k), x)
            np.testing.assert_allclose(y, expected, rtol=1e-5)

    def test_two_results(self):
        x = te.placeholder((3, 4), name="x")
        k = te.reduce_axis(4, "k")
        double = te.compute((3, 4), lambda i, j: x[i, j] * 2, name="double")
        total = te.compute((3,), lambda i: te.sum(double[i, k], axis=k), name="total")
        value = np.arange(12, dtype=np.float32).reshape(3, 4)
        a, b = dl.compile(te.function([x], {"a": total, "b": double}))(value)
        np.testing.assert_array_equal(a, 2 * value.sum(1))
        np.testing.assert_array_equal(b, 2 * value)


def line_of(marker):
    """The line of this file that ends in a comment."""
    with open(__file__) as file:
        return next(i for i, line in enumerate(file, 1) if line.rstrip().endswith("# " + marker))


class MistakeTest(unittest.TestCase):
    """What is wrong is told at its line, by Python or by the compiler."""

    def setUp(self):
        self.a = te.placeholder((8, 16), name="a")
        self.n = te.placeholder((8,), "int32", name="n")
        self.k = te.reduce_axis(16, "k")
        self.c = te.compute((8,), lambda i: te.sum(self.a[i, self.k], axis=self.k), name="c")
        self.d = te.compute((8,), lambda i: self.c[i] * 2, name="d")
        self.f = te.function([self.a], [self.d], name="f")

    def check(self, marker, message, run):
        with self.assertRaisesRegex(dl.Error, message) as caught:
            run()
        self.assertIn(f"{os.path.basename(__file__)}:{line_of(marker)}:", str(caught.exception))
        return caught.exception

    def test_indices(self):
        a = self.a
        error = self.check(
            "too few", r"error: expected 2 indices of 'a', whose shape is \(8, 16\), got 1",
            lambda: te.compute((8,), lambda i: a[i]))  # too few
        self.assertIsInstance(error, te.KernelError)
        self.check("a float", "expected indices of 'a' to be axes and integers, got 0.5",
                   lambda: te.compute((8,), lambda i: a[i, 0.5]))  # a float
        self.check("product", "got one of two indices, which is not affine",
                   lambda: te.compute((8, 2), lambda i, j: a[i * j, 0]))  # product

    def test_types(self):
        a, n = self.a, self.n
        self.check("types", "expected operands of one type, got f32 and i32; te.cast one of them",
                   lambda: te.compute((8,), lambda i: a[i, 0] * n[i]))  # types
        self.check("whole", "expected numbers and elements of tensors in a formula, got .*Placeholder; "
                            r"index it, as a\[i\]",
                   lambda: te.compute((8,), lambda i: n[i] + a))  # whole
        self.check("if", "got the truth of one",
                   lambda: te.compute((8,), lambda i: a[i, 0] if n[i] > 0 else 0.0))  # if
        self.check("root", "expected a float for te.sqrt, got i32",
                   lambda: te.compute((8,), lambda i: te.sqrt(n[i])))  # root

    def test_reductions(self):
        a, k = self.a, self.k
        self.check("no sum", "expected te.sum, prod, max or min over the axis 'k', which the formula of",
                   lambda: te.compute((8,), lambda i: a[i, k]))  # no sum
        self.check("inside", "expected a reduction to be a whole formula",
                   lambda: te.compute((8,), lambda i: te.sum(a[i, k], axis=k) + 1))  # inside
        self.check("spatial", "expected axis= of te.sum to be made by te.reduce_axis, got axis 'j' of",
                   lambda: te.compute((8, 2), lambda i, j: te.sum(a[i, j], axis=j)))  # spatial

    def test_shapes_and_names(self):
        self.check("lambda", "expected a function of 2 indices for the shape .*, got one of 1",
                   lambda: te.compute((8, 2), lambda i: self.a[i, 0]))  # lambda
        self.check("foreign", "expected 'a', which a stage reads, to be among the operands",
                   lambda: te.function([self.n], [self.d]))  # foreign
        b = te.compute((8,), lambda i: self.d[i], name="c")  # twice
        self.check("twice", 'expected unique names of stages in a kernel, got "c" twice',
                   lambda: te.function([self.a], [b]).ir("te"))

    def test_out_of_bounds(self):
        b = te.compute((8,), lambda i: self.c[i + 1], name="b")  # bounds
        self.check("bounds", r"expected index expression 0 to stay in \[0, 7\] of 'tensor<8xf32>', got "
                             r"\[1, 8\]", lambda: te.function([self.a], [b]).ir("te"))

    def test_steps(self):
        s = te.create_schedule(self.f)
        self.check("factor", "expected the factor to be an integer of at least 1, got 0",
                   lambda: s[self.c].split("k", 0))  # factor
        self.check("no axis", r"expected an axis of 'c' \(i, k\), got 'j'",
                   lambda: s[self.c].axis("j"))  # no axis
        i = s[self.d].axis("i")
        self.check("other stage", "expected an axis of 'c', got 'i' of 'd'",
                   lambda: s[self.c].vectorize(i))  # other stage
        self.check("no stage", r"expected a stage of 'f' \(c, d\), got <te.Tensor n",
                   lambda: s[self.n])  # no stage

    def check_step(self, marker, message, schedule):
        schedule(te.create_schedule(self.f))
        error = self.check(marker, message, lambda: self.f.ir("loops"))
        self.assertIsInstance(error, dl.CompileError)
        # The line itself is shown, too.
        self.assertIn("# " + marker, str(error))

    def test_steps_that_are_illegal(self):
        def parallel(s):
            s[self.c].parallel("k")  # parallel
        self.check_step("parallel", "threads would combine into the same elements", parallel)

        def stale(s):
            k = s[self.c].axis("k")
            s[self.c].split(k, 4)
            s[self.c].unroll(k)  # stale
        self.check_step("stale", "axis k of stage \"c\" was already split by 4", stale)

        def at(s):
            s[self.d].compute_at(self.c, "i")  # at
        self.check_step("at", "stage \"d\" is a result of the kernel and is stored whole", at)

        def twice(s):
            i, k = s[self.c].axes
            s[self.c].reorder(k, i, k)  # reorder
        self.check_step("reorder", "axis k of stage \"c\" stands twice in the new order", twice)

        def intrinsic(s):
            s[self.c].tensorize("k", "nothing")  # intrinsic
        self.check_step("intrinsic", "there is no schedule.intrinsic @nothing", intrinsic)


if __name__ == "__main__":
    unittest.main()
