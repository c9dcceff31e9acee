#!/usr/bin/env python3
"""Writes the test cases of this folder: operators of the graph dialect with
inputs and the results that onnxruntime gives for the same ONNX operator.

Inputs are small multiples of 1/8, so that sums and products are exact in float
and a wrong index shows as a large difference. Needs numpy, onnx, onnxruntime.

Usage: make_cases.py [OUT_DIR]
"""
import os
import sys

import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper

TYPES = {np.dtype(np.float32): ("f32", TensorProto.FLOAT),
         np.dtype(np.float64): ("f64", TensorProto.DOUBLE),
         np.dtype(np.int32): ("i32", TensorProto.INT32),
         np.dtype(np.int64): ("i64", TensorProto.INT64)}


def run(op, inputs, **attributes):
    """The results of one ONNX operator; inputs of None are left out."""
    names = ["" if x is None else f"x{i}" for i, x in enumerate(inputs)]
    infos = [helper.make_tensor_value_info(n, TYPES[x.dtype][1], x.shape)
             for n, x in zip(names, inputs) if x is not None]
    node = helper.make_node(op, names, ["y"], **attributes)
    out = helper.make_tensor_value_info("y", TYPES[inputs[0].dtype][1], None)
    model = helper.make_model(helper.make_graph([node], "case", infos, [out]),
                              opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {n: x for n, x in zip(names, inputs) if x is not None})[0]


def tensor_type(x):
    return "tensor<" + "".join(f"{d}x" for d in x.shape) + TYPES[x.dtype][0] + ">"


def literal(x):
    def text(value):
        if isinstance(value, list):
            return "[" + ", ".join(text(v) for v in value) + "]"
        if x.dtype.kind == "i":
            return str(value)
        short = np.format_float_positional(x.dtype.type(value), unique=True, trim="0")
        return short if "." in short else short + ".0"
    return f"dense<{text(x.tolist())}> : {tensor_type(x)}"


class File:
    def __init__(self, name, what, tolerance, passes=("", "--graph-fuse-ops ")):
        self.name, self.cases, self.names = name, [], set()
        self.rng = np.random.Generator(np.random.PCG64(sum(map(ord, name))))
        check = f"--test-interpret=tolerance={tolerance}"
        runs = [f"// RUN: dl-opt %s {passes[0]}{check}\n"]
        runs += [f"// RUN: dl-opt %s {p}--convert-graph-to-te --dl-verify-te {check}\n" for p in passes]
        self.head = "".join(runs) + f"\n// {what} against onnxruntime; made by make_cases.py.\n"

    def data(self, *shape, dtype=np.float32, low=-16, high=17):
        x = np.asarray(self.rng.integers(low, high, shape))
        return np.asarray(x / 8 if np.dtype(dtype).kind == "f" else x, dtype)

    def case(self, name, op, inputs, onnx_op, onnx_inputs=None, expected=None, constants=False,
             **attributes):
        """`op` is the graph op with {0}, {1}, … for operands and its attributes. With
        `constants`, all inputs but the first are constants of the function."""
        if expected is None:
            expected = run(onnx_op, inputs if onnx_inputs is None else onnx_inputs, **attributes)
        assert name not in self.names
        self.names.add(name)
        given = [x for x in inputs if x is not None]
        args = ",\n    ".join(f"%x{i}: {tensor_type(x)} {{dl.test_input = {literal(x)}}}"
                              for i, x in enumerate(given) if i == 0 or not constants)
        weights = "".join(f"  %x{i} = graph.constant {literal(x)}\n"
                          for i, x in enumerate(given) if i > 0 and constants)
        types = ", ".join(tensor_type(x) for x in given)
        body = op.format(*[f"%x{i}" for i in range(len(given))])
        result = tensor_type(expected)
        self.cases.append(
            f"func.func @{name}(\n    {args})\n"
            f"    -> ({result} {{dl.test_expected = {literal(expected)}}}) {{\n{weights}"
            f"  %y = graph.{body} : ({types}) -> {result}\n"
            f"  return %y : {result}\n}}\n")

    def write(self, out):
        with open(os.path.join(out, self.name + ".mlir"), "w") as f:
            f.write(self.head + "\n" + "\n".join(self.cases))


def conv_case(f, name, x, w, bias, strides, pads, dilations, group=1, constants=False):
    inputs = [f.data(*x), f.data(*w)] + ([f.data(w[0])] if bias else [])
    operands = ", ".join(f"{{{i}}}" for i in range(len(inputs)))
    suffix = f" group {group}" if group != 1 else ""
    f.case(name, f"conv {operands} strides {strides} pads {pads} dilations {dilations}{suffix}",
           inputs, "Conv", constants=constants, strides=strides, pads=pads, dilations=dilations,
           group=group)


