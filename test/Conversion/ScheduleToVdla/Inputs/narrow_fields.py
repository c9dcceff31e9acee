# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A product of matrices or a sum in one tile, for the paper's machine with narrower fields.

usage: narrow_fields.py PAPER.json N M O C [rows] [columns] [FORMAT.FIELD=WIDTH ...] [MEMORY=DEPTH ...] [batch=ROWS]

y[n, m, o, :] = sum over c of x[m, n, c, :] * w[o, c, :, :], or, where C is 0, x[o, m, n, :] + 3: no two of the loops are one.
With `rows` x is x[n, m, c, :], so that n and m are one. With `columns` a tile has one o, and x comes by columns c.
"""
import json
import sys

machine = json.load(open(sys.argv[1]))
n, m, o, c = map(int, sys.argv[2:6])
machine["name"] = "narrow"
options = sys.argv[6:]
is_in_rows, is_by_columns = "rows" in options, "columns" in options
for option in options:
    if "=" not in option:
        continue
    what, number = option.split("=")
    if what == "batch":
        machine["tile"]["batch"] = int(number)
    elif "." in what:
        kind, name = what.split(".")
        fields = next(f["fields"] for f in machine["formats"] if f["name"] == kind)
        next(f for f in fields if f["name"] == name)["width"] = int(number)
    else:
        next(memory for memory in machine["memories"] if memory["name"] == what)["depth"] = int(number)
text = json.dumps(machine).replace('"', "\\22")
target = f'''{{dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"{text}">>>}}'''
if c == 0:
    print(f"""module attributes {target} {{
  func.func private @sum(%x: tensor<{o}x{m}x{n}x16xi32>, %y: tensor<{n}x{m}x{o}x16xi32> {{te.destination}})
      -> tensor<{n}x{m}x{o}x16xi32> attributes {{te.kernel, dl.device = "vdla", schedule.sequence = @schedules::@sum}} {{
    %c = te.compute "C" axes(n = {n}, m = {m}, o = {o}, b = 16) : tensor<{n}x{m}x{o}x16xi32> {{
    ^bb0(%n: index, %m: index, %o: index, %b: index):
      %k = arith.constant 3 : i32
      %v = te.read %x[%o, %m, %n, %b] : tensor<{o}x{m}x{n}x16xi32>
      %t = arith.addi %v, %k : i32
      te.yield %t : i32
    }}
    return %c : tensor<{n}x{m}x{o}x16xi32>
  }}
  module @schedules attributes {{transform.with_named_sequence}} {{
    transform.named_sequence @sum(%kernel: !transform.any_op {{transform.readonly}}) {{
      %C = schedule.stage %kernel["C"] : !transform.any_op
      %S = schedule.cache_write %C
      %X = schedule.cache_read %S reads operand 0
      %n, %m, %o, %b = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis
      %no, %ni = schedule.split %C[%n] by {n}
      schedule.compute_at %S at %C[%no]
      schedule.compute_at %X at %C[%no]
      schedule.set_scope %X to "vdla.acc"
      schedule.set_scope %S to "vdla.acc"
      transform.yield
    }}
  }}
}}""")
    sys.exit()
x, place = (f"tensor<{n}x{m}x{c}x16xi8>", "%n, %m") if is_in_rows else (f"tensor<{m}x{n}x{c}x16xi8>", "%m, %n")
at = "S[%sc]" if is_by_columns else "C[%no]"
columns = """schedule.reorder %C[%o, %n, %m, %b]
      schedule.compute_at %S at %C[%o]"""
whole = f"""%no, %ni = schedule.split %C[%n] by {n}
      schedule.compute_at %S at %C[%no]"""
order = "%sc, %sn, %sm, %so" if is_by_columns else "%sn, %sm, %so, %sc"
print(f"""module attributes {target} {{
  func.func private @matmul(%x: {x}, %w: tensor<{o}x{c}x16x16xi8>, %y: tensor<{n}x{m}x{o}x16xi32> {{te.destination}})
      -> tensor<{n}x{m}x{o}x16xi32> attributes {{te.kernel, dl.device = "vdla", schedule.sequence = @schedules::@matmul}} {{
    %c = te.compute "C" axes(n = {n}, m = {m}, o = {o}, b = 16) reduce(c = {c}, i = 16) combine(add) : tensor<{n}x{m}x{o}x16xi32> {{
    ^bb0(%n: index, %m: index, %o: index, %b: index, %c: index, %i: index):
      %v = te.read %x[{place}, %c, %i] : {x}
      %u = te.read %w[%o, %c, %b, %i] : tensor<{o}x{c}x16x16xi8>
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }}
    return %c : tensor<{n}x{m}x{o}x16xi32>
  }}
  module @schedules attributes {{transform.with_named_sequence}} {{
    transform.named_sequence @matmul(%kernel: !transform.any_op {{transform.readonly}}) {{
      %C = schedule.stage %kernel["C"] : !transform.any_op
      %S = schedule.cache_write %C
      %X = schedule.cache_read %S reads operand 0
      %W = schedule.cache_read %S reads operand 1
      %n, %m, %o, %b = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis
      {columns if is_by_columns else whole}
      %sn, %sm, %so, %sb, %sc, %si = schedule.axes %S : !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis
      schedule.reorder %S[{order}, %sb, %si]
      schedule.compute_at %X at %{at}
      schedule.compute_at %W at %{at}
      schedule.set_scope %X to "vdla.inp"
      schedule.set_scope %W to "vdla.wgt"
      schedule.set_scope %S to "vdla.acc"
      schedule.tensorize %S[%sb] with @vdla_gemm
      transform.yield
    }}
  }}
}}""")
