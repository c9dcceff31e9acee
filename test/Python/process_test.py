"""The process in which dl.compile compiles: it dies, hangs and is interrupted alone."""
import glob
import multiprocessing
import os
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
import onnx
import onnx.parser
from onnx import helper

import dl
from dl import _process

# lit's processes ignore it, and so would those that are started here.
signal.signal(signal.SIGINT, signal.default_int_handler)

SMALL = onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 18]>
    f (float[4] x) => (float[4] y) { y = Neg(x) }""")
X = np.arange(4, dtype=np.float32)


def make_chain(length):
    """A model that takes a while."""
    def value(name):
        return helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [16, 16])
    nodes = [helper.make_node("MatMul", [f"t{i}", "w"], [f"t{i + 1}"]) for i in range(length)]
    graph = helper.make_graph(nodes, "g", [value("t0"), value("w")], [value(f"t{length}")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


LONG = make_chain(2000)


def list_workers(parent=os.getpid()):
    """Processes of that parent that run the compiler."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                name, rest = file.read().rsplit(")", 1)
        except OSError:
            continue
        if name.endswith("(_worker") and int(rest.split()[1]) == parent:
            found.append(int(path.split("/")[2]))
    return found


def wait_for_worker(parent=os.getpid()):
    while not list_workers(parent):
        time.sleep(0.01)
    time.sleep(0.5)
    return list_workers(parent)[0]


