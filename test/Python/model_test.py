"""What else a model can do: be kept, timed, shown and listened to."""
import logging
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
import unittest.mock

import numpy as np
import onnx.parser
from onnx import helper

import dl
from dl import _specialize

signal.signal(signal.SIGINT, signal.default_int_handler)

SMALL = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    layer (float[2,4] x) => (float[2,3] y) <float[4,3] w = {1,2,3,4,5,6,7,8,9,10,11,12}> {
      y = MatMul(x, w)
    }""")
W = np.arange(1, 13, dtype=np.float32).reshape(4, 3)
X = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)
RESHAPE = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    f (float[2,6] x, int64[n] shape) => (float[] y) {
      r = Reshape(x, shape)
      y = Relu(r)
    }""")


def check(model):
    np.testing.assert_allclose(model(X), X @ W, rtol=1e-6)


class KeepTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_save_and_load(self):
        model = dl.compile(SMALL)
        path = self.path("layer.so")
        model.save(path)
        model.save(path)
        self.assertEqual(os.listdir(self.folder), ["layer.so"])
        loaded = dl.load(path)
        os.unlink(path)
        check(loaded)
        self.assertEqual(loaded.inputs, model.inputs)
        loaded.save(path)
        check(dl.load(path, threads=1))
        with self.assertRaisesRegex(dl.Error, "a model that was loaded from a library does not hold "
                                              "its source"):
            loaded.ir("te")
        with open(self.path("garbage.so"), "w") as file:
            file.write("garbage")
        with self.assertRaisesRegex(dl.LoadError, "cannot load '.*garbage.so'"):
            dl.load(self.path("garbage.so"))
        with self.assertRaises(FileNotFoundError):
            model.save(self.path("no/such/folder.so"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["garbage.so", "layer.so"])

    def test_save_of_a_specialized_model(self):
        with self.assertRaisesRegex(dl.Error, "compiled for values or shapes of 'shape', anew for "
                                              "each"):
            dl.compile(RESHAPE).save(self.path("f.so"))

    def test_pickle(self):
        model = pickle.loads(pickle.dumps(dl.compile(SMALL, threads=2)))
        check(model)
        self.assertEqual(model.options.threads, 2)
        self.assertIn("graph.matmul", model.ir("graph"))
        late = pickle.loads(pickle.dumps(dl.compile(RESHAPE)))
        self.assertEqual(late(np.ones((2, 6), np.float32), np.array([3, 4])).shape, (3, 4))
        for error in (dl.CompileError(["a", "b"]), dl.RunError("a")):
            self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_cache_of_the_user(self):
        with unittest.mock.patch.dict(os.environ, {"XDG_CACHE_HOME": self.folder}):
            check(dl.compile(SMALL, cache=True))
            self.assertTrue(os.listdir(self.path("dl")))

    def test_for_another_machine(self):
        model = dl.compile(SMALL, target="cortex-a53")
        self.assertEqual([info.name for info in model.inputs], ["x"])
        with self.assertRaisesRegex(dl.RunError, "expected a library for .*, got one for aarch64"):
            model(X)
        model.save(self.path("arm.so"))
        with open(self.path("arm.so"), "rb") as file:
            self.assertEqual(file.read(20)[18], 183)


class TimeTest(unittest.TestCase):
    def test_benchmark_and_profile(self):
        model = dl.compile(SMALL)
        times = model.benchmark(runs=5)
        self.assertEqual(times.runs, 5)
        self.assertTrue(0 < times.minimum <= times.median)
        self.assertRegex(repr(times), r"5 runs: minimum \d+\.\d+ ms, median")
        profile = model.profile(X, runs=2)
        self.assertEqual([(row.call, bool(row.kernel)) for row in profile],
                         [(i, True) for i in range(len(profile))])
        self.assertAlmostEqual(sum(row.share for row in profile), 1)
        self.assertRegex(repr(profile), "call +us +share +kernel")
        with self.assertRaisesRegex(dl.OptionError, "expected at least 1 of runs, got 0"):
            model.benchmark(runs=0)
        late = dl.compile(RESHAPE)
        with self.assertRaisesRegex(dl.RunError, "expected inputs: the model is compiled for values "
                                                 "or shapes of 'shape'"):
            late.profile()
        self.assertEqual(len(late.profile(np.ones((2, 6), np.float32), [12], runs=1)), 1)


class ShowTest(unittest.TestCase):
    def test_levels(self):
        model = dl.compile(SMALL)
        self.assertIn("schedule.sequence = @schedules", model.ir("schedule"))
        self.assertIn("transform.named_sequence", model.ir("schedule"))
        self.assertRegex(model.ir("loops"), r"kernel @\w+")
        self.assertIn("linalg.", model.ir("scheduled"))
        self.assertNotIn("loc(", model.ir("te"))
        self.assertIn("loc(", model.ir("te", locations=True))

    def test_weights(self):
        big = helper.make_model(helper.make_graph(
            [helper.make_node("Add", ["x", "w"], ["y"])], "g",
            [helper.make_tensor_value_info("x", 1, [64])],
            [helper.make_tensor_value_info("y", 1, [64])],
            [helper.make_tensor("w", 1, [64], range(64))]),
            opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
        model = dl.compile(big)
        short, whole = model.ir("graph"), model.ir("graph", weights=True)
        self.assertLess(len(short), len(whole))
        with tempfile.TemporaryDirectory() as folder:
            for text, name in ((short, "short.mlir"), (whole, "whole.mlir")):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            with self.assertRaisesRegex(dl.CompileError, "expected the weights of dense_resource<.*>, "
                                                         "which were left out when this was printed"):
                dl.compile(os.path.join(folder, "short.mlir"))
            x = np.ones(64, np.float32)
            np.testing.assert_array_equal(dl.compile(os.path.join(folder, "whole.mlir"))(x),
                                          np.arange(64) + x)

    def test_html(self):
        model = dl.compile(onnx.parser.parse_model("""
            <ir_version: 8, opset_import: ["": 18]>
            f (float x) => (float y) { y = Neg(x) }"""))
        self.assertIn("<td>input</td><td>x</td><td>float32</td><td>scalar</td>",
                      model._repr_html_())

    def test_report(self):
        model = dl.compile(SMALL)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.html")
            measured = model.report(path, X, runs=2)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), measured)
        self.assertIn("</html>", measured)
        expected = model.report(runs=0)
        self.assertIn("</html>", expected)
        self.assertNotEqual(measured, expected)
        other = dl.compile(SMALL, target="aarch64-linux-gnu")
        self.assertIn("</html>", other.report())
        with self.assertRaisesRegex(dl.OptionError, r"expected a level, got 'report'; call report\(\)"):
            model.ir("report")

    def test_log(self):
        with self.assertLogs("dl", logging.INFO) as caught:
            dl.compile(SMALL)
        self.assertRegex(caught.output[0], r"layer: compiled to library in \d+\.\d\d s")

    def test_progress(self):
        told = []
        dl.compile(SMALL, progress=lambda *state: told.append(state))
        self.assertEqual([phase for phase, _, _ in told][:2], ["check", "graph"])
        done = [(done, total) for phase, done, total in told if phase == "code"]
        self.assertEqual(done[-1][0], done[-1][1])
        self.assertEqual(told[-1], ("", 0, 0))

        def fail(*_):
            raise RuntimeError("no more")
        with self.assertRaisesRegex(RuntimeError, "no more"):
            dl.compile(SMALL, progress=fail)
        check(dl.compile(SMALL))

    def test_version(self):
        self.assertRegex(dl.__version__, r"^\d+\.\d+\.\d+$")


