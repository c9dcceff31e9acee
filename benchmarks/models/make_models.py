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
  softmax_MxN, gelu_MxN, sigmoid_MxN, tanh_MxN  of one matrix; GELU by Erf, as in bert_layer

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

import numpy as np

from net import Net, load_manifest, make_input
from networks import NETS


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
ROWS = ["softmax", "gelu", "sigmoid", "tanh"]
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


def row_op(name, options, m, n):
    g = Net(name, options)
    x, function = g.input("x", (m, n)), name.split("_")[0]
    if function == "gelu":
        e = g.op("Div", [x, g.const("sqrt2", np.array(np.sqrt(2.0), np.float32))], (m, n))
        e = g.op("Add", [g.op("Erf", [e], (m, n)), g.const("one", np.array(1.0, np.float32))], (m, n))
        g.op("Mul", [g.op("Mul", [x, e], (m, n)), g.const("half", np.array(0.5, np.float32))],
             (m, n), out="y")
    else:
        g.op(function.capitalize(), [x], (m, n), out="y")
    g.output("y", (m, n))
    return g


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
    for function in ROWS:
        jobs.append((f"{function}_128x3072", row_op, (4, 96) if options.tiny else (128, 3072)))
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
    ap.add_argument("--seq", type=int, metavar="N",
                    help="sequence of bert_layer (default: 128, with --tiny 8)")
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
    if options.seq is not None and options.seq < 1:
        ap.error(f"--seq must be at least 1, got {options.seq}")
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