def blocked():
    f = File("blocked-convolution", "Convolutions with channels in blocks of 2", "1e-6",
             ["--graph-convert-layout=block=2 ",
              "--graph-convert-layout=block=2 --canonicalize --graph-fuse-ops "])

    def conv(*args, **kwargs):
        conv_case(f, *args, constants=True, **kwargs)

    conv("both", (1, 4, 3, 4), (6, 4, 2, 3), True, [1, 1], [0] * 4, [1, 1])
    conv("output_only", (1, 3, 4, 4), (4, 3, 3, 3), False, [2, 1], [1] * 4, [1, 1])
    conv("padded_batch", (2, 2, 3, 3), (2, 2, 3, 3), True, [1, 1], [1, 0, 1, 2], [1, 1])
    conv("dilated", (1, 4, 7, 6), (2, 4, 3, 2), False, [1, 2], [1, 2, 0, 1], [2, 3])
    conv("depthwise", (1, 4, 4, 4), (4, 1, 3, 3), True, [1, 1], [1] * 4, [1, 1], group=4)
    conv("grouped", (1, 8, 3, 3), (4, 4, 2, 2), False, [1, 1], [0] * 4, [1, 1], group=2)
    conv("odd_groups", (1, 6, 3, 3), (6, 3, 2, 2), False, [1, 1], [0] * 4, [1, 1], group=2)
    conv("odd_outputs", (1, 4, 3, 3), (3, 4, 2, 2), True, [1, 1], [0] * 4, [1, 1])
    conv("one_dim", (2, 4, 6), (4, 4, 3), True, [2], [1, 2], [1])
    conv("three_dims", (1, 2, 3, 4, 3), (2, 2, 2, 2, 2), False, [1, 2, 1], [0, 1, 0, 1, 0, 1],
         [1, 1, 2])
    return f


def convolution():
    f = File("convolution", "Convolutions and pooling", "1e-6")

    def conv(*args, **kwargs):
        conv_case(f, *args, **kwargs)

    conv("plain", (1, 2, 4, 5), (3, 2, 2, 3), False, [1, 1], [0] * 4, [1, 1])
    conv("bias_and_batch", (2, 2, 3, 3), (2, 2, 1, 1), True, [1, 1], [0] * 4, [1, 1])
    conv("padded", (1, 2, 4, 4), (2, 2, 3, 3), True, [1, 1], [1] * 4, [1, 1])
    conv("uneven_pads", (1, 1, 4, 3), (2, 1, 3, 2), False, [1, 2], [2, 0, 1, 3], [1, 1])
    # The last window ends before the end padding and before the last column.
    conv("unused_end", (1, 1, 6, 6), (1, 1, 2, 2), False, [3, 4], [0, 0, 1, 1], [1, 1])
    conv("strided", (1, 2, 7, 7), (2, 2, 3, 3), False, [2, 2], [1] * 4, [1, 1])
    conv("dilated", (1, 1, 7, 6), (2, 1, 3, 2), False, [1, 2], [1, 2, 0, 1], [2, 3])
    conv("grouped", (1, 4, 3, 3), (6, 2, 2, 2), True, [1, 1], [0] * 4, [1, 1], 2)
    conv("depthwise", (1, 3, 4, 4), (3, 1, 3, 3), False, [1, 1], [1] * 4, [1, 1], 3)
    conv("multiplier", (1, 2, 3, 3), (4, 1, 2, 2), False, [1, 1], [0] * 4, [1, 1], 2)
    conv("one_dim", (2, 2, 6), (3, 2, 3), True, [2], [1, 2], [1])
    conv("three_dims", (1, 2, 3, 4, 3), (2, 2, 2, 2, 2), False, [1, 2, 1], [0, 1, 0, 1, 0, 1],
         [1, 1, 2])

    def pool(name, x, kernel, strides, pads, dilations, ceil=0, dtype=np.float32):
        mode = " ceil_mode" if ceil else ""
        f.case(name, f"max_pool {{0}} kernel {kernel} strides {strides} pads {pads} "
                     f"dilations {dilations}{mode}", [f.data(*x, dtype=dtype)], "MaxPool",
               kernel_shape=kernel, strides=strides, pads=pads, dilations=dilations,
               ceil_mode=ceil)

    pool("pool", (1, 2, 4, 4), [2, 2], [2, 2], [0] * 4, [1, 1])
    pool("pool_negative", (1, 1, 2, 2), [3, 3], [1, 1], [1] * 4, [1, 1])
    pool("pool_padded", (2, 1, 7, 6), [3, 3], [2, 2], [1] * 4, [1, 1])
    pool("pool_ceil", (1, 1, 6, 5), [3, 2], [2, 2], [0, 0, 0, 0], [1, 1], 1)
    pool("pool_ceil_padded", (1, 1, 5, 5), [2, 2], [3, 3], [1, 1, 1, 1], [1, 1], 1)
    pool("pool_dilated", (1, 1, 7, 7), [2, 3], [1, 2], [0, 1, 0, 1], [2, 2])
    pool("pool_line", (1, 2, 9), [3], [2], [1, 0], [1])
    pool("pool_double", (1, 1, 4, 4), [2, 2], [1, 1], [0] * 4, [1, 1], dtype=np.float64)
    pool("pool_volume", (1, 1, 3, 4, 3), [2, 2, 2], [1, 2, 1], [0] * 6, [1, 1, 1])
    return f