class ManyTest(unittest.TestCase):
    def test_one_shape_is_compiled_once(self):
        model = dl.compile(RESHAPE)
        specializer, results = model._specializer, []
        with unittest.mock.patch.object(_specialize, "build", wraps=_specialize.build) as build:
            threads = [threading.Thread(target=lambda: results.append(
                model(np.ones((2, 6), np.float32), np.array([4, 3])).shape)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(results, [(4, 3)] * 4)
        self.assertEqual((build.call_count, specializer.count), (1, 1))

    def test_errors_reach_all_who_wait(self):
        model, errors = dl.compile(RESHAPE), []

        def run():
            try:
                model(np.ones((2, 6), np.float32), np.array([5]))
            except dl.CompileError as error:
                errors.append(str(error))
        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(errors), 3)

    def test_many_specializations_are_told_of(self):
        model = dl.compile(RESHAPE)
        with unittest.mock.patch.object(_specialize, "_MANY", 2):
            with self.assertLogs("dl", logging.WARNING) as caught:
                for dims in ((12,), (3, 4), (12,)):
                    model(np.ones((2, 6), np.float32), np.array(dims))
        self.assertEqual(len(caught.output), 1)
        self.assertRegex(caught.output[0], "compiled 2 times, for values or shapes of shape; each")

    def test_fork_with_threads(self):
        model = dl.compile(SMALL, threads=2)
        check(model)
        with multiprocessing.get_context("fork").Pool(1) as pool:
            pool.apply(check, (model,))
        check(model)


class InterpreterTest(unittest.TestCase):
    def test_subinterpreters(self):
        name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
        interpreters = __import__(name)
        interpreter = interpreters.create()
        with self.assertRaisesRegex(Exception, "expected the main interpreter to import dl"):
            error = interpreters.run_string(interpreter, f"import sys; sys.path = {sys.path!r}\n"
                                                         "import dl")
            if error is not None:
                raise ImportError(str(error))
        interpreters.destroy(interpreter)

    def test_interrupt_of_a_run(self):
        """A model of many kernels, which would run for minutes."""
        script = textwrap.dedent("""
            import signal, sys, time
            sys.path.insert(0, sys.argv[1])
            import dl, numpy as np, onnx
            from onnx import helper
            signal.signal(signal.SIGINT, signal.default_int_handler)
            def value(name):
                return helper.make_tensor_value_info(name, 1, [256, 256])
            body = helper.make_graph(
                [helper.make_node("MatMul", ["t", "w"], ["m"]), helper.make_node("Tanh", ["m"], ["u"]),
                 helper.make_node("Identity", ["c"], ["d"])], "body",
                [helper.make_tensor_value_info("i", 7, []), helper.make_tensor_value_info("c", 9, []),
                 value("t")], [helper.make_tensor_value_info("d", 9, []), value("u")])
            graph = helper.make_graph(
                [helper.make_node("Loop", ["n", "", "w"], ["y"], body=helper.make_graph(
                    body.node, "body", body.input, body.output))], "g",
                [helper.make_tensor_value_info("n", 7, []), value("w")], [value("y")])
            model = dl.compile(helper.make_model(
                graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9))
            w = np.eye(256, dtype=np.float32)
            model(2, w)
            print("ready", flush=True)
            try:
                model(10**7, w)
            except KeyboardInterrupt:
                print("interrupted", flush=True)
            print(model(1, w).shape, flush=True)
            """)
        python = subprocess.Popen([sys.executable, "-c", script, os.path.dirname(__file__)],
                                  stdout=subprocess.PIPE, text=True)
        self.assertEqual(python.stdout.readline(), "ready\n")
        time.sleep(0.3)
        begin = time.monotonic()
        python.send_signal(signal.SIGINT)
        self.assertEqual(python.stdout.readline(), "interrupted\n")
        self.assertLess(time.monotonic() - begin, 1)
        # What readline has read ahead is not in what communicate gives.
        self.assertEqual(python.stdout.readline(), "(256, 256)\n")
        self.assertEqual(python.wait(timeout=60), 0)


if __name__ == "__main__":
    unittest.main()
