"""Small things that stood in a newcomer's way, each once."""
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import onnx.parser

import dl

TWO = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    layers (float[2,4] x, float[4,3] w) => (float[2,3] y, float[2,4] r) {
      r = Relu(x)
      y = MatMul(r, w)
    }""")
ONE = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    one (float[8] x) => (float[8] y) { y = Neg(x) }""")
OPEN = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    open (float[batch,4] x, int64[1] axis) => (float[batch,1] y) {
      y = ReduceSum<keepdims = 1>(x, axis)
    }""")
FREE = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    free (float[batch,3,H] x) => (float[batch,3,H] y) { y = Relu(x) }""")
X = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)
W = np.linspace(2, 3, 12, dtype=np.float32).reshape(4, 3)
V = np.arange(8, dtype=np.float32)


class PapercutTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.two, cls.one = dl.compile(TWO), dl.compile(ONE)

    def test_parts_need_no_import(self):
        self.assertTrue(callable(dl.onnx.normalize))
        self.assertTrue(callable(dl.te.compute))
        self.assertIn("onnx", dir(dl))
        self.assertFalse({"onnx", "torch"} & set(dl.__all__), "they would hide the packages")
        with self.assertRaisesRegex(AttributeError, "module 'dl' has no attribute 'nothing'"):
            dl.nothing

    def test_options_are_used(self):
        options = dl.Options(threads=2, opt_level=1)
        model = dl.compile(ONE, options=options)
        self.assertEqual(model.options, options)
        changed = dl.compile(ONE, options=options, opt_level=0).options
        self.assertEqual((changed.threads, changed.opt_level), (2, 0))
        with self.assertRaisesRegex(TypeError, "expected options to be dl.Options or None, got 3"):
            dl.compile(ONE, options=3)

    def test_mappings(self):
        y, r = self.two({"w": W, "x": X})
        np.testing.assert_allclose(y, np.maximum(X, 0) @ W, rtol=1e-6)
        np.testing.assert_array_equal(self.one({"x": V}), -V)
        np.testing.assert_array_equal(self.one.run({"x": V})[0], -V)
        with self.assertRaisesRegex(dl.RunError, "requires the input 'x'"):
            self.one({"z": V})
        with self.assertRaisesRegex(dl.RunError, r"expected the inputs first, as run\({'x': …}\), "
                                                 "got None"):
            self.one.run(None, {"x": V})

    def test_the_only_input(self):
        np.testing.assert_array_equal(self.one.run(V)[0], -V)
        with self.assertRaisesRegex(dl.RunError, r"expected a list of 2 inputs, \[x, w\], or a "
                                                 "mapping from their names, got ndarray"):
            self.two.run(X)
        with self.assertRaisesRegex(dl.RunError, "expected 1 inputs, got 2; give one for each of "
                                                 "'x'"):
            self.one.run([V, V])

    def test_the_only_output(self):
        y = np.empty(8, np.float32)
        self.assertIs(self.one(V, out=y), y)
        np.testing.assert_array_equal(y, -V)
        out = {"r": np.empty((2, 4), np.float32), "y": np.empty((2, 3), np.float32)}
        self.two(X, W, out=out)
        np.testing.assert_array_equal(out["r"], np.maximum(X, 0))
        with self.assertRaisesRegex(dl.RunError, "out: expected arrays for the outputs 'y', 'r', got "
                                                 "'y'"):
            self.two(X, W, out={"y": out["y"]})
        with self.assertRaisesRegex(dl.RunError, "out: expected a list or a mapping of 2 arrays, for "
                                                 "'y', 'r', got ndarray"):
            self.two(X, W, out=y)

    def test_types_of_models(self):
        for model, way in ((ONE.graph, "got GraphProto; onnx.helper.make_model makes a model of a graph"),
                           (self.one, "got Model, which is compiled")):
            with self.assertRaisesRegex(dl.OptionTypeError, way):
                dl.compile(model)

    def test_types_of_arguments(self):
        for call in (lambda: dl.compile(ONE, threads="2"),
                     lambda: dl.load("model.so", threads="2"),
                     lambda: dl.tune(ONE, "records.jsonl", threads="2")):
            with self.assertRaisesRegex(dl.OptionTypeError,
                                        "^expected threads to be an integer, got '2'$"):
                call()

    def test_words_of_messages(self):
        for options, message in (
                ({"cpu": "z80"}, "expected cpu to name a CPU of target '.*', got 'z80'"),
                ({"target": "pdp11"}, "expected target to be x86_64-linux-gnu, aarch64-linux-gnu, "),
                ({"target": "aarch64-linux-gnu", "threads": 2},
                 "compile with threads=1|Permission"),
                ({"target": "cortex-a53", "cpu": "cortex-a76"},
                 "expected cpu to be 'cortex-a53', which the record")):
            with self.assertRaisesRegex(dl.CompileError, message) as caught:
                dl.compile(ONE, **options)
            self.assertNotRegex(str(caught.exception), "(?<!`)--(?!to=object)[a-z]+")

    def test_one_root(self):
        for call in (lambda: dl.compile(b"\xff"), lambda: dl.compile("nothing.onnx"),
                     lambda: dl.compile(ONE, threads=0), lambda: dl.compile(7),
                     lambda: self.one(V.astype(np.float64)), lambda: dl.load("nothing.so"),
                     lambda: self.one.ir("nowhere"), lambda: dl.te.reduce_axis(-1)):
            with self.assertRaises(dl.Error):
                call()

    def test_missing_files(self):
        for call in (lambda: dl.compile("nothing.onnx"), lambda: dl.load("nothing.so")):
            with self.assertRaisesRegex(FileNotFoundError, "No such file or directory: 'nothing") as \
                    caught:
                call()
            self.assertTrue(caught.exception.filename.startswith("nothing."))

    def test_the_package_onnx_is_not_needed(self):
        script = """
import sys
sys.modules["onnx"] = None
import dl
try:
    dl.compile(b"no model")
except dl.CompileError as error:
    print(error)
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
        self.assertIn("expected an ONNX model", done.stdout)

    def test_missing_packages_are_named(self):
        script = """
