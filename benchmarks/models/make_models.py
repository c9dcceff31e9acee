#!/usr/bin/env python3
"""Makes the ONNX models of the tests and benchmarks, deterministically.

Needs only numpy and onnx; nothing is downloaded. Every tensor is drawn from its
own PCG64 stream seeded by crc32("<model>/<tensor name>") ^ --seed, so adding a
layer never changes the weights of another one, and two runs give byte-identical
files. Float32, NCHW, opset 17, static shapes.

Networks (group `nets`), all for --batch N, by default 1
  resnet18      ResNet-18 v1 [He et al. 2015, basic block], Nx3x224x224 -> Nx1000
  mobilenet     MobileNet-v1 1.0/224 [Howard et al. 2017], Nx3x224x224 -> Nx1000
  dqn           Nature DQN [Mnih et al. 2015], Nx4x84x84 -> Nx18 Q values
  dcgan         DCGAN generator [Radford et al. 2015], Nx100 -> Nx3x64x64
  lstm_lm       2-layer LSTM language model, hidden 650, vocab 10000 (PTB "medium"
                of Zaremba et al. 2014), ONE time step, ONNX `LSTM` op
  lstm_lm_cell  the same network with the cells written out
                (Gemm/Split/Sigmoid/Tanh/Mul/Add), one time step
  lstm_lm_seq   the same network, 35 time steps (the PTB BPTT length), `LSTM` op
  bert_layer    one BERT-base encoder layer (post-LN): seq 128, hidden 768,
                12 heads, FFN 3072, Erf GELU, additive attention mask
BatchNormalization, bias, ReLU, padding and GELU are separate nodes on purpose,
so that constant folding and operator fusion have work to do.

Single operators (group `ops`)
  conv_C1..conv_C12  conv2d of ResNet-18, Table 2 of the TVM paper (OSDI'18)
  dw_D1..dw_D9       depthwise conv2d of MobileNet, same table
  gemm_MxNxK         C[M,N] = A[M,K] * B[K,N], A and B both graph inputs
  gemmw_MxNxK        the same with B an initializer (packing may be hoisted)

--symbolic leaves sizes open: dims that are batch, seq (bert_layer) or steps
(lstm_lm_seq) get those names instead of numbers, and reshapes say them by 0 and -1.
--symbolic=seq leaves only that one open. The numbers are then what the manifest's
inputs have; load_inputs takes others.

--tiny writes the same graphs with narrow channels and small images (all nodes
kept, a few hundred kB in total) for the tests.

Output: OUT/<model>.onnx and OUT/manifest.json (inputs: shape, dtype, seed, kind;
sha256 of the file; parameters; multiply-accumulates of conv, matmul and gemm).
load_inputs(OUT, model) makes the inputs again from the manifest; --inputs also
writes them to OUT/<model>.inputs.npz, and --ref the outputs to OUT/<model>.ref.npz
(from onnxruntime if installed, else from onnx.reference).
"""
import argparse
import hashlib
import json
import os
import sys
import zlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper, shape_inference

OPSET, IR_VERSION = 17, 8
F32, I64 = TensorProto.FLOAT, TensorProto.INT64


def rng_for(key, seed=0):
    return np.random.Generator(np.random.PCG64(zlib.crc32(key.encode()) ^ seed))


class Size(int):
    """A size with a name, under which models leave it open."""

    def __new__(cls, value, name):
        size = super().__new__(cls, value)
        size.name = name
        return size

    def __mul__(self, other):
        name = f"{self.name}*{getattr(other, 'name', other)}"
        return Size(int(self) * int(other), name)

    __rmul__ = __mul__


def dims_of(shape):
    """What a model declares: names for open sizes."""
    return [getattr(dim, "name", dim) for dim in shape]


