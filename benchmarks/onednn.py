# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""oneDNN's matrix product and convolution through its C interface.

    product = onednn.Matmul(a, b)
    product()              # runs it
    product.result         # a @ b

Weights are in the order that it chooses, and so are input and result of a convolution, as in a
network whose layers all are its own.

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
TAG_ANY = 1
QUERY_SRC_MD, QUERY_WEIGHTS_MD, QUERY_DST_MD, QUERY_IMPL_INFO_STR = 129, 131, 133, 8
FORWARD_INFERENCE, CONVOLUTION_DIRECT = 96, 1
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


class Primitive:
    """What is run again and again; `given` has its arguments."""

    def __init__(self):
        self.engine = make("dnnl_engine_create", CPU, ctypes.c_size_t(0))
        self.stream = make("dnnl_stream_create", self.engine, IN_ORDER)

    def name_of(self, kind):
        name = ctypes.c_char_p()
        library().dnnl_primitive_desc_query(kind, QUERY_IMPL_INFO_STR, 0, ctypes.byref(name))
        return name.value.decode()

    @staticmethod
    def order_of(kind, which):
        return ctypes.c_void_p(library().dnnl_primitive_desc_query_md(kind, which, 0))

    def reorder(self, source, source_memory, target, target_memory):
        self.run("dnnl_reorder_primitive_desc_create",
                 (source, self.engine, target, self.engine, None),
                 {ARG_SRC: source_memory, ARG_DST: target_memory})

    @staticmethod
    def describe(array, is_free=False):
        """An array as it lies, or in the order that oneDNN likes best."""
        sizes = (ctypes.c_int64 * MAX_NDIMS)(*array.shape)
        if is_free:
            return make("dnnl_memory_desc_create_with_tag", array.ndim, sizes, F32, TAG_ANY)
        steps = (ctypes.c_int64 * MAX_NDIMS)(*(step // array.itemsize for step in array.strides))
        return make("dnnl_memory_desc_create_with_strides", array.ndim, sizes, F32, steps)

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


class Matmul(Primitive):
    def __init__(self, a, b):
        super().__init__()
        self.result = np.empty((a.shape[0], b.shape[1]), np.float32)
        self.arrays = a, b
        plain_a, plain_b, plain_c = (self.describe(x) for x in (a, b, self.result))
        kind = make("dnnl_matmul_primitive_desc_create", self.engine, plain_a,
                    self.describe(b, is_free=True), None, plain_c, None)
        self.implementation = self.name_of(kind)
        order = self.order_of(kind, QUERY_WEIGHTS_MD)
        packed = make("dnnl_memory_create", order, self.engine, ALLOCATE)
        self.reorder(plain_b, self.memory(plain_b, b), order, packed)
        self.primitive = make("dnnl_primitive_create", kind)
        self.given = self.list({ARG_SRC: self.memory(plain_a, a), ARG_WEIGHTS: packed,
                                ARG_DST: self.memory(plain_c, self.result)})


class Convolution(Primitive):
    """Of NCHW and OIHW arrays, with as much padding on each side and weights of their group."""

    def __init__(self, x, weights, stride, padding, groups=1):
        super().__init__()
        sizes = [(size + 2 * padding - kernel) // stride + 1
                 for size, kernel in zip(x.shape[2:], weights.shape[2:])]
        self.plain = np.empty((x.shape[0], weights.shape[0], *sizes), np.float32)
        if groups > 1:
            weights = weights.reshape(groups, -1, *weights.shape[1:])
        self.arrays = x, weights
        plain, free = ([self.describe(array, is_free) for array in (x, weights, self.plain)]
                       for is_free in (False, True))
        pair = lambda value: (ctypes.c_int64 * MAX_NDIMS)(value, value)
        kind = make("dnnl_convolution_forward_primitive_desc_create", self.engine,
                    FORWARD_INFERENCE, CONVOLUTION_DIRECT, *free[:2], None, free[2], pair(stride),
                    pair(0), pair(padding), pair(padding), None)
        self.implementation = self.name_of(kind)
        orders = [self.order_of(kind, which)
                  for which in (QUERY_SRC_MD, QUERY_WEIGHTS_MD, QUERY_DST_MD)]
        own = [make("dnnl_memory_create", order, self.engine, ALLOCATE) for order in orders]
        for array, given, order, memory in zip((x, weights), plain, orders, own):
            self.reorder(given, self.memory(given, array), order, memory)
        self.primitive = make("dnnl_primitive_create", kind)
        self.given = self.list(dict(zip((ARG_SRC, ARG_WEIGHTS, ARG_DST), own)))
        self.last = plain[2], orders[2], own[2]

    @property
    def result(self):
        """In the order NCHW."""
        given, order, memory = self.last
        self.reorder(order, memory, given, self.memory(given, self.plain))
        return self.plain


def create(about):
    """A primitive of random numbers: dict(matmul=[m, n, k]), or dict(x=shape, weights=shape,
    stride=, padding=, groups=) of a convolution."""
    random = np.random.default_rng(0)
    draw = lambda *shape: random.standard_normal(shape, np.float32)
    if "matmul" in about:
        m, n, k = about["matmul"]
        return Matmul(draw(m, k), draw(k, n))
    return Convolution(draw(*about["x"]), draw(*about["weights"]), about["stride"],
                       about["padding"], about["groups"])
