# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""extract_ptx.py PREFIX < MODULE: the PTX of each gpu.binary as PREFIX.0.ptx, PREFIX.1.ptx, …"""
import re
import sys

STRING = re.compile(r'assembly = "((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(r"\\([0-9A-F]{2}|.)")


def unescape(match):
    text = match.group(1)
    return chr(int(text, 16)) if len(text) == 2 else text


for number, text in enumerate(STRING.findall(sys.stdin.read())):
    with open(f"{sys.argv[1]}.{number}.ptx", "w") as file:
        file.write(ESCAPE.sub(unescape, text).rstrip("\0"))
