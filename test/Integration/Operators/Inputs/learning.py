# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of classical machine learning (ai.onnx.ml), of optimizers, and of counts of n-grams."""
import sys

import numpy as np

from cases import Cases, const, main
from forests import MEMBER, MODES, grow, list_ensemble, number_nodes

cases = Cases(seed=16)
NAN = float("nan")


def ml(op, *inputs, **attributes):
    cases.add(op, *inputs, domain="ai.onnx.ml", **attributes)


def numbers(*shape):
    return cases.floats(*shape).ravel().tolist()


for rows, features in ((1, 1), (3, 4), (17, 6), (5, 33), (2, 8)):
    x = cases.floats(rows, features)
    ml("Scaler", x, offset=numbers(features), scale=numbers(features))
    ml("Scaler", x, offset=[0.5], scale=[-2.0])
    for norm in ("MAX", "L1", "L2"):
        ml("Normalizer", x, norm=norm)
    for targets in (1, 3):
        ml("LinearRegressor", x, coefficients=numbers(targets, features), targets=targets,
           intercepts=numbers(targets))
    ml("LinearRegressor", x, coefficients=numbers(2, features), targets=2)
    for transform in ("LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"):
        ml("LinearRegressor", x, coefficients=numbers(3, features), targets=3,
           intercepts=numbers(3), post_transform=transform)
    ml("LinearClassifier", x, outputs=2, coefficients=numbers(1, features), intercepts=numbers(1),
       classlabels_ints=[4, 9], post_transform="LOGISTIC")
    ml("FeatureVectorizer", x, inputdimensions=[features])
    ml("ArrayFeatureExtractor", x[0], np.array([features - 1, 0]))
    ml("Imputer", cases.integers(rows, features, low=0, high=3), imputed_value_int64s=[5],
       replaced_value_int64=1)
    for count, transform in ((2, "LOGISTIC"), (3, "SOFTMAX"), (5, "NONE"), (4, "LOGISTIC")):
        ml("LinearClassifier", x, outputs=2, coefficients=numbers(count, features),
           intercepts=numbers(count), classlabels_ints=list(range(7, 7 + 3 * count, 3)),
           post_transform=transform)
    ml("Binarizer", x, threshold=0.25)
    ml("Binarizer", cases.integers(rows, features).astype(np.float32))
    ml("FeatureVectorizer", x, cases.floats(rows, 3), cases.floats(rows, 1),
       inputdimensions=[features, 3, 1])
    ml("ArrayFeatureExtractor", x, np.array([features - 1, 0, features // 2]))
    ml("ArrayFeatureExtractor", cases.floats(2, rows, features), const(np.array([0])))
    holes = np.where(cases.rng.random((rows, features)) < 0.4, np.float32(NAN), x)
    ml("Imputer", holes, imputed_value_floats=numbers(features), replaced_value_float=NAN)
    ml("Imputer", np.where(np.isnan(holes), np.float32(7), x), imputed_value_floats=[-1.5],
       replaced_value_float=7.0)
    ml("OneHotEncoder", cases.integers(rows, low=0, high=5), cats_int64s=[3, 0, 4, 2, 1])
    ml("OneHotEncoder", cases.integers(rows, features, low=0, high=5),
       cats_int64s=list(range(9)), zeros=1)
    keys = list(range(-4, 5))
    ml("LabelEncoder", cases.integers(rows, features, low=-6, high=7), keys_int64s=keys,
       values_floats=numbers(len(keys)), default_float=0.5)
    ml("LabelEncoder", cases.integers(rows, features, low=-6, high=7), keys_int64s=keys,
       values_int64s=[3 * key for key in keys], default_int64=100)
    ml("LabelEncoder", np.round(2 * x) / 2, keys_floats=[-1.0, -0.5, 0.0, 0.5, 1.0],
       values_int64s=[5, 4, 3, 2, 1])


for rows, features, depth in ((1, 1, 1), (3, 4, 3), (17, 6, 5), (5, 33, 4), (2, 8, 7)):
    x = cases.floats(rows, features)
    trees = [grow(cases.rng, features, depth, MODES) for _ in range(4)]
    draw = cases.rng.standard_normal
    for aggregate in ("SUM", "AVERAGE"):
        ml("TreeEnsembleRegressor", x, n_targets=2, aggregate_function=aggregate,
           **number_nodes(trees, "target", range(2), draw))
    for transform in ("NONE", "SOFTMAX"):
        ml("TreeEnsembleClassifier", x, outputs=2, classlabels_int64s=[3, 1, 7],
           post_transform=transform, **number_nodes(trees, "class", range(3), draw))
    for dtype in (np.float32, np.float64):
        ml("TreeEnsemble", x.astype(dtype), **list_ensemble(cases.rng, trees, 3, dtype))
    if depth > 4:
        continue
    # One target, whose leaves decide between two labels; numbers that each target begins with; the
    # leaf of the least or the greatest number; missing numbers; sets.
    for target in (0, 1):
        for transform in ("NONE", "LOGISTIC", "SOFTMAX"):
            for weigh in (draw, cases.rng.random):
                ml("TreeEnsembleClassifier", x, until=3, outputs=2, classlabels_int64s=[3, 7],
                   post_transform=transform, **number_nodes(trees, "class", [target], weigh))
    ml("TreeEnsembleClassifier", x, outputs=2, classlabels_int64s=[3, 1, 7],
       base_values=numbers(3), **number_nodes(trees, "class", range(3), draw))
    ml("TreeEnsembleRegressor", x, n_targets=2, base_values=numbers(2),
       **number_nodes(trees, "target", range(2), draw))
    for aggregate in ("MIN", "MAX"):
        ml("TreeEnsembleRegressor", x, n_targets=2, aggregate_function=aggregate,
           **number_nodes(trees, "target", range(2), draw))
    holes = np.where(cases.rng.random((rows, features)) < 0.4, np.float32(NAN), x)
    ml("TreeEnsembleRegressor", holes, until=3, n_targets=1,
       **number_nodes(trees, "target", range(1), draw, missing=True))
    sets = [grow(cases.rng, features, depth, [*MODES, MEMBER]) for _ in range(4)]
    ml("TreeEnsemble", cases.integers(rows, features, low=-2, high=3).astype(np.float32),
       **list_ensemble(cases.rng, sets, 3, np.float32))


def optimizer(op, shapes, states, **attributes):
    tensors = [cases.floats(*shape) for _ in range(2) for shape in shapes]
    # Sums of squares are not negative.
    tensors += [make(*shape) for make in states for shape in shapes]
    cases.add(op, np.array(0.1, np.float32), np.array(attributes.pop("steps", 0)), *tensors,
              outputs=len(shapes) * (1 + len(states)), domain="ai.onnx.preview.training",
              **attributes)


for i, shapes in enumerate((((3,),), ((2, 5),), ((4, 3), (7,)), ((1, 2, 3),), ((17,), (2, 2)))):
    optimizer("Adagrad", shapes, [cases.positive], epsilon=1e-3, decay_factor=0.1 * i,
              norm_coefficient=0.01 * i, steps=i)
    optimizer("Adam", shapes, [cases.floats, cases.positive], alpha=0.9, beta=0.99, epsilon=1e-3,
              norm_coefficient=0.01 * i, steps=i)
    for mode in ("standard", "nesterov"):
        optimizer("Momentum", shapes, [cases.floats], alpha=0.9, beta=1.0, mode=mode,
                  norm_coefficient=0.01 * i, steps=i)

NGRAMS = dict(ngram_counts=[0, 4], ngram_indexes=[0, 1, 2, 3, 4, 5, 6],
              pool_int64s=[2, 3, 5, 4, 5, 6, 7, 8, 6, 7])
for length in (1, 2, 5, 12, 30):
    for mode, more in (("TF", {}), ("IDF", dict(weights=numbers(7))), ("TFIDF", {})):
        x = cases.integers(length, low=2, high=9)
        cases.add("TfIdfVectorizer", x, mode=mode, min_gram_length=1, max_gram_length=2,
                  max_skip_count=0, **NGRAMS, **more)
    cases.add("TfIdfVectorizer", cases.integers(3, length, low=2, high=9, dtype=np.int32),
              mode="TF", min_gram_length=2, max_gram_length=2, max_skip_count=3, **NGRAMS)

if __name__ == "__main__":
    sys.exit(main(cases))
