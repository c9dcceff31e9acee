"""Compiles networks whose batch, height and width are open once, runs each library on several
sizes with one thread and with two, compares with onnxruntime, and prints what it says to sizes
that do not fit.

    open_spatial.py SOURCE_ROOT DL_COMPILE FOLDER
"""
import os
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper, parser

root, dl_compile, folder = sys.argv[1:]
sys.path.append(os.path.join(root, "benchmarks"))
import dlc  # noqa: E402

# Inputs that begin with w are weights, and v those that are positive.
MODELS = {
    # A fully convolutional network with a residual, a decoder and a head.
    "fcn": """
network (float[N,3,H,W] x, float[16,3,3,3] w1, float[16] w2, float[16] w3, float[16] w4,
         float[16] v5, float[16,1,3,3] w6, float[16,16,1,1] w7, float[32,16,3,3] w8,
         float[32,16,4,4] w9, float[10,32] wa, float[10] wb)
     => (float[N,16,A,B] map, float[N,10] logits) {
  a = Conv<strides=[2,2], pads=[1,1,1,1]>(x, w1)
  b = BatchNormalization(a, w2, w3, w4, v5)
  c = Relu(b)
  d = Conv<group=16, pads=[1,1,1,1]>(c, w6)
  e = Relu(d)
  f = Conv(e, w7)
  [residual] g = Add(f, c)
  [down] h = Conv<strides=[2,2], pads=[1,1,1,1]>(g, w8)
  i = Relu(h)
  j = MaxPool<kernel_shape=[3,3], strides=[2,2], pads=[1,1,1,1]>(i)
  [up] map = ConvTranspose<strides=[2,2], pads=[1,1,1,1]>(j, w9)
  k = GlobalAveragePool(j)
  l = Flatten(k)
  logits = Gemm<transB=1>(l, wa, wb)
}""",
    # What is halved and doubled meets itself again: for even sizes only.
    "unet": """
network (float[N,4,H,W] x, float[4,4,2,2] w1, float[4,8,1,1] w2) => (float[N,4,H,W] y) {
  b = MaxPool<kernel_shape=[2,2], strides=[2,2]>(x)
  c = ConvTranspose<strides=[2,2]>(b, w1)
  [skip] d = Concat<axis=1>(x, c)
  y = Conv(d, w2)
}""",
    "windows": """
windows (float[N,4,H,W] x, float[6,4,3,2] w1, float[6] w2, float[8,1,3,3] w3, float[4,3,3,3] w4,
         float[4,1,3,4] w5, float[4,2,5,5] w6)
     => (float[N,6,A,B] y1, float[N,8,C,D] y2, float[N,3,E,F] y3, float[N,4,G,I] y4,
         float[N,4,J,K] y5, float[N,4,L,M] y6, float[N,4,O,P] y7, float[N,4,Q,R] y8,
         float[N,4,S,T] y9, float[N,4,1,1] ya, float[N,4,1,1] yb, float[N,4,U,V] yc) {
  y1 = Conv<strides=[3,2], dilations=[2,1], pads=[0,1,3,0]>(x, w1, w2)
  y2 = Conv<group=4, auto_pad="SAME_LOWER">(x, w3)
  y3 = ConvTranspose<strides=[2,3], dilations=[2,1], pads=[1,2,0,1], output_padding=[1,0]>(x, w4)
  y4 = ConvTranspose<group=4, strides=[2,2], auto_pad="SAME_UPPER">(x, w5)
  y5 = MaxPool<kernel_shape=[3,2], strides=[2,3], pads=[1,0,0,1], ceil_mode=1>(x)
  y6 = AveragePool<kernel_shape=[3,3], strides=[2,1], pads=[1,1,1,1]>(x)
  y7 = AveragePool<kernel_shape=[2,2], strides=[2,2], pads=[1,0,1,0], count_include_pad=1>(x)
  y8 = AveragePool<kernel_shape=[3,3], strides=[2,2], ceil_mode=1>(x)
  y9 = LpPool<kernel_shape=[2,3], strides=[1,2]>(x)
  ya = GlobalMaxPool(x)
  yb = GlobalLpPool(x)
  yc = Conv<group=2, pads=[2,2,2,2]>(x, w6)
}""",
    "images": """
images (float[N,4,H,W] x, float[4] w1, float[4] w2)
     => (float[N,4,A,B] y1, float[N,4,C,D] y2, float[N,4,E,F] y3, float[N,1,G,I] y4,
         float[N,1,J,K] y5, float[N,4,L,M] y6, float[N,4,O,P] y7, float[N,4,H,W] y8,
         float[N,4,H,W] y9, float[N,4,Q,W] ya, float[N,2,H,W] yb, float[N,2,H,W] yc,
         float[N,4,R,S] yd)
     <float[4] twice = {1, 1, 2, 3}, float[4] four = {1, 1, 2, 4},
      int64[8] pads = {0, 0, 1, 2, 0, 0, 3, 0},
      int64[8] around = {0, 0, 4, 2, 0, 0, 5, 3}, int64[2] starts = {1, 0},
      int64[2] ends = {-1, -2}, int64[2] axes = {2, 3}, int64[2] halves = {2, 2}> {
  y1 = Resize(x, "", twice)
  y2 = Resize<coordinate_transformation_mode="asymmetric", nearest_mode="floor">(x, "", twice)
  y3 = Resize<mode="linear">(x, "", four)
  y4 = DepthToSpace<blocksize=2>(x)
  y5 = DepthToSpace<blocksize=2, mode="CRD">(x)
  y6 = Pad(x, pads)
  y7 = Pad<mode="edge">(x, around)
  y8 = InstanceNormalization(x, w1, w2)
  y9 = LRN<size=3>(x)
  ya = Concat<axis=2>(x, y8, x)
  yb, yc = Split<axis=1>(x, halves)
  yd = Slice(x, starts, ends, axes)
}""",
}
SIZES = {
    "fcn": [(1, 32, 32), (2, 33, 47), (3, 8, 65), (1, 1, 1)],
    "unet": [(1, 16, 32), (2, 34, 6), (1, 2, 2)],
    "windows": [(1, 16, 16), (2, 7, 33), (3, 21, 5)],
    "images": [(1, 8, 16), (2, 5, 19), (1, 33, 4)],
}
WRONG = {
    "fcn": [(1, 0, 8)],
    "unet": [(1, 17, 32), (1, 16, 5), (1, 16, 1)],
    "windows": [(1, 1, 16), (1, 16, 2)],
    "images": [(1, 2, 8), (1, 8, 2)],
}


