# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums that are rescaled block by block, for the paper's machine with room for fewer scales.

usage: few_scales.py PAPER.json DEPTH AXES SPLIT [threads] [zero_point]

AXES are rows m and blocks c in some order, m=2,c=4; SPLIT is the one of which a tile has so many, c=2. With `threads`
tiles are virtual threads; with `zero_point` 3 is added, on a machine without registers.
"""
import json
import sys

machine = json.load(open(sys.argv[1]))
machine["name"] = "few"
next(memory for memory in machine["memories"] if memory["name"] == "scale")["depth"] = int(sys.argv[2])
sizes = {name: int(size) for name, size in (axis.split("=") for axis in sys.argv[3].split(","))}
split, factor = sys.argv[4].split("=")
zero = ""
if "zero_point" in sys.argv:
    machine["registers"] = []
    machine["formats"] = [f for f in machine["formats"] if f["name"] != "configure"]
    zero = "%three = arith.constant 3 : i64\n      %z = arith.addi %q, %three : i64"
text = json.dumps(machine).replace('"', "\\22")
axes = ", ".join(f"{name} = {size}" for name, size in sizes.items()) + ", b = 16"
names = ", ".join(f"%{name}: index" for name in sizes) + ", %b: index"
place = ", ".join("%" + name for name in sizes) + ", %b"
shape = "x".join(map(str, sizes.values())) + "x16"
scales = f"tensor<{sizes['c']}x16xi32>"
bind = '\n      schedule.bind %Y[%outer] to "vthread"' if "threads" in sys.argv else ""
print(f"""module attributes {{dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"{text}">>>}} {{
  func.func private @rescale(%x: tensor<{shape}xi32>, %bias: {scales}, %y: tensor<{shape}xi8> {{te.destination}})
      -> tensor<{shape}xi8> attributes {{te.kernel, dl.device = "vdla", schedule.sequence = @schedules::@rescale}} {{
    %s = te.compute "s" axes({axes}) : tensor<{shape}xi32> {{
    ^bb0({names}):
      %v = te.read %x[{place}] : tensor<{shape}xi32>
      %t = arith.addi %v, %v : i32
      te.yield %t : i32
    }}
    %0 = te.compute "y" axes({axes}) : tensor<{shape}xi8> {{
    ^bb0({names}):
      %a = te.read %s[{place}] : tensor<{shape}xi32>
      %add = te.read %bias[%c, %b] : {scales}
      %by = arith.constant 5 : i64
      %right = arith.constant 2 : i64
      %biased = arith.addi %a, %add : i32
      %wide = arith.extsi %biased : i32 to i64
      %p = arith.muli %wide, %by : i64
      %q = arith.shrsi %p, %right : i64
      {zero}
      %out = arith.trunci %{'z' if zero else 'q'} : i64 to i8
      te.yield %out : i8
    }}
    return %0 : tensor<{shape}xi8>
  }}
  module @schedules attributes {{transform.with_named_sequence}} {{
    transform.named_sequence @rescale(%kernel: !transform.any_op {{transform.readonly}}) {{
      %Y = schedule.stage %kernel["y"] : !transform.any_op
      %S = schedule.stage %kernel["s"] : !transform.any_op
      %X = schedule.cache_read %S reads operand 0
      {', '.join('%' + name for name in sizes)}, %b = schedule.axes %Y : !schedule.axis, !schedule.axis, !schedule.axis
      %outer, %inner = schedule.split %Y[%{split}] by {factor}{bind}
      schedule.compute_at %S at %Y[%outer]
      schedule.compute_at %X at %Y[%outer]
      schedule.set_scope %X to "vdla.acc"
      schedule.set_scope %S to "vdla.acc"
      transform.yield
    }}
  }}
}}""")
