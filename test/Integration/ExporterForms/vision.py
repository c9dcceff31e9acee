"""Networks on images, and what is done behind detectors."""
import numpy as np

from graph import F32, I32, I64, Form, Graph


def paddle_classifier():
    """Paddle writes -1 for open dims, and reshapes by Shape, Slice and Concat."""
    g = Graph(11, 1)
    x = g.node("Conv", ["x", g.weight(8, 3, 3, 3), g.weight(8)], pads=[1] * 4, strides=[2, 2])
    x = g.node("Relu", [x])
    # A squeeze-and-excitation block.
    s = g.node("GlobalAveragePool", [x])
    s = g.node("Conv", [s, g.weight(4, 8, 1, 1)])
    s = g.node("HardSigmoid", [g.node("Conv", [g.node("Relu", [s]), g.weight(8, 4, 1, 1)])],
               alpha=0.2, beta=0.5)
    x = g.node("Mul", [x, s])
    # flatten(2) and transpose.
    shape = g.node("Concat", [g.dim(x, 0), g.constant([8]), g.constant([-1])], axis=0)
    x = g.node("Reshape", [x, g.node("Cast", [shape], to=I64)])
    x = g.node("Transpose", [x], perm=[0, 2, 1])
    x = g.node("ReduceMean", [x], axes=[1], keepdims=0)
    shape = g.node("Concat", [g.dim(x, 0), g.constant([2]), g.constant([4])], axis=0)
    x = g.node("Reshape", [x, shape])
    n = g.node("Shape", [x])
    n = g.node("Cast", [n], to=I32)
    n = g.node("Slice", [n, g.constant([0]), g.constant([1]), g.constant([0])])
    shape = g.node("Concat", [n, g.constant([8], np.int32)], axis=0)
    x = g.node("Reshape", [x, g.node("Cast", [shape], to=I64)])
    x = g.node("MatMul", [x, g.weight(8, 5)])
    g.node("Softmax", [x], ["y"], axis=-1)
    sizes = [dict(n=n, h=h, w=w) for n, h, w in
             [(1, 16, 16), (2, 8, 24), (3, 33, 9), (5, 1, 1), (4, 7, 32)]]
    return Form(g.model([("x", F32, [-1, 3, -1, -1])], [("y", F32, [-1, 5])]), sizes,
                lambda s, r: {"x": r.standard_normal((s["n"], 3, s["h"], s["w"]))},
                "x.0=1,x.2=16,x.3=16")


def paddle_recogniser():
    """A text recogniser whose width is open: convolutions, then attention along the width."""
    g = Graph(14, 2)
    x = g.node("Conv", ["x", g.weight(8, 3, 3, 3)], pads=[1] * 4, strides=[2, 1])
    x = g.node("Relu", [g.node("BatchNormalization",
                               [x, g.weight(8), g.weight(8), g.weight(8),
                                g.constant(np.abs(g.random.standard_normal(8)) + 0.5, np.float32)])])
    x = g.node("Conv", [x, g.weight(16, 8, 3, 3)], pads=[1] * 4, strides=[2, 2])
    x = g.node("AveragePool", [x], kernel_shape=[8, 2], strides=[8, 2])
    x = g.node("Squeeze", [x, g.constant([2])])
    x = g.node("Transpose", [x], perm=[0, 2, 1])
    qkv = g.node("Add", [g.node("MatMul", [x, g.weight(16, 48)]), g.weight(48)])
    shape = g.node("Concat", [g.dim(x, 0), g.dim(x, 1), g.constant([3]), g.constant([4]),
                              g.constant([4])], axis=0)
    qkv = g.node("Transpose", [g.node("Reshape", [qkv, shape])], perm=[2, 0, 3, 1, 4])
    part = lambda i: g.node("Squeeze", [
        g.node("Slice", [qkv, g.constant([i]), g.constant([i + 1]), g.constant([0])]),
        g.constant([0])])
    q, k, v = part(0), part(1), part(2)
    a = g.node("MatMul", [q, g.node("Transpose", [k], perm=[0, 1, 3, 2])])
    a = g.node("Softmax", [g.node("Mul", [a, g.constant(0.5, np.float32)])], axis=-1)
    a = g.node("Transpose", [g.node("MatMul", [a, v])], perm=[0, 2, 1, 3])
    shape = g.node("Concat", [g.dim(x, 0), g.constant([-1]), g.constant([16])], axis=0)
    x = g.node("Add", [x, g.node("Reshape", [a, shape])])
    # A layer normalisation as it was written before opset 17.
    m = g.node("Sub", [x, g.node("ReduceMean", [x], axes=[-1])])
    d = g.node("ReduceMean", [g.node("Pow", [m, g.constant(2, np.float32)])], axes=[-1])
    d = g.node("Sqrt", [g.node("Add", [d, g.constant(1e-5, np.float32)])])
    x = g.node("Add", [g.node("Mul", [g.node("Div", [m, d]), g.weight(16)]), g.weight(16)])
    g.node("Softmax", [g.node("MatMul", [x, g.weight(16, 11)])], ["y"], axis=2)
    sizes = [dict(n=n, w=w) for n, w in [(1, 40), (2, 64), (1, 100), (3, 37), (6, 8)]]
    return Form(g.model([("x", F32, ["n", 3, 32, "width"])], [("y", F32, ["n", "t", 11])]), sizes,
                lambda s, r: {"x": r.standard_normal((s["n"], 3, 32, s["w"]))},
                "n=1,x.3=40")


