#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs quantized networks through dl-compile --target=vdla and dl-run --device=vdla-sim.

    vdla_network.py --build BUILD [--tiny] [--machine NAME] [--types u8,i8] [NETWORK...]

Networks are ResNet-18; `odd`, residual blocks of odd channels whose windows, strides, dilation,
padding at each end and pools are drawn by the seed as those of random_models.py; and `grouped`,
whose grouped and depthwise convolutions stay on the CPU. Weights are generated; onnxruntime folds
the normalisations and quantizes, calibrated on seeded images, into quantize and dequantize
operators. All outputs (`odd` also has what its blocks compute) have to be those of the integer
model in numpy (integer_model.py) to the bit, and the scores within one step of onnxruntime's on
99 % of them, two at most: onnxruntime without its own fusions, with which it is further off
(perhaps since its products of bytes saturate on CPUs without VNNI). Printed are what runs where,
and the times of host and accelerator beside each other. Status 1 where an output differs.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from types import SimpleNamespace

import numpy as np
import onnx

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "models"))
import integer_model  # noqa: E402
import networks  # noqa: E402
from net import Net  # noqa: E402
from quantization import quantize_qdq  # noqa: E402
from random_models import RandomGraph  # noqa: E402


def convolve(graph, x, filters, kernel, stride=1, dilation=1):
    """With padding that keeps the size where the stride is 1, of which any part is at one end."""
    reach = dilation * (kernel - 1)
    before = [int(graph.random.integers(reach + 1)) for _ in range(2)]
    return graph.conv(x, filters, kernel, stride, dilation,
                      pads=before + [reach - pad for pad in before])


