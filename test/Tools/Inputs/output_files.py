"""Outputs of the tools, file by file. Arguments: the tools' folder, a small model, a
folder that is empty. The model has a schedule."""
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
import unittest

import onnx
from onnx import helper

# lit's processes ignore the first, those of a shell that has ended the second, and so would
# those that are started here.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

TOOLS, SMALL, FOLDER = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)


def run(tool, *arguments, **options):
    options.setdefault("timeout", 60)
    return subprocess.run([os.path.join(TOOLS, tool), *arguments], capture_output=True,
                          **options)


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def save_chain(name, length):
    """A model that takes a while."""
    def value(name):
        return helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [16, 16])
    nodes = [helper.make_node("MatMul", [f"t{i}", "w"], [f"t{i + 1}"]) for i in range(length)]
    graph = helper.make_graph(nodes, "g", [value("t0"), value("w")], [value(f"t{length}")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)],
                                ir_version=9), name)


class FilesTest(unittest.TestCase):
    def setUp(self):
        os.chdir(FOLDER)
        for name in os.listdir("."):
            shutil.rmtree(name) if os.path.isdir(name) else os.unlink(name)
        shutil.copy(SMALL, "m.mlir")
        self.before = None

    def remember(self):
        self.before = {name: os.lstat(name) for name in os.listdir(".")}

    def check_same(self):
        """Nothing was made, removed or replaced since `remember`."""
        after = {name: os.lstat(name) for name in os.listdir(".")}
        self.assertEqual(sorted(self.before), sorted(after))
        for name, status in after.items():
            self.assertEqual((self.before[name].st_ino, self.before[name].st_mode),
                             (status.st_ino, status.st_mode), name)

    def check_fails(self, message, tool, *arguments, **options):
        done = run(tool, *arguments, **options)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn(message, done.stderr.decode())
        if self.before:
            self.check_same()

    # What is not a regular file.

    def make_device(self, name, minor):
        """A node of its own: replacing the system's would break it. Who may not make one
        may not replace the system's either."""
        try:
            os.mknod(name, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        except PermissionError:
            if os.geteuid() == 0:
                self.skipTest("no device nodes can be made")
            return {3: "/dev/null", 7: "/dev/full"}[minor]
        return name

    def test_null_device(self):
        null = self.make_device("null", 3)
        self.remember()
        for arguments in (["dl-compile", "m.mlir", "-o", null],
                          ["dl-compile", "m.mlir", "-o", null, "--emit-header=" + null,
                           "--loops-file=" + null, "--to=bufferized"],
                          ["dl-run", "m.mlir", "--outputs=" + null],
                          ["dl-opt", "m.mlir", "-o", null]):
            done = run(*arguments)
            self.assertEqual(done.returncode, 0, done)
            self.check_same()

    def test_full_device(self):
        full = self.make_device("full", 7)
        self.remember()
        message = f"cannot write '{full}': No space left on device"
        self.check_fails(message, "dl-compile", "m.mlir", "-o", full)
        self.check_fails(message, "dl-compile", "m.mlir", "--to=te", "-o", full)
        self.check_fails(message, "dl-compile", "m.mlir", "-o", "m.so", "--emit-header=" + full)
        self.check_fails(message, "dl-run", "m.mlir", "--outputs=" + full)
        self.check_fails(message, "dl-opt", "m.mlir", "-o", full)

    def test_pipe(self):
        os.mkfifo("pipe")
        run("dl-compile", "m.mlir", "-o", "m.so")
        self.remember()
        for arguments, begin in ((["dl-compile", "m.mlir", "-o", "pipe"], read("m.so")),
                                 (["dl-compile", "m.mlir", "--to=te", "-o", "pipe"], b"#loc"),
                                 (["dl-run", "m.mlir", "--outputs", "pipe"], b"PK"),
                                 (["dl-opt", "m.mlir", "-o", "pipe"], b"module")):
            got = []
            reader = threading.Thread(target=lambda: got.append(read("pipe")), daemon=True)
            reader.start()
            self.assertEqual(run(*arguments).returncode, 0)
            reader.join(10)
            self.assertTrue(got and got[0].startswith(begin), arguments)
            self.check_same()

    def test_standard_output(self):
        text = run("dl-compile", "m.mlir", "--to=te").stdout
        self.assertIn(b"te.compute", text)
        for name in ("-", "/dev/stdout", "/proc/self/fd/1"):
            with open("log", "wb") as file:
                file.write(b"first\n")
            with open("log", "ab") as file:
                subprocess.run([os.path.join(TOOLS, "dl-compile"), "m.mlir", "--to=te", "-o", name],
                               stdout=file, check=True)
            self.assertEqual(read("log"), b"first\n" + text)
        run("dl-compile", "m.mlir", "-o", "m.so")
        self.assertEqual(run("dl-compile", "m.mlir", "-o", "-").stdout, read("m.so"))

    def test_closed_pipe(self):
        for arguments in (["dl-compile", "m.mlir", "--to=te"], ["dl-opt", "m.mlir"],
                          ["dl-run", "m.mlir", "--profile"],
                          ["dl-translate", "--list-supported-ops"]):
            reading, writing = os.pipe()
            os.close(reading)
            done = subprocess.run([os.path.join(TOOLS, arguments[0]), *arguments[1:]],
                                  stdout=writing, stderr=subprocess.PIPE)
            os.close(writing)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(b"cannot write standard output: Broken pipe", done.stderr)

    # What is an input.

    def test_inputs(self):
        os.symlink("m.mlir", "link.so")
        os.link("m.mlir", "hard.so")
        write("intrinsics.mlir", "")
        self.remember()
        for name in ("m.mlir", "./m.mlir", "link.so", "hard.so"):
            message = (f"expected an output that is not an input, got '{name}', the same file as "
                       "the input 'm.mlir'; choose another name")
            self.check_fails(message, "dl-compile", "m.mlir", "-o", name)
            self.check_fails(message, "dl-compile", "m.mlir", "-o", "x.so", "--emit-header", name)
            self.check_fails(message, "dl-compile", "m.mlir", "-o", "x.so", "--loops-file", name)
            self.check_fails(message, "dl-opt", "m.mlir", "-o", name)
            self.check_fails(message, "dl-run", "m.mlir", "--outputs", name)
        self.check_fails("got 'intrinsics.mlir', the same file", "dl-opt", "m.mlir", "-o",
                         "intrinsics.mlir", "--schedule-load-intrinsics=files=intrinsics.mlir")
        self.check_fails("cannot write the loops: expected an output that is not an input",
                         "dl-opt", "m.mlir", "--schedule-apply=loops-file=m.mlir", "-o", "x.mlir")
        write("arguments", "m.mlir -o m.mlir")
        self.remember()
        self.check_fails("got 'm.mlir', the same file", "dl-opt", "@arguments")

    def test_external_weights(self):
        save_chain("w.onnx", 1)
        model = onnx.load("w.onnx")
        weights = helper.make_tensor("w", onnx.TensorProto.FLOAT, [16, 16], b"\0" * 1024, raw=True)
        model.graph.initializer.append(weights)
        del model.graph.input[1]
        onnx.save(model, "w.onnx", save_as_external_data=True, location="w.bin",
                  size_threshold=0)
        self.remember()
        message = "got 'w.bin', the same file as the input '"
        self.check_fails(message, "dl-compile", "w.onnx", "-o", "w.bin")
        self.check_fails(message, "dl-compile", "w.onnx", "-o", "x.so", "--emit-header=w.bin")
        self.check_fails(message, "dl-run", "w.onnx", "--outputs=w.bin")
        self.check_fails(message, "dl-translate", "--import-onnx", "w.onnx", "-o", "w.bin")
        self.check_fails("the same file as the input 'w.onnx'", "dl-translate", "--import-onnx",
                         "w.onnx", "-o", "w.onnx")

    def test_two_outputs(self):
        self.remember()
        self.check_fails("expected different files for the outputs, got 'x' for two of them",
                         "dl-compile", "m.mlir", "-o", "x", "--emit-header=./x")

    # Links, folders, names, permissions.

    def test_links_are_followed(self):
        write("old", "old")
        os.chmod("old", 0o600)
        os.mkdir("folder")
        os.symlink("../old", "folder/link")
        os.symlink("folder/new", "dangling")
        os.symlink("loop", "loop")
        run("dl-compile", "m.mlir", "-o", "folder/link")
        run("dl-compile", "m.mlir", "--to=te", "-o", "dangling")
        self.assertTrue(os.path.islink("folder/link") and os.path.islink("dangling"))
        self.assertEqual(read("old")[:4], b"\x7fELF")
        self.assertEqual(stat.S_IMODE(os.stat("old").st_mode), 0o600)
        self.assertIn(b"te.compute", read("folder/new"))
        self.remember()
        self.check_fails("cannot write 'loop': Too many levels of symbolic links", "dl-compile",
                         "m.mlir", "-o", "loop")

    def test_folders_and_names(self):
        os.mkdir("folder")
        name = "n" * 255
        self.assertEqual(run("dl-compile", "m.mlir", "-o", name).returncode, 0)
        self.remember()
        for path in ("folder", "folder/"):
            self.check_fails(f"expected a file to write to, got the folder '{path}'",
                             "dl-compile", "m.mlir", "-o", path)
        self.check_fails("cannot write 'none/x': No such file or directory", "dl-compile",
                         "m.mlir", "-o", "none/x")
        self.check_fails(f"cannot write 'm{name}'", "dl-compile", "m.mlir", "-o", "m" + name)
        if os.geteuid() != 0:
            os.chmod(name, 0o400)
            self.remember()
            self.check_fails(f"cannot write '{name}': Permission denied", "dl-compile", "m.mlir",
                             "-o", name)

    def test_extension(self):
        save_chain("M.ONNX", 1)
        self.assertEqual(run("dl-compile", "M.ONNX", "-o", "m.so").returncode, 0)
        self.assertEqual(run("dl-run", "M.ONNX", "--target=reference").returncode, 0)

    # What goes wrong on the way.

    def test_temporary_folder(self):
        os.mkfifo("pipe")
        self.remember()
        environment = {**os.environ, "TMPDIR": "/nowhere"}
        message = ("cannot make a temporary file in '/nowhere', the folder that $TMPDIR names: No "
                   "such file or directory")
        self.check_fails(message, "dl-compile", "m.mlir", "-o", "pipe", env=environment)
        self.check_fails(message, "dl-run", "m.mlir", env=environment)
        done = run("dl-compile", "m.mlir", "-o", "m.so", env=environment)
        self.assertEqual(done.returncode, 0, done)

    def test_full_disk(self):
        """Files that may grow to 4 KiB only, as on a disk that is full."""
        save_chain("big.onnx", 100)
        os.mkdir("tmp")
        self.remember()
        options = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
                   "env": {**os.environ, "TMPDIR": os.path.abspath("tmp")}}
        for arguments in (["dl-compile", "big.onnx", "-o", "x.so"],
                          ["dl-compile", "big.onnx", "--to=te", "-o", "x.mlir"],
                          ["dl-compile", "big.onnx", "--to=llvm", "-o", "x.ll", "--emit-header=x.h"],
                          ["dl-run", "big.onnx"],
                          ["dl-translate", "--import-onnx", "big.onnx", "-o", "x.mlir"]):
            self.check_fails("File too large", *arguments, **options)
            self.assertEqual(os.listdir("tmp"), [])

    def test_failure_of_a_later_output(self):
        self.remember()
        self.check_fails("cannot link: '/bin/false' ended with status 1", "dl-compile", "m.mlir",
                         "-o", "m.so", "--emit-header=m.h", "--loops-file=m.txt",
                         "--linker=/bin/false")

    def interrupt(self, delay, number, *arguments,
                  message=": error: ended by {}; files are as they were"):
        process = subprocess.Popen([os.path.join(TOOLS, arguments[0]), *arguments[1:]],
                                   stderr=subprocess.PIPE)
        while not self.is_begun(delay):
            time.sleep(0.01)
            self.assertIsNone(process.poll())
        begin = time.monotonic()
        process.send_signal(number)
        printed = process.communicate(timeout=60)[1].decode()
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(process.returncode, -number)
        self.assertIn(message.format(number.name), printed)
        self.check_same()

    def is_begun(self, number):
        return sum(name.endswith(".tmp") for name in os.listdir(".")) >= number

    def test_signals(self):
        save_chain("long.onnx", 400)
        self.remember()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.interrupt(3, number, "dl-compile", "long.onnx", "-o", "x.so", "--emit-header=x.h",
                           "--loops-file=x.txt")

    def test_crash(self):
        save_chain("long.onnx", 400)
        self.remember()
        self.interrupt(1, signal.SIGABRT, "dl-compile", "long.onnx", "-o", "x.so",
                       message="Stack dump")

    def test_signal_while_linking(self):
        write("linker", "#!/bin/sh\nexec sleep 100\n")
        os.chmod("linker", 0o755)
        self.remember()
        # The output, the linker's messages, three objects.
        self.interrupt(5, signal.SIGINT, "dl-compile", "m.mlir", "-o", "x.so",
                       "--linker=./linker")


if __name__ == "__main__":
    unittest.main()
