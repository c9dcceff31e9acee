"""Runs a tool within limits of time and memory and says how it ended."""
import dataclasses
import os
import resource
import subprocess
import tempfile
import threading
import time


@dataclasses.dataclass
class Ending:
    """Exit code (negative: a signal), seconds, most MiB in memory, and what was printed."""
    code: int
    seconds: float
    mebibytes: int
    output: str
    timed_out: bool

    @property
    def is_crash(self):
        """True where the tool ended otherwise than by success or by an error of its own."""
        return self.code not in (0, 1) or "LLVM ERROR" in self.output


def limit_memory():
    # Address space holds libLLVM and all that is mapped but never touched. AddressSanitizer
    # reserves a part of it for each that there is.
    if "ASAN_OPTIONS" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, seconds, stdin=None, folder=None):
    """Runs a command alone. `stdin`: bytes for its standard input."""
    with tempfile.TemporaryFile() as log, tempfile.TemporaryFile() as given:
        given.write(stdin or b"")
        given.seek(0)
        # Addresses would do where names cost seconds.
        environment = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}
        process = subprocess.Popen(command, stdin=given, stdout=log, stderr=log, cwd=folder,
                                   preexec_fn=limit_memory, env=environment)
        timed_out = threading.Event()

        def end():
            timed_out.set()
            process.kill()

        # wait4 tells the memory, and a timer ends what does not end.
        timer = threading.Timer(seconds, end)
        timer.start()
        begin = time.monotonic()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        output = log.read().decode(errors="replace")
    return Ending(process.returncode, time.monotonic() - begin, usage.ru_maxrss >> 10, output,
                  timed_out.is_set())
