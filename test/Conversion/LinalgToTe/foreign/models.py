"""Small models in the words of other compilers, and what numpy makes of them.

  models.py arrays NAME FOLDER   random inputs and numpy's result (inputs.npz, ref.npz)
  models.py print FOLDER         print all models anew as linalg text

`print` made the files beside this one with torch-mlir 20261001 (wheel of PyPI, LLVM 24,
its ONNX importer on onnx 1.20.1) and jax 0.10.2; it is not run by the tests. It needs
torch-mlir-import-onnx and torch-mlir-opt in PATH and jax in Python.
"""
import os
import subprocess
import sys

import numpy as np

TORCH_PIPELINE = ("builtin.module(torch-onnx-to-torch-backend-pipeline,"
                  "torch-backend-to-linalg-on-tensors-backend-pipeline)")
JAX_PIPELINE = ("builtin.module(inline,symbol-dce,func.func(stablehlo-aggressive-simplification),"
                "stablehlo-legalize-to-linalg,canonicalize,cse)")


# Batch, tokens, heads, size of a head.
HEADS = (1, 64, 4, 32)


def arrays_of(seed, scale=0.5, **shapes):
    rng = np.random.default_rng(seed)
    return {name: (rng.standard_normal(shape) * scale).astype(np.float32)
            for name, shape in shapes.items()}


# --- numpy ------------------------------------------------------------------------
def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def windows(x, size, stride, padding, value=0.0):
    """Windows of an NCHW array as [n, c, h, w, kh, kw]; padding is (low, high)."""
    x = np.pad(x, ((0, 0), (0, 0), padding, padding), constant_values=value)
    view = np.lib.stride_tricks.sliding_window_view(x, (size, size), axis=(2, 3))
    return view[:, :, ::stride, ::stride]


def conv(x, w, stride, padding):
    return np.einsum("nchwij,fcij->nfhw", windows(x, w.shape[2], stride, padding), w)


def mlp(x, w):
    return softmax(np.maximum(x @ w["w0"].T + w["b0"], 0) @ w["w1"])


def cnn(x, w):
    x = np.maximum(conv(x, w["w0"], 2, (1, 1)) + w["b0"].reshape(-1, 1, 1), 0)
    x = windows(x, 3, 2, (1, 1), -np.inf).max(axis=(4, 5))
    x = np.maximum(conv(x, w["w1"], 1, (1, 1)) + x, 0)
    return x.mean(axis=(2, 3)) @ w["w2"].T + w["b2"]


def attention(x, w):
    split = lambda a: a.reshape(HEADS).transpose(0, 2, 1, 3)
    q, k, v = (split(x @ w[name]) for name in ("wq", "wk", "wv"))
    p = softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(HEADS[-1]))
    z = (p @ v).transpose(0, 2, 1, 3).reshape(x.shape) + x
    centred = z - z.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * w["g"] + w["b"]


def jax_mlp(x, w):
    h = x @ w["w0"] + w["b0"]
    h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
    return softmax(h @ w["w1"])


def jax_conv(x, w):
    y = conv(x.transpose(0, 3, 1, 2), w["w"].transpose(3, 2, 0, 1), 2, (0, 1))
    y = np.maximum(y + w["b"].reshape(-1, 1, 1), 0)
    return windows(y, 2, 2, (0, 0)).max(axis=(4, 5)).mean(axis=(2, 3))


# name: (function, shape of x, weights, whether the model holds them or takes them).
MODELS = {
    "torch-mlir-mlp": (mlp, (64, 256), arrays_of(
        1, 0.1, w0=(512, 256), b0=512, w1=(512, 128)), False),
    "torch-mlir-cnn": (cnn, (1, 3, 64, 64), arrays_of(
        2, w0=(16, 3, 3, 3), b0=16, w1=(16, 16, 3, 3), w2=(5, 16), b2=5), True),
    "torch-mlir-attention": (attention, (1, HEADS[1], HEADS[2] * HEADS[3]), arrays_of(
        3, 0.1, wq=(128, 128), wk=(128, 128), wv=(128, 128), g=128, b=128), False),
    "jax-mlp": (jax_mlp, (64, 256), arrays_of(
        4, 0.1, w0=(256, 512), b0=512, w1=(512, 128)), False),
    "jax-conv": (jax_conv, (1, 64, 64, 16), arrays_of(5, w=(3, 3, 16, 32), b=32), False),
}


def arrays(name):
    """The model's inputs in order and numpy's result."""
    function, shape, weights, holds = MODELS[name]
    x = arrays_of(6, scale=1.0, x=shape)["x"]
    double = {key: value.astype(np.float64) for key, value in weights.items()}
    result = function(x.astype(np.float64), double).astype(np.float32)
    return [x] + ([] if holds else list(weights.values())), result


def write_arrays(name, folder):
    inputs, result = arrays(name)
    np.savez(os.path.join(folder, "inputs.npz"),
             **{f"input{i}": array for i, array in enumerate(inputs)})
    np.savez(os.path.join(folder, "ref.npz"), output0=result)


