# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random decision trees, as attributes of the operators of ai.onnx.ml."""
import numpy as np
from onnx import numpy_helper

MODES = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"]
MEMBER = "BRANCH_MEMBER"


def grow(random, features, depth, modes):
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
        nodes[place] = (mode, int(random.integers(features)), float(np.float32(split)),
                        add(left - 1), add(left - 1), int(random.integers(2)))
        return place
    add(depth)
    return nodes


def number_nodes(trees, prefix, targets, draw, missing=False):
    """Attributes of trees whose nodes are numbered in each tree; leaves weigh all of `targets`."""
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
    return attributes


def list_ensemble(random, trees, targets, dtype):
    """Attributes of TreeEnsemble, of trees that do not begin with a leaf."""
    roots, nodes, weights, sets = [], [], [], []
    for tree in trees:
        inner = [i for i, node in enumerate(tree) if node[0] != "LEAF"]
        leaves = [i for i, node in enumerate(tree) if node[0] == "LEAF"]
        first, first_leaf = len(nodes), len(weights)

        def place(i):
            return ((first_leaf + leaves.index(i), 1) if i in leaves
                    else (first + inner.index(i), 0))
        roots.append(first)
        for mode, feature, split, yes, no, missing in (tree[i] for i in inner):
            number = [*MODES, MEMBER].index(mode)
            if mode == MEMBER:
                # onnx's evaluator ends a set at a 0.
                sets += [*random.permutation([-1.0, 1.0, 2.0])[:random.integers(1, 4)], np.nan]
            nodes.append((feature, split, number, *place(yes), *place(no), missing))
        weights += [(int(random.integers(targets)), random.standard_normal()) for _ in leaves]
    columns = [list(column) for column in zip(*nodes)]

    def tensor(values, name, dtype=dtype):
        return numpy_helper.from_array(np.array(values, dtype), name)
    return dict(
        n_targets=targets, tree_roots=roots, nodes_featureids=columns[0],
        nodes_splits=tensor(columns[1], "s"), nodes_modes=tensor(columns[2], "m", np.uint8),
        nodes_truenodeids=columns[3], nodes_trueleafs=columns[4], nodes_falsenodeids=columns[5],
        nodes_falseleafs=columns[6], nodes_missing_value_tracks_true=columns[7],
        leaf_targetids=[target for target, _ in weights],
        leaf_weights=tensor([weight for _, weight in weights], "w"),
        **({"membership_values": tensor(sets, "v")} if sets else {}))
