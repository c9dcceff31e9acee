# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A dl-compile with faults: Neg is Abs, Tanh ends it by a signal, Sin is refused.

usage: wrong-compiler.py DL_COMPILE MODEL ARGUMENTS…
"""

import os
import signal
import sys

# The serialized field of a node: reading the model would take longer than compiling it.
OP_TYPE = b"\x22%c%s"


def field(name):
    return OP_TYPE % (len(name), name)


compiler, path, *rest = sys.argv[1:]
with open(path, "rb") as file:
    model = file.read()
if field(b"Tanh") in model:
    os.kill(os.getpid(), signal.SIGSEGV)
if field(b"Sin") in model:
    sys.exit(f"{path}:0:0: error: expected no Sin")
with open(path, "wb") as file:
    file.write(model.replace(field(b"Neg"), field(b"Abs")))
os.execv(compiler, [compiler, path, *rest])
