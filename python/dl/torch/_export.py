# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs of torch as ONNX models, and what their arguments and results are."""
from __future__ import annotations

import collections
import contextlib
import dataclasses
import importlib
import logging
import re
import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

torch: Any = importlib.import_module("torch")


class CannotExport(Exception):
    """Why a graph has no ONNX form. Whoever asked runs it in PyTorch."""


@dataclasses.dataclass(frozen=True)
class Result:
    """One result of a graph."""

    kind: str
    """"output" of the model, "argument" of the graph, "size" (of symbols) or "value"."""
    value: Any
    """The position of the output or the argument, the expression, or the value."""
    order: tuple[int, ...] | None = None
    """Of an output that is not row-major: its dimensions from the outermost in memory."""


@dataclasses.dataclass(frozen=True)
class Signature:
    """The arguments and results of a graph of torch.fx."""

    arguments: list[Any]
    """Its placeholders."""
    results: list[Result]
    outputs: list[Any]
    """The nodes that a model has to compute."""
    symbols: dict[Any, int]
    """Sizes that are arguments: the position of each."""


def read_signature(graph: Any) -> Signature:
    arguments = [node for node in graph.graph.nodes if node.op == "placeholder"]
    symbols = {}
    for position, node in enumerate(arguments):
        value = node.meta.get("val")
        if isinstance(value, torch.SymInt):
            symbols[value.node.expr] = position
    returned = next(node for node in graph.graph.nodes if node.op == "output").args[0]
    returned = returned if isinstance(returned, (list, tuple)) else [returned]
    outputs: list[Any] = []
    results = [_read_result(value, arguments, outputs) for value in returned]
    _check_operators(graph)
    return Signature(arguments, results, outputs, symbols)


def _read_result(value: Any, arguments: Sequence[Any], outputs: list[Any]) -> Result:
    if not isinstance(value, torch.fx.Node):
        return Result("value", value)
    if value in arguments:
        return Result("argument", arguments.index(value))
    meta = value.meta.get("val")
    if isinstance(meta, torch.SymInt):
        return Result("size", meta.node.expr)
    if not isinstance(meta, torch.Tensor):
        raise CannotExport(f"{value.name} gives {type(meta).__name__}, and a model gives tensors")
    if value not in outputs:
        outputs.append(value)
    return Result("output", outputs.index(value), _find_order(value, meta))


def _find_order(node: Any, meta: Any) -> tuple[int, ...] | None:
    """How a result lies in memory, which what is captured after it may count on."""
    if meta.layout != torch.strided:
        raise CannotExport(f"{node.name} gives a tensor of {meta.layout}, not a dense one")
    shape, strides = list(map(_get_hint, meta.shape)), list(map(_get_hint, meta.stride()))
    if 0 in shape:
        return None
    order = tuple(sorted(range(len(shape)), key=lambda axis: (-strides[axis], -shape[axis], axis)))
    step = 1
    for axis in reversed(order):
        if shape[axis] != 1 and strides[axis] != step:
            raise CannotExport(f"{node.name} gives a tensor whose elements do not fill its memory")
        step *= shape[axis]
    moved = [axis for axis in order if shape[axis] != 1]
    return None if moved == sorted(moved) else order


def _get_hint(size: Any) -> int:
    """A size as it was when the graph was captured; to ask for more would fix it."""
    if not isinstance(size, torch.SymInt):
        return int(size)
    if not size.node.has_hint():
        raise CannotExport(f"the size {size} hangs on data")
    return int(size.node.hint)


def _check_operators(graph: Any) -> None:
    """ONNX has random operators, but not the numbers of torch's generators."""
    for node in graph.graph.nodes:
        tags = getattr(node.target, "tags", ())
        if torch.Tag.nondeterministic_seeded in tags:
            raise CannotExport(f"{node.target} draws numbers from torch's generator")
        # torch.onnx makes one that does not train of it.
        if "batch_norm" in str(node.target) and "no_training" not in str(node.target) \
                and True in node.args:
            raise CannotExport(f"{node.target} trains, and ONNX has no statistics of it")


def get_operators(graph: Any) -> list[str]:
    return [str(node.target) for node in graph.graph.nodes if node.op == "call_function"]


