# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The family `block` of random_families.py: pieces of known networks.

Each piece is a function of a RandomGraph and a value, and returns the name of the result. The
pieces of convolutional networks take images, the others tokens: (batch, tokens, width).

  fire        SqueezeNet: 1x1 and 3x3 convolutions of what a 1x1 convolution narrowed
  dense       DenseNet: four layers, each of which sees the results of all before it
  shuffle     ShuffleNet v2: half of the channels is convolved, then both are interleaved
  inverted    MobileNet v3: a wide depthwise convolution, maybe with weights for its channels
  bottleneck  ResNet-50: a narrow 3x3 convolution between 1x1 ones, around it a residual
  attention   attention of heads of 32, with its projections
  convnext    ConvNeXt: a depthwise 7x7 convolution, then `mlp` at each place
  mlp         two linear layers with GELU between them
  gated mlp   a linear layer of the product of two, one of which went through SiLU
"""
HEAD_WIDTH = 32


def fire(graph, x):
    channels = graph.shapes[x][1]
    squeezed = graph.relu(graph.conv(x, max(8, channels // 4), 1))
    return graph.concat(*[graph.relu(graph.conv(squeezed, channels, kernel)) for kernel in (1, 3)])


def dense(graph, x):
    for _ in range(4):
        narrow = graph.relu(graph.conv(graph.relu(graph.batch_norm(x)), 128, 1))
        x = graph.concat(x, graph.conv(narrow, 32, 3))
    return x


def shuffle(graph, x):
    batch, channels, *sizes = graph.shapes[x]
    half = channels // 2
    kept, y = graph.node("Split", x, axis=1, results=2, shape=[batch, half, *sizes])
    y = graph.conv(graph.relu(graph.conv(y, half, 1)), half, 3, groups=half)
    return graph.shuffle_channels(graph.concat(kept, graph.relu(graph.conv(y, half, 1))))


def inverted(graph, x):
    """Widens, convolves by channel, maybe weighs the channels, and narrows again."""
    channels = graph.shapes[x][1]
    wide, kernel = channels * graph.pick(3, 4, 6), graph.pick(3, 5)
    y = graph.hard_swish(graph.conv(x, wide, 1))
    y = graph.hard_swish(graph.conv(y, wide, kernel, groups=wide))
    if graph.chance(0.6):
        means = graph.node("GlobalAveragePool", y, shape=[1, wide, 1, 1])
        gates = graph.conv(graph.relu(graph.conv(means, wide // 4, 1)), wide, 1)
        y = graph.multiply(y, graph.node("HardSigmoid", gates, alpha=1 / 6))
    return graph.add(graph.conv(y, channels, 1), x)


def bottleneck(graph, x):
    channels = graph.shapes[x][1]
    y = x
    for kernel in (1, 3):
        y = graph.relu(graph.conv(y, max(8, channels // 4), kernel))
    return graph.relu(graph.add(graph.conv(y, channels, 1), x))


def convnext(graph, x):
    channels = graph.shapes[x][1]
    y = graph.transpose(graph.conv(x, channels, 7, groups=channels), [0, 2, 3, 1])
    return graph.add(graph.transpose(mlp(graph, y), [0, 3, 1, 2]), x)


def mlp(graph, x):
    width = graph.shapes[x][-1]
    return graph.linear(graph.gelu(graph.linear(graph.layer_norm(x), 4 * width)), width)


def gated_mlp(graph, x):
    width = graph.shapes[x][-1]
    gates = graph.silu(graph.linear(x, 2 * width))
    return graph.linear(graph.multiply(gates, graph.linear(x, 2 * width)), width)


def attention(graph, x):
    batch, tokens, width = graph.shapes[x]
    heads, normed = width // HEAD_WIDTH, graph.layer_norm(x)

    def project(*order):
        split = graph.reshape(graph.linear(normed, width), batch, tokens, heads, HEAD_WIDTH)
        return graph.transpose(split, order)

    queries, keys, values = project(0, 2, 1, 3), project(0, 2, 3, 1), project(0, 2, 1, 3)
    scores = graph.node("MatMul", queries, keys, shape=[batch, heads, tokens, tokens])
    scores = graph.multiply(scores, graph.constant(HEAD_WIDTH ** -0.5))
    mixed = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), values,
                       shape=graph.shapes[values])
    joined = graph.reshape(graph.transpose(mixed, [0, 2, 1, 3]), batch, tokens, width)
    return graph.linear(joined, width)


BLOCKS = {"fire": fire, "dense": dense, "shuffle": shuffle, "inverted": inverted,
          "bottleneck": bottleneck, "attention": attention, "convnext": convnext, "mlp": mlp,
          "gated mlp": gated_mlp}


def block(graph):
    kind = graph.pick(*BLOCKS)
    size, channels = graph.pick(7, 13, 14, 19, 28, 56), graph.pick(16, 24, 40, 64, 96, 116)
    if kind in ("attention", "mlp", "gated mlp"):
        tokens, width = graph.pick(1, 17, 64, 128, 197), graph.pick(96, 192, 320, 384, 768)
        x = graph.input(1, tokens, width)
        return graph.add(x, BLOCKS[kind](graph, x)), f"{kind} {tokens} {width}"
    x = graph.input(1, channels, size, size)
    return BLOCKS[kind](graph, x), f"{kind} block {channels} {size}x{size}"
