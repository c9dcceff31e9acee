#!/usr/bin/env python3
# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks as published, with seeded weights.

  published.py --out DIR [--only resnet50,unet]

Writes DIR/<network>.onnx, <network>.inputs.npz and manifest.json. Normalisations of convolutions
are folded, as exporters do it; images have batch 1.
"""
import argparse
import json
import os

import numpy as np
import onnx

import classifiers  # noqa: F401  What these write is on the list.
import pictures  # noqa: F401
import sequences  # noqa: F401
from layers import NETWORKS
from net import make_input


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", default=",".join(NETWORKS), help="comma list (default: all)")
    options = parser.parse_args(arguments)
    for name in options.only.split(","):
        if name not in NETWORKS:
            parser.error(f"expected --only of {', '.join(NETWORKS)}, got '{name}'")
    os.makedirs(options.out, exist_ok=True)
    for name in options.only.split(","):
        made = NETWORKS[name]()
        path = os.path.join(options.out, name)
        onnx.save(made.model(), path + ".onnx")
        np.savez(path + ".inputs.npz", **{spec["name"]: make_input(spec) for spec in made.specs})
    about = {name: (make.__doc__ or "").split("\n")[0].rstrip(".") for name, make in NETWORKS.items()}
    with open(os.path.join(options.out, "manifest.json"), "w") as file:
        json.dump({"models": about}, file, indent=1)


if __name__ == "__main__":
    main()
