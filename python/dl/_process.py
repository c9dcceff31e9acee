# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler in processes of its own, which may die, be limited and be killed."""
from __future__ import annotations

import atexit
import os
import select
import signal
import struct
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Sequence

_PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_worker")
# The exit status of a worker that was refused memory.
_MEMORY_STATUS = 70
_MAX_IDLE = 4
# Milliseconds that poll() can be asked for.
_MAX_WAIT = 2**31 - 1
# The end of what a worker printed before it died.
_LOG_BYTES = 2000


class WorkerDied(Exception):
    """A worker that ended before it answered, or before it began. `log` is the end of what
    it printed."""

    def __init__(self, status: int, log: str, has_begun: bool):
        super().__init__()
        self.status = status
        self.log = log
        self.has_begun = has_begun

    @property
    def lacked_memory(self) -> bool:
        return self.status == _MEMORY_STATUS

    def describe_end(self) -> str:
        """How it ended: "died of signal 11 (Segmentation fault)"."""
        if self.status >= 0:
            return f"ended with status {self.status}"
        return f"died of signal {-self.status} ({signal.strsignal(-self.status)})"


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self.environment = dict(os.environ)
        self.log = tempfile.TemporaryFile()
        # A group of its own: a terminal's Ctrl-C is for Python, which ends the group.
        try:
            process = subprocess.Popen(
                [_PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
                bufsize=0, process_group=0)
        except BaseException:
            self.log.close()
            raise
        assert process.stdin and process.stdout
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        os.set_blocking(self.stdin.fileno(), False)

    def is_usable(self) -> bool:
        return self.process.poll() is None and self.environment == os.environ

    def ask(self, request: Sequence[bytes], deadline: float | None,
            listener: Callable[[str, int, int], None] | None) -> list[bytes]:
        """The answer. WorkerDied if there is none, TimeoutError after `deadline`, a time
        of time.monotonic(); whatever is raised, by `listener` too, the worker is no more."""
        has_begun = False
        try:
            for part in _pack(request):
                self._write(part, deadline)
            self._read_message(deadline)
            has_begun = True
            answer = self._read_message(deadline)
            while answer[0] == b"progress":
                if listener:
                    listener(answer[1].decode(), int(answer[2]), int(answer[3]))
                answer = self._read_message(deadline)
            # What it printed is of this model.
            self.log.seek(0)
            self.log.truncate()
            return answer
        except (BrokenPipeError, EOFError):
            try:
                status = self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                status = -signal.SIGKILL
            log = self._read_log()
            self.kill()
            raise WorkerDied(status, log, has_begun) from None
        except BaseException:
            self.kill()
            raise

    def _wait(self, file: int, event: int, deadline: float | None) -> None:
        poll = select.poll()
        poll.register(file, event)
        if deadline is None:
            poll.poll()
        elif not poll.poll(min(max(0, deadline - time.monotonic()) * 1000, _MAX_WAIT)):
            raise TimeoutError

    def _write(self, data: bytes, deadline: float | None) -> None:
        file = self.stdin.fileno()
        view = memoryview(data)
        while view:
            self._wait(file, select.POLLOUT, deadline)
            view = view[os.write(file, view):]

    def _read_message(self, deadline: float | None) -> list[bytes]:
        (count,) = struct.unpack("=Q", self._read(8, deadline))
        parts = []
        for _ in range(count):
            (size,) = struct.unpack("=Q", self._read(8, deadline))
            parts.append(self._read(size, deadline))
        return parts

    def _read(self, size: int, deadline: float | None) -> bytes:
        file = self.stdout.fileno()
        parts = []
        while size:
            self._wait(file, select.POLLIN, deadline)
            part = os.read(file, min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _read_log(self) -> str:
        size = self.log.seek(0, os.SEEK_END)
        self.log.seek(max(0, size - _LOG_BYTES))
        return self.log.read().decode(errors="replace").strip()

    def kill(self) -> None:
        """Ends it and what it runs."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                self.process.kill()
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Lets go of it; it ends when its input does."""
        for file in (self.stdin, self.stdout, self.log):
            file.close()

    def forget(self) -> None:
        """For a copy of the process that started it, which must not wait for it."""
        self.process.returncode = 0
        self.close()


def _pack(request: Sequence[bytes]) -> list[bytes]:
    parts = [struct.pack("=Q", len(request))]
    for part in request:
        parts += [struct.pack("=Q", len(part)), part]
    # Small ones in one piece.
    if sum(map(len, parts)) < 1 << 20:
        return [b"".join(parts)]
    return parts


class _Pool:
    """The workers that wait for work. Each compilation has one for itself."""

    def __init__(self) -> None:
        self._reset()
        os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.kill_idle)

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._all: weakref.WeakSet[_Worker] = weakref.WeakSet()

    def _forget(self) -> None:
        # Their pipes must not stay open in the copy.
        for worker in list(self._all):
            worker.forget()
        self._reset()

    def kill_idle(self) -> None:
        with self._lock:
            workers, self._idle = self._idle, []
        for worker in workers:
            worker.kill()

    def ask(self, request: Sequence[bytes], deadline: float | None,
            listener: Callable[[str, int, int], None] | None) -> list[bytes]:
        while True:
            worker, is_new = self._take()
            try:
                answer = worker.ask(request, deadline, listener)
                break
            except WorkerDied as death:
                # One that waited may have been killed for the memory it held.
                if death.has_begun or is_new:
                    raise
        with self._lock:
            if len(self._idle) < _MAX_IDLE:
                self._idle.append(worker)
                return answer
        worker.kill()
        return answer

    def _take(self) -> tuple[_Worker, bool]:
        """A worker, and whether it was started for this."""
        while True:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            if worker is None:
                worker = _Worker()
                with self._lock:
                    self._all.add(worker)
                return worker, True
            if worker.is_usable():
                return worker, False
            worker.kill()


_pool = _Pool()


def ask(request: Sequence[bytes], deadline: float | None,
        listener: Callable[[str, int, int], None] | None = None) -> list[bytes]:
    """What a worker answers. See _Worker.ask; OSError if none can be started."""
    return _pool.ask(request, deadline, listener)