def products():
    f = File("products", "Matrix products", "1e-6")

    def matmul(name, a, b, dtype=np.float32):
        f.case(name, "matmul {0}, {1}", [f.data(*a, dtype=dtype), f.data(*b, dtype=dtype)],
               "MatMul")

    matmul("matrix", (2, 3), (3, 4))
    matmul("integers", (2, 3), (3, 2), np.int32)
    matmul("row", (3,), (3, 4))
    matmul("column", (2, 3), (3,))
    matmul("dot", (5,), (5,))
    matmul("batch", (2, 2, 3), (2, 3, 2))
    matmul("batch_broadcast", (2, 1, 2, 3), (3, 3, 2))
    matmul("batch_of_one", (1, 2, 3), (3, 2))
    matmul("row_batch", (3,), (2, 3, 2))
    matmul("batch_column", (2, 2, 3), (3,))

    def gemm(name, a, b, c, alpha=1.0, beta=1.0, ta=0, tb=0):
        inputs = [f.data(*a), f.data(*b)] + ([] if c is None else [f.data(*c)])
        operands = ", ".join(f"{{{i}}}" for i in range(len(inputs)))
        text = f"gemm {operands}"
        text += f" alpha {alpha}" if alpha != 1 else ""
        text += f" beta {beta}" if beta != 1 else ""
        text += " trans_a" * ta + " trans_b" * tb
        f.case(name, text, inputs, "Gemm", alpha=alpha, beta=beta, transA=ta, transB=tb)

    gemm("gemm", (2, 3), (3, 4), None)
    gemm("gemm_vector", (2, 3), (4, 3), (4,), tb=1)
    gemm("gemm_column", (3, 2), (3, 4), (2, 1), ta=1)
    gemm("gemm_scalar", (3, 2), (4, 3), (1,), ta=1, tb=1)
    gemm("gemm_scaled", (2, 3), (3, 2), (2, 2), alpha=0.5, beta=2.0)
    gemm("gemm_no_beta", (2, 3), (3, 2), (2, 2), alpha=2.0, beta=0.0)
    return f


def normalisations():
    f = File("normalisations", "Reductions and normalisations", "1e-6")
    x = lambda *shape: f.data(*shape)  # noqa: E731
    for name, shape, axes, keep in [("mean_last", (2, 3), [1], 0), ("mean_kept", (2, 3, 2), [1], 1),
                                    ("mean_spatial", (1, 2, 2, 2), [2, 3], 1),
                                    ("mean_first_and_last", (2, 3, 2), [0, 2], 0),
                                    ("mean_all", (2, 3), [0, 1], 0)]:
        f.case(name, f"reduce_mean {{0}} axes {axes}" + " keepdims" * keep, [x(*shape)],
               "ReduceMean", axes=axes, keepdims=keep)
    for axis in range(3):
        f.case(f"softmax_{axis}", f"softmax {{0}} axis {axis}", [x(2, 3, 2)], "Softmax", axis=axis)
    big = f.data(2, 3) * np.float32(1000)
    f.case("softmax_large", "softmax {0} axis 1", [big], "Softmax", axis=1)
    for name, axis, bias in [("layer_norm_last", 2, True), ("layer_norm_no_bias", 2, False),
                             ("layer_norm_inner", 1, True), ("layer_norm_all", 0, True)]:
        shape = (2, 2, 3)
        inputs = [x(*shape), x(*shape[axis:])] + ([x(*shape[axis:])] if bias else [])
        operands = ", ".join(f"{{{i}}}" for i in range(len(inputs)))
        f.case(name, f"layer_norm {operands} axis {axis} epsilon 0.01", inputs,
               "LayerNormalization", axis=axis, epsilon=0.01)
    # The mean is large against the deviation: one pass over squares would cancel, and
    # does in onnxruntime, so float64 is the reference.
    x0, scale = f.data(2, 4) + np.float32(4096), f.data(4)
    wide = x0.astype(np.float64)
    expected = (wide - wide.mean(1, keepdims=True)) / wide.std(1, keepdims=True) * scale
    f.case("layer_norm_offset", "layer_norm {0}, {1} axis 1 epsilon 0.0", [x0, scale],
           "LayerNormalization", expected=expected.astype(np.float32))
    for name, shape in [("batch_norm", (2, 3, 2, 2)), ("batch_norm_flat", (4, 3))]:
        c = shape[1]
        inputs = [x(*shape), x(c), x(c), x(c), f.data(c, low=1)]
        f.case(name, "batch_norm {0}, {1}, {2}, {3}, {4} epsilon 0.125", inputs,
               "BatchNormalization", epsilon=0.125)
    return f