# --- other compilers ----------------------------------------------------------------
def onnx_nodes(name):
    from onnx.helper import make_node as node
    if name == "torch-mlir-mlp":
        return [node("Gemm", ["x", "w0", "b0"], ["h"], transB=1), node("Relu", ["h"], ["r"]),
                node("MatMul", ["r", "w1"], ["m"]), node("Softmax", ["m"], ["y"], axis=-1)]
    if name == "torch-mlir-cnn":
        pads = [1, 1, 1, 1]
        return [node("Conv", ["x", "w0", "b0"], ["c0"], pads=pads, strides=[2, 2]),
                node("Relu", ["c0"], ["r0"]),
                node("MaxPool", ["r0"], ["p"], kernel_shape=[3, 3], strides=[2, 2], pads=pads),
                node("Conv", ["p", "w1"], ["c1"], pads=pads), node("Add", ["c1", "p"], ["a"]),
                node("Relu", ["a"], ["r1"]), node("GlobalAveragePool", ["r1"], ["g"]),
                node("Flatten", ["g"], ["f"]), node("Gemm", ["f", "w2", "b2"], ["y"], transB=1)]
    orders = {"q": [0, 2, 1, 3], "k": [0, 2, 3, 1], "v": [0, 2, 1, 3]}
    return [*[node("MatMul", ["x", "w" + a], [a]) for a in orders],
            *[node("Reshape", [a, "split"], [a + "s"]) for a in orders],
            *[node("Transpose", [a + "s"], [a + "t"], perm=order) for a, order in orders.items()],
            node("MatMul", ["qt", "kt"], ["s"]), node("Div", ["s", "scale"], ["d"]),
            node("Softmax", ["d"], ["p"], axis=-1), node("MatMul", ["p", "vt"], ["o"]),
            node("Transpose", ["o"], ["ot"], perm=[0, 2, 1, 3]),
            node("Reshape", ["ot", "join"], ["j"]), node("Add", ["j", "x"], ["z"]),
            node("LayerNormalization", ["z", "g", "b"], ["y"], axis=-1, epsilon=1e-5)]


def print_onnx(name, path):
    import onnx
    from onnx import helper, numpy_helper
    _, shape, weights, holds = MODELS[name]
    constants = {"split": np.array(HEADS), "join": np.array(shape),
                 "scale": np.array(HEADS[-1]**0.5, np.float32)} if "attention" in name else {}
    info = lambda key, of: helper.make_tensor_value_info(key, onnx.TensorProto.FLOAT, of)
    inputs = {"x": shape, **({} if holds else {k: v.shape for k, v in weights.items()})}
    constants.update(weights if holds else {})
    graph = helper.make_graph(
        onnx_nodes(name), "main", [info(key, of) for key, of in inputs.items()],
        [info("y", arrays(name)[1].shape)],
        [numpy_helper.from_array(value, key) for key, value in constants.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path + ".onnx")
    subprocess.run(["torch-mlir-import-onnx", path + ".onnx", "-o", path + ".torch"], check=True)
    return path + ".torch", TORCH_PIPELINE


def print_jax(name, path):
    import jax
    import jax.numpy as jnp

    def mlp(x, w0, b0, w1):
        return jax.nn.softmax(jax.nn.gelu(x @ w0 + b0) @ w1)

    def convolve(x, w, b):
        y = jax.lax.conv_general_dilated(x, w, (2, 2), "SAME",
                                         dimension_numbers=("NHWC", "HWIO", "NHWC"))
        y = jax.lax.reduce_window(jax.nn.relu(y + b), -jnp.inf, jax.lax.max, (1, 2, 2, 1),
                                  (1, 2, 2, 1), "VALID")
        return y.mean(axis=(1, 2))

    _, shape, weights, _ = MODELS[name]
    given = [jax.ShapeDtypeStruct(s, jnp.float32)
             for s in (shape, *(value.shape for value in weights.values()))]
    function = mlp if name == "jax-mlp" else convolve
    with open(path + ".stablehlo", "w") as f:
        f.write(jax.jit(function).lower(*given).as_text())
    return path + ".stablehlo", JAX_PIPELINE


def print_models(folder):
    for name in MODELS:
        path = os.path.join(folder, name)
        is_jax = name.startswith("jax")
        source, pipeline = (print_jax if is_jax else print_onnx)(name, path)
        text = subprocess.run(["torch-mlir-opt", source, "--pass-pipeline=" + pipeline,
                               "--mlir-print-local-scope"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        origin = "jax 0.10.2 as StableHLO, by torch-mlir 20261001" if is_jax else \
            "torch-mlir 20261001 from ONNX"
        with open(path + ".mlir", "w") as f:
            f.write(f"// Printed by {origin}; models.py says how.\n{text}")
        os.remove(source)


if __name__ == "__main__":
    if sys.argv[1] == "arrays":
        write_arrays(sys.argv[2], sys.argv[3])
    else:
        print_models(sys.argv[2])
