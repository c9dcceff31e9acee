# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tree ensembles against onnxruntime, or onnx's reference evaluator.

usage: trees.py [SEED]
"""
import os
import re
import sys

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import dl

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "Operators", "Inputs"))
from forests import MEMBER, MODES, grow, list_ensemble, number_nodes  # noqa: E402

random = np.random.default_rng(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
FEATURES = 5


def make_model(node, domains, kind=TensorProto.FLOAT, outputs=("Y",), rows="rows"):
    infos = [helper.make_tensor_value_info(
        name, TensorProto.INT64 if name == "L" else kind, None) for name in outputs]
    graph = helper.make_graph(
        [node], "g", [helper.make_tensor_value_info("X", kind, [rows, FEATURES])], infos)
    return helper.make_model(graph, ir_version=8, opset_imports=[
        helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", domains)])


def make_numbered(operator, prefix, trees, targets, draw=random.standard_normal, missing=False,
                  **more):
    outputs = ("Y",) if prefix == "target" else ("L", "P")
    node = helper.make_node(operator, ["X"], list(outputs), domain="ai.onnx.ml",
                            **number_nodes(trees, prefix, targets, draw, missing), **more)
    return make_model(node, 3, outputs=outputs)


def make_samples(rows, missing, dtype=np.float32):
    x = random.standard_normal((rows, FEATURES))
    x = np.where(random.random(x.shape) < 0.3, random.integers(-1, 2, x.shape), x)
    return np.where(missing & (random.random(x.shape) < 0.2), np.nan, x).astype(dtype)


def check(model, missing=False, reference=False, dtype=np.float32, argmax=False):
    session = (ReferenceEvaluator(model) if reference
               else onnxruntime.InferenceSession(model.SerializeToString()))
    compiled = dl.compile(model, opt_level=0)
    for rows in (1, 4, 33):
        x = make_samples(rows, missing, dtype)
        wanted = session.run(None, {"X": x})
        results = compiled(x)
        results = results if isinstance(results, tuple) else (results,)
        if argmax:  # onnxruntime has no labels where two classes both have weights
            wanted[0] = np.array([5, 9])[wanted[1].argmax(axis=1)]
        for want, got in zip(wanted, results, strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


def forest(count=6, depth=4, modes=("BRANCH_LEQ",)):
    return [grow(random, FEATURES, depth, modes) for _ in range(count)]


def regressors():
    def make(trees, count, **more):
        return make_numbered("TreeEnsembleRegressor", "target", trees, range(count),
                             n_targets=count, **more)
    for aggregate in ("SUM", "AVERAGE", "MIN", "MAX"):
        check(make(forest(), 1, aggregate_function=aggregate))
        check(make(forest(modes=MODES), 3, aggregate_function=aggregate))
    check(make(forest(depth=0), 2))
    check(make(forest(1, 9, MODES), 1, base_values=[0.5]))
    check(make(forest(modes=MODES), 3, base_values=[0.5, 2, -1], post_transform="SOFTMAX"))
    check(make(forest(modes=MODES), 2), missing=True)
    check(make(forest(modes=MODES), 2, missing=True), missing=True)


def classifiers():
    def make(trees, classes, labels, **more):
        return make_numbered("TreeEnsembleClassifier", "class", trees, classes,
                             classlabels_int64s=labels, **more)
    for transform in ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"):
        check(make(forest(modes=MODES), range(3), [7, 3, 11], post_transform=transform))
        check(make(forest(modes=MODES), range(2), [5, 9], post_transform=transform), argmax=True)
        for target in ([0], [1]):
            check(make(forest(modes=MODES), target, [5, 9], post_transform=transform))
            check(make(forest(modes=MODES), target, [5, 9], post_transform=transform,
                       draw=lambda: random.random() / 6))
    check(make(forest(), [0], [5, 9], base_values=[0.3]))
    check(make(forest(), range(4), [5, 9, 2, 8], base_values=[0.3, 0.1, -0.2, 0]))


def ensembles():
    for kind, dtype in ((TensorProto.FLOAT, np.float32), (TensorProto.DOUBLE, np.float64)):
        for aggregate in (0, 1):
            trees = forest(modes=[*MODES, MEMBER])
            node = helper.make_node("TreeEnsemble", ["X"], ["Y"], domain="ai.onnx.ml",
                                    aggregate_function=aggregate,
                                    **list_ensemble(random, trees, 3, dtype))
            check(make_model(node, 5, kind), reference=True, dtype=dtype)


def refuse(message, **changed):
    attributes = dict(nodes_featureids=[0, 1], nodes_truenodeids=[1, 0], nodes_trueleafs=[0, 1],
                      nodes_falsenodeids=[1, 2], nodes_falseleafs=[1, 1], tree_roots=[0],
                      leaf_targetids=[0, 0, 0], leaf_weights=np.ones(3, np.float32),
                      nodes_splits=np.zeros(2, np.float32), nodes_modes=np.zeros(2, np.uint8))
    attributes.update(changed)
    node = helper.make_node("TreeEnsemble", ["X"], ["Y"], name="here", domain="ai.onnx.ml", **{
        name: numpy_helper.from_array(value, name) if isinstance(value, np.ndarray) else value
        for name, value in attributes.items()})
    try:
        dl.compile(make_model(node, 5, rows=2), opt_level=0)
    except dl.CompileError as error:
        assert re.search(message, str(error)), str(error)
        assert "TreeEnsemble 'here'" in str(error), str(error)
    else:
        assert not message


def refusals():
    refuse("")
    refuse("got nodes that lead in a circle", nodes_truenodeids=[1, 0], nodes_trueleafs=[0, 0])
    refuse("expected node 1 to lead to one of 5 nodes and leaves, got 7 and 4",
           nodes_truenodeids=[1, 5])
    refuse("to lead to one of 5 nodes and leaves, got -1", nodes_truenodeids=[1, -1])
    refuse("expected node 0 to ask for one of 5 features, got 5", nodes_featureids=[5, 0])
    refuse("expected roots that are some of 5 nodes", tree_roots=[9])
    refuse("expected 2 numbers in 'nodes_splits', got 1", nodes_splits=np.zeros(1, np.float32))
    refuse("expected 2 numbers in 'nodes_trueleafs', got 3", nodes_trueleafs=[0, 1, 1])
    refuse("expected 'nodes_modes' from 0 to 6, got 9", nodes_modes=np.array([9, 0], np.uint8))
    refuse("expected a set in 'membership_values'", nodes_modes=np.array([6, 0], np.uint8))
    refuse("for 1 targets, got one of 3 for 4", leaf_targetids=[0, 4, 0])
    refuse("expected 'aggregate_function' and 'post_transform' from 0 to 3, got 7 and 0",
           aggregate_function=7)


regressors()
print("regressors agree", flush=True)
classifiers()
print("classifiers agree", flush=True)
ensembles()
print("ensembles agree", flush=True)
refusals()
print("wrong trees are refused", flush=True)
