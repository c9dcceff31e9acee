# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What onnxruntime and onnx's reference evaluator make of single nodes and of models.

A node of f16 or bf16 is evaluated in f32 and rounded: that is what its operator means, and
more exact than either evaluator's own arithmetic in 16 bits.
"""

import warnings

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from formulas import evaluate_formula
from values import (
    BF16,
    BOOL,
    F16,
    F32,
    F64,
    I32,
    I64,
    INTEGERS,
    NARROW_FLOATS,
    TYPES,
    is_float,
    name_of,
    widen,
)

warnings.simplefilter("ignore")
# These say themselves what becomes of 16 bits.
OWN_ROUNDING = {
    "Cast",
    "CastLike",
    "BitCast",
    "Constant",
    "ConstantOfShape",
    "EyeLike",
    "Range",
    "QuantizeLinear",
    "DequantizeLinear",
    "If",
    "Loop",
    "Scan",
}
NEWEST_OF_ONNXRUNTIME = 26
# Where onnxruntime is known not to do what onnx says: the reference evaluator is asked.
#   Cast: rounds f64 to f16 by way of f32
#   Clip: takes the largest finite number for a bound that is not given; by onnx's function body
#   there is none, and infinities stay
ONNXRUNTIME_FAULTS = {"Cast", "Clip"}
# The same of the reference evaluator.
#   LRN: sums over other channels than the size says
#   LSTM, GRU, RNN: go on after a sequence's end
#   AveragePool, LpPool: leave NaN out, as if it were padding
#   Conv: fills dilated weights with zeros, which make NaN of infinities
REFERENCE_FAULTS = {"Conv", "LRN", "LSTM", "GRU", "RNN", "AveragePool", "LpPool"}
# Versions before 13 flatten, which the reference evaluator forgets.
FLATTENED_BEFORE_13 = {"Softmax", "LogSoftmax", "Hardmax"}


class Refused(Exception):
    """No oracle takes the node."""


def ir_version(opset):
    return 10 if opset <= 23 else 13


def describe(name, array):
    return helper.make_tensor_value_info(
        name, onnx.TensorProto.DataType.Value(name_of(array.dtype).upper()), array.shape
    )


def known_opset(op, opset):
    """An opset that onnxruntime knows and that has the same version of an operator, if there is
    one."""
    if opset <= NEWEST_OF_ONNXRUNTIME:
        return opset
    since = onnx.defs.get_schema(op, opset, "").since_version
    return NEWEST_OF_ONNXRUNTIME if since <= NEWEST_OF_ONNXRUNTIME else opset


def wrap(node, opset, arrays):
    """A model of one node; `arrays` are its inputs by name."""
    if not any(attribute.HasField("g") for attribute in node.attribute):
        opset = known_opset(node.op_type, opset)
    graph = helper.make_graph(
        [node],
        "node",
        [describe(*entry) for entry in arrays.items()],
        [onnx.ValueInfoProto(name=name) for name in node.output if name],
    )
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=ir_version(opset)
    )


def infer(model, arrays=None):
    """The model with the types that onnx infers; raises Refused where onnx says that it is wrong.
    Small integers among `arrays` decide shapes, so they are told."""
    known = onnx.ModelProto()
    known.CopyFrom(model)
    for name, array in (arrays or {}).items():
        if array.dtype in (I32, I64) and array.size <= 16:
            known.graph.initializer.append(numpy_helper.from_array(array, name))
    try:
        known = onnx.shape_inference.infer_shapes(known, strict_mode=True, data_prop=True)
    except Exception as error:  # several kinds
        raise Refused(f"inference: {str(error)[:200]}") from None
    del known.graph.initializer[len(model.graph.initializer) :]
    return known


def output_types(model, arrays):
    """Element types of the outputs of a model of one node; None where nobody says."""
    names = {number: name for name, number in onnx.TensorProto.DataType.items()}
    node = model.graph.node[0]
    schema = onnx.defs.get_schema(node.op_type, model.opset_import[0].version, "")
    types = []
    for index, output in enumerate(model.graph.output):
        dtype = TYPES.get(names[output.type.tensor_type.elem_type].lower())
        if dtype is None and node.op_type not in ("If", "Loop", "Scan"):
            # Inference says nothing of operators that are functions.
            word = schema.outputs[min(index, len(schema.outputs) - 1)].type_str
            same = [
                arrays[name].dtype
                for name, formal in zip(node.input, schema.inputs)
                if name and formal.type_str == word
            ]
            dtype = same[0] if same else TYPES.get(word[len("tensor(") : -1])
        types.append(dtype)
    return types


def session(model, optimize=False):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    if not optimize:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def run_onnxruntime(model, arrays):
    return session(model).run(None, arrays)


def run_onnxruntime_f32(model, arrays):
    """Operators of f64 that onnxruntime has of f32 only."""
    narrow = {
        name: array.astype(F32) if array.dtype == F64 else array for name, array in arrays.items()
    }
    node = model.graph.node[0]
    model = infer(wrap(node, model.opset_import[0].version, narrow))
    return [
        array.astype(F64) if array.dtype == F32 else array
        for array in run_onnxruntime(model, narrow)
    ]


def run_flattened(node, arrays):
    """Dims from the axis on count as one."""
    (x,) = arrays.values()
    axis = next((entry.i for entry in node.attribute if entry.name == "axis"), 1)
    rows = x.reshape(int(np.prod(x.shape[:axis])) if axis else 1, -1)
    model = wrap(helper.make_node(node.op_type, ["x"], ["y"], axis=1), 13, {"x": rows})
    return [run_reference(model, {"x": rows})[0].reshape(x.shape)]


def run_grouped(node, opset, arrays):
    """The reference evaluator gives all groups of a ConvTranspose the first one's bias and takes
    weights of others: each is computed by itself."""
    plain = onnx.NodeProto()
    plain.CopyFrom(node)
    del plain.attribute[:]
    plain.attribute.extend(entry for entry in node.attribute if entry.name != "group")
    count = next(entry.i for entry in node.attribute if entry.name == "group")
    x, weights, *bias = (arrays[name] for name in node.input if name)
    slices = [np.split(x, count, 1), np.split(weights, count), *(np.split(b, count) for b in bias)]
    results = []
    with np.errstate(all="ignore"):
        for parts in zip(*slices):
            part = dict(zip(node.input, parts))
            results += ReferenceEvaluator(wrap(plain, opset, part)).run(None, part)
    return [np.concatenate(results, 1)]


def run_reference(model, arrays):
    node = model.graph.node[0]
    if node.op_type == "ConvTranspose" and any(
        entry.name == "group" and entry.i > 1 for entry in node.attribute
    ):
        return run_grouped(node, model.opset_import[0].version, arrays)
    if node.op_type in FLATTENED_BEFORE_13 and model.opset_import[0].version < 13:
        return run_flattened(node, arrays)
    with np.errstate(all="ignore"):
        return ReferenceEvaluator(model).run(None, arrays)


def fits(model, results):
    """Whether results have the shapes that onnx infers; evaluators have faults, too."""
    for output, array in zip(model.graph.output, results):
        tensor = output.type.tensor_type
        if tensor.HasField("shape"):
            dims = [
                dim.dim_value if dim.HasField("dim_value") else None for dim in tensor.shape.dim
            ]
            if len(dims) != array.ndim or any(
                dim not in (None, extent) for dim, extent in zip(dims, array.shape)
            ):
                return False
    return True


def attempt(runners, model, arrays, types=()):
    """What the first of some runners gives that knows the model. One that gives other types
    than these, as the reference evaluator where it adds integers up, does not know it."""
    errors = []
    for run in runners:
        try:
            results = [np.asarray(array) for array in run(model, arrays)]
            if fits(model, results):
                return [convert(a, dtype) for a, dtype in zip(results, types)] or results
            errors.append("other shapes than inferred")
        except Exception as error:  # whatever an oracle raises where it knows no such model
            errors.append(str(error)[:200])
    raise Refused("; ".join(errors))


def is_plain(dtype):
    return dtype in (F32, F64, BOOL) or dtype in INTEGERS


def evaluate(node, opset, arrays, runners=(run_onnxruntime, run_reference)):
    """The outputs of a node, in the types that onnx gives them."""
    model = infer(wrap(node, opset, arrays), arrays)
    types = output_types(model, arrays)
    try:
        results = evaluate_formula(node, arrays)
    except ValueError as error:  # shapes that do not fit together, of which others say the same
        raise Refused(str(error)) from error
    if results is not None:
        return results
    sixteen = any(array.dtype in (F16, BF16) for array in arrays.values())
    if node.op_type in ONNXRUNTIME_FAULTS:
        runners = (run_reference,)
    if node.op_type in REFERENCE_FAULTS:
        runners = (run_onnxruntime, run_onnxruntime_f32)
    if sixteen and node.op_type not in OWN_ROUNDING:
        widened = {
            name: array.astype(F32) if array.dtype in (F16, BF16) else array
            for name, array in arrays.items()
        }
        return attempt(runners, infer(wrap(node, opset, widened), widened), widened, types)
    all_plain = all(is_plain(array.dtype) for array in arrays.values())
    if not all_plain or not all(dtype is None or is_plain(dtype) for dtype in types):
        runners = (run_reference,)
    return attempt(runners, model, arrays, types)


def convert(array, dtype):
    if dtype is None or array.dtype == dtype:
        return array
    if dtype in NARROW_FLOATS and array.dtype.itemsize == 1 and array.dtype.kind in "iu":
        return array.view(dtype)
    if is_float(dtype) or array.dtype.kind in "iub" and array.size == 0:
        with np.errstate(all="ignore"):
            return array.astype(dtype)
    raise Refused(f"got {array.dtype} for {dtype}")


def widen_stash(node, opset):
    """A node that may compute in f32 in between whatever its type is, as one that does not."""
    attributes = onnx.defs.get_schema(node.op_type, opset, node.domain).attributes
    if "stash_type" not in attributes:
        return node
    wide = onnx.NodeProto()
    wide.CopyFrom(node)
    del wide.attribute[:]
    wide.attribute.extend(entry for entry in node.attribute if entry.name != "stash_type")
    wide.attribute.append(helper.make_attribute("stash_type", onnx.TensorProto.DOUBLE))
    return wide


def evaluate_wide(node, opset, arrays):
    """The same in f64, from floats in f64: `arrays` are pairs of the type that the node takes
    and the array, the results such pairs. A conversion between floats keeps all bits. What
    neither oracle computes in f64 is computed in the node's own types."""
    narrow = {}
    for name, (dtype, array) in arrays.items():
        with np.errstate(all="ignore"):
            narrow[name] = array.astype(dtype) if is_float(dtype) else array
    types = output_types(infer(wrap(node, opset, narrow)), narrow)
    if node.op_type in ("Cast", "CastLike"):
        dtype, array = arrays[node.input[0]]
        if is_float(dtype) and is_float(types[0]):
            return [(types[0], array)]
    elif node.op_type not in OWN_ROUNDING and any(is_float(dtype) for dtype, _ in arrays.values()):
        try:
            wide = {name: array for name, (_, array) in arrays.items()}
            if (results := evaluate_formula(node, wide)) is not None:
                return list(zip(types, results))
            deep = widen_stash(node, opset)
            runners = (
                (run_onnxruntime,)
                if node.op_type in REFERENCE_FAULTS
                else (run_onnxruntime, run_reference)
            )
            results = attempt(runners, infer(wrap(deep, opset, wide), wide), wide)
            return [
                (dtype, array.astype(F64) if is_float(dtype) else convert(array, dtype))
                for array, dtype in zip(results, types)
            ]
        except Refused:
            pass
    return [(array.dtype, widen(array)) for array in evaluate(node, opset, narrow)]


def convert_safely(array, dtype):
    """An oracle's array in another type, or as it is where it has no such form."""
    try:
        return convert(array, dtype)
    except Refused:
        return array
