"""The helper that the networks are written with, and the inputs of a model.

Every tensor is drawn from its own PCG64 stream, seeded by its name."""
import json
import os
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
