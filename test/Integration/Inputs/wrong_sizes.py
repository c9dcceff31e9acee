"""Runs the model of dynamic-sizes.test on right and on wrong sizes and prints what it says.

    wrong_sizes.py SOURCE_ROOT LIBRARY
"""
import os
import sys

import numpy as np

sys.path.append(os.path.join(sys.argv[1], "benchmarks"))
import dlc  # noqa: E402

random = np.random.default_rng(7)


def inputs(x, y):
    return {"x": random.standard_normal(x).astype(np.float32),
            "y": random.standard_normal(y).astype(np.float32)}


def refused(run):
    try:
        run()
        print("not refused")
    except RuntimeError as error:
        print(error)


with dlc.Model(sys.argv[2]) as model:
    print(model.symbols)
    print("inputs", model.inputs and {name: shape for name, (shape, _) in model.inputs.items()})
    print("outputs", {name: shape for name, (shape, _) in model.outputs.items()})
    for shapes in [((2, 3, 8), (2, 5)), ((11, 7, 8), (11, 1)), ((1, 1, 8), (1, 64))]:
        given = inputs(*shapes)
        flat, twice = model.run(given)
        e = np.exp(np.maximum(given["x"], 0))
        want = (e / e.sum(axis=1, keepdims=True)).reshape(-1, 8)
        right = np.allclose(flat, want, atol=1e-6) and np.array_equal(twice, 2 * given["y"])
        print([flat.shape, twice.shape], "right" if right else "wrong")
    for shapes in [((2, 3, 8), (3, 5)), ((2, 3, 9), (2, 5)), ((2, 0, 8), (2, 5)), ((2, 3), (2, 5))]:
        refused(lambda: model.run(inputs(*shapes)))
    good = inputs((2, 3, 8), (2, 5))
    for flat, twice in [((6, 8), (2, 4)), ((5, 8), (2, 5))]:
        refused(lambda: model.check(model.library.dlc_run(
            model.context, model.arena.address, model.arena.size,
            model.tensors(list(good.values())), 2,
            model.tensors([np.empty(flat, np.float32), np.empty(twice, np.float32)]), 2,
            None, dlc.ctypes.byref(model.error))))
    tensors, outputs = model.tensors(list(good.values())), (dlc.Tensor * 2)()
    for handle, count, results in [(None, 2, 2), (model.model, 1, 2), (model.model, 2, 1),
                                   (model.model, 2, 2)]:
        refused(lambda: model.check(model.library.dlc_sizes(
            handle, tensors, count, None, outputs, results, dlc.ctypes.byref(model.error))))
    run = model.bound(good)
    model.arena.size = 0
    refused(run)
