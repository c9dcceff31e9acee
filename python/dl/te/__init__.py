# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in Python: tensor expressions and their schedules, as MLIR of the dialects te and schedule.

    from dl import te
    A = te.placeholder((M, K), name="A")
    B = te.placeholder((K, N), name="B")
    k = te.reduce_axis(K, "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    f = te.function([A, B], [C], name="matmul")

    s = te.create_schedule(f)
    i, j, k = s[C].axes
    jo, ji = s[C].split(j, 32)
    s[C].reorder(jo, k, ji)
    s[C].vectorize(ji)

    print(f.ir("loops"))
    c = dl.compile(f)(a, b)

What is wrong is told at the line of Python that says it: by a KernelError where it is seen at once, by
the compiler's messages (CompileError) where it follows from the rest. The names are those of TVM's te,
whose idea this is.
"""
from ._expressions import (Axis, Expr, abs, cast, ceil, cos, equal, erf, exp, floor, log, log1p,
                           maximum, minimum, rsqrt, select, sin, sqrt, tanh, value)
from ._function import Function, function
from ._locations import KernelError
from ._schedule import Schedule, ScheduledAxis, Stage, create_schedule
from ._tensors import Tensor, compute, max, min, placeholder, prod, reduce_axis, sum

__all__ = ["Axis", "Expr", "Function", "KernelError", "Schedule", "ScheduledAxis", "Stage",
           "Tensor", "abs", "cast", "ceil", "compute", "cos", "create_schedule", "equal", "erf",
           "exp", "floor", "function", "log", "log1p", "max", "maximum", "min", "minimum",
           "placeholder", "prod", "reduce_axis", "rsqrt", "select", "sin", "sqrt", "sum", "tanh",
           "value"]
