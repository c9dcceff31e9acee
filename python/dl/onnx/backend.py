# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler as a backend of onnx: `onnx.backend.base.Backend`.

    import dl.onnx.backend as backend
    outputs = backend.run_model(model, [x, y])
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from onnx.backend.base import Backend, BackendRep, namedtupledict

from .. import _compile
from .._errors import CompileError
from .._model import Model
from .flatten import flatten, get_structure, group_outputs, has_structures


class DlBackendRep(BackendRep):
    """A prepared model. One that takes sequences or optionals is compiled when it runs, for each
    structure that they have; `model` is the one that ran last."""

    def __init__(self, proto: onnx.ModelProto, **options: Any):
        self._proto = proto
        self._options = options
        self._models: dict[Any, Model] = {}
        self._has_structures = has_structures(proto)
        self.model: Model | None = None
        if not self._has_structures:
            self.model = _compile.compile(proto, **options)

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Runs on a list of arrays, or on a mapping from names."""
        given = {tensor.name for tensor in self._proto.graph.initializer}
        names = [info.name for info in self._proto.graph.input if info.name not in given]
        if isinstance(inputs, dict):
            inputs = [inputs[name] for name in names]
        elif isinstance(inputs, np.ndarray):
            inputs = [inputs]
        if self._has_structures:
            inputs = self._find_model(dict(zip(names, inputs)))
        assert self.model
        arrays = self.model.run(list(inputs))
        outputs = [info.name for info in self._proto.graph.output]
        results = group_outputs(self._proto, dict(zip(self.model.output_names, arrays)))
        return namedtupledict("Outputs", outputs)(*results)

    def _find_model(self, inputs: dict[str, Any]) -> list[Any]:
        """Takes the model for the structure of inputs; the inputs that it takes."""
        structures = {info.name: get_structure(inputs[info.name])
                      for info in self._proto.graph.input
                      if info.name in inputs and not info.type.HasField("tensor_type")}
        key = tuple(structures.items())
        if key not in self._models:
            self._models[key] = _compile.compile(flatten(self._proto, structures), **self._options)
        self.model = self._models[key]
        arrays: list[Any] = []
        for name, value in inputs.items():
            if isinstance(value, (list, tuple)) and name in structures:
                arrays += value
            elif value is not None:
                arrays.append(value)
        return arrays


class DlBackend(Backend):
    """Compiles with `dl.compile`. Keywords of `prepare` are its options."""

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> bool:
        if not cls.supports_device(device):
            return False
        try:
            _compile.compile(model, **kwargs)
        except CompileError:
            return False
        return True

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> DlBackendRep:
        if not cls.supports_device(device):
            raise ValueError(f"expected the device 'CPU', got {device!r}")
        return DlBackendRep(model, **kwargs)

    @classmethod
    def run_node(cls, node: onnx.NodeProto, inputs: Sequence[Any], device: str = "CPU",
                 outputs_info: Sequence[tuple[np.dtype, tuple[int, ...]]] | None = None,
                 **kwargs: Any) -> tuple[Any, ...]:
        """Runs one node of the newest opset, or of `opset_version`."""
        opset = kwargs.pop("opset_version", onnx.defs.onnx_opset_version())
        names = [name for name in node.input if name]
        arrays = [np.asarray(value) for value in inputs]
        if len(names) != len(arrays):
            raise ValueError(f"expected {len(names)} inputs, got {len(arrays)}")
        graph = onnx.helper.make_graph(
            [node], "node",
            [onnx.helper.make_tensor_value_info(
                name, onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
             for name, array in zip(names, arrays)],
            [onnx.helper.make_value_info(name, onnx.TypeProto()) for name in node.output if name])
        model = onnx.helper.make_model(
            graph, opset_imports=[onnx.helper.make_opsetid(node.domain, opset)])
        model = onnx.shape_inference.infer_shapes(model)
        return cls.prepare(model, device, **kwargs).run(arrays)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        return device.split(":")[0] == "CPU"


is_compatible = DlBackend.is_compatible
prepare = DlBackend.prepare
run_model = DlBackend.run_model
run_node = DlBackend.run_node
supports_device = DlBackend.supports_device