def export(graph: Any, signature: Signature, arguments: Sequence[Any], weights: Mapping[int, Any],
           is_open: bool) -> tuple[Any, list[int]]:
    """An onnx.ModelProto for the arguments of a call, and the positions of its inputs.

    `weights` are constants, by their positions. With `is_open`, sizes of inputs that are symbols stay
    open; all other integers are constants.
    """
    root = torch.nn.Module()
    copy = torch.fx.Graph()
    replaced: dict[Any, Any] = {}
    inputs: list[int] = []
    dims: dict[Any, tuple[Any, int]] = {}
    for position, node in enumerate(signature.arguments):
        if position in weights:
            name = f"weight{position}"
            root.register_buffer(name, weights[position].detach())
            replaced[node] = copy.get_attr(name)
        elif isinstance(arguments[position], torch.Tensor):
            replaced[node] = copy.placeholder(f"x{position}")
            inputs.append(position)
            for axis, extent in enumerate(node.meta["val"].shape):
                if is_open and isinstance(extent, torch.SymInt):
                    dims.setdefault(extent.node.expr, (replaced[node], axis))
    for symbol, position in signature.symbols.items():
        replaced[signature.arguments[position]] = (
            copy.call_function(torch.ops.aten.sym_size.int, dims[symbol]) if symbol in dims
            else int(arguments[position]))
    for position, node in enumerate(signature.arguments):
        replaced.setdefault(node, arguments[position])
    for node in graph.graph.nodes:
        if node.op == "get_attr":
            setattr(root, node.target, getattr(graph, node.target))
        if node.op not in ("placeholder", "output"):
            replaced[node] = copy.node_copy(node, replaced.__getitem__)
    copy.output(tuple(replaced[node] for node in signature.outputs))
    module = torch.fx.GraphModule(root, copy)
    module.graph.eliminate_dead_code()
    module.recompile()
    # What is done to find the model is done to tensors of no one.
    examples = tuple(torch.empty_like(arguments[position].detach()).zero_() for position in inputs)
    shapes = tuple({axis: torch.export.Dim.DYNAMIC
                    for axis, extent in enumerate(signature.arguments[position].meta["val"].shape)
                    if is_open and isinstance(extent, torch.SymInt)} or None for position in inputs)
    return _to_onnx(module, examples, shapes), inputs


def _to_onnx(module: Any, examples: tuple[Any, ...], shapes: tuple[Any, ...]) -> Any:
    """In a thread of its own: torch runs what it has captured with parts of itself switched off, of
    which another thread knows nothing."""
    done: list[Any] = []

    def work() -> None:
        try:
            with _quiet(), torch.no_grad():
                program = torch.export.export(module, examples, dynamic_shapes=shapes, strict=False)
                done.append(torch.onnx.export(program, dynamo=True, verbose=False))
        except BaseException as error:  # whatever torch makes of a graph that it cannot export
            done.append(error)

    thread = threading.Thread(target=work, name="dl-torch-export", daemon=True)
    thread.start()
    thread.join()
    if isinstance(done[0], BaseException):
        raise CannotExport(_explain(done[0])) from done[0]
    model = done[0].model_proto
    model.graph.name = "torch_graph"
    return model


def _explain(error: BaseException | None) -> str:
    """The operator that is in the way, or the first line of what torch says."""
    lines = []
    while error is not None:
        text = str(error)
        if found := re.search(r"No ONNX function found for <OpOverload\(op='([^']+)', "
                              r"overload='([^']+)'\)>", text):
            return f"{found[1]}.{found[2]} has no ONNX form"
        lines += [line.strip() for line in text.splitlines() if line.strip()][:1]
        error = error.__cause__ or error.__context__
    return lines[-1] if lines else "torch.onnx gives no reason"


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Torch warns of what is not the user's here."""
    loggers = [logging.getLogger(name) for name in ("torch", "onnxscript", "onnx_ir")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(loggers, levels):
            logger.setLevel(level)


def count_operators(graph: Any) -> str:
    """"12 operators, of them 3 aten.mm.default, 2 aten.relu.default, …"."""
    counts = collections.Counter(get_operators(graph)).most_common()
    shown = ", ".join(f"{count} {name}" for name, count in counts[:3])
    return f"{sum(count for _, count in counts)} operators ({shown}{', …' * (len(counts) > 3)})"
