"""Divides all pairs of awkward integers by the operators Div, Mod and Mod with fmod.

  integer_division.py dl-compile dl-run DIR

Prints a line for each type: "agrees", or "differs" and where.
"""
import subprocess
import sys

import numpy as np
import onnx
from onnx import helper

TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
OUTPUTS = {"div": ("Div", {}), "mod": ("Mod", {}), "fmod": ("Mod", {"fmod": 1}), "self": ("Mod", {})}


def expect(a, b):
    """What Python's integers say, wrapped; 0 where the divisor is 0."""
    dtype = a.dtype
    values = {name: [] for name in OUTPUTS}
    for x, y in zip(a.tolist(), b.tolist()):
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1) if y else 0
        values["div"].append(quotient)
        values["mod"].append(x % y if y else 0)
        values["fmod"].append(x - y * quotient if y else 0)
        values["self"].append(0)
    bits = 8 * dtype.itemsize
    return {
        name: np.array([n % 2**bits for n in numbers], f"u{dtype.itemsize}").view(dtype)
        for name, numbers in values.items()
    }


def check(name, compiler, runner, folder):
    dtype = np.dtype(name)
    limits = np.iinfo(dtype)
    numbers = [limits.min, limits.max, 0, 1, 2, 7, 100]
    numbers += [-1, -2, -7, limits.min + 1] if limits.min else [limits.max - 1]
    a, b = (np.array(side, dtype) for side in zip(*((x, y) for x in numbers for y in numbers)))
    element = helper.np_dtype_to_tensor_dtype(dtype)
    nodes = [
        helper.make_node(op, ["b", "b"] if output == "self" else ["a", "b"], [output], **attributes)
        for output, (op, attributes) in OUTPUTS.items()
    ]
    info = lambda tensor: helper.make_tensor_value_info(tensor, element, [len(a)])
    graph = helper.make_graph(nodes, name, [info("a"), info("b")], [info(y) for y in OUTPUTS])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, f"{folder}/{name}.onnx")
    np.savez(f"{folder}/{name}.npz", a=a, b=b)
    np.savez(f"{folder}/{name}.expected.npz", **expect(a, b))
    library = f"{folder}/{name}.so"
    subprocess.run([compiler, f"{folder}/{name}.onnx", "-o", library], check=True, timeout=60)
    run = [runner, library, f"--inputs={folder}/{name}.npz", "--tolerance=0"]
    run += [f"--compare={folder}/{name}.expected.npz"]
    result = subprocess.run(run, capture_output=True, text=True, timeout=60)
    print(name, "agrees" if result.returncode == 0 else "differs: " + result.stdout + result.stderr)


for each in TYPES:
    check(each, *sys.argv[1:4])
