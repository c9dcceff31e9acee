# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The least time that a model can take: its flops over what the machine computes, or its
bytes over what the machine reads, whichever is longer.

Flops are counted from the shapes of the ONNX model (a multiply-add is two; an element of
any other operator one, of one that only moves elements none; taps that lie in padding
count). Bytes are weights, inputs and outputs once each, of a weight that is only gathered
from what is gathered. Both speeds are measured in the process that asks: multiply-adds in
registers, and reads of as many bytes as the model has, again and again, so that a model
that fits into a cache is held against that cache.
"""
import ctypes
import math
import mmap
import os
import subprocess
import tempfile
import threading

import timing

HERE = os.path.dirname(os.path.abspath(__file__))


class Shapes:
    """The shapes of a node's operands and results; ranks unknown count as scalars."""

    def __init__(self, shapes, node):
        self.shapes, self.node = shapes, node

    def operand(self, index):
        return self.shapes.get(self.node.input[index], ())

    def result(self):
        return self.shapes.get(self.node.output[0], ())

    def attribute(self, name, default):
        return next((a.i for a in self.node.attribute if a.name == name), default)


def recurrent(node):
    """Each step multiplies its input and its state by the weights of all gates."""
    steps, batch = node.operand(0)[:2]
    return 2 * steps * batch * (math.prod(node.operand(1)) + math.prod(node.operand(2)))


# What operators compute that are not one flop for each element of their result.
FLOPS = {
    "Conv": lambda node: 2 * math.prod(node.result()) * math.prod(node.operand(1)[1:]),
    "ConvTranspose": lambda node: 2 * math.prod(node.operand(0)) * math.prod(node.operand(1)[1:]),
    "MatMul": lambda node: 2 * math.prod(node.result()) * node.operand(0)[-1],
    "Gemm": lambda node: (2 * math.prod(node.result()) *
                          node.operand(0)[0 if node.attribute("transA", 0) else 1]),
    "LSTM": recurrent, "GRU": recurrent, "RNN": recurrent,
}
FLOPS |= {reduction: lambda node: math.prod(node.operand(0)) for reduction in
          ("GlobalAveragePool", "GlobalMaxPool", "ReduceMax", "ReduceMean", "ReduceSum")}
FLOPS |= dict.fromkeys(("Cast", "Concat", "Constant", "Expand", "Flatten", "Gather", "Identity",
                        "Reshape", "Shape", "Slice", "Split", "Squeeze", "Transpose", "Unsqueeze"),
                       lambda node: 0)


def count_work(path):
    """(flops, bytes) of one run of an ONNX model whose shapes are static."""
    import onnx
    from onnx import helper, shape_inference

    graph = shape_inference.infer_shapes(onnx.load(path)).graph
    shapes, widths = {}, {}
    for value in [*graph.input, *graph.output, *graph.value_info]:
        tensor = value.type.tensor_type
        shapes[value.name] = tuple(dim.dim_value for dim in tensor.shape.dim)
        widths[value.name] = helper.tensor_dtype_to_np_dtype(tensor.elem_type).itemsize
    for weight in graph.initializer:
        shapes[weight.name] = tuple(weight.dims)
        widths[weight.name] = helper.tensor_dtype_to_np_dtype(weight.data_type).itemsize
    flops, gathered, read = 0, {}, set()
    for node in graph.node:
        about = Shapes(shapes, node)
        flops += FLOPS.get(node.op_type, lambda node: math.prod(node.result()))(about)
        whole = node.input
        if node.op_type == "Gather":
            part = math.prod(about.result()) * widths.get(node.input[0], 4)
            gathered[node.input[0]] = gathered.get(node.input[0], 0) + part
            whole = node.input[1:]
        read.update(whole)
    ends = {weight.name for weight in graph.initializer} | {value.name for value in graph.input}
    sizes = {name: math.prod(shapes[name]) * widths[name]
             for name in ends | {value.name for value in graph.output}}
    moved = sum(size if name in read or name not in ends else min(size, gathered.get(name, 0))
                for name, size in sizes.items())
    return flops, moved


def build_loops(folder):
    """Compiles machine.c for this machine; returns the library's path. It appears there at once
    and whole: other runs load it while this one makes it."""
    library = os.path.join(folder, "machine.so")
    with tempfile.TemporaryDirectory(dir=folder) as aside:
        made = os.path.join(aside, "machine.so")
        subprocess.run(["clang-22", "-O3", "-march=native", "-ffp-contract=fast", "-shared",
                        "-fPIC", os.path.join(HERE, "machine.c"), "-o", made], check=True,
                       timeout=60)
        os.replace(made, library)
    return library


class Machine:
    """The speed of as many cores as there are threads, by one of timing.py's clocks."""

    def __init__(self, library, threads, clock="wall"):
        self.now = timing.CLOCKS[clock]
        self.loops = ctypes.CDLL(library)
        self.loops.machine_multiply_add.restype = ctypes.c_double
        self.loops.machine_multiply_add.argtypes = [ctypes.c_int64, ctypes.c_float, ctypes.c_float,
                                                    ctypes.c_void_p]
        self.loops.machine_read.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64,
                                            ctypes.c_void_p]
        self.threads = threads

    def shortest(self, work, repeat):
        """Seconds of the fastest of `repeat` runs of work(thread) on all threads at once."""
        cores = sorted(os.sched_getaffinity(0))
        barrier = threading.Barrier(self.threads)
        spans = [[] for _ in range(self.threads)]

        def loop(thread):
            os.sched_setaffinity(0, [cores[thread % len(cores)]])
            for _ in range(repeat):
                barrier.wait()
                start = self.now()
                work(thread)
                spans[thread].append((start, self.now()))

        workers = [threading.Thread(target=loop, args=(n,)) for n in range(self.threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return min(max(end for _, end in round) - min(start for start, _ in round)
                   for round in zip(*spans))

    def multiply_adds(self):
        """Some of them in registers: nothing but the speed of the core changes their time."""
        sink = ctypes.c_float()
        self.loops.machine_multiply_add(500_000, 0.999, 0.001, ctypes.byref(sink))

    def flops_per_second(self):
        count, sink = 2_000_000, ctypes.c_float()
        done = []

        def work(_):
            done.append(self.loops.machine_multiply_add(count, 0.999, 0.001, ctypes.byref(sink)))

        seconds = self.shortest(work, 5)
        return self.threads * done[0] / seconds

    def bytes_per_second(self, size):
        """Of reading the same `size` bytes again and again, on huge pages if there are any."""
        align = 2 << 20
        part = max(4096, -(-size // self.threads) + 4095 & ~4095)
        memory = mmap.mmap(-1, part * self.threads + align)
        memory.madvise(mmap.MADV_HUGEPAGE)
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        begin = address + -address % align
        ctypes.memset(begin, 1, part * self.threads)
        sink = ctypes.c_int64()
        # Small parts are read often enough for a time that can be measured.
        again = max(1, (64 << 20) // part)

        def work(thread):
            self.loops.machine_read(begin + thread * part, part, again, ctypes.byref(sink))

        return self.threads * part * again / self.shortest(work, 7)
