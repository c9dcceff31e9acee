"""Models that are compiled for values or shapes of their inputs."""
import unittest

import numpy as np
import onnx.parser

import dl

RESHAPE = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    f (float[2,6] x, int64[n] shape) => (float[] y) {
      r = Reshape(x, shape)
      y = Relu(r)
    }""")
X = np.linspace(-1, 1, 12, dtype=np.float32).reshape(2, 6)


def shape(*dims):
    return np.array(dims, np.int64)


class SpecializeTest(unittest.TestCase):
    def test_values_that_decide_shapes(self):
        model = dl.compile(RESHAPE)
        self.assertEqual(model.specialized_inputs, ["shape"])
        self.assertEqual([info.name for info in model.inputs], ["x", "shape"])
        for dims in ((3, 4), (12,), (2, -1), (3, 4)):
            np.testing.assert_array_equal(model(X, shape(*dims)),
                                          np.maximum(X, 0).reshape(dims))
        self.assertIn("tensor<3x4xf32>", model.ir("graph", X, shape(3, 4)))

    def test_the_cache_is_bounded(self):
        model = dl.compile(RESHAPE, cache_size=2)
        for dims in ((12,), (3, 4), (4, 3), (6, 2)):
            model(X, shape(*dims))
            self.assertLessEqual(len(model._specializer._programs), 2)
        first = model._specializer._programs
        model(X, shape(6, 2))
        self.assertEqual(list(first), list(model._specializer._programs))
        with self.assertRaisesRegex(ValueError, "expected a cache_size of at least 1, got 0"):
            dl.compile(RESHAPE, cache_size=0)

    def test_values_behind_operators(self):
        model = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[2,6] x, int64[2] half) => (float[] y) {
              s = Add(half, half)
              r = Reshape(x, s)
              y = ReduceMean <keepdims = 0> (r)
            }"""))
        # Its elements are sizes, where they are positive.
        self.assertEqual(model.specialized_inputs, [])
        np.testing.assert_allclose(model(X, shape(1, 3)), X.mean(), atol=1e-6)
        np.testing.assert_allclose(model(X, shape(3, 1)), X.mean(), atol=1e-6)
        self.assertEqual(model._specializer.count, 0)
        with self.assertRaisesRegex(dl.RunError, "input 'half': expected a size in element 0"):
            model(X, shape(1, 1))

    def test_values_that_are_no_sizes(self):
        model = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[2,6] x, int64[2] s) => (float[] y) {
              r = Reshape(x, s)
              y = ReduceMean <keepdims = 0> (r)
            }"""))
        self.assertEqual(model.specialized_inputs, [])
        for dims, count in (((4, 3), 0), ((3, -1), 1), ((-1, 1), 2), ((12, 1), 2), ((3, -1), 2)):
            np.testing.assert_allclose(model(X, shape(*dims)), X.mean(), atol=1e-6)
            np.testing.assert_allclose(model(x=X, s=shape(*dims)), X.mean(), atol=1e-6)
            self.assertEqual(model._specializer.count, count)

    def test_errors_come_with_the_call(self):
        model = dl.compile(RESHAPE)
        with self.assertRaisesRegex(dl.CompileError, "expected a new shape of 12 elements"):
            model(X, shape(5))
        with self.assertRaisesRegex(dl.RunError, "input 'shape': expected elements of type int64"):
            model(X, np.array([12], np.int32))
        with self.assertRaisesRegex(dl.RunError, "expected 2 inputs, got 1"):
            model(X)

    def test_shapes_that_are_open(self):
        model = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[n,4] x, float[4,3] w) => (float[n,3] y) { y = MatMul(x, w) }"""))
        self.assertEqual(model.inputs[0].shape, (None, 4))
        w = np.ones((4, 3), np.float32)
        for n in (1, 5, 2):
            x = np.arange(4 * n, dtype=np.float32).reshape(n, 4)
            np.testing.assert_allclose(model(x, w), x @ w)


if __name__ == "__main__":
    unittest.main()
