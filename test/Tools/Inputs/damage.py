# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes a byte in the middle of each file of a folder, or cuts off its last one."""
import pathlib
import sys

for number, path in enumerate(sorted(pathlib.Path(sys.argv[1]).iterdir())):
    data = bytearray(path.read_bytes())
    if data and number % 2:
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    else:
        path.write_bytes(data[:-1])
