# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks of text, sound and records."""
import numpy as np

from layers import Layers, network


@network
def gpt2():
    """Radford et al. 2019: four of the layers of 768, 64 tokens, a causal mask."""
    g = Layers("gpt2")
    tokens = g.input("tokens", (1, 64), dtype="int64", high=4096)
    table = g.normal("table", (4096, 768), 0.05)
    x = g.op("Gather", [table, tokens], (1, 64, 768), axis=0)
    x = g.add(x, g.normal("places", (1, 64, 768), 0.02))
    mask = g.const("mask", np.triu(np.full((1, 1, 64, 64), -1e4, np.float32), 1))
    x = g.transformer(x, 4, 12, mask)
    matrix = g.const("columns", np.ascontiguousarray(
        np.random.default_rng(5).standard_normal((768, 4096)).astype(np.float32) * 0.03))
    g.op("MatMul", [x, matrix], (1, 64, 4096), out="logits")
    g.output("logits", (1, 64, 4096))
    return g


def llama(name, length, past):
    """Touvron et al. 2023: four layers of 512, rotary places, eight heads that share four keys and
    values; with `past` tokens in its cache."""
    g = Layers(name)
    width, heads, shared, hidden, total = 512, 8, 4, 1376, past + length
    head = width // heads
    x = g.input("x", (1, length, width))

    def norm(x):
        shape = (*g.shape[x][:-1], 1)
        y = g.op("ReduceMean", [g.mul(x, x)], shape, axes=[-1], keepdims=1)
        y = g.op("Sqrt", [g.op("Add", [y, g.number(1e-5)], shape)], shape)
        y = g.op("Div", [x, y], g.shape[x])
        return g.mul(y, g.uniform(f"scale{g.n}", g.shape[x][-1:], 0.8, 1.2))

    def turn(x):
        cos, sin = (g.uniform(f"{wave}{g.n}", (1, 1, length, head), -1, 1)
                    for wave in ("cos", "sin"))
        low, high = g.slice(x, 3, 0, head // 2), g.slice(x, 3, head // 2, head)
        y = g.concat([g.op("Neg", [high], g.shape[high]), low], 3)
        return g.add(g.mul(x, cos), g.mul(y, sin))

    def split_heads(x, count):
        y = g.reshape(g.project(x, count * head), [1, length, count, head])
        return g.transpose(y, [0, 2, 1, 3])

    def repeat(x):
        y = g.reshape(x, [1, shared, 1, total, head])
        shape = (1, shared, heads // shared, total, head)
        y = g.op("Expand", [y, g.const(f"shape{g.n}", np.array(shape, np.int64))], shape)
        return g.reshape(y, [1, heads, total, head])
    for layer in range(4):
        y = norm(x)
        q, k = turn(split_heads(y, heads)), turn(split_heads(y, shared))
        v = split_heads(y, shared)
        if past:
            k, v = (g.concat([g.input(f"{kind}{layer}", (1, shared, past, head)), new], 2)
                    for kind, new in (("k", k), ("v", v)))
        y = g.mul(g.matmul(q, g.transpose(repeat(k), [0, 1, 3, 2])), g.number(head ** -0.5))
        if length > 1:
            mask = np.triu(np.full((1, 1, length, total), -1e4, np.float32), 1 + past)
            y = g.add(y, g.const(f"mask{g.n}", mask))
        y = g.matmul(g.op("Softmax", [y], g.shape[y], axis=-1), repeat(v))
        y = g.reshape(g.transpose(y, [0, 2, 1, 3]), [1, length, width])
        x = g.add(x, g.project(y, width))
        y = norm(x)
        y = g.mul(g.act(g.project(y, hidden), "silu"), g.project(y, hidden))
        x = g.add(x, g.project(y, width))
    return g.finish(norm(x))


@network
def llama_prompt():
    """Touvron et al. 2023: 64 tokens at once."""
    return llama("llama_prompt", 64, 0)


@network
def llama_token():
    """Touvron et al. 2023: a token after 255 others."""
    return llama("llama_token", 1, 255)


@network
def conformer():
    """Gulati et al. 2020: four blocks of 144, 200 frames."""
    g = Layers("conformer")
    x = g.input("frames", (1, 200, 144))

    def feed(x):
        y = g.act(g.linear(g.norm(x), 576, f"up{g.n}"), "silu")
        return g.add(x, g.mul(g.linear(y, 144, f"down{g.n}"), g.number(0.5)))

    def convolve(x):
        y = g.convolve(g.transpose(g.norm(x), [0, 2, 1]), 288, 1)
        y, gate = g.split(y, [144, 144])
        y = g.mul(y, g.op("Sigmoid", [gate], g.shape[gate]))
        y = g.convolve(g.convolve(y, 144, 31, groups=144, act="silu"), 144, 1)
        return g.add(x, g.transpose(y, [0, 2, 1]))
    for _ in range(4):
        x = feed(x)
        x = g.add(x, g.attention(g.norm(x), 4))
        x = g.norm(feed(convolve(x)))
    return g.finish(x)


@network
def wavenet():
    """van den Oord et al. 2016: 16 layers of 64, 2048 samples."""
    g = Layers("wavenet")
    x = g.convolve(g.input("audio", (1, 1, 2048)), 64, 1)
    total = None
    for dilation in [1 << power for power in range(8)] * 2:
        y, gate = g.split(g.convolve(x, 128, 2, 1, dilation, pads=[dilation, 0]), [64, 64])
        y = g.mul(g.op("Tanh", [y], g.shape[y]), g.op("Sigmoid", [gate], g.shape[gate]))
        skipped = g.convolve(y, 128, 1)
        total = g.add(total, skipped) if total else skipped
        x = g.add(x, g.convolve(y, 64, 1))
    x = g.convolve(g.convolve(g.relu(total), 128, 1, act="relu"), 256, 1)
    return g.finish(x, "Softmax", axis=1)


@network
def deep_speech():
    """Amodei et al. 2016: convolutions over a spectrogram and two bidirectional GRUs of 128."""
    g = Layers("deep_speech")
    x = g.input("spectrogram", (1, 1, 100, 40))
    x = g.unit(g.unit(x, 32, 3), 32, 3, 2)
    _, c, steps, bands = g.shape[x]
    x = g.reshape(g.transpose(x, [2, 0, 1, 3]), [steps, 1, c * bands])
    for _ in range(2):
        weights = [g.normal(f"{kind}{g.n}", (2, 384, *rest), 0.05) for kind, rest in
                   (("input", g.shape[x][2:]), ("recurrent", (128,)))]
        biases = g.normal(f"biases{g.n}", (2, 768), 0.05)
        y, _ = g.op("GRU", [x, *weights, biases], (steps, 2, 1, 128), nout=2, hidden_size=128,
                    direction="bidirectional", linear_before_reset=1)
        x = g.reshape(g.transpose(y, [0, 2, 1, 3]), [steps, 1, 256])
    return g.finish(g.linear(x, 29, "letters"))


@network
def dlrm():
    """Naumov et al. 2019: eight tables of 5000 rows, 16 users."""
    g = Layers("dlrm")
    x = g.input("numbers", (16, 13))
    for oc in (512, 256, 64):
        x = g.relu(g.dense(x, oc, f"bottom{oc}"))
    parts = [g.reshape(x, [16, 1, 64])]
    for number in range(8):
        rows = g.input(f"rows{number}", (16, 1), dtype="int64", high=5000)
        table = g.normal(f"table{number}", (5000, 64), 0.1)
        parts.append(g.op("Gather", [table, rows], (16, 1, 64), axis=0))
    parts = g.concat(parts)
    pairs = g.reshape(g.matmul(parts, g.transpose(parts, [0, 2, 1])), [16, 81])
    below = g.const("below", np.array([9 * i + j for i in range(9) for j in range(i)], np.int64))
    x = g.concat([x, g.op("Gather", [pairs, below], (16, 36), axis=1)])
    for oc in (512, 256):
        x = g.relu(g.dense(x, oc, f"top{oc}"))
    return g.finish(g.dense(x, 1, "clicks"), "Sigmoid")
