#!/usr/bin/env python3
"""Runs small models with branches and loops and compares with onnxruntime.

usage: control_flow.py DL_RUN
"""
import subprocess
import sys

import numpy as np
import onnx.parser
import onnxruntime

HEADER = '<ir_version: 8, opset_import: ["" : 17]>\n'
IF = """
g (bool c, float[4] x) => (float[4] y) {
  l = Log(x)
  y = If (c) <then_branch = a () => (float[4] s) { s = Sqrt(l) },
              else_branch = b () => (float[4] t) { t = Identity(l) }>
}"""
LOOP = """
g (int64 m, float[2] x, float limit) => (float[2] y, float total) <float zero = {0}> {
  y, total = Loop (m, , x, zero) <body = b (int64 i, bool go, float[2] s, float sum) => (bool on, float[2] t, float u) {
    t = Mul(s, x)
    e = ReduceSum <keepdims = 0> (t)
    u = Add(sum, e)
    on = Less(u, limit)
  }>
}"""
NESTED = """
g (bool c, float[3,2] xs, float[2] h) => (float[2] y) {
  y = If (c) <then_branch = a () => (float[2] s) {
      s = Scan <num_scan_inputs = 1, body = b (float[2] q, float[2] e) => (float[2] r) {
        z = If (c) <then_branch = n () => (float[2] v) { v = Add(q, e) },
                    else_branch = o () => (float[2] w) { w = Identity(h) }>
        r = Mul(z, h)
      }> (h, xs) },
    else_branch = d () => (float[2] t) { t = Neg(h) }>
}"""


def check(what, text, inputs):
    model = onnx.parser.parse_model(HEADER + text.strip())
    onnx.save(model, "m.onnx")
    names = [output.name for output in model.graph.output]
    expected = onnxruntime.InferenceSession("m.onnx").run(names, inputs)
    np.savez("in.npz", **inputs)
    np.savez("out.npz", **dict(zip(names, expected)))
    for flags in (["--target=reference"], ["--target=reference", "--level=te"], ["--threads=2"],
                  ["--vectorize=false", "-O1"]):
        run = subprocess.run([sys.argv[1], "m.onnx", "--inputs=in.npz", "--compare=out.npz", *flags],
                             capture_output=True, text=True)
        if run.returncode:
            print(f"{what}: {flags}: {run.stdout}{run.stderr}")
            return
    print(f"{what}: agrees")


for c in (True, False):
    check(f"if {c}", IF, {"c": np.array(c), "x": np.array([1, 2, 3, 5], np.float32)})
for m in (0, 1, 7):
    check(f"loop {m}", LOOP, {"m": np.array(m), "x": np.array([1.5, 2], np.float32),
                              "limit": np.array(60, np.float32)})
for c in (True, False):
    check(f"nested {c}", NESTED, {"c": np.array(c), "h": np.array([2, -1], np.float32),
                                  "xs": np.arange(6, dtype=np.float32).reshape(3, 2)})
