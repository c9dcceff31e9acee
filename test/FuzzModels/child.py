# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs compiled libraries between guard pages, for a parent process that survives it.

Requests and replies are pickled on standard input and output. Every buffer that the caller
of a library provides (inputs, outputs, arena, context with the weights) lies between pages
that cannot be touched: once it ends where the page behind begins, once it begins where
the page before ends. Arena and outputs hold other garbage each time, so results that hang
on it differ.
"""

import _ctypes
import ctypes
import functools
import math
import os
import pickle
import struct
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "../../benchmarks"))
import dlc  # noqa: E402

PAGE = 4096
PROT_NONE, PROT_BOTH, MAP_ANONYMOUS = 0, 3, 0x22
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


class Guarded:
    """`size` bytes between guard pages, at the end or at the start of what lies between."""

    def __init__(self, size, alignment, at_end, filling):
        whole = (size + PAGE - 1) // PAGE * PAGE
        self.total = whole + 2 * PAGE
        self.base = libc.mmap(None, self.total, PROT_NONE, MAP_ANONYMOUS, -1, 0)
        if self.base in (None, 2**64 - 1):
            raise MemoryError(f"mmap of {self.total} bytes")
        if whole:
            libc.mprotect(self.base + PAGE, whole, PROT_BOTH)
            ctypes.memset(self.base + PAGE, filling, whole)
        self.size = size
        first = (whole - size) // alignment * alignment if at_end else 0
        self.address = self.base + PAGE + first

    def free(self):
        libc.munmap(self.base, self.total)


class Run:
    """One context of a library, and runs in it."""

    def __init__(self, library, threads, at_end):
        self.library, self.at_end, self.buffers = library, at_end, []
        self.filling = 0xFF if at_end else 0x5A
        self.model = library.dlc_get_model()
        self.error = dlc.Error()
        options = dlc.Options(threads=threads)
        size = library.dlc_context_size(self.model, ctypes.byref(options))
        memory = self.buffer(size, 64)
        self.context = ctypes.c_void_p()
        self.check(
            library.dlc_init(
                self.model,
                ctypes.byref(options),
                memory.address,
                size,
                ctypes.byref(self.context),
                ctypes.byref(self.error),
            )
        )

    def buffer(self, size, alignment):
        self.buffers.append(Guarded(size, alignment, self.at_end, self.filling))
        return self.buffers[-1]

    def check(self, status):
        if status:
            raise RuntimeError(self.error.message.decode(errors="replace") or f"status {status}")

    def describe(self, kind):
        count = getattr(self.library, f"dlc_num_{kind}s")(self.model)
        return [getattr(self.library, f"dlc_{kind}")(self.model, i).contents for i in range(count)]

    def tensor(self, info, shape):
        tensor = dlc.Tensor()
        tensor.device, tensor.dtype, tensor.ndim = dlc.Device(1, 0), info.dtype, len(shape)
        tensor.shape = (ctypes.c_int64 * max(len(shape), 1))(*shape)
        width = (info.dtype.bits + 7) // 8
        size = width
        for extent in shape:
            size *= extent
        memory = self.buffer(size, width)
        tensor.data = memory.address
        return tensor, memory

    def run(self, inputs):
        """The outputs as (dtype code, bits, shape, bytes)."""
        infos = self.describe("input")
        sources = (dlc.Tensor * max(len(infos), 1))()
        for i, info in enumerate(infos):
            shape, data = inputs[info.name.decode()]
            sources[i], memory = self.tensor(info, shape)
            if len(data) != memory.size:
                raise RuntimeError(f"input {info.name}: {len(data)} bytes for {memory.size}")
            ctypes.memmove(memory.address, data, len(data))
        infos = self.describe("output")
        shapes, needed = self.sizes(sources, len(inputs), infos)
        results = (dlc.Tensor * max(len(infos), 1))()
        memories = []
        for i, (info, shape) in enumerate(zip(infos, shapes)):
            results[i], memory = self.tensor(info, shape)
            memories.append(memory)
        arena = self.buffer(needed, 64)
        self.check(
            self.library.dlc_run(
                self.context,
                arena.address,
                needed,
                sources,
                len(inputs),
                results,
                len(infos),
                None,
                ctypes.byref(self.error),
            )
        )
        outputs = []
        for info, result, memory in zip(infos, results, memories):
            # A dim that only the data decide is set by the run.
            shape = tuple(result.shape[: info.ndim])
            size = math.prod(shape) * ((info.dtype.bits + 7) // 8)
            data = ctypes.string_at(memory.address, size)
            outputs.append((info.dtype.code, info.dtype.bits, shape, data))
        return outputs

    def sizes(self, sources, count, infos):
        """The outputs' shapes and the arena's size for such inputs."""
        rooms = [(ctypes.c_int64 * max(info.ndim, 1))() for info in infos]
        c_results = (dlc.Tensor * max(len(infos), 1))()
        for tensor, room in zip(c_results, rooms):
            tensor.shape = room
        needed = ctypes.c_size_t()
        self.check(
            self.library.dlc_sizes(
                self.model,
                sources,
                count,
                ctypes.byref(needed),
                c_results,
                len(infos),
                ctypes.byref(self.error),
            )
        )
        return [list(room[: info.ndim]) for info, room in zip(infos, rooms)], needed.value

    def close(self):
        if self.context:
            self.library.dlc_deinit(self.context)
        for memory in self.buffers:
            memory.free()


def answer(request):
    library = ctypes.CDLL(request["library"])
    dlc.declare(library)
    library.dlc_max_threads.argtypes = [ctypes.c_void_p]
    most = library.dlc_max_threads(library.dlc_get_model())
    replies = []
    for inputs in request["runs"]:
        results = []
        for at_end, threads in ((True, 0), (False, 0), *([(True, 1)] if most > 1 else [])):
            run = None
            try:
                run = Run(library, threads, at_end)
                results.append(run.run(inputs))
            except RuntimeError as error:
                results.append(str(error))
            finally:
                if run:
                    run.close()
        replies.append((results[0], [result for result in results if result != results[0]]))
    if most > 1:
        keep_libomp()
    # The loader takes a new file in an old one's place for the library it still has.
    _ctypes.dlclose(library._handle)
    return replies


@functools.cache
def keep_libomp():
    """libomp does not survive that it is unloaded."""
    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if "libomp" in line}
    return [ctypes.CDLL(path) for path in paths]


def main():
    source = sys.stdin.buffer
    # What a library prints must not get between the replies.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while header := source.read(8):
        request = pickle.loads(source.read(struct.unpack("<Q", header)[0]))
        reply = pickle.dumps(answer(request))
        out.write(struct.pack("<Q", len(reply)) + reply)
        out.flush()


if __name__ == "__main__":
    main()
