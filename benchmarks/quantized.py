#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the quantized models of ./dev bench int8.

Products of unsigned by signed bytes (MatMulInteger) of N x N x N, and networks in the form of
quantize and dequantize operators as onnxruntime's quantizer makes them: unsigned activations,
signed weights, with the ranges of a few seeded inputs, or of those in .inputs.npz beside the
network. Of each, OUT/NAME_NUMBER.onnx and .inputs.npz.
"""
import argparse
import os
import sys

from quantization import quantize_qdq


def write_product(path, size):
    import numpy as np
    import onnx
    from onnx import helper, numpy_helper

    random = np.random.default_rng(size)
    info = helper.make_tensor_value_info
    weights = random.integers(-127, 128, (size, size)).astype(np.int8)
    graph = helper.make_graph([helper.make_node("MatMulInteger", ["x", "w"], ["y"])], "product",
                              [info("x", onnx.TensorProto.UINT8, (size, size))],
                              [info("y", onnx.TensorProto.INT32, (size, size))],
                              [numpy_helper.from_array(weights, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              path + ".onnx")
    np.savez(path + ".inputs.npz", x=random.integers(0, 256, (size, size)).astype(np.uint8))


def get_name(source):
    """What the model that is made of a network's file is called."""
    return os.path.splitext(os.path.basename(source))[0].replace("_", "-") + "_0"


def quantize(source, path, per_channel):
    import numpy as np
    import onnx

    model = onnx.load(source)
    constants = {initializer.name for initializer in model.graph.initializer}
    shapes = {value.name: [dim.dim_value or 1 for dim in value.type.tensor_type.shape.dim]
              for value in model.graph.input if value.name not in constants}
    random = np.random.default_rng(0)
    samples = [{name: random.standard_normal(shape).astype(np.float32)
                for name, shape in shapes.items()} for _ in range(4)]
    given = os.path.splitext(source)[0] + ".inputs.npz"
    if os.path.exists(given):
        samples = [dict(np.load(given))]
    quantize_qdq(source, path + ".onnx", samples, per_channel=per_channel)
    np.savez(path + ".inputs.npz", **samples[0])


def main(arguments=None):
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True, metavar="DIR")
    ap.add_argument("--sizes", default="256,1024", help="of products (default 256,1024)")
    ap.add_argument("--per-channel", action="store_true", help="a scale for each output channel")
    ap.add_argument("networks", nargs="*", metavar="MODEL.onnx")
    options = ap.parse_args(arguments)
    os.makedirs(options.out, exist_ok=True)
    for size in map(int, filter(None, options.sizes.split(","))):
        write_product(os.path.join(options.out, f"product_{size}"), size)
    for source in options.networks:
        quantize(source, os.path.join(options.out, get_name(source)), options.per_channel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
