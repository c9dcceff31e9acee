# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""oneDNN's matrix product through its C interface, with weights in the order it chooses.

    product = onednn.Matmul(a, b)
    product()              # runs it
    product.result         # a @ b

The library is that of the package onednn-cpu-gomp. How many threads it takes is
OMP_NUM_THREADS when it is loaded.
"""
import ctypes
import functools
import os
import sys

import numpy as np

# Numbers of dnnl_types.h.
CPU, IN_ORDER, F32 = 1, 1, 3
TAG_ANY, TAG_AB = 1, 3
QUERY_WEIGHTS_MD, QUERY_IMPL_INFO_STR = 131, 8
ARG_SRC, ARG_DST, ARG_WEIGHTS = 1, 17, 33
MAX_NDIMS = 12
ALLOCATE = ctypes.c_void_p(-1)


class Version(ctypes.Structure):
    _fields_ = [("major", ctypes.c_int), ("minor", ctypes.c_int), ("patch", ctypes.c_int)]


class Argument(ctypes.Structure):
    _fields_ = [("number", ctypes.c_int), ("memory", ctypes.c_void_p)]


@functools.cache
def library():
    path = os.path.join(sys.prefix, "lib", "libdnnl.so.3")
    if not os.path.exists(path):
        raise SystemExit(f"expected oneDNN at {path}: pip install -r benchmarks/requirements-peak.txt")
    result = ctypes.CDLL(path)
    result.dnnl_version.restype = ctypes.POINTER(Version)
    result.dnnl_primitive_desc_query_md.restype = ctypes.c_void_p
    return result


def version():
    number = library().dnnl_version().contents
    return f"{number.major}.{number.minor}.{number.patch}"


def make(function, *arguments):
    """Calls a function that makes an object and gives it by its first argument."""
    result = ctypes.c_void_p()
    status = getattr(library(), function)(ctypes.byref(result), *arguments)
    if status:
        raise RuntimeError(f"{function}: status {status}")
    return result


class Matmul:
    def __init__(self, a, b):
        self.engine = make("dnnl_engine_create", CPU, ctypes.c_size_t(0))
        self.stream = make("dnnl_stream_create", self.engine, IN_ORDER)
        self.result = np.empty((a.shape[0], b.shape[1]), np.float32)
        self.arrays = a, b
        plain_a, plain_b, plain_c = (self.describe(x, TAG_AB) for x in (a, b, self.result))
        kind = make("dnnl_matmul_primitive_desc_create", self.engine, plain_a,
                    self.describe(b, TAG_ANY), None, plain_c, None)
        name = ctypes.c_char_p()
        library().dnnl_primitive_desc_query(kind, QUERY_IMPL_INFO_STR, 0, ctypes.byref(name))
        self.implementation = name.value.decode()
        order = ctypes.c_void_p(library().dnnl_primitive_desc_query_md(kind, QUERY_WEIGHTS_MD, 0))
        packed = make("dnnl_memory_create", order, self.engine, ALLOCATE)
        self.run("dnnl_reorder_primitive_desc_create",
                 (plain_b, self.engine, order, self.engine, None),
                 {ARG_SRC: self.memory(plain_b, b), ARG_DST: packed})
        self.primitive = make("dnnl_primitive_create", kind)
        self.given = self.list({ARG_SRC: self.memory(plain_a, a), ARG_WEIGHTS: packed,
                                ARG_DST: self.memory(plain_c, self.result)})

    @staticmethod
    def describe(array, tag):
        sizes = (ctypes.c_int64 * MAX_NDIMS)(*array.shape)
        return make("dnnl_memory_desc_create_with_tag", array.ndim, sizes, F32, tag)

    def memory(self, description, array):
        return make("dnnl_memory_create", description, self.engine,
                    ctypes.c_void_p(array.ctypes.data))

    @staticmethod
    def list(arguments):
        return (Argument * len(arguments))(*[Argument(n, m) for n, m in arguments.items()])

    def run(self, description, parameters, arguments):
        self.execute(make("dnnl_primitive_create", make(description, *parameters)),
                     self.list(arguments))

    def execute(self, primitive, arguments):
        status = library().dnnl_primitive_execute(primitive, self.stream, len(arguments), arguments)
        status = status or library().dnnl_stream_wait(self.stream)
        if status:
            raise RuntimeError(f"dnnl_primitive_execute: status {status}")

    def __call__(self):
        self.execute(self.primitive, self.given)
