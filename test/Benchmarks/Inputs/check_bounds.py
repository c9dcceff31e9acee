"""Compares benchmarks/bounds.py with the manifest: check_bounds.py FOLDER MODELS."""
import json
import os
import sys

import numpy as np
import onnx

sys.path.insert(0, sys.argv[1])
import bounds

with open(os.path.join(sys.argv[2], "manifest.json")) as file:
    manifest = json.load(file)
for name, entry in manifest.items():
    flops, moved = bounds.count_work(os.path.join(sys.argv[2], name + ".onnx"))
    products = 2 * entry["macs"]
    if name.startswith(("conv_", "dw_", "gemm")):
        assert flops == products, (name, flops, products)
    elif name.startswith(("sigmoid", "tanh", "softmax")):
        assert flops == 4 * 96, (name, flops)
    else:
        # What is no product is counted once for each element.
        assert products <= flops, (name, flops, products)
    inputs = sum(int(np.prod(spec["shape"])) * (8 if spec["dtype"] == "int64" else 4)
                 for spec in entry["inputs"])
    graph = onnx.load(os.path.join(sys.argv[2], name + ".onnx")).graph
    outputs = sum(4 * int(np.prod([dim.dim_value for dim in value.type.tensor_type.shape.dim]))
                  for value in graph.output)
    weights = 4 * entry["params"]
    if name == "lstm_lm_seq" or name.startswith("lstm_lm"):
        # Of the embedding only the rows that are looked up.
        assert inputs + outputs < moved < inputs + outputs + weights, (name, moved)
    elif not name.startswith(("bert", "gelu")):
        small = sum(8 * int(np.prod(weight.dims)) for weight in graph.initializer
                    if weight.data_type == onnx.TensorProto.INT64)
        assert moved == inputs + outputs + weights + small, (name, moved, inputs, outputs, weights)