class ProcessTest(unittest.TestCase):
    def setUp(self):
        _process._pool.kill_idle()
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(unittest.mock.patch.object(tempfile, "tempdir", self.folder))

    def tearDown(self):
        self.assertEqual(os.listdir(self.folder), [])

    def check_works(self):
        np.testing.assert_array_equal(dl.compile(SMALL)(X), -X)

    def test_the_process_is_kept(self):
        self.check_works()
        first = list_workers()
        self.assertEqual(len(first), 1)
        self.check_works()
        dl.compile(SMALL).ir("te")
        self.assertEqual(list_workers(), first)
        with unittest.mock.patch.dict(os.environ, {"DL_TEST": "1"}):
            self.check_works()
            self.assertNotEqual(list_workers(), first)

    def test_timeout(self):
        begin = time.monotonic()
        with self.assertRaisesRegex(dl.CompileError, "expected a compilation within the timeout of "
                                                     "0.3 s; the compiler was ended"):
            dl.compile(LONG, timeout=0.3)
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(list_workers(), [])
        np.testing.assert_array_equal(dl.compile(SMALL, timeout=60)(X), -X)

    def test_memory_limit(self):
        weights = helper.make_tensor("w", onnx.TensorProto.FLOAT, [1 << 24], bytes(1 << 26),
                                     raw=True)
        graph = helper.make_graph([helper.make_node("Add", ["x", "w"], ["y"])], "g",
                                  [helper.make_tensor_value_info("x", 1, [1 << 24])],
                                  [helper.make_tensor_value_info("y", 1, [1 << 24])], [weights])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
        with self.assertRaisesRegex(dl.CompileError, "expected a model that can be compiled with at "
                                                     "most the 50000000 bytes of memory_limit"):
            dl.compile(model, memory_limit=50_000_000)
        self.check_works()
        # The limit is that of one compilation.
        with self.assertRaises(dl.CompileError):
            dl.compile(SMALL, memory_limit=1)
        self.check_works()
        dl.compile(SMALL, memory_limit=1 << 32)
        dl.compile(model)

    def test_wrong_limits(self):
        for name, value in (("timeout", 0), ("timeout", -1.0), ("timeout", float("nan")),
                            ("memory_limit", 0)):
            with self.assertRaisesRegex(ValueError, f"expected {name} to be None or positive"):
                dl.compile(SMALL, **{name: value})

    def test_death(self):
        def kill():
            os.kill(wait_for_worker(), signal.SIGSEGV)
        killer = threading.Thread(target=kill)
        killer.start()
        with self.assertRaisesRegex(dl.CompileError, r"the compiler died of signal 11 "
                                                     r"\(Segmentation fault\).*please report"):
            dl.compile(LONG)
        killer.join()
        self.assertEqual(list_workers(), [])
        self.check_works()

    def test_death_while_idle(self):
        self.check_works()
        os.kill(list_workers()[0], signal.SIGKILL)
        with unittest.mock.patch.object(_process._Worker, "is_usable", lambda worker: True):
            self.check_works()

    def test_what_it_printed(self):
        program = os.path.join(self.folder, "program")
        with open(program, "w") as file:
            file.write("#!/bin/sh\necho LLVM ERROR: no way >&2\nkill -6 $$\n")
        os.chmod(program, 0o755)
        with unittest.mock.patch.object(_process, "_PROGRAM", program):
            with self.assertRaisesRegex(dl.CompileError, "died of signal 6 .*\n.*ERROR: no way"):
                dl.compile(SMALL)
        with unittest.mock.patch.object(_process, "_PROGRAM", "/nowhere/worker"):
            with self.assertRaisesRegex(dl.CompileError, "cannot run the compiler: .*/nowhere"):
                dl.compile(SMALL)
        os.unlink(program)

    def test_threads_compile_at_once(self):
        results = []
        threads = [threading.Thread(target=lambda: results.append(dl.compile(SMALL)(X)))
                   for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 6)
        self.assertLessEqual(len(list_workers()), 4)

    def test_forks(self):
        self.check_works()
        with multiprocessing.get_context("fork").Pool(2) as pool:
            for y in pool.map(_compile_and_run, [1, 2]):
                np.testing.assert_array_equal(y, -X)
        self.check_works()

    def test_the_folder_may_change(self):
        self.check_works()
        before = os.getcwd()
        try:
            os.mkdir(os.path.join(self.folder, "a"))
            os.chdir(os.path.join(self.folder, "a"))
            onnx.save(SMALL, "m.ONNX")
            np.testing.assert_array_equal(dl.compile("m.ONNX")(X), -X)
            os.unlink("m.ONNX")
            os.rmdir(os.path.join(self.folder, "a"))
            self.check_works()
        finally:
            os.chdir(before)

    # In a Python of their own.

    def start(self, script, **options):
        script = "import sys\nsys.path.insert(0, sys.argv[1])\n" + textwrap.dedent(script)
        return subprocess.Popen([sys.executable, "-c", script, os.path.dirname(__file__)],
                                env={**os.environ, "TMPDIR": self.folder}, **options)

    def test_interrupt(self):
        python = self.start("""
            import dl, process_test
            try:
                print("ready", flush=True)
                dl.compile(process_test.LONG)
            except KeyboardInterrupt:
                print("interrupted", process_test.list_workers(), flush=True)
            process_test.ProcessTest.check_works(None)
            """, stdout=subprocess.PIPE, text=True)
        self.assertEqual(python.stdout.readline(), "ready\n")
        wait_for_worker(python.pid)
        begin = time.monotonic()
        python.send_signal(signal.SIGINT)
        self.assertEqual(python.stdout.readline(), "interrupted []\n")
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(python.communicate(timeout=60), ("", None))
        self.assertEqual(python.returncode, 0)

    def test_death_of_python(self):
        python = self.start("""
            import dl, os, process_test, threading
            threading.Thread(target=lambda: dl.compile(process_test.LONG), daemon=True).start()
            print(process_test.wait_for_worker(os.getpid()), flush=True)
            threading.Event().wait()
            """, stdout=subprocess.PIPE, text=True)
        worker = int(python.stdout.readline())
        python.kill()
        python.communicate()
        begin = time.monotonic()
        while os.path.exists(f"/proc/{worker}/exe") and time.monotonic() - begin < 20:
            time.sleep(0.01)
        self.assertLess(time.monotonic() - begin, 10)

    def test_closed_descriptors(self):
        python = self.start("""
            import os
            os.close(0), os.close(1), os.close(2)
            import process_test
            try:
                process_test.ProcessTest.check_works(None)
            except BaseException:
                os._exit(1)
            os._exit(0)
            """)
        self.assertEqual(python.wait(60), 0)
        for name in os.listdir(self.folder):
            self.fail(name)


def _compile_and_run(_):
    return dl.compile(SMALL)(X)


if __name__ == "__main__":
    unittest.main()