def make_input(spec, sizes={}):
    """One input array from a manifest entry {shape,dtype,kind,seed,...}; `sizes` has
    other numbers for open sizes, by name."""
    rng = np.random.Generator(np.random.PCG64(spec["seed"]))
    shape = [sizes.get(name, dim)
             for dim, name in zip(spec["shape"], spec.get("dims", spec["shape"]))]
    if spec["dtype"] == "int64":
        return rng.integers(0, spec["high"], shape, dtype=np.int64)
    if spec["kind"] == "image":      # normalised pixels
        return rng.uniform(-2.0, 2.0, shape).astype(np.float32)
    if spec["kind"] == "frame":      # Atari frames in [0, 1]
        return rng.uniform(0.0, 1.0, shape).astype(np.float32)
    if spec["kind"] == "mask":       # additive mask: last quarter masked out
        m = np.zeros(shape, np.float32)
        m[..., shape[-1] - shape[-1] // 4:] = -10000.0
        return m
    return rng.standard_normal(shape).astype(np.float32)


def load_manifest(out):
    with open(os.path.join(out, "manifest.json")) as f:
        return json.load(f)


def load_inputs(out, model, sizes={}):
    return {s["name"]: make_input(s, sizes) for s in load_manifest(out)[model]["inputs"]}


class Net:
    """Small helper around onnx.helper that names tensors and counts MACs."""

    def __init__(self, name, options):
        self.name, self.seed, self.symbolic = name, options.seed, options.symbolic
        self.batch = self.size(options.batch, "batch")
        self.nodes, self.inits, self.ins, self.outs, self.specs = [], [], [], [], []
        self.shape, self.n, self.macs, self.params = {}, 0, 0, 0

    def size(self, value, name):
        return Size(value, name) if name in self.symbolic else value

    # -- tensors ------------------------------------------------------------
    def input(self, name, shape, kind="normal", dtype="float32", high=None):
        et = I64 if dtype == "int64" else F32
        self.ins.append(helper.make_tensor_value_info(name, et, dims_of(shape)))
        self.specs.append(dict(name=name, shape=[int(dim) for dim in shape], dtype=dtype, kind=kind,
                               seed=(zlib.crc32(f"{self.name}:{name}".encode()) ^ self.seed)))
        if any(isinstance(dim, Size) for dim in shape):
            self.specs[-1]["dims"] = dims_of(shape)
        if high is not None:
            self.specs[-1]["high"] = high
        self.shape[name] = tuple(shape)
        return name

    def output(self, name, shape):
        self.outs.append(helper.make_tensor_value_info(name, F32, dims_of(shape)))

    def const(self, name, arr):
        self.inits.append(numpy_helper.from_array(np.ascontiguousarray(arr), name))
        self.shape[name] = arr.shape
        if arr.dtype == np.float32:
            self.params += arr.size
        return name

    def normal(self, name, shape, std):
        a = rng_for(f"{self.name}/{name}", self.seed).standard_normal(shape) * std
        return self.const(name, a.astype(np.float32))

    def uniform(self, name, shape, lo, hi):
        a = rng_for(f"{self.name}/{name}", self.seed).uniform(lo, hi, shape)
        return self.const(name, a.astype(np.float32))

    def op(self, op, ins, shape=None, out=None, nout=1, **attrs):
        self.n += 1
        nm = f"{op}_{self.n}"
        outs = out if isinstance(out, list) else [out or f"{nm}_out"]
        if nout > 1 and out is None:
            outs = [f"{nm}_out{i}" for i in range(nout)]
        self.nodes.append(helper.make_node(op, ins, outs, name=nm, **attrs))
        if shape is not None:
            self.shape[outs[0]] = tuple(shape)
        return outs if len(outs) > 1 else outs[0]

    # -- layers -------------------------------------------------------------
    def conv(self, x, oc, k, s=1, p=0, groups=1, name=None, bias=False):
        n, ic, h, w = self.shape[x]
        name = name or f"conv{self.n}"
        oh, ow = (h + 2 * p - k) // s + 1, (w + 2 * p - k) // s + 1
        wt = self.normal(name + ".weight", (oc, ic // groups, k, k),
                         float(np.sqrt(2.0 / (ic // groups * k * k))))
        ins = [x, wt]
        if bias:
            ins.append(self.normal(name + ".bias", (oc,), 0.05))
        self.macs += n * oc * oh * ow * (ic // groups) * k * k
        return self.op("Conv", ins, (n, oc, oh, ow), kernel_shape=[k, k], strides=[s, s],
                       pads=[p] * 4, group=groups, dilations=[1, 1])

    def bn(self, x, name):
        c = self.shape[x][1]
        ps = [self.uniform(name + ".gamma", (c,), 0.8, 1.2),
              self.normal(name + ".beta", (c,), 0.1),
              self.normal(name + ".mean", (c,), 0.1),
              self.uniform(name + ".var", (c,), 0.7, 1.3)]
        return self.op("BatchNormalization", [x] + ps, self.shape[x], epsilon=1e-5)

    def relu(self, x):
        return self.op("Relu", [x], self.shape[x])

    def add(self, a, b):
        return self.op("Add", [a, b], self.shape[a])

    def dense(self, x, oc, name, out=None):
        m, k = self.shape[x]
        w = self.normal(name + ".weight", (oc, k), float(np.sqrt(1.0 / k)))
        b = self.normal(name + ".bias", (oc,), 0.05)
        self.macs += m * k * oc
        return self.op("Gemm", [x, w, b], (m, oc), out=out, transB=1)

    def linear(self, x, oc, name, out=None):
        """MatMul + Add on the last axis of a 3-D tensor (transformer style)."""
        *lead, k = self.shape[x]
        w = self.normal(name + ".weight", (k, oc), float(np.sqrt(1.0 / k)))
        b = self.normal(name + ".bias", (oc,), 0.02)
        self.macs += int(np.prod(lead)) * k * oc
        y = self.op("MatMul", [x, w], (*lead, oc))
        return self.op("Add", [y, b], (*lead, oc), out=out)

    def reshape(self, x, shape):
        source = self.shape.get(x, ())
        target = []
        for i, dim in enumerate(shape):
            kept = i < len(source) and dims_of(source)[i] == dims_of(shape)[i]
            target.append(dim if not isinstance(dim, Size) else 0 if kept else -1)
        s = self.const(f"shape{self.n}", np.array(target, np.int64))
        return self.op("Reshape", [x, s], shape)

    # -- finish -------------------------------------------------------------
    def model(self):
        g = helper.make_graph(self.nodes, self.name, self.ins, self.outs, self.inits)
        m = helper.make_model(g, opset_imports=[helper.make_opsetid("", OPSET)],
                              producer_name="make_models")
        m.ir_version = IR_VERSION
        m = shape_inference.infer_shapes(m, check_type=True, strict_mode=True)
        onnx.checker.check_model(m, full_check=True)
        return m


# ---------------------------------------------------------------- networks
def resnet18(options):
    g = Net("resnet18", options)
    size, w0, classes = (32, 8, 10) if options.tiny else (224, 64, 1000)
    x = g.input("data", (g.batch, 3, size, size), "image")
    x = g.relu(g.bn(g.conv(x, w0, 7, 2, 3, name="conv1"), "bn1"))
    n, c, h, w = g.shape[x]
    x = g.op("MaxPool", [x], (n, c, (h + 1) // 2, (w + 1) // 2), kernel_shape=[3, 3],
             strides=[2, 2], pads=[1, 1, 1, 1])
    for stage in range(4):
        oc = w0 << stage
        for blk in range(2):
            s = 2 if stage and not blk else 1
            pre = f"layer{stage + 1}.{blk}"
            y = g.relu(g.bn(g.conv(x, oc, 3, s, 1, name=pre + ".conv1"), pre + ".bn1"))
            y = g.bn(g.conv(y, oc, 3, 1, 1, name=pre + ".conv2"), pre + ".bn2")
            if s != 1 or g.shape[x][1] != oc:
                x = g.bn(g.conv(x, oc, 1, s, 0, name=pre + ".down"), pre + ".downbn")
            x = g.relu(g.add(y, x))
    x = g.op("GlobalAveragePool", [x], (g.batch, w0 * 8, 1, 1))
    x = g.op("Flatten", [x], (g.batch, w0 * 8), axis=1)
    g.dense(x, classes, "fc", out="logits")
    g.output("logits", (g.batch, classes))
    return g


def mobilenet(options):
    g = Net("mobilenet", options)
    size, div, classes = (32, 8, 10) if options.tiny else (224, 1, 1000)
    x = g.input("data", (g.batch, 3, size, size), "image")
    x = g.relu(g.bn(g.conv(x, 32 // div, 3, 2, 1, name="conv1"), "bn1"))
    cfg = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)] + [(512, 1)] * 5 + \
          [(1024, 2), (1024, 1)]
    for i, (oc, s) in enumerate(cfg):
        c = g.shape[x][1]
        x = g.relu(g.bn(g.conv(x, c, 3, s, 1, c, name=f"dw{i}"), f"dwbn{i}"))
        x = g.relu(g.bn(g.conv(x, oc // div, 1, 1, 0, name=f"pw{i}"), f"pwbn{i}"))
    x = g.op("GlobalAveragePool", [x], (g.batch, 1024 // div, 1, 1))
    x = g.op("Flatten", [x], (g.batch, 1024 // div), axis=1)
    x = g.dense(x, classes, "fc")
    g.op("Softmax", [x], (g.batch, classes), out="prob", axis=1)
    g.output("prob", (g.batch, classes))
    return g


def dqn(options):
    g = Net("dqn", options)
    size, c1, c2, c3, fc, acts = (36, 4, 8, 8, 16, 6) if options.tiny else (84, 32, 64, 64, 512, 18)
    x = g.input("frames", (g.batch, 4, size, size), "frame")
    x = g.relu(g.conv(x, c1, 8, 4, name="conv1", bias=True))
    x = g.relu(g.conv(x, c2, 4, 2, name="conv2", bias=True))
    x = g.relu(g.conv(x, c3, 2 if options.tiny else 3, 1, name="conv3", bias=True))
    x = g.op("Flatten", [x], (g.batch, int(np.prod(g.shape[x][1:]))), axis=1)
    x = g.relu(g.dense(x, fc, "fc1"))
    g.dense(x, acts, "q", out="q_values")
    g.output("q_values", (g.batch, acts))
    return g


def dcgan(options):
    g = Net("dcgan", options)
    code, ngf = (10, 4) if options.tiny else (100, 128)
    x = g.input("z", (g.batch, code))
    x = g.dense(x, ngf * 8 * 16, "project")
    x = g.reshape(x, (g.batch, ngf * 8, 4, 4))
    x = g.relu(g.bn(x, "bn0"))
    for i, oc in enumerate([ngf * 4, ngf * 2, ngf, 3]):
        _, ic, h, _ = g.shape[x]
        w = g.normal(f"deconv{i}.weight", (ic, oc, 4, 4), float(np.sqrt(2.0 / (ic * 4))))
        g.macs += g.batch * ic * oc * 16 * h * h
        last = i == 3
        x = g.op("ConvTranspose", [x, w], (g.batch, oc, 2 * h, 2 * h), kernel_shape=[4, 4],
                 strides=[2, 2], pads=[1, 1, 1, 1])
        if not last:
            x = g.relu(g.bn(x, f"bn{i + 1}"))
    g.op("Tanh", [x], g.shape[x], out="image")
    g.output("image", g.shape[x])
    return g


def _lstm(name, options, steps, cells):
    g = Net(name, options)
    seed = options.seed
    hid, vocab = (16, 50) if options.tiny else (650, 10000)
    if options.tiny and steps > 1:
        steps = 5
    steps = g.size(steps, "steps") if steps > 1 else steps
    tok = g.input("tokens", (steps, g.batch), "tokens", "int64", high=vocab)
    r = float(1.0 / np.sqrt(hid))
    emb = g.uniform("embedding", (vocab, hid), -0.5, 0.5)
    x = g.op("Gather", [emb, tok], (steps, g.batch, hid), axis=0)
    if cells:                                     # unrolled, one step only
        x = g.reshape(x, (g.batch, hid))
    for layer in range(2):
        W = rng_for(f"{name}/l{layer}.W", seed).uniform(-r, r, (4 * hid, hid)).astype(np.float32)
        R = rng_for(f"{name}/l{layer}.R", seed).uniform(-r, r, (4 * hid, hid)).astype(np.float32)
        B = rng_for(f"{name}/l{layer}.B", seed).uniform(-r, r, (8 * hid,)).astype(np.float32)
        g.macs += g.batch * steps * 8 * hid * hid
        if not cells:
            h0 = g.input(f"h{layer}", (1, g.batch, hid), "state")
            c0 = g.input(f"c{layer}", (1, g.batch, hid), "state")
            ws = [g.const(f"l{layer}.W", W[None]), g.const(f"l{layer}.R", R[None]),
                  g.const(f"l{layer}.B", B[None])]
            y, _, _ = g.op("LSTM", [x, *ws, "", h0, c0], None,
                           [f"y{layer}", f"h{layer}_out", f"c{layer}_out"], hidden_size=hid)
            g.output(f"h{layer}_out", (1, g.batch, hid))
            g.output(f"c{layer}_out", (1, g.batch, hid))
            ax = g.const(f"axes{layer}", np.array([1], np.int64))
            x = g.op("Squeeze", [y, ax], (steps, g.batch, hid))
        else:                                     # gate order i, o, f, c as in ONNX
            h0 = g.input(f"h{layer}", (g.batch, hid), "state")
            c0 = g.input(f"c{layer}", (g.batch, hid), "state")
            a = g.op("Gemm", [x, g.const(f"l{layer}.W", W), g.const(f"l{layer}.Wb", B[:4 * hid])],
                     (g.batch, 4 * hid), transB=1)
            b = g.op("Gemm", [h0, g.const(f"l{layer}.R", R), g.const(f"l{layer}.Rb", B[4 * hid:])],
                     (g.batch, 4 * hid), transB=1)
            z = g.add(a, b)
            i, o, f, cc = g.op("Split", [z], nout=4, axis=1)
            i, o, f = (g.op("Sigmoid", [t], (g.batch, hid)) for t in (i, o, f))
            cc = g.op("Tanh", [cc], (g.batch, hid))
            fc = g.op("Mul", [f, c0], (g.batch, hid))
            ic = g.op("Mul", [i, cc], (g.batch, hid))
            c1 = g.op("Add", [fc, ic], (g.batch, hid), out=f"c{layer}_out")
            x = g.op("Mul", [o, g.op("Tanh", [c1], (g.batch, hid))], (g.batch, hid), out=f"h{layer}_out")
            g.output(f"h{layer}_out", (g.batch, hid))
            g.output(f"c{layer}_out", (g.batch, hid))
    if not cells:
        x = g.reshape(x, (steps * g.batch, hid))
    g.dense(x, vocab, "decoder", out="logits")
    g.output("logits", (steps * g.batch, vocab))
    return g


def lstm_lm(options):
    return _lstm("lstm_lm", options, 1, False)


def lstm_lm_cell(options):
    return _lstm("lstm_lm_cell", options, 1, True)


def lstm_lm_seq(options):
    return _lstm("lstm_lm_seq", options, 35, False)


def bert_layer(options):
    g = Net("bert_layer", options)
    seq, hid, heads, ffn = (8, 32, 4, 64) if options.tiny else (128, 768, 12, 3072)
    d, seq = hid // heads, g.size(seq, "seq")
    x = g.input("hidden", (g.batch, seq, hid))
    mask = g.input("mask", (g.batch, 1, 1, seq), "mask")

    def split_heads(t, perm):
        t = g.reshape(t, (g.batch, seq, heads, d))
        return g.op("Transpose", [t], [g.shape[t][dim] for dim in perm], perm=perm)

    def layer_norm(t, name, out=None):
        ps = [g.uniform(name + ".gamma", (hid,), 0.8, 1.2), g.normal(name + ".beta", (hid,), 0.1)]
        return g.op("LayerNormalization", [t] + ps, (g.batch, seq, hid), out=out, axis=-1, epsilon=1e-12)

    q = split_heads(g.linear(x, hid, "q"), [0, 2, 1, 3])
    k = split_heads(g.linear(x, hid, "k"), [0, 2, 3, 1])
    v = split_heads(g.linear(x, hid, "v"), [0, 2, 1, 3])
    s = g.op("MatMul", [q, k], (g.batch, heads, seq, seq))
    s = g.op("Div", [s, g.const("sqrt_d", np.array(np.sqrt(d), np.float32))], (g.batch, heads, seq, seq))
    s = g.op("Add", [s, mask], (g.batch, heads, seq, seq))
    s = g.op("Softmax", [s], (g.batch, heads, seq, seq), axis=-1)
    c = g.op("MatMul", [s, v], (g.batch, heads, seq, d))
    g.macs += 2 * g.batch * heads * seq * seq * d
    c = g.reshape(g.op("Transpose", [c], (g.batch, seq, heads, d), perm=[0, 2, 1, 3]), (g.batch, seq, hid))
    x = layer_norm(g.add(g.linear(c, hid, "attn_out"), x), "ln1")
    f = g.linear(x, ffn, "ffn1")
    sh = g.shape[f]
    e = g.op("Erf", [g.op("Div", [f, g.const("sqrt2", np.array(np.sqrt(2.0), np.float32))], sh)], sh)
    e = g.op("Add", [e, g.const("one", np.array(1.0, np.float32))], sh)
    f = g.op("Mul", [g.op("Mul", [f, e], sh), g.const("half", np.array(0.5, np.float32))], sh)
    f = g.linear(f, hid, "ffn2")
    layer_norm(g.add(f, x), "ln2", out="hidden_out")
    g.output("hidden_out", (g.batch, seq, hid))
    return g


# -------------------------------------------------------- single operators
# name: (H=W, IC, OC, K, S); SAME padding (K//2), Table 2 of the TVM paper.
CONVS = {
    "C1": (224, 3, 64, 7, 2), "C2": (56, 64, 64, 3, 1), "C3": (56, 64, 64, 1, 1),
    "C4": (56, 64, 128, 3, 2), "C5": (56, 64, 128, 1, 2), "C6": (28, 128, 128, 3, 1),
    "C7": (28, 128, 256, 3, 2), "C8": (28, 128, 256, 1, 2), "C9": (14, 256, 256, 3, 1),
    "C10": (14, 256, 512, 3, 2), "C11": (14, 256, 512, 1, 2), "C12": (7, 512, 512, 3, 1),
}
# name: (H=W, C, K, S); depthwise, multiplier 1.
DWCONVS = {
    "D1": (112, 32, 3, 1), "D2": (112, 64, 3, 2), "D3": (56, 128, 3, 1), "D4": (56, 128, 3, 2),
    "D5": (28, 256, 3, 1), "D6": (28, 256, 3, 2), "D7": (14, 512, 3, 1), "D8": (14, 512, 3, 2),
    "D9": (7, 1024, 3, 1),
}
GEMMS = [(512, 512, 512), (1024, 1024, 1024), (2048, 2048, 2048), (128, 768, 3072)]  # M, N, K


def conv_op(name, options, hw, ic, oc, k, s, groups):
    g = Net(name, options)
    x = g.input("x", (g.batch, ic, hw, hw), "image")
    y = g.conv(x, oc, k, s, k // 2, groups, name="conv")
    g.nodes[-1].output[0] = "y"
    g.output("y", g.shape[y])
    return g


def gemm_op(name, options, m, n, k, const_b):
    g = Net(name, options)
    a = g.input("a", (m, k))
    b = g.normal("b", (k, n), 1.0 / np.sqrt(k)) if const_b else g.input("b", (k, n))
    g.op("MatMul", [a, b], (m, n), out="c")
    g.macs += m * n * k
    g.output("c", (m, n))
    return g


NETS = dict(resnet18=resnet18, mobilenet=mobilenet, dqn=dqn, dcgan=dcgan, lstm_lm=lstm_lm,
            lstm_lm_cell=lstm_lm_cell, lstm_lm_seq=lstm_lm_seq, bert_layer=bert_layer)


def single_ops(options):
    """(name, function that makes the net) of each single-operator model."""
    jobs = []
    for k, (hw, ic, oc, size, stride) in CONVS.items():
        if options.tiny:
            hw, ic, oc = max(7, hw // 8), min(ic, 8), max(8, oc // 16)
        jobs.append((f"conv_{k}", conv_op, (hw, ic, oc, size, stride, 1)))
    for k, (hw, c, size, stride) in DWCONVS.items():
        if options.tiny:
            hw, c = max(7, hw // 8), max(8, c // 16)
        jobs.append((f"dw_{k}", conv_op, (hw, c, c, size, stride, c)))
    for m, n, k in GEMMS:
        name = f"{m}x{n}x{k}"
        d = (m // 32, n // 32, k // 32) if options.tiny else (m, n, k)
        jobs.append((f"gemm_{name}", gemm_op, (*d, False)))
        jobs.append((f"gemmw_{name}", gemm_op, (*d, True)))
    for name, make, args in jobs:
        yield name, lambda name=name, make=make, args=args: make(name, options, *args)


def reference(path, ins):
    try:
        import onnxruntime as ort
        s = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
        names = [o.name for o in s.get_outputs()]
        return dict(zip(names, s.run(names, ins)))
    except ImportError:
        from onnx.reference import ReferenceEvaluator
        r = ReferenceEvaluator(path)
        return dict(zip(r.output_names, r.run(None, ins)))


def write_model(net, group, options):
    """Writes one model, its inputs and outputs as asked; returns its manifest entry."""
    blob = net.model().SerializeToString(deterministic=True)
    base = os.path.join(options.out, net.name)
    with open(base + ".onnx", "wb") as f:
        f.write(blob)
    ins = {s["name"]: make_input(s) for s in net.specs}
    if options.inputs:
        np.savez(base + ".inputs.npz", **ins)
    if options.ref:
        np.savez(base + ".ref.npz", **reference(base + ".onnx", ins))
    if not options.quiet:
        print(f"{net.name:18s} nodes {len(net.nodes):3d} params {net.params / 1e6:8.3f}M "
              f"MACs {net.macs / 1e6:9.2f}M")
    return dict(group=group, tiny=options.tiny, batch=options.batch, inputs=net.specs,
                params=int(net.params), macs=int(net.macs), nodes=len(net.nodes),
                sha256=hashlib.sha256(blob).hexdigest())


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True, metavar="DIR")
    ap.add_argument("--tiny", action="store_true", help="small versions for tests")
    ap.add_argument("--batch", type=int, default=1, metavar="N", help="batch size of the networks")
    ap.add_argument("--symbolic", nargs="?", const="batch,seq,steps", default="", metavar="NAMES",
                    help="leave these sizes open (default: batch,seq,steps)")
    ap.add_argument("--only", default="", help="comma list of models or the groups `nets`, `ops`")
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--inputs", action="store_true", help="also write <model>.inputs.npz")
    ap.add_argument("--ref", action="store_true", help="also write <model>.ref.npz")
    ap.add_argument("--quiet", action="store_true", help="print nothing")
    options = ap.parse_args(argv)
    options.symbolic = list(filter(None, options.symbolic.split(",")))
    if unknown := set(options.symbolic) - {"batch", "seq", "steps"}:
        ap.error(f"expected --symbolic to be of batch, seq and steps, got {', '.join(unknown)}")
    if options.batch < 1:
        ap.error(f"--batch must be at least 1, got {options.batch}")
    os.makedirs(options.out, exist_ok=True)
    want = set(filter(None, options.only.split(",")))
    jobs = [("nets", name, lambda make=make: make(options)) for name, make in NETS.items()]
    jobs += [("ops", name, make) for name, make in single_ops(options)]
    unknown = want - {"nets", "ops"} - {name for _, name, _ in jobs}
    if unknown:
        ap.error(f"unknown models: {', '.join(sorted(unknown))}")
    path = os.path.join(options.out, "manifest.json")
    manifest = load_manifest(options.out) if os.path.exists(path) else {}
    for group, name, make in jobs:
        if not want or name in want or group in want:
            manifest[name] = write_model(make(), group, options)
    with open(path + ".new", "w") as f:
        json.dump(manifest, f, indent=1, sort_keys=True)
    os.replace(path + ".new", path)


if __name__ == "__main__":
    main()
