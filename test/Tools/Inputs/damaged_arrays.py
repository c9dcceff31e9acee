#!/usr/bin/env python3
"""Gives dl-run damaged .npz, .npy and manifest files: each is taken or refused with an error.

usage: damaged_arrays.py DL_RUN MODEL WORK_FOLDER [--count N] [--seed N]

MODEL has one input 'x' of type f32 and shape 2x4. Files have bytes flipped, cut, doubled or
moved, or headers that say what is not so.
"""
import argparse
import io
import json
import os
import random
import sys
import warnings
import zipfile

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Fuzz"))
import faults  # noqa: E402
import limited  # noqa: E402
from damaged_bytes import damage_bytes  # noqa: E402


def make_npy(rng):
    file = io.BytesIO()
    np.save(file, np.arange(8, dtype=np.float32).reshape(2, 4))
    data = file.getvalue()
    header = [b"'shape': (2, 4)", b"'<f4'", b"False"]
    if rng.random() < 0.5:
        place = rng.choice(header)
        data = data.replace(place, rng.choice([b"'shape': (0, 4611686018427387904)", b"'shape': (-2, 4)", b"'shape': ()", b"'O'", b"True",
                                               b"'shape': (9223372036854775807, 4)", b"'shape': (2, 4", b"'>f4'", b"'<f4", b"", b"'<c16'"]))
    return damage_bytes(data, rng) if rng.random() < 0.7 else data


def make_npz(rng):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as archive:
        for _ in range(rng.choice([1, 1, 2])):
            archive.writestr(rng.choice(["x.npy", "x.npy", "y.npy", "../x.npy", "x" * 3000 + ".npy"]), make_npy(rng))
    return damage_bytes(file.getvalue(), rng) if rng.random() < 0.7 else file.getvalue()


def make_manifest(rng):
    good = {"mlp": {"inputs": [{"name": "x", "dtype": "float32", "kind": "normal", "high": 3}]}}
    text = rng.choice([json.dumps(good), "[" * 100000, '{"mlp":' * 100000, json.dumps({"mlp": {"inputs": 3}}), "1e999", '{"mlp": {"inputs": [[]]}}',
                       '{"mlp": {"inputs": [{"name": 1, "high": "x", "dtype": "int8"}]}}', '{"mlp": {"inputs": [{"name": "x", "dtype": "int32", "high": 1e300}]}}'])
    return damage_bytes(text.encode(), rng) if rng.random() < 0.5 else text.encode()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("model")
    parser.add_argument("work")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of two arrays of one name
    os.makedirs(options.work, exist_ok=True)
    failures = taken = 0
    for number in range(options.count):
        rng = random.Random(f"{options.seed}/{number}")
        kind, make, option = [("npy", make_npy, "--inputs"), ("npz", make_npz, "--inputs"), ("npz", make_npz, "--compare"),
                              ("json", make_manifest, "--manifest")][number % 4]
        path = os.path.join(options.work, f"damaged{number}.{kind}")
        with open(path, "wb") as file:
            file.write(make(rng))
        ending = limited.run([options.tool, options.model, f"{option}={path}"], 20)
        # Values that differ are no error.
        answered = ending.code == 0 or ("error: " in ending.output or "largest error" in ending.output or "expected as" in ending.output)
        taken += ending.code == 0
        if ending.is_crash or ending.timed_out or not answered:
            failures += 1
            print(f"{path}: {faults.get_signature(ending)}")
        else:
            os.unlink(path)
    print(f"{options.count} damaged files: {taken} taken, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
