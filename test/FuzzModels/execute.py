# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles models and runs the libraries, each in a process that may die."""

import dataclasses
import os
import pickle
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import time

import numpy as np

from values import TYPES, is_float

LIMIT = 60  # seconds that a compilation or a run may take
MEMORY = 6 << 30
FOLDER = os.path.dirname(os.path.abspath(__file__))
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
OTHER_CODES = {
    "bfloat16": 4,
    "float8e4m3fn": 10,
    "float8e4m3fnuz": 11,
    "float8e5m2": 12,
    "float8e5m2fnuz": 13,
    "float4e2m1": 17,
    "int4": 0,
    "uint4": 1,
    "int2": 0,
    "uint2": 1,
}
DTYPES = {}
for known, known_dtype in TYPES.items():
    bits = (
        int(re.search(r"(?:u?int|float)([24])", known)[1])
        if known in ("int4", "uint4", "int2", "uint2", "float4e2m1")
        else known_dtype.itemsize * 8
    )
    DTYPES[OTHER_CODES.get(known, CODES.get(known_dtype.kind)), bits] = known_dtype
    if known == "bool":
        DTYPES[6, 1] = known_dtype


@dataclasses.dataclass
class Fault:
    """What went wrong: `kind` is refused, crash, hang, error, unstable or wrong."""

    kind: str
    text: str


def limit_child():
    if "ASAN_OPTIONS" not in os.environ:  # its shadow takes all addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def first_error(text):
    lines = [line for line in text.splitlines() if "error:" in line]
    return lines[0] if lines else (text.strip().splitlines() or ["no message"])[-1]


def why_killed(text):
    """The line of a crash's output that tells most."""
    for word in (
        "Assertion",
        "ERROR: AddressSanitizer",
        "runtime error:",
        "LLVM ERROR",
        "UNREACHABLE",
    ):
        for line in text.splitlines():
            if word in line:
                return line.strip()
    frames = re.findall(r"^ *#\d+ \S+ (?:in )?(.+)$", text, re.M)
    known = [frame for frame in frames if "dl::" in frame or "mlir::" in frame]
    return " < ".join(known[:3])[:300] if known else text.strip()[-200:]


def compile_model(compiler, source, library, options):
    """None, or the fault."""
    try:
        done = subprocess.run(
            [compiler, source, "-o", library, *options],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT,
            preexec_fn=limit_child,
        )
    except subprocess.TimeoutExpired:
        return Fault("hang", f"dl-compile ran for more than {LIMIT} s")
    if done.returncode == 0:
        return None
    if done.returncode < 0 or done.returncode > 1:
        name = signal.Signals(-done.returncode).name if done.returncode < 0 else done.returncode
        return Fault("crash", f"dl-compile: {name}: {why_killed(done.stderr)}")
    return Fault("refused", first_error(done.stderr))


class Executor:
    """A child process that runs libraries; another one after it died."""

    def __init__(self, limit=LIMIT):
        self.child, self.limit = None, limit

    def start(self):
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", OMP_WAIT_POLICY="passive")
        self.child = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", os.path.join(FOLDER, "child.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            preexec_fn=limit_child,
        )

    def close(self):
        if self.child:
            self.child.kill()
            self.child.communicate()
        self.child = None

    def read(self, count, until):
        data = b""
        while len(data) < count:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.child.stdout], [], [], left)[0]:
                raise TimeoutError
            part = os.read(self.child.stdout.fileno(), count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def run(self, library, runs):
        """For each run (inputs by name) the outputs or a fault; or one fault for all."""
        replies = self.ask(library, runs)
        return replies if isinstance(replies, Fault) else [self.unpack(*reply) for reply in replies]

    def ask(self, library, runs):
        """As child.py answers: for each run outputs or a message, and those of further runs that
        are not the same bytes; or one fault for all."""
        if not self.child:
            self.start()
        request = {
            "library": os.path.abspath(library),
            "runs": [
                {
                    name: (array.shape, np.ascontiguousarray(array).tobytes())
                    for name, array in run.items()
                }
                for run in runs
            ],
        }
        packed = pickle.dumps(request)
        try:
            self.child.stdin.write(struct.pack("<Q", len(packed)) + packed)
            self.child.stdin.flush()
            until = time.monotonic() + self.limit
            size = struct.unpack("<Q", self.read(8, until))[0]
            replies = pickle.loads(self.read(size, until))
        except TimeoutError:
            self.close()
            return Fault("hang", f"the library ran for more than {self.limit} s")
        except (EOFError, BrokenPipeError):
            self.child.stdin.close()
            status = self.child.wait()
            text = self.child.stderr.read().decode(errors="replace")
            self.child = None
            name = signal.Signals(-status).name if status < 0 else f"exit code {status}"
            where = re.findall(r"line \d+ in (\w+)", text)[:1] or text.strip().splitlines()[-1:]
            return Fault("crash", f"the library: {name} in {''.join(where)}")
        return replies

    @staticmethod
    def unpack(outputs, others):
        """Those of the first run; `others` are what further runs gave that is not equal."""
        if isinstance(outputs, str):
            return Fault("error", f"the library: {outputs}")
        arrays = unpack_arrays(outputs)
        if not all(is_same(arrays, other) for other in others):
            return Fault(
                "unstable", "the results hang on garbage in memory, its place or the threads"
            )
        return arrays


def unpack_arrays(outputs):
    return [
        np.frombuffer(data, DTYPES[code, bits]).reshape(shape) for code, bits, shape, data in outputs
    ]


def is_same(arrays, outputs):
    """Whether another run gave the same bits. Which of two NaN a sum gives, and with it the sign,
    is the order of its operands in the code, which no one promises."""
    if isinstance(outputs, str):
        return False
    for one, other in zip(arrays, unpack_arrays(outputs), strict=True):
        if one.shape != other.shape:
            return False
        differ = (one.reshape(-1, 1).view(np.uint8) != other.reshape(-1, 1).view(np.uint8)).any(-1)
        if is_float(one.dtype):
            differ &= ~(np.isnan(one.ravel()) & np.isnan(other.ravel()))
        if differ.any():
            return False
    return True


class EmulatedExecutor:
    """Runs libraries for AArch64 under qemu's model of a CPU, once and without guard pages."""

    def __init__(self, work, cpu):
        sys.path.insert(0, os.path.join(FOLDER, "../Integration/Targets/Inputs"))
        import emulate

        self.failure = emulate.Failure
        self.emulator = emulate.Emulator(os.path.join(work, f"emulated-{cpu}"), cpu)

    def close(self):
        pass

    def run(self, library, runs):
        """As Executor's."""
        try:
            names, _ = self.emulator.names(library)
        except self.failure as failure:
            return Fault("crash", f"the library: {failure}")
        except subprocess.TimeoutExpired:
            return Fault("hang", "the library ran for too long")
        return [self.run_once(library, [run[name] for name in names]) for run in runs]

    def run_once(self, library, inputs):
        try:
            return unpack_arrays(self.emulator.run(library, inputs))
        except self.failure as failure:
            died = "ended with status" in str(failure) or "qemu" in str(failure)
            return Fault("crash" if died else "error", f"the library: {failure}")
        except subprocess.TimeoutExpired:
            return Fault("hang", "the library ran for too long")
