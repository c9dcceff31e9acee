# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that rescale sums by what their callers give: prints what each call becomes, or why it stays, and compares
the table that replaces biases, multipliers and shifts with one that numpy makes of the same numbers.

usage: scales.py DL_OPT
"""
import re
import subprocess
import sys

import numpy

X, Y = "tensor<4x2x16xi32>", "tensor<4x2x16xi8>"
BLOCKS, LANES = numpy.arange(2).reshape(2, 1), numpy.arange(16).reshape(1, 16)


class Case:
    """A kernel and a call of it. `reads` are the indices of bias, multiplier and shift, or a number each; `values` what
    the caller has for them: an array or the text of a value. `order` is that of the arguments."""

    def __init__(self, reads=("%c, %b",) * 3, values=(), order="xbms", rows=4, types=("i32",) * 3):
        self.reads, self.order, self.rows, self.types = reads, order, rows, types
        usual = (100 * BLOCKS + LANES - 50, 1000 * BLOCKS + LANES - 7, 32 * BLOCKS + LANES + 16)
        self.values = [usual[i] if i >= len(values) or values[i] is None else values[i] for i in range(3)]

    def get_type(self, i):
        value = self.values[i]
        shape = value.shape if isinstance(value, numpy.ndarray) else (2, 16)
        return f"tensor<{'x'.join(map(str, shape))}x{self.types[i]}>"

    def make(self, name):
        x, y = X.replace("4x", f"{self.rows}x", 1), Y.replace("4x", f"{self.rows}x", 1)
        types = {"x": x, "b": self.get_type(0), "m": self.get_type(1), "s": self.get_type(2)}
        names = {"x": "%x", "b": "%bias", "m": "%multiplier", "s": "%shift"}
        axes = f"axes(m = {self.rows}, c = 2, b = 16)"
        given = [f"{names[o]}: {types[o]}" for o in self.order]
        body = []
        for i, which in enumerate("bms"):
            if isinstance(self.reads[i], int):
                body.append(f"%{which}0 = arith.constant {self.reads[i]} : {'i32' if which == 'b' else 'i64'}")
                continue
            element = self.types[i]
            body.append(f"%{which}r = te.read {names[which]}[{self.reads[i]}] : {types[which]}")
            if which == "b":
                body[-1] = body[-1].replace("%br", "%b0")
            else:
                body.append(f"%{which}0 = arith.{'extsi' if which == 'm' else 'extui'} %{which}r : {element} to i64")
        formula = "\n      ".join(body)
        kernel = f"""
  func.func private @{name}({', '.join(given)}, %y: {y} {{te.destination}}) -> {y} attributes {{te.kernel, dl.device = "vdla"}} {{
    %sums = te.compute "s" {axes} : {x} {{
    ^bb0(%m: index, %c: index, %b: index):
      %v = te.read %x[%m, %c, %b] : {x}
      %t = arith.addi %v, %v : i32
      te.yield %t : i32
    }}
    %0 = te.compute "y" {axes} : {y} {{
    ^bb0(%m: index, %c: index, %b: index):
      %a = te.read %sums[%m, %c, %b] : {x}
      {formula}
      %biased = arith.addi %a, %b0 : i32
      %wide = arith.extsi %biased : i32 to i64
      %p = arith.muli %wide, %m0 : i64
      %q = arith.shrsi %p, %s0 : i64
      %out = arith.trunci %q : i64 to i8
      te.yield %out : i8
    }}
    return %0 : {y}
  }}"""
        call = []
        for i, which in enumerate("bms"):
            value = self.values[i]
            text = value if isinstance(value, str) else f"arith.constant dense<{value.tolist()}> : {types[which]}"
            call.append(f"%{which} = {text}" if text != "argument" else f"%{which} = tensor.empty() : {types[which]}")
        call = "\n    ".join(call)
        return kernel + f"""
  func.func @call_{name}(%x: {x}) -> {y} {{
    {call}
    %e = tensor.empty() : {y}
    %0 = func.call @{name}({', '.join('%' + o for o in self.order)}, %e) : ({', '.join(types[o] for o in self.order)}, {y}) -> {y}
    return %0 : {y}
  }}"""

    def expect(self, blocks):
        """The bytes of the table."""
        rows = []
        for block in range(blocks):
            for i, width in enumerate(("<i4", "<i4", "u1")):
                for lane in range(16):
                    number = self.reads[i]
                    if not isinstance(number, int):
                        axes = {"m": block if self.rows > 1 else 0, "c": block, "b": lane}
                        number = self.values[i][tuple(eval(f"[{number.replace('%', '')}]", axes))]
                    rows.append(numpy.array(number).astype(width).tobytes())
        return b"".join(rows)


def resource(key, element="i32"):
    return f"arith.constant dense_resource<{key}> : tensor<2x16x{element}>"


COLUMN = numpy.arange(4)
WIDE = numpy.array([[3, -4]] * 16).T.copy()
CASES = {
    "blocks_and_lanes": Case(),
    "behind_others": Case(order="bmsx"),
    "between_others": Case(order="mxsb"),
    "lanes": Case(("%b",) * 3, (LANES[0] - 8, LANES[0] + 1, LANES[0])),
    "rows": Case(("%m",) * 3, (COLUMN - 2, COLUMN + 1, COLUMN)),
    "every_other_block": Case(("%c * 2, %b", "%c, %b", "%c, %b"), (numpy.arange(64).reshape(4, 16),)),
    "turned": Case(("%b, %c", "%c, %b", "%b, %c"), ((100 * BLOCKS + LANES - 50).T.copy(), None, (BLOCKS + LANES + 7).T.copy())),
    "one_row": Case(("%m", "%c, %b", "%c, %b"), (numpy.array([9]),), rows=1),
    "numbers": Case((-5, 7, 3)),
    "numbers_and_lanes": Case((-5, "%b", 63), (None, LANES[0])),
    "large_multiplier": Case((0, 2147483647, 0)),
    "larger_multiplier": Case((0, 2147483648, 0)),
    "least_multiplier": Case((0, -2147483648, 0)),
    "shift_of_64": Case((0, 1, 64)),
    "shift_of_data": Case((0, 1, "%b"), (None, None, numpy.array([63] * 15 + [64]))),
    "shift_of_less": Case((0, 1, "%b"), (None, None, numpy.array([-1] * 16))),
    "of_run": Case(values=(None, "argument")),
    "of_bytes": Case(values=(WIDE,), types=("i32", "i16", "i8")),
    "of_resource": Case(values=(resource("wide"), None, resource("short", "i8")), types=("i32", "i32", "i8")),
    "of_resource_without_data": Case(values=(resource("none"),)),
    "other_blocks": Case(("%m", "%c, %b", "%c, %b"), (COLUMN,)),
    "next_block": Case(("%c + 1, %b", "%c, %b", "%c, %b"), (numpy.arange(48).reshape(3, 16),)),
    "pairs_of_lanes": Case(("%c, %b floordiv 2", "%c, %b", "%c, %b"), (numpy.arange(16).reshape(2, 8),)),
}
RESOURCES = {"wide": numpy.repeat([7, -9], 16).astype("<i4"), "short": numpy.repeat([5, 63], 16).astype("i1")}

module = ('module attributes {dlti.target_system_spec = #dlti.target_system_spec<"vdla" = '
          '#dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {'
          + "".join(case.make(name) for name, case in CASES.items()) + "\n}\n{-#\n  dialect_resources: {\n    builtin: {\n"
          + ",\n".join(f'      {key}: "0x{int(data.itemsize).to_bytes(4, "little").hex()}{data.tobytes().hex()}"'
                       for key, data in RESOURCES.items()) + "\n    }\n  }\n#-}\n")
made = subprocess.run([sys.argv[1], "--vdla-declare-intrinsics", "--schedule-default", "--convert-schedule-to-vdla",
                       "--remarks-filter=convert-schedule-to-vdla", "--mlir-print-elementsattrs-with-hex-if-larger=0"],
                      input=module, capture_output=True, text=True, timeout=60)
if made.returncode != 0:
    sys.exit(made.stderr)
CASES["of_resource"].values = [RESOURCES["wide"].reshape(2, 16), CASES["of_resource"].values[1],
                               RESOURCES["short"].reshape(2, 16)]
for name, case in CASES.items():
    remark = re.search(rf'Function={name} \| Reason="(.*)"', made.stderr)
    caller = re.search(rf"func.func @call_{name}\(.*?\n  \}}", made.stdout, re.S)[0]
    types = re.search(r"call @\w+\(.*\) : \((.*)\) ->", caller)[1].replace("tensor", "")
    if remark:
        print(f"{name}: {remark[1]}: {types}")
        continue
    table = re.search(r'dense<"0x([0-9A-F]+)"> : tensor<(\d)x144xi8>', caller)
    agrees = bytes.fromhex(table[1]) == case.expect(int(table[2]))
    print(f"{name}: {types}: {'agrees' if agrees else 'DIFFERS'}")
