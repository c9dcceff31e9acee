# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes and stacks whose addresses differ in a known way.

Where a stack or an array begins decides which loads cross cache lines: one process sees
one such case for all of its life, and another process sees another one. Here process n
has an environment that is 16 n bytes longer, so that its stack begins 16 n bytes lower
(the kernel does not move it by itself where address randomisation can be switched off),
and arrays and small allocations that begin 16 n bytes further on.
"""
import ctypes
import mmap
import os

STEP = 16  # the alignment of stacks and allocations
PADDING = "DL_BENCH_PADDING"
ADDR_NO_RANDOMIZE = 0x0040000
UNCHANGED = 0xFFFFFFFF


def fix_addresses():
    """Switches address randomisation off for what this process will execute."""
    libc = ctypes.CDLL(None)
    before = libc.personality(ctypes.c_ulong(UNCHANGED))
    return before != -1 and libc.personality(ctypes.c_ulong(before | ADDR_NO_RANDOMIZE)) != -1


def is_fixed():
    """Whether this process got its addresses without randomisation."""
    return bool(ctypes.CDLL(None).personality(ctypes.c_ulong(UNCHANGED)) & ADDR_NO_RANDOMIZE)


def environment(number):
    """The environment of process `number`."""
    return dict(os.environ, **{PADDING: "x" * (STEP * number)})


def pad_heap(number):
    """Moves what is allocated next; the result is to be kept."""
    return [bytearray(size + STEP * number) for size in (64, 1 << 10, 1 << 14)]


def place(array, number):
    """A copy of the array that begins 16 `number` bytes behind a multiple of 4096."""
    import numpy as np

    page = mmap.PAGESIZE
    raw = np.empty(array.nbytes + 2 * page, np.uint8)
    begin = -raw.ctypes.data % page + STEP * number % page
    result = raw[begin:begin + array.nbytes].view(array.dtype).reshape(array.shape)
    result[...] = array
    return result


class UContext(ctypes.Structure):
    """The beginning of ucontext_t, and more than the rest of it."""

    _fields_ = [("flags", ctypes.c_ulong), ("link", ctypes.c_void_p), ("stack", ctypes.c_void_p),
                ("stack_flags", ctypes.c_int), ("stack_size", ctypes.c_size_t),
                ("rest", ctypes.c_char * 8192)]


class Stack:
    """A stack that begins `offset` bytes below a page's end, for calls in turn with others."""

    SIZE = 16 << 20
    FUNCTION = ctypes.CFUNCTYPE(None)

    def __init__(self, offset):
        self.memory = mmap.mmap(-1, self.SIZE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.offset = offset
        # Python keeps its lock while it changes stacks.
        self.libc = ctypes.PyDLL(None)

    def call(self, function):
        """What `function()` returns when it runs on this stack."""
        done = {}

        def run():
            try:
                done["result"] = function()
            except BaseException as error:  # it must not leave this stack by itself
                done["error"] = error

        there, back, entry = UContext(), UContext(), self.FUNCTION(run)
        if self.libc.getcontext(ctypes.byref(there)):
            raise OSError("getcontext failed")
        there.stack, there.stack_size = self.address, self.SIZE - self.offset
        there.link = ctypes.addressof(back)
        self.libc.makecontext(ctypes.byref(there), entry, 0)
        if self.libc.swapcontext(ctypes.byref(back), ctypes.byref(there)):
            raise OSError("swapcontext failed")
        if "error" in done:
            raise done["error"]
        return done["result"]
