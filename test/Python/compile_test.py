"""dl.compile and what it returns."""
import os
import tempfile
import threading
import unittest

import numpy as np
import onnx.parser

import dl

RELU_MATMUL = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    layers (float[2,4] x, float[4,3] w) => (float[2,3] y, float[2,4] r) {
      r = Relu(x)
      y = MatMul(r, w)
    }""")
X = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)
W = np.linspace(2, 3, 12, dtype=np.float32).reshape(4, 3)
Y = np.maximum(X, 0) @ W


class Exporter:
    """An array that is known by DLPack only."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **kwargs):
        return self.array.__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class CompileTest(unittest.TestCase):
    def test_sources(self):
        data = RELU_MATMUL.SerializeToString()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layers.onnx")
            with open(path, "wb") as file:
                file.write(data)
            text = os.path.join(folder, "layers.mlir")
            with open(text, "w") as file:
                file.write(dl.compile(path).ir("graph"))
            for source in (RELU_MATMUL, data, path, text):
                y, r = dl.compile(source)(X, W)
                np.testing.assert_allclose(y, Y, rtol=1e-6)
                np.testing.assert_array_equal(r, np.maximum(X, 0))
        with self.assertRaisesRegex(TypeError, "expected a path, .* got int"):
            dl.compile(7)

    def test_cache(self):
        with tempfile.TemporaryDirectory() as folder:
            cache, first = os.path.join(folder, "cache"), None
            for jobs in (1, 2):
                np.testing.assert_allclose(
                    dl.compile(RELU_MATMUL, cache=cache, jobs=jobs)(X, W)[0], Y, rtol=1e-6)
                stored = {name: os.stat(os.path.join(cache, name)).st_mtime_ns
                          for name in os.listdir(cache) if name.startswith("llvmcache-")}
                self.assertTrue(stored)
                if jobs == 2:
                    self.assertEqual(stored, first)
                first = stored

    def test_precision(self):
        model = onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            half (float[1,2] x) => (float[1,1] y) <float[2,1] w = {1.00390625, 3}> { y = MatMul(x, w) }
            """)
        x = np.array([[1.00390625, 1]], np.float32)
        self.assertEqual(dl.compile(model, precision="bf16")(x), 4)
        self.assertEqual(dl.compile(model)(x), np.float32(1.00390625) ** 2 + 3)

    def test_description(self):
        model = dl.compile(RELU_MATMUL, threads=2)
        self.assertEqual(model.inputs, [("x", np.float32, (2, 4)), ("w", np.float32, (4, 3))])
        self.assertEqual([info.name for info in model.outputs], ["y", "r"])
        self.assertEqual(model.specialized_inputs, [])
        self.assertIn("x: float32[2, 4]", repr(model))

    def test_levels(self):
        model = dl.compile(RELU_MATMUL)
        for level, part in (("graph", "graph.relu"), ("te", "te.compute"), ("llvm", "define ")):
            self.assertIn(part, model.ir(level))
        with self.assertRaisesRegex(dl.CompileError, "expected the level to be graph"):
            model.ir("nowhere")

    def test_calls(self):
        model = dl.compile(RELU_MATMUL)
        by_name = model(w=W, x=X)[0]
        by_dlpack = model(Exporter(X), Exporter(W))[0]
        strided = model(np.repeat(X, 2, axis=1)[:, ::2], np.asfortranarray(W))[0]
        as_list = model(X.tolist(), W.tolist())[0]
        for y in (by_name, by_dlpack, strided, as_list):
            np.testing.assert_allclose(y, Y, rtol=1e-6)
        frozen = X.copy()
        frozen.flags.writeable = False
        np.testing.assert_allclose(model(frozen, W)[0], Y, rtol=1e-6)

    def test_out(self):
        model = dl.compile(RELU_MATMUL)
        y, r = np.empty((2, 3), np.float32), np.empty((2, 4), np.float32)
        results = model(X, W, out=(y, r))
        self.assertIs(results[0], y)
        np.testing.assert_allclose(y, Y, rtol=1e-6)
        with self.assertRaisesRegex(dl.RunError, "expected 2 outputs, got 1"):
            model(X, W, out=(y,))
        with self.assertRaisesRegex(dl.RunError, "output 'y': expected a row-major array"):
            model(X, W, out=(np.empty((3, 2), np.float32).T, r))

    def test_one_output_is_an_array(self):
        model = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float x) => (float y) { y = Neg(x) }"""))
        self.assertEqual(model(np.float32(3)), -3)
        self.assertEqual(model(3.0).shape, ())

    def test_wrong_inputs(self):
        model = dl.compile(RELU_MATMUL)
        with self.assertRaisesRegex(dl.RunError, "expected 2 inputs, got 1"):
            model(X)
        with self.assertRaisesRegex(dl.RunError, "input 'x': expected elements of type float32, "
                                                 "got float64"):
            model(X.astype(np.float64), W)
        with self.assertRaisesRegex(dl.RunError, "'x'.*4.*5"):
            model(np.zeros((2, 5), np.float32), W)
        with self.assertRaisesRegex(dl.RunError, "requires the input 'w'"):
            model(x=X)
        with self.assertRaisesRegex(dl.RunError, "got 'z' too"):
            model(X, W, z=X)

    def test_wrong_models(self):
        with self.assertRaisesRegex(dl.CompileError, "expected an ONNX model") as caught:
            dl.compile(b"\xff\xff")
        self.assertEqual(len(caught.exception.diagnostics), 1)
        with self.assertRaisesRegex(dl.CompileError, "expected a .onnx, .mlir or .mlirbc file, got '/'"):
            dl.compile("/")
        with self.assertRaisesRegex(ValueError, "expected a path without null characters"):
            dl.compile("model.onnx\0.mlir")

    def test_wrong_options(self):
        for options, message in (({"threads": 0}, "expected 1 to 1024 threads, got 0"),
                                 ({"precision": "f16"}, "expected precision to be 'f32', 'bf16' or"),
                                 ({"jobs": 0}, "expected 1 to 1024 jobs, got 0"),
                                 ({"threads": 2**64}, "expected 1 to 1024 threads, got 1844"),
                                 ({"opt_level": -1}, "expected an opt_level from 0 to 3, got -1")):
            with self.assertRaisesRegex(ValueError, message):
                dl.compile(RELU_MATMUL, **options)
        for options, message in (({"threads": 2.5}, "expected threads to be an integer, got 2.5"),
                                 ({"cpu": None}, "expected cpu to be a str, got None"),
                                 ({"timeout": "1"}, "expected timeout to be a number or None, "
                                                    "got '1'"),
                                 ({"memory_limit": 1.5}, "expected memory_limit to be an integer or "
                                                         "None, got 1.5")):
            with self.assertRaisesRegex(TypeError, message):
                dl.compile(RELU_MATMUL, **options)
        dl.compile(RELU_MATMUL, threads=np.int64(2), timeout=float("inf"), memory_limit=2**80)

    def test_threads_share_a_model(self):
        model = dl.compile(RELU_MATMUL, threads=2)
        wrong = []

        def run(scale):
            for _ in range(200):
                y = model(X * scale, W)[0]
                if not np.allclose(y, np.maximum(X * scale, 0) @ W, rtol=1e-5):
                    wrong.append(scale)

        threads = [threading.Thread(target=run, args=(scale,)) for scale in (1, -2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_no_operator_and_no_element(self):
        same = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[3] x) => (float[3] y) { y = Identity(x) }"""))
        np.testing.assert_array_equal(same(X[0, :3]), X[0, :3])
        empty = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float[2,0] x) => (float[2,0] y) { r = Relu(x) t = Softmax<axis = 0>(r) y = Tanh(t) }"""))
        self.assertEqual(empty(np.empty((2, 0), np.float32)).shape, (2, 0))

    def test_types_that_numpy_has_not(self):
        import ml_dtypes
        model = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (bfloat16[4] x) => (bfloat16[4] y) { y = Relu(x) }"""))
        x = np.array([-1, 0, 0.5, 2], ml_dtypes.bfloat16)
        y = model(x)
        self.assertEqual(y.dtype, ml_dtypes.bfloat16)
        np.testing.assert_array_equal(y, np.maximum(x, 0))
        with self.assertRaisesRegex(dl.RunError, "expected elements of type bfloat16, got uint16"):
            model(x.view(np.uint16))


if __name__ == "__main__":
    unittest.main()
