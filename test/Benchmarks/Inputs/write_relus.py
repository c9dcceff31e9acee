# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a model of three products with a Relu behind each.

Usage: write_relus.py FILE
"""
import sys

import onnx.parser

onnx.save(onnx.parser.parse_model("""
    <ir_version: 8, opset_import: ["": 17]>
    relus (float[4,8] x, float[8,8] a, float[8,6] b, float[6,5] c) => (float[4,5] y) {
      p = MatMul(x, a)
      q = Relu(p)
      r = MatMul(q, b)
      s = Relu(r)
      t = MatMul(s, c)
      y = Relu(t)
    }"""), sys.argv[1])