import sys
sys.modules["torch"] = None
import dl
assert "torch" not in dir(dl)
from dl import *
try:
    dl.torch
except ImportError as error:
    print(error)
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
        self.assertRegex(done.stdout, r"dl.torch requires torch.*, not installed here; `pip install "
                                      r"torch.*` does that")

    def test_sizes(self):
        fixed = dl.compile(FREE, sizes={"batch": 2, "x.2": 5})
        self.assertEqual([info.shape for info in fixed.inputs], [(2, 3, 5)])
        x = np.arange(-15, 15, dtype=np.float32).reshape(2, 3, 5)
        np.testing.assert_array_equal(fixed(x), np.maximum(x, 0))
        with self.assertRaisesRegex(dl.RunError, "expected 2 in dimension 0, got 1"):
            fixed(x[:1])
        part = dl.compile(FREE, sizes={"H": 5})
        self.assertEqual(part.inputs[0].shape[1:], (3, 5))
        for rows in (1, 2):
            np.testing.assert_array_equal(part(x[:rows]), np.maximum(x[:rows], 0))
        for sizes, message in (
                ({"rows": 2}, r"expected sizes for dims that the model's inputs leave open "
                              r"\(batch, H, x.0, x.2\), got 'rows'"),
                ({"x.1": 4}, "got 4 for 'x.1', which is 3"),
                ({"batch": 0}, "expected sizes of at least 1, got 'batch': 0")):
            with self.assertRaisesRegex(dl.Error, message):
                dl.compile(FREE, sizes=sizes)

    def test_sizes_of_what_is_compiled_when_it_is_called(self):
        model = dl.compile(OPEN, sizes={"batch": 2})
        self.assertEqual(model.inputs[0].shape, (2, 4))
        self.assertEqual(model.options.sizes, {"batch": 2})
        axis = np.array([1])
        np.testing.assert_allclose(model(X, axis), X.sum(1, keepdims=True), rtol=1e-6)
        self.assertIn("tensor<2x4xf32>", model.ir("graph", X, axis))
        with self.assertRaisesRegex(dl.CompileError, r"leave open \(batch, x.0\), got 'bach'"):
            dl.compile(OPEN, sizes={"bach": 2})

    def test_open_dims_do_not_hide_errors(self):
        unknown = onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18, "foo": 1]>
            m (float[n] x) => (float[n] y) { y = foo.Bar(x) }""")
        for model, options, message in (
                (unknown, {}, "expected supported operators, got 1 node of others"),
                (FREE, {"cpu": "z80"}, "^error: expected cpu to name a CPU of target '.*', got 'z80'"),
                (FREE, {"target": "cuda"}, "^error: expected target to be .*, got 'cuda'")):
            with self.assertRaisesRegex(dl.CompileError, message):
                dl.compile(model, **options)

    def test_files_of_options(self):
        for option, message in (
                ("schedules", "expected a file of sequences, as dl-tune export writes it; there is "
                              "none: 'nothing'"),
                ("tuning_db", "expected a file of records, as dl.tune writes it; there is none: "
                              "'nothing'")):
            with self.assertRaisesRegex(FileNotFoundError, message) as caught:
                dl.compile(FREE, **{option: "nothing"})
            self.assertIsInstance(caught.exception, dl.Error)
        with self.assertRaisesRegex(dl.OptionError, "expected cache to be a folder, got the file"):
            dl.compile(ONE, cache=__file__)

    def test_models_in_other_formats(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(name, content=b"\x80"):
                path = os.path.join(folder, name)
                with open(path, "wb") as file:
                    file.write(content)
                return path
            for name, hint in (("a.pt", "torch.onnx.export"), ("a.PTH", "torch.onnx.export"),
                               ("a.tflite", "tf2onnx"), ("a.so", "dl.load loads a compiled model"),
                               ("a.safetensors", "weights alone are no model")):
                with self.assertRaisesRegex(dl.CompileError, f"expected a .onnx, .*got '.*{name}'; "
                                                             f".*{hint}"):
                    dl.compile(write(name))
            with self.assertRaisesRegex(dl.CompileError, "expected a model, got the empty file"):
                dl.compile(write("a.onnx", b""))
            with self.assertRaisesRegex(dl.CompileError, "expected the bytes of an ONNX model, got "
                                                         "none"):
                dl.compile(b"")
            for name, what in (("a.onnx", "a model that dl.compile takes"), ("", "a folder")):
                with self.assertRaisesRegex(dl.LoadError, f"expected a compiled model, .*{what}"):
                    dl.load(os.path.join(folder, name))

    def test_names_to_save_by(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, error, message in (
                    ("model.onnx", dl.OptionError, "expected the name of a library, as model.so"),
                    (os.path.join("no", "model.so"), FileNotFoundError, r"no.model\.so'$"),
                    ("", IsADirectoryError, "Is a directory")):
                with self.assertRaisesRegex(error, message):
                    self.one.save(os.path.join(folder, name))
            self.assertEqual(os.listdir(folder), [])

    def test_what_is_no_number(self):
        for call, name in ((lambda: dl.compile(ONE, threads=True), "threads"),
                           (lambda: dl.compile(ONE, jobs=True), "jobs"),
                           (lambda: self.one.benchmark(runs="3"), "runs"),
                           (lambda: self.one.report(runs=None), "runs")):
            with self.assertRaisesRegex(dl.OptionTypeError, f"expected {name} to be an integer, got"):
                call()
        self.assertEqual(dl.compile(ONE, threads=np.int64(1)).options.threads, 1)

    def test_ways_out(self):
        for call, message in (
                (lambda: self.one(V.astype(np.float64)),
                 r"got float64; convert it, as .astype\('float32'\) does"),
                (lambda: self.two(X, v=W), "requires the input 'w', got 'v'; there are 'x', 'w'"),
                (lambda: self.two(X, W, x=X), "expected the input 'x' once, got it by its position "
                                              "and by its name"),
                (lambda: dl.compile(FREE)(np.ones((2, 3, 4), np.float32),
                                          out=np.ones((1, 3, 4), np.float32)),
                 r"expected 2 in dimension 0 \('batch'\) for these inputs, got 1$")):
            with self.assertRaisesRegex(dl.RunError, message):
                call()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "one.so")
            self.one.save(path)
            with self.assertRaisesRegex(dl.LoadError, "^expected 1 to 1 threads, got 4; compile the "
                                                      "model with threads=4 for more"):
                dl.load(path, threads=4)

    def test_specialized_inputs_are_named(self):
        model = dl.compile(OPEN)
        if model.specialized_inputs:
            self.assertIn("axis", model.specialized_inputs)
        np.testing.assert_allclose(model(X, np.array([1])), X.sum(1, keepdims=True), rtol=1e-6)
        if model.specialized_inputs:
            self.assertLessEqual(set(model.specialized_inputs), {"x", "axis"})

    def test_arrays_of_other_kinds(self):
        wide = np.repeat(V, 2)[::2]
        frozen = V.copy()
        frozen.flags.writeable = False
        for array in (wide, frozen, V[::-1].copy()[::-1], V.tolist()):
            np.testing.assert_array_equal(self.one(array), -V)
        swapped = V.astype(">f4")
        with self.assertRaisesRegex(dl.RunError, "input 'x': expected elements of type float32"):
            self.one(swapped)


if __name__ == "__main__":
    unittest.main()
