"""What the forms are made with: a graph that collects nodes, and a model with its sizes."""
import dataclasses

import numpy as np
from onnx import TensorProto, helper, numpy_helper

F32, I64, BOOL, I32 = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL, TensorProto.INT32


@dataclasses.dataclass
class Form:
    model: object
    sizes: list  # of dicts: values of the symbols, for `inputs`
    inputs: object  # from such a dict and a numpy generator: arrays by name
    fixed: str = ""  # --sizes for the first of the sizes


class Graph:
    """Collects nodes and initializers; names follow from counts."""

    def __init__(self, opset, seed, ir_version=8):
        self.opset, self.ir_version = opset, ir_version
        self.nodes, self.initializers, self.functions = [], [], []
        self.domains = {}
        self.random = np.random.default_rng(seed)

    def node(self, op, inputs, outputs=1, name=None, domain="", **attributes):
        number = len(self.nodes)
        names = [f"{op}_{number}_{i}" for i in range(outputs)] if isinstance(outputs, int) \
            else list(outputs)
        self.nodes.append(helper.make_node(op, inputs, names, name or f"{op}_{number}",
                                           domain=domain, **attributes))
        return names[0] if len(names) == 1 else names

    def constant(self, value, dtype=np.int64):
        name = f"const_{len(self.initializers)}"
        array = np.asarray(value, dtype)
        self.initializers.append(numpy_helper.from_array(array, name))
        return name

    def weight(self, *shape, scale=None):
        scale = scale or 1 / np.sqrt(max(1, int(np.prod(shape[1:])) if len(shape) > 1 else 1))
        return self.constant(self.random.standard_normal(shape) * scale, np.float32)

    def dim(self, x, axis, keep=True):
        """An element of a shape, as torch and paddle read it."""
        shape = self.node("Shape", [x])
        if keep:
            return self.node("Slice", [shape, self.constant([axis]), self.constant([axis + 1]),
                                       self.constant([0])])
        return self.node("Gather", [shape, self.constant(axis)], axis=0)

    def model(self, inputs, outputs):
        value = lambda entry: helper.make_tensor_value_info(entry[0], entry[1], entry[2])
        graph = helper.make_graph(self.nodes, "graph", [value(i) for i in inputs],
                                  [value(o) for o in outputs], self.initializers)
        opsets = [helper.make_opsetid("", self.opset)]
        opsets += [helper.make_opsetid(d, v) for d, v in self.domains.items()]
        return helper.make_model(graph, opset_imports=opsets, ir_version=self.ir_version,
                                 functions=self.functions)
