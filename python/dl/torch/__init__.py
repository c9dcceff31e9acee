# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch models: `torch.compile(model, backend="dl")`.

An installed dl is found by torch under that name; elsewhere `import dl.torch` makes it known. Graphs
that torch captures go through torch.onnx to the compiler. One that has no ONNX form, or that the
compiler refuses, runs in PyTorch, with a warning of logging.getLogger("dl") that names the operator.

Needs the packages torch, onnxscript and onnx.
"""
from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .._errors import OptionError, OptionTypeError
from .._options import Options
from ._graph import Graph, Settings

__all__ = ["backend", "compile"]

# So that mypy does not ask for types of torch, which may not be installed.
_torch: Any = importlib.import_module("torch")


def backend(graph: Any, inputs: Sequence[Any], *, mode: str | None = None,
            options: Mapping[str, Any] | None = None, **rest: Any) -> Any:
    """What torch.compile calls with a graph that it captured.

    `options` are keywords of dl.Options, where `threads` is torch.get_num_threads() if it is not
    given, and `freeze`: True makes constants of all weights, False of none, None (the default) of
    those that need no gradient when the graph is compiled. A weight that is changed later is
    noticed, and is an input from then on. The first results of what is compiled are compared with
    PyTorch's, unless `verify` is False.
    """
    if mode not in (None, "default"):
        raise OptionError(f"expected no mode for the backend dl, got {mode!r}; what it takes are "
                          "options={…}, keywords of dl.Options, freeze and verify")
    settings = _read_options(options or {})
    common = importlib.import_module("torch._dynamo.backends.common")
    functorch = importlib.import_module("functorch.compile")

    def compile_forward(forward: Any, fakes: Sequence[Any]) -> Callable[[list[Any]], list[Any]]:
        # What gradients are taken of is trained: its weights change.
        return _box(Graph(forward, dataclasses.replace(settings, freeze=False)))

    def compile_backward(backward: Any, fakes: Sequence[Any]) -> Any:
        return functorch.make_boxed_func(backward.forward)

    def compile_inference(forward: Any, fakes: Sequence[Any]) -> Callable[[list[Any]], list[Any]]:
        return _box(Graph(forward, settings))

    return common.aot_autograd(
        fw_compiler=compile_forward, bw_compiler=compile_backward,
        inference_compiler=compile_inference, decompositions=_get_decompositions())(graph, inputs)


def _get_decompositions() -> Any:
    """Of operators of torch's CPU kernels that are functions of others, and have no ONNX form."""
    aten = _torch.ops.aten
    decompositions = importlib.import_module("torch._decomp").get_decompositions
    return decompositions([aten._scaled_dot_product_flash_attention_for_cpu])


def compile(module: Any, *, fullgraph: bool = False, dynamic: bool | None = None,
            **options: Any) -> Any:
    """torch.compile with this backend: `dl.torch.compile(module, threads=4, freeze=True)`."""
    _read_options(options)
    return _torch.compile(module, backend=backend, fullgraph=fullgraph, dynamic=dynamic,
                          options=options or None)


def _read_options(given: Mapping[str, Any]) -> Settings:
    fields = dict(given)
    freeze = fields.pop("freeze", None)
    if freeze is not None and not isinstance(freeze, bool):
        raise OptionTypeError(f"expected freeze to be a bool or None, got {freeze!r}")
    verify = fields.pop("verify", True)
    if not isinstance(verify, bool):
        raise OptionTypeError(f"expected verify to be a bool, got {verify!r}")
    known = set(Options.__dataclass_fields__) - {"sizes", "target"}
    for name in fields:
        if name not in known:
            raise OptionError(f"expected options of the backend dl, got {name!r}; there are freeze, "
                              "verify, " + ", ".join(sorted(known)))
    fields.setdefault("threads", _torch.get_num_threads())
    return Settings(Options(**fields), freeze, verify)


def _box(graph: Graph) -> Callable[[list[Any]], list[Any]]:
    def run(arguments: list[Any]) -> list[Any]:
        return graph(arguments)
    run._boxed_call = True  # type: ignore[attr-defined]
    return run


def _register() -> None:
    registry = importlib.import_module("torch._dynamo.backends.registry")
    if "dl" not in registry.list_backends(()):
        registry.register_backend(backend, name="dl")


_register()
