"""What skl2onnx writes for linear models and perceptrons."""
import numpy as np

from graph import F32, I64, Form, Graph


def sklearn_linear():
    """skl2onnx: a scaler and a linear classifier of ai.onnx.ml, without ZipMap."""
    g = Graph(17, 9)
    g.domains["ai.onnx.ml"] = 1
    r = g.random
    ml = dict(domain="ai.onnx.ml")
    x = g.node("Scaler", ["X"], offset=r.standard_normal(6).tolist(),
               scale=(np.abs(r.standard_normal(6)) + 0.5).tolist(), **ml)
    labels, scores = g.node("LinearClassifier", [x], ["label", "scores"],
                            classlabels_ints=[3, 5, 9], multi_class=1, post_transform="SOFTMAX",
                            coefficients=r.standard_normal(18).tolist(),
                            intercepts=r.standard_normal(3).tolist(), **ml)
    g.node("Normalizer", [scores], ["probabilities"], norm="L1", **ml)
    sizes = [dict(n=n) for n in (1, 2, 5, 17, 64)]
    return Form(g.model([("X", F32, [None, 6])],
                        [("label", I64, [None]), ("probabilities", F32, [None, 3])]), sizes,
                lambda s, r: {"X": r.standard_normal((s["n"], 6))}, "X.0=1")


def sklearn_binary():
    """skl2onnx: a logistic regression of two classes."""
    g = Graph(17, 10)
    g.domains["ai.onnx.ml"] = 1
    r = g.random
    c = r.standard_normal(5)
    g.node("LinearClassifier", ["X"], ["label", "scores"], domain="ai.onnx.ml",
           classlabels_ints=[0, 1], multi_class=0, post_transform="LOGISTIC",
           coefficients=np.concatenate([-c, c]).tolist(), intercepts=[-0.25, 0.25])
    g.node("Normalizer", ["scores"], ["probabilities"], norm="L1", domain="ai.onnx.ml")
    sizes = [dict(n=n) for n in (1, 2, 5, 17, 64)]
    return Form(g.model([("X", F32, [None, 5])],
                        [("label", I64, [None]), ("probabilities", F32, [None, 2])]), sizes,
                lambda s, r: {"X": r.standard_normal((s["n"], 5))}, "X.0=1")


def sklearn_regressor():
    """skl2onnx: a scaler and a linear regression, of doubles that are cast."""
    g = Graph(17, 11)
    g.domains["ai.onnx.ml"] = 1
    r = g.random
    x = g.node("Scaler", ["X"], domain="ai.onnx.ml", offset=r.standard_normal(4).tolist(),
               scale=(np.abs(r.standard_normal(4)) + 0.5).tolist())
    g.node("LinearRegressor", [x], ["variable"], domain="ai.onnx.ml", targets=2,
           coefficients=r.standard_normal(8).tolist(), intercepts=r.standard_normal(2).tolist())
    sizes = [dict(n=n) for n in (1, 2, 5, 17, 64)]
    return Form(g.model([("X", F32, [None, 4])], [("variable", F32, [None, 2])]), sizes,
                lambda s, r: {"X": r.standard_normal((s["n"], 4))}, "X.0=1")


def sklearn_mlp():
    """skl2onnx: a perceptron, with labels chosen from a list by ArgMax."""
    g = Graph(17, 12)
    g.domains["ai.onnx.ml"] = 1
    x = g.node("Cast", ["X"], to=F32)
    x = g.node("Relu", [g.node("Add", [g.node("MatMul", [x, g.weight(6, 10)]), g.weight(1, 10)])])
    x = g.node("Add", [g.node("MatMul", [x, g.weight(10, 3)]), g.weight(1, 3)])
    g.node("Softmax", [x], ["probabilities"], axis=1)
    best = g.node("ArgMax", ["probabilities"], axis=1)
    label = g.node("ArrayFeatureExtractor", [g.constant([4, 7, 11]), best], domain="ai.onnx.ml")
    label = g.node("Cast", [label], to=I64)
    g.node("Reshape", [label, g.constant([-1])], ["label"])
    sizes = [dict(n=n) for n in (1, 2, 5, 17, 64)]
    return Form(g.model([("X", F32, [None, 6])],
                        [("label", I64, [None]), ("probabilities", F32, [None, 3])]), sizes,
                lambda s, r: {"X": r.standard_normal((s["n"], 6))}, "X.0=1")
