"""Writes three small models of two families with their inputs and a manifest."""
import json
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper


def write(folder, name, kind, size):
    values = [helper.make_tensor_value_info(value, TensorProto.FLOAT, [size, size])
              for value in ("x", "y", "z")]
    graph = helper.make_graph([helper.make_node(kind, ["x", "y"], ["z"])], name, values[:2],
                              values[2:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, os.path.join(folder, name + ".onnx"))
    random = np.random.default_rng(size)
    inputs = {value: random.standard_normal((size, size)).astype(np.float32) for value in "xy"}
    np.savez(os.path.join(folder, name + ".inputs.npz"), **inputs)


write(sys.argv[1], "product_0", "MatMul", 4)
write(sys.argv[1], "product_1", "MatMul", 40)
write(sys.argv[1], "sum_0", "Add", 16)
with open(os.path.join(sys.argv[1], "manifest.json"), "w") as manifest:
    json.dump(dict(models=dict(product_0="product of 4", product_1="product of 40")), manifest)