def residual(graph, x, widest):
    """A block of a 1x1 convolution, another one and a 1x1 one, and a way past them."""
    channels, *sizes = graph.shapes[x][1:]
    inner, outputs = (2 * int(graph.random.integers(4, widest // 2)) + 1 for _ in range(2))
    outputs = graph.pick(channels, outputs)
    stride = graph.pick(1, 1, 2) if min(sizes) > 4 else 1
    kernel, dilation = graph.pick(1, 3, 3, 5), graph.pick(1, 1, 2, 3)
    y = graph.relu(convolve(graph, x, inner, 1))
    y = graph.relu(convolve(graph, y, inner, kernel, stride, dilation))
    y = convolve(graph, y, outputs, 1)
    if outputs != channels or stride != 1:
        x = convolve(graph, x, outputs, 1, stride)
    return graph.relu(graph.add(y, x))


def odd(options):
    """Residual blocks of odd channels, in which nothing fits a tile."""
    graph = RandomGraph(np.random.default_rng(options.seed))
    size = 9 if options.tiny else 29
    x = graph.input(1, 3, size, size + 2)
    x = graph.relu(convolve(graph, x, 2 * int(graph.random.integers(4, 15)) + 1, 3, 2))
    for _ in range(2 if options.tiny else 6):
        x = residual(graph, x, 24 if options.tiny else 60)
        height, width = graph.shapes[x][2:]
        if min(height, width) > 4 and graph.chance(0.3):
            kernel, pad = graph.pick((2, 0), (3, 0), (3, 1))
            sizes = [(extent + 2 * pad - kernel) // 2 + 1 for extent in (height, width)]
            x = graph.node("MaxPool", x, kernel_shape=[kernel] * 2, strides=[2, 2], pads=[pad] * 4,
                           shape=[*graph.shapes[x][:2], *sizes])
    channels, features = graph.shapes[x][1], x
    x = graph.node("GlobalAveragePool", x, shape=[1, channels, 1, 1])
    x = graph.node("Flatten", x, axis=1, shape=[1, channels])
    x = graph.node("Gemm", x, graph.scaled((11, channels), channels), graph.bias(11), transB=1,
                   shape=[1, 11])
    # The mean would hide what is wrong with few elements.
    return graph.model("odd", x, features)


def grouped(options):
    """Convolutions of groups, of channels by themselves and of all, in turn."""
    g = Net("grouped", options)
    size = 8 if options.tiny else 28
    x = g.input("data", (1, 3, size, size), "image")
    x = g.relu(g.conv(x, 32, 3, 1, 1, name="first", bias=True))
    for block in range(1 if options.tiny else 3):
        y = g.relu(g.conv(x, 48, 1, name=f"b{block}.expand", bias=True))
        y = g.relu(g.conv(y, 48, 3, 1, 1, groups=3, name=f"b{block}.groups", bias=True))
        y = g.relu(g.conv(y, 48, 3, 1, 1, groups=48, name=f"b{block}.depthwise", bias=True))
        y = g.conv(y, 32, 1, name=f"b{block}.project", bias=True)
        x = g.relu(g.add(y, x))
    n, c, _, _ = g.shape[x]
    x = g.op("GlobalAveragePool", [x], (n, c, 1, 1))
    x = g.op("Flatten", [x], (n, c), axis=1)
    g.dense(x, 11, "fc", out="logits")
    g.output("logits", (n, 11))
    return g.model()


NETWORKS = {"resnet18": lambda options: networks.resnet18(options).model(), "odd": odd,
            "grouped": grouped}


def quantize(network, folder, kind):
    """The path of a quantized model, and an input."""
    import onnxruntime as ort
    base = os.path.join(folder, f"{network.graph.name}_{kind}")
    onnx.save(network, base + ".float.onnx")
    session = ort.SessionOptions()
    session.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
    session.optimized_model_filepath = base + ".folded.onnx"
    ort.InferenceSession(base + ".float.onnx", session, providers=["CPUExecutionProvider"])
    random = np.random.default_rng(0)
    given, = network.graph.input
    shape = [dim.dim_value for dim in given.type.tensor_type.shape.dim]
    images = [{given.name: random.uniform(-2, 2, shape).astype(np.float32)} for _ in range(5)]
    quantize_qdq(base + ".folded.onnx", base + ".onnx", images[:4], kind)
    return base + ".onnx", images[4]


def run_onnxruntime(path, feeds):
    """The first output."""
    import onnxruntime as ort
    session = ort.SessionOptions()
    session.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return ort.InferenceSession(path, session, providers=["CPUExecutionProvider"]).run(None, feeds)[0]


def get_step(model, output):
    """The scale of an output."""
    last = model.producers[output]
    assert last.op_type == "DequantizeLinear"
    return float(model.constants[last.input[1]])


def call(tool, *arguments):
    result = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=900)
    if result.returncode != 0:
        sys.exit(f"{os.path.basename(tool)} {' '.join(arguments)}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def draw_bars(host, accelerator, width=60):
    """Both times of a run as one line of characters, so that what limits it is seen (Amdahl)."""
    whole = max(host + accelerator, 1e-9)
    first = round(width * host / whole)
    return "h" * first + "a" * (width - first)


def check_network(name, kind, options, folder):
    network = NETWORKS[name](SimpleNamespace(batch=1, tiny=options.tiny, seed=options.seed,
                                             symbolic=[]))
    path, feeds = quantize(network, folder, kind)
    np.savez(os.path.join(folder, "in.npz"), **feeds)
    library, target = path[:-5] + ".so", "vdla:" + options.machine
    remarks = call(os.path.join(options.build, "bin", "dl-compile"), path, "-o", library,
                   "--target=" + target, "--remarks-filter=graph-partition-vdla|vdla")
    bin_run = os.path.join(options.build, "bin", "dl-run")
    outputs = os.path.join(folder, "out.npz")
    device = [] if options.device == "none" else ["--device=" + options.device]
    text = call(bin_run, library, *device, "--inputs=" + os.path.join(folder, "in.npz"),
                "--outputs=" + outputs)
    actual = np.load(outputs)
    model = integer_model.IntegerModel(path)
    expected, peer = model.run(feeds), run_onnxruntime(path, feeds)
    exact = all(np.array_equal(actual[name], expected[name]) for name in expected)
    result = model.graph.output[0].name
    steps = np.abs(np.rint((actual[result] - peer) / get_step(model, result)))
    near = float(np.mean(steps <= 1)) >= 0.99 and steps.max() <= 2
    convolutions = sum(node.op_type == "Conv" for node in model.graph.node)
    left = len(re.findall(r"graph\.conv: ", remarks))
    print(f"{name} {kind} on {options.machine}: {convolutions} convolutions, {left} on the CPU, "
          f"{model.computed} operators on integers")
    print(f"  the integer model in numpy: {'equal' if exact else 'differs'}")
    print(f"  onnxruntime: {np.mean(steps <= 1) * 100:.1f} % of {steps.size} outputs within 1 step, "
          f"{int(steps.max())} at most{'' if near else ', which is too much'}")
    for line in text.splitlines():
        print("  " + line)
    busy = re.search(r", ([0-9.]+) ms at", text)
    host = re.search(r"host: ([0-9.]+) ms", text)
    if busy and host:
        print(f"  |{draw_bars(float(host[1]), float(busy[1]))}|  h host, a accelerator")
    return exact and near


def main(arguments=None):
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", required=True, help="the build folder")
    ap.add_argument("--tiny", action="store_true", help="narrow channels and small images")
    ap.add_argument("--machine", default="paper", help="of share/dl/vdla, or a .json (paper)")
    ap.add_argument("--device", default="vdla-sim", help="of dl-run, or none for a model without programs (vdla-sim)")
    ap.add_argument("--types", default="u8,i8", help="of activations (u8,i8)")
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("networks", nargs="*", default=[], metavar="NETWORK",
                    help="resnet18, odd, grouped (all)")
    options = ap.parse_args(arguments)
    for name in options.networks:
        if name not in NETWORKS:
            ap.error(f"expected {' or '.join(NETWORKS)}, got {name}")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name in options.networks or list(NETWORKS):
            for kind in options.types.split(","):
                good &= check_network(name, kind, options, folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