def elementwise():
    f = File("elementwise", "Elementwise operators", "2e-6")
    for op in ["Relu", "Erf", "Exp", "Tanh", "Sigmoid", "Neg", "Abs"]:
        f.case(op.lower(), f"{op.lower()} {{0}}", [f.data(2, 5)], op)
    for op in ["Log", "Sqrt", "Reciprocal"]:
        f.case(op.lower(), f"{op.lower()} {{0}}", [f.data(2, 5, low=1)], op)
    for op, name in [("Add", "add"), ("Sub", "sub"), ("Mul", "mul"), ("Div", "div"),
                     ("Max", "maximum"), ("Min", "minimum")]:
        f.case(name, f"{name} {{0}}, {{1}}", [f.data(2, 3), f.data(3, low=1)], op)
        f.case(f"{name}_i32", f"{name} {{0}}, {{1}}",
               [f.data(3, 1, dtype=np.int32), f.data(2, low=1, dtype=np.int32)], op)
    f.case("pow", "pow {0}, {1}", [f.data(2, 3, low=1), f.data(2, 1)], "Pow")
    f.case("neg_i32", "neg {0}", [f.data(4, dtype=np.int32)], "Neg")
    f.case("abs_i32", "abs {0}", [f.data(4, dtype=np.int32)], "Abs")
    f.case("scalar_left", "sub {0}, {1}", [f.data(), f.data(2, 2)], "Sub")
    f.case("both_broadcast", "mul {0}, {1}", [f.data(2, 1, 3), f.data(4, 1)], "Mul")
    return f


def shapes():
    f = File("shapes", "Operators that move elements", "0")
    for name, perm in [("swap", [1, 0]), ("rotate", [2, 0, 1]), ("inner", [0, 2, 1, 3])]:
        shape = (2, 3, 2, 3)[:len(perm)]
        f.case(f"transpose_{name}", f"transpose {{0}} permutation {perm}", [f.data(*shape)],
               "Transpose", perm=perm)
    for name, old, new in [("flatten", (2, 3, 2), (2, 6)), ("split", (6, 2), (2, 3, 2)),
                           ("mixed", (4, 3), (2, 6)), ("ones", (1, 4, 1), (2, 1, 2)),
                           ("scalar", (1, 1), ()), ("wide", (2, 2, 3), (3, 4))]:
        x = f.data(*old)
        f.case(f"reshape_{name}", "reshape {0}", [x], "Reshape",
               [x, np.array(new, np.int64)])
    # Packing is a reshape and a transposition.
    x = f.data(2, 4, 2, 3)
    packed = x.reshape(2, 2, 2, 2, 3).transpose(0, 1, 3, 4, 2)
    for name, layouts, old, new in [
            ("pack", ("NCHW", "NCHW2c"), x, packed),
            ("unpack", ("NCHW2c", "NCHW"), packed, x),
            ("last", ("NCHW", "NHWC"), x, x.transpose(0, 2, 3, 1)),
            ("move_blocks", ("NCHW2c", "NHWC2c"), packed, packed.transpose(0, 2, 3, 1, 4)),
            ("reblock", ("NCHW2c", "NCHW4c"), packed, x.reshape(2, 1, 4, 2, 3).transpose(0, 1, 3, 4, 2)),
            ("one", ("NCHW", "NCHW8c"), x[:, :1], x[:, :1, :, :, None])]:
        f.case(f"layout_{name}", f'layout_transform {{0}} "{layouts[0]}" to "{layouts[1]}"',
               [np.ascontiguousarray(old)], "", expected=np.ascontiguousarray(new))
    return f


def main():
    out = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    for make in [convolution, blocked, products, normalisations, elementwise, shapes]:
        make().write(out)


if __name__ == "__main__":
    main()
