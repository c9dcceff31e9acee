# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks one kernel of each kind and some drawn ones on a machine: TOOLS FOLDER MACHINE."""
import json
import pathlib
import sys

import kernels as vdla

tools, folder, machine = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[4]
block = json.loads((root / f"share/dl/vdla/{machine}.json").read_text())["tile"]["block_in"]
made = [
    vdla.make_matmul("matmul", 1, block),
    vdla.make_add("add", 2, block, channels=40, relu=True, out_zero=-7),
    vdla.make_pool("pool", 3, block, channels=24),
    # The first layer has three channels; strides, dilation and padding differ by axis.
    vdla.make_conv("first", 4, block, inputs=3, outputs=20, height=19, width=17, kernel=(7, 7),
                   strides=(2, 2), pads=(3, 3, 3, 3), relu=True, in_zero=-5),
    vdla.make_conv("odd", 5, block, images=2, inputs=33, outputs=50, height=13, width=11,
                   kernel=(3, 2), strides=(1, 2), dilations=(2, 3), pads=(0, 2, 3, 1), out_zero=11,
                   rounding="half_up"),
    vdla.make_conv("pointwise", 6, block, inputs=64, outputs=96, height=14, width=14,
                   kernel=(1, 1), strides=(2, 2), pads=(0, 0, 0, 0), rounding="down"),
    vdla.make_conv("dense", 7, block, images=9, inputs=100, outputs=60, height=1, width=1,
                   kernel=(1, 1), pads=(0, 0, 0, 0)),
    vdla.make_conv("wide", 8, block, inputs=40, outputs=64, height=10, width=30)]
# One machine has them all.
drawn = 4 if machine == "paper" else 1
made = made if machine == "paper" else made[:5]
made += [vdla.draw_kernel(f"k{i}", vdla.seed_of(machine, i), block) for i in range(drawn)]
wrong = vdla.check(folder, tools, f'"{machine}"', made, "orders:8")
print(f"{len(made)} kernels, {len(wrong)} wrong")
print("\n".join(wrong))