def segmenter_with_resize():
    """Features of several scales, resized to the input's height and width, which are open."""
    g = Graph(13, 7)
    conv = lambda x, o, i, stride=1: g.node("Relu", [g.node(
        "Conv", [x, g.weight(o, i, 3, 3)], pads=[1] * 4, strides=[stride] * 2)])
    a = conv("x", 6, 3, 2)
    c = conv(a, 8, 6, 2)
    # To the size of `a`, as torch.nn.functional.interpolate is exported.
    hw = g.node("Slice", [g.node("Shape", [a]), g.constant([2]), g.constant([4]), g.constant([0])])
    nc = g.node("Slice", [g.node("Shape", [c]), g.constant([0]), g.constant([2]), g.constant([0])])
    c = g.node("Resize", [c, "", "", g.node("Concat", [nc, hw], axis=0)], mode="linear",
               coordinate_transformation_mode="half_pixel")
    x = g.node("Concat", [a, c], axis=1)
    # Instance and group normalisation over open dims.
    x = g.node("InstanceNormalization", [x, g.weight(14), g.weight(14)])
    shape = g.node("Shape", [x])
    y = g.node("Reshape", [x, g.constant([0, 2, -1])])
    y = g.node("InstanceNormalization", [y, g.constant([1, 1], np.float32),
                                         g.constant([0, 0], np.float32)])
    x = g.node("Mul", [g.node("Reshape", [y, shape]), g.weight(14, 1, 1)])
    x = g.node("Conv", [x, g.weight(4, 14, 1, 1)])
    # By a scale computed from shapes, nearest.
    hw = g.node("Slice", [g.node("Shape", ["x"]), g.constant([2]), g.constant([4]),
                          g.constant([0])])
    nc = g.node("Slice", [g.node("Shape", [x]), g.constant([0]), g.constant([2]), g.constant([0])])
    x = g.node("Resize", [x, "", "", g.node("Concat", [nc, hw], axis=0)], mode="nearest",
               coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    g.node("Softmax", [x], ["y"], axis=1)
    sizes = [dict(n=n, h=h, w=w) for n, h, w in
             [(1, 16, 16), (2, 17, 20), (1, 9, 31), (3, 8, 8), (1, 40, 12)]]
    return Form(g.model([("x", F32, ["n", 3, "h", "w"])], [("y", F32, ["n", 4, "h", "w"])]), sizes,
                lambda s, r: {"x": r.standard_normal((s["n"], 3, s["h"], s["w"]))},
                "n=1,h=16,w=16")


def keras_same_padding():
    """tf2onnx: SAME padding with strides over open dims, NHWC outside of the convolutions."""
    g = Graph(13, 8)
    x = g.node("Transpose", ["x"], perm=[0, 3, 1, 2])
    x = g.node("Conv", [x, g.weight(8, 3, 3, 3), g.weight(8)], auto_pad="SAME_UPPER",
               strides=[2, 2])
    x = g.node("Clip", [x, g.constant(0, np.float32), g.constant(6, np.float32)])
    x = g.node("Conv", [x, g.weight(8, 1, 3, 3)], auto_pad="SAME_UPPER", strides=[2, 2], group=8)
    x = g.node("MaxPool", [x], auto_pad="SAME_UPPER", kernel_shape=[3, 3], strides=[2, 2])
    x = g.node("Transpose", [x], perm=[0, 2, 3, 1])
    shape = g.node("Cast", [g.node("Shape", [x])], to=I32)
    n = g.node("Slice", [shape, g.constant([0]), g.constant([1]), g.constant([0])])
    shape = g.node("Concat", [n, g.constant([-1, 8], np.int32)], axis=0)
    x = g.node("Reshape", [x, g.node("Cast", [shape], to=I64)])
    g.node("ReduceMax", [x], ["y"], axes=[1], keepdims=0)
    sizes = [dict(n=n, h=h, w=w) for n, h, w in
             [(1, 16, 16), (2, 15, 21), (1, 8, 9), (3, 7, 30), (1, 33, 34)]]
    return Form(g.model([("x", F32, ["unk__1", "unk__2", "unk__3", 3])],
                        [("y", F32, ["unk__4", 8])]), sizes,
                lambda s, r: {"x": r.standard_normal((s["n"], s["h"], s["w"], 3))},
                "x.0=1,x.1=16,x.2=16")


def detector():
    """Detection with NonMaxSuppression: how many boxes are left, only the data say."""
    g = Graph(13, 13)
    x = g.node("Relu", [g.node("Conv", ["x", g.weight(8, 3, 3, 3)], pads=[1] * 4, strides=[4, 4])])
    head = g.node("Conv", [x, g.weight(6, 8, 1, 1, scale=1), g.weight(6)])
    shape = g.node("Concat", [g.dim(head, 0), g.constant([6, -1])], axis=0)
    head = g.node("Transpose", [g.node("Reshape", [head, shape])], perm=[0, 2, 1])
    part = lambda a, b: g.node("Slice", [head, g.constant([a]), g.constant([b]), g.constant([2])])
    centre, extent, scores = part(0, 2), g.node("Exp", [part(2, 4)]), part(4, 6)
    half = g.node("Mul", [extent, g.constant(0.5, np.float32)])
    boxes = g.node("Concat", [g.node("Sub", [centre, half]), g.node("Add", [centre, half])], axis=2)
    scores = g.node("Transpose", [g.node("Sigmoid", [scores])], perm=[0, 2, 1])
    chosen = g.node("NonMaxSuppression", [boxes, scores, g.constant([20]),
                                          g.constant([0.4], np.float32),
                                          g.constant([0.3], np.float32)], ["selected"])
    column = lambda i: g.node("Squeeze", [g.node("Slice", [
        chosen, g.constant([i]), g.constant([i + 1]), g.constant([1])]), g.constant([1])])
    index = g.node("Concat", [g.node("Unsqueeze", [column(0), g.constant([1])]),
                              g.node("Unsqueeze", [column(2), g.constant([1])])], axis=1)
    g.node("GatherND", [boxes, index], ["boxes"])
    g.node("GatherND", [scores, chosen], ["kept_scores"])
    sizes = [dict(n=n, h=h, w=w) for n, h, w in
             [(1, 32, 32), (2, 16, 24), (1, 48, 20), (3, 8, 8), (1, 4, 4)]]
    return Form(g.model([("x", F32, ["n", 3, "h", "w"])],
                        [("selected", I64, ["k", 3]), ("boxes", F32, ["k", 4]),
                         ("kept_scores", F32, ["k"])]), sizes,
                lambda s, r: {"x": r.standard_normal((s["n"], 3, s["h"], s["w"]))},
                "n=1,h=32,w=32")


def selection_by_data():
    """NonZero, Compress and Unique: dims that only data decide."""
    g = Graph(13, 14)
    mask = g.node("Greater", ["x", g.constant(0.5, np.float32)])
    g.node("NonZero", [mask], ["where"])
    flat = g.node("Reshape", [mask, g.constant([-1])])
    kept = g.node("Compress", ["x", flat], ["kept"])
    g.node("ReduceSum", [g.node("Exp", [kept]), g.constant([0])], ["sum"], keepdims=0)
    sizes = [dict(n=n, m=m) for n, m in [(2, 5), (1, 1), (4, 9), (3, 33), (7, 2)]]
    return Form(g.model([("x", F32, ["n", "m"])],
                        [("where", I64, [2, "k"]), ("kept", F32, ["k"]), ("sum", F32, [])]),
                sizes, lambda s, r: {"x": r.standard_normal((s["n"], s["m"]))}, "n=2,m=5")
