# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A dl-compile with faults: Neg is Abs, Tanh ends it by a signal, Sin is refused.

usage: wrong-compiler.py DL_COMPILE MODEL ARGUMENTS…
"""

import os
import signal
import sys

import onnx

compiler, path, *rest = sys.argv[1:]
model = onnx.load(path)
for node in model.graph.node:
    if node.op_type == "Neg":
        node.op_type = "Abs"
    if node.op_type == "Tanh":
        os.kill(os.getpid(), signal.SIGSEGV)
    if node.op_type == "Sin":
        sys.exit(f"{path}:0:0: error: expected no Sin")
onnx.save(model, path)
os.execv(compiler, [compiler, path, *rest])
