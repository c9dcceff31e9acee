# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The families of random_models.py.

Each family is a function that draws a model into a RandomGraph and returns the name of the
result and a line that describes the model.

  conv    a convolution, dense, grouped or depthwise, maybe a residual, and an activation
  deconv  a transposed convolution and an activation
  gemm    a linear layer with an activation, or a batched product of two inputs
  pool    maximum, average or global average pooling
  rows    a softmax, a normalization or a reduction of a tensor of three axes
  moves   an operator that copies elements to other places
  chain   up to six elementwise operators one behind the other
  block   a piece of a known network (random_blocks.py)
"""
import numpy as np

from random_blocks import block

CHANNELS = [3, 8, 16, 20, 24, 30, 32, 40, 48, 56, 64, 72, 80, 88, 96, 112, 120, 128, 144, 160,
            184, 192, 240, 256, 320, 512]
SIZES = [5, 7, 8, 10, 13, 14, 15, 17, 19, 20, 23, 27, 28, 31, 33, 40, 48, 56, 64, 80, 112]


# ------------------------------------------------- convolutions and products
def draw_convolution(graph):
    """Returns what a convolution is, and how many operations it takes."""
    kernel = graph.pick(1, 1, 3, 3, 3, 5, 7)
    stride, dilation = graph.pick(1, 1, 1, 2), graph.pick(1, 1, 1, 1, 2)
    channels, filters = graph.pick(*CHANNELS), graph.pick(*CHANNELS)
    height, width = graph.pick(*SIZES), graph.pick(*SIZES)
    kind, groups = graph.pick("dense", "dense", "dense", "depthwise", "grouped"), 1
    if kind == "depthwise":
        groups = filters = channels
    elif kind == "grouped":
        groups = next((number for number in (4, 2, 8, 3)
                       if channels % number == filters % number == 0), 1)
    if kernel == 1:
        dilation = 1
    terms = channels // groups * kernel ** 2
    operations = 2 * terms * filters * height * width // stride ** 2
    return (kernel, stride, dilation, groups, channels, filters, height, width), operations


def conv(graph):
    kernel, stride, dilation, groups, channels, filters, *sizes = graph.affordable(
        1.2e9, lambda: draw_convolution(graph))
    reach = dilation * (kernel - 1)
    height, width = (max(size, reach + 1) for size in sizes)
    pads = [reach // 2] * 4
    if not graph.chance(0.8):
        pads = [0, 0, reach // 2 + 1, reach // 2 + 1] if graph.chance(0.5) else [0] * 4
    x = graph.input(graph.pick(1, 1, 1, 2), channels, height, width)
    y = graph.conv(x, filters, kernel, stride, dilation, groups, pads, bias=graph.chance(0.8))
    if graph.chance(0.2) and graph.shapes[x] == graph.shapes[y]:
        y = graph.add(y, x)
    return graph.activation(y), (f"conv {kernel}x{kernel} s{stride} d{dilation} g{groups} "
                                 f"{channels}->{filters} {height}x{width} pads {pads}")


def deconv(graph):
    channels, filters = graph.pick(8, 24, 64, 100, 128, 256), graph.pick(3, 16, 24, 64, 128)
    size = graph.pick(4, 7, 8, 14, 19, 28)
    kernel, stride = graph.pick(2, 3, 4, 5), graph.pick(1, 2, 2, 3)
    pad = max(0, (kernel - stride) // 2)
    grown = stride * (size - 1) + kernel - 2 * pad
    x = graph.input(1, channels, size, size)
    weights = graph.scaled((channels, filters, kernel, kernel), channels * kernel)
    y = graph.node("ConvTranspose", x, weights, shape=[1, filters, grown, grown],
                   kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[pad] * 4)
    return graph.activation(y), (f"deconv {kernel}x{kernel} s{stride} {channels}->{filters} "
                                 f"{size}x{size}")


def draw_product(graph):
    """Returns the sizes of a matrix product, from 1 to 3000, and its operations."""
    rows, columns, depth = (int(np.exp(graph.random.uniform(0, np.log(3000)))) for _ in range(3))
    return (rows, columns, depth), 2 * rows * columns * depth


def gemm(graph):
    sizes = graph.affordable(1.5e9, lambda: draw_product(graph))
    if graph.chance(0.3):
        batch = graph.pick(2, 3, 8, 12)
        rows, columns, depth = (min(size, 300) for size in sizes)
        y = graph.node("MatMul", graph.input(batch, rows, depth),
                       graph.input(batch, depth, columns), shape=[batch, rows, columns])
        return y, f"batched matmul {batch}x{rows}x{columns}x{depth}"
    rows, columns, depth = sizes
    y = graph.linear(graph.input(rows, depth), columns)
    return graph.activation(y), f"linear {rows}x{columns}x{depth}"


# -------------------------------------------------------- pools, rows, moves
def pool(graph):
    channels = graph.pick(*CHANNELS)
    height, width = graph.pick(*SIZES) + 3, graph.pick(*SIZES) + 3
    kernel, stride = graph.pick(2, 3, 3, 5), graph.pick(1, 2, 2)
    operator = graph.pick("MaxPool", "AveragePool", "GlobalAveragePool")
    x = graph.input(1, channels, height, width)
    if operator == "GlobalAveragePool":
        y = graph.node(operator, x, shape=[1, channels, 1, 1])
        return y, f"global average pool {channels} {height}x{width}"
    pad = (kernel - 1) // 2
    sizes = [(size + 2 * pad - kernel) // stride + 1 for size in (height, width)]
    y = graph.node(operator, x, shape=[1, channels, *sizes], kernel_shape=[kernel] * 2,
                   strides=[stride] * 2, pads=[pad] * 4)
    return y, f"{operator} {kernel} s{stride} {channels} {height}x{width}"


def rows(graph):
    shape = [graph.pick(1, 4, 12, 64), graph.pick(7, 49, 77, 128, 197, 500),
             graph.pick(10, 33, 64, 197, 333, 640, 768, 1000)]
    x = graph.input(*shape)
    kind = graph.pick("softmax", "softmax", "layer norm", "rms norm", "mean", "sum", "max",
                      "instance norm")
    if kind == "softmax":
        axis = graph.pick(-1, -1, 1)
        return graph.node("Softmax", x, axis=axis), f"softmax {shape} axis {axis}"
    norms = {"layer norm": graph.layer_norm, "rms norm": graph.rms_norm,
             "instance norm": graph.instance_norm}
    if kind in norms:
        return norms[kind](x), f"{kind} {shape}"
    # A model described as a sum computes a mean, too: the same loop, scaled.
    operator = "ReduceMax" if kind == "max" else "ReduceMean"
    axis = graph.pick(0, 1, 2)
    y = graph.node(operator, x, axes=[axis], keepdims=0, shape=shape[:axis] + shape[axis + 1:])
    return y, f"reduce {kind} {shape} axis {axis}"


def moves(graph):
    batch, channels, height, width = shape = [graph.pick(1, 2), graph.pick(*CHANNELS[1:]),
                                              graph.pick(*SIZES), graph.pick(*SIZES)]
    x = graph.input(*shape)
    kind = graph.pick("transpose", "concat", "slice", "pad", "resize", "channel shuffle",
                      "gather", "depth to space")
    words = f"{kind} {shape}"
    if kind == "transpose":
        order = graph.random.permutation(4).tolist()
        y, words = graph.transpose(x, order), f"{words} {order}"
    elif kind == "concat":
        other = graph.input(batch, graph.pick(*CHANNELS), height, width)
        y, words = graph.concat(x, graph.relu(other)), f"{words} {graph.shapes[other]}"
    elif kind == "slice":
        starts, ends, axes = (channels // 3, height // 4), (channels, height), (1, 2)
        y = graph.node("Slice", x, *map(graph.integers, (starts, ends, axes)),
                       shape=[batch, channels - starts[0], height - starts[1], width])
    elif kind == "pad":
        mode = graph.pick("constant", "reflect", "edge")
        y = graph.node("Pad", x, graph.integers([0, 0, 2, 1, 0, 0, 1, 2]), mode=mode,
                       shape=[batch, channels, height + 3, width + 3])
        words = f"{kind} {mode} {shape}"
    elif kind == "resize":
        mode = graph.pick("nearest", "linear")
        y = graph.node("Resize", x, "", graph.constant([1, 1, 2, 2]), mode=mode,
                       shape=[batch, channels, 2 * height, 2 * width])
        words = f"{kind} {mode} {shape}"
    elif kind == "channel shuffle":
        y = graph.shuffle_channels(graph.conv(x, channels // 2 * 2, 1))
    elif kind == "gather":
        kept = graph.random.permutation(channels)[:channels // 2]
        y = graph.node("Gather", x, graph.integers(kept), axis=1,
                       shape=[batch, len(kept), height, width])
    else:
        quarter = channels // 4
        y = graph.node("DepthToSpace", graph.conv(x, 4 * quarter, 1), blocksize=2,
                       shape=[batch, quarter, 2 * height, 2 * width])
    return y, words


# ------------------------------------------------------- elementwise chains
# name: function of the graph, the value so far and the chain's first input
STEPS = {
    "gelu": lambda graph, y, x: graph.gelu(y),
    "tanh": lambda graph, y, x: graph.node("Tanh", y),
    "sigmoid": lambda graph, y, x: graph.node("Sigmoid", y),
    "mul": lambda graph, y, x: graph.multiply(y, x),
    "exp": lambda graph, y, x: graph.node("Exp", graph.node("Neg", graph.node("Abs", y))),
    "sqrt": lambda graph, y, x: graph.node("Sqrt", graph.node("Abs", y)),
    "where": lambda graph, y, x: graph.node(
        "Where", graph.node("Greater", y, graph.constant(0.1)), y, x),
    "relu": lambda graph, y, x: graph.relu(y),
}


def chain(graph):
    height, width = graph.pick(1, 8, 128, 2048), graph.pick(7, 333, 768, 3072)
    x = graph.input(height, width)
    other = graph.input(1 if graph.chance(0.5) else height, width)
    y, names = graph.add(x, other), []
    for _ in range(graph.pick(1, 3, 6)):
        names.append(graph.pick(*STEPS))
        y = STEPS[names[-1]](graph, y, x)
    return y, f"chain {graph.shapes[x]} {graph.shapes[other]} {'+'.join(names)}"


# The place of a family here is part of the seed of its models.
FAMILIES = {"conv": conv, "deconv": deconv, "gemm": gemm, "pool": pool, "rows": rows,
            "moves": moves, "chain": chain, "block": block}