def save(name, path):
    random = np.random.default_rng(3)
    graph = parser.parse_graph(MODELS[name])
    for info in [i for i in graph.input if i.name != "x"]:
        shape = [d.dim_value for d in info.type.tensor_type.shape.dim]
        value = random.standard_normal(shape) / max(1, np.prod(shape[1:])) ** 0.5
        value = np.abs(value) + 0.5 if info.name[0] == "v" else value
        graph.initializer.append(numpy_helper.from_array(value.astype(np.float32), info.name))
        graph.input.remove(info)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)])
    model.ir_version = 9
    onnx.save(model, path)


def compare(label, model, session, shape):
    x = np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)
    for output, want, got in zip(model.outputs, session.run(None, {"x": x}), model.run({"x": x})):
        same = got.shape == want.shape
        error = np.max(np.abs(got - want)) / np.max(np.abs(want)) if same else np.inf
        if not error <= 1e-5:
            print(label, output, list(want.shape), "differs by", error)
            return
    print(label, "agrees")


os.chdir(folder)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
for name in MODELS:
    save(name, name + ".onnx")
    session = onnxruntime.InferenceSession(name + ".onnx", options)
    channels = session.get_inputs()[0].shape[1]
    library = f"./{name}.so"
    subprocess.run([dl_compile, name + ".onnx", "-o", library, "--threads=2"], check=True)
    for threads in (1, 2):
        with dlc.Model(library, threads=threads) as model:
            for n, h, w in SIZES[name]:
                compare(f"{name} {n}x{h}x{w} on {threads}", model, session, (n, channels, h, w))
            for n, h, w in WRONG[name] if threads == 1 else []:
                try:
                    model.run({"x": np.zeros((n, channels, h, w), np.float32)})
                    print(name, n, h, w, "is not refused")
                except RuntimeError as error:
                    print(f"{name} {n}x{h}x{w}: {error}")
