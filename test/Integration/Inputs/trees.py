# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tree ensembles against onnxruntime, or onnx's reference evaluator.

usage: trees.py [SEED]
"""
import re
import sys

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import dl

random = np.random.default_rng(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
MODES = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"]
FEATURES = 5


def grow(depth, modes):
    """Nodes of one tree, the root first: mode, feature, split, where to go on, missing is yes."""
    nodes = []

    def add(left):
        place = len(nodes)
        nodes.append(None)
        if left == 0 or (left < depth and random.random() < 0.2):
            nodes[place] = ("LEAF", 0, 0.0, 0, 0, 0)
            return place
        mode = modes[random.integers(len(modes))]
        split = random.integers(-1, 2) if "EQ" in mode[7:] else random.standard_normal()
        nodes[place] = (mode, int(random.integers(FEATURES)), float(np.float32(split)),
                        add(left - 1), add(left - 1), int(random.integers(2)))
        return place
    add(depth)
    return nodes


def make_model(node, domains, kind=TensorProto.FLOAT, outputs=("Y",), rows="rows"):
    infos = [helper.make_tensor_value_info(
        name, TensorProto.INT64 if name == "L" else kind, None) for name in outputs]
    graph = helper.make_graph(
        [node], "g", [helper.make_tensor_value_info("X", kind, [rows, FEATURES])], infos)
    return helper.make_model(graph, ir_version=8, opset_imports=[
        helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", domains)])


def make_numbered(operator, prefix, trees, targets, draw=random.standard_normal, missing=False,
                  **more):
    """Trees whose nodes are numbered in each tree; leaves weigh all of `targets`."""
    rows = [(tree, i, *node) for tree, nodes in enumerate(trees) for i, node in enumerate(nodes)]
    names = ["treeids", "nodeids", "modes", "featureids", "values", "truenodeids", "falsenodeids",
             "missing_value_tracks_true"]
    attributes = {f"nodes_{name}": list(column) for name, column in zip(names, zip(*rows))}
    if not missing:
        del attributes["nodes_missing_value_tracks_true"]
    weights = [(tree, i, target, float(np.float32(draw())))
               for tree, i, mode, *_ in rows if mode == "LEAF" for target in targets]
    for name, column in zip(("treeids", "nodeids", "ids", "weights"), zip(*weights)):
        attributes[f"{prefix}_{name}"] = list(column)
    outputs = ("Y",) if prefix == "target" else ("L", "P")
    node = helper.make_node(operator, ["X"], list(outputs), domain="ai.onnx.ml", **attributes,
                            **more)
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
    return [grow(depth, modes) for _ in range(count)]


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
            roots, nodes, weights, sets = [], [], [], []
            for tree in forest(modes=[*MODES, "BRANCH_MEMBER"]):
                inner = [i for i, node in enumerate(tree) if node[0] != "LEAF"]
                leaves = [i for i, node in enumerate(tree) if node[0] == "LEAF"]
                first, firstLeaf = len(nodes), len(weights)
                def place(i):
                    return ((firstLeaf + leaves.index(i), 1) if i in leaves
                            else (first + inner.index(i), 0))
                roots.append(first)
                for mode, feature, split, yes, no, missing in (tree[i] for i in inner):
                    number = [*MODES, "BRANCH_MEMBER"].index(mode)
                    if number == 6:
                        # The evaluator ends a set at a 0.
                        sets += [*random.permutation([-1.0, 1.0, 2.0])[:random.integers(1, 4)],
                                 np.nan]
                    nodes.append((feature, split, number, *place(yes), *place(no), missing))
                weights += [(int(random.integers(3)), random.standard_normal()) for _ in leaves]
            columns = [list(column) for column in zip(*nodes)]

            def tensor(values, name):
                return numpy_helper.from_array(np.array(values, dtype), name)
            node = helper.make_node(
                "TreeEnsemble", ["X"], ["Y"], domain="ai.onnx.ml", n_targets=3, tree_roots=roots,
                aggregate_function=aggregate, nodes_featureids=columns[0],
                nodes_splits=tensor(columns[1], "s"),
                nodes_modes=numpy_helper.from_array(np.array(columns[2], np.uint8), "m"),
                nodes_truenodeids=columns[3], nodes_trueleafs=columns[4],
                nodes_falsenodeids=columns[5], nodes_falseleafs=columns[6],
                nodes_missing_value_tracks_true=columns[7],
                leaf_targetids=[target for target, _ in weights],
                leaf_weights=tensor([weight for _, weight in weights], "w"),
                **({"membership_values": tensor(sets, "v")} if sets else {}))
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
