# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX models in front of the compiler: normal form, specialization, test backend.

Needs the package onnx; the compiler itself reads ONNX files without it.
"""
from .flatten import flatten
from .normalize import normalize

__all__ = ["flatten", "normalize"]
