# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Touches the bytes around buffers of child.py, each in a process of its own: the first and the
last byte may be read and written, the one behind the end or before the start ends the process.
"""

import ctypes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import child  # noqa: E402


def survives(touch):
    process = os.fork()
    if process == 0:
        touch()
        os._exit(0)
    return os.waitpid(process, 0)[1] == 0


for size, alignment in [(1, 1), (12, 4), (4096, 64), (4100, 4), (128, 64)]:
    for at_end in (True, False):
        buffer = child.Guarded(size, alignment, at_end, 0x5A)
        read = lambda offset: survives(lambda: ctypes.string_at(buffer.address + offset, 1))
        write = lambda offset: survives(lambda: ctypes.memset(buffer.address + offset, 1, 1))
        inside = read(0) and read(size - 1) and write(0) and write(size - 1)
        outside = size if at_end else -1
        print(
            size,
            "at the end" if at_end else "at the start",
            "inside" if inside else "INSIDE LOST",
            "guarded" if not read(outside) and not write(outside) else "NOT GUARDED",
        )
        assert buffer.address % alignment == 0
        buffer.free()
empty = child.Guarded(0, 4, True, 0)
print(
    "empty",
    "guarded" if not survives(lambda: ctypes.string_at(empty.address, 1)) else "NOT GUARDED",
)
