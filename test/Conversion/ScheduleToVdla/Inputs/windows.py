# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions of windows over padded rows: prints the loads and operations that each becomes, or why it stays.

usage: windows.py DL_OPT
"""
import re
import subprocess
import sys


def make(name, test="%h - 1 >= 0", index="%h - 1, %b", padding=-128, combiner="max", element="i8", height=6, inputs=6,
         window=3, read="%h + %q, %b", yields="%v", wide=None, lanes=16, outside=None):
    rows = height - window + 1
    given, inside, result = (f"tensor<{n}x{e}>" for n, e in
                             ((f"{inputs}x{lanes}", element), (f"{height}x16", element),
                              (f"{rows}x16", wide or element)))
    widen = f"%u = arith.extsi %v : {element} to {wide}" if wide else ""
    return f"""
  func.func private @{name}(%x: {given}, %y: {result} {{te.destination}}) -> {result} attributes {{te.kernel, dl.device = "vdla"}} {{
    %pad = te.compute "pad" axes(h = {height}, b = 16) : {inside} {{
    ^bb0(%h: index, %b: index):
      %o = {outside or f'arith.constant {padding}'} : {outside and 'index to ' or ''}{element}
      %v = te.read %x[{index}] where({test}) else %o : {given}
      te.yield %v : {element}
    }}
    %0 = te.compute "y" axes(h = {rows}, b = 16) reduce(q = {window}) combine({combiner}) : {result} {{
    ^bb0(%h: index, %b: index, %q: index):
      %v = te.read %pad[{read}] : {inside}
      {widen}
      te.yield {'%u' if wide else yields} : {wide or element}
    }}
    return %0 : {result}
  }}"""


CASES = {
    "above": {},
    "above_and_below": dict(test="%h - 1 >= 0, 4 - %h >= 0", inputs=4),
    "every_other_row": dict(test="%h * 2 - 3 >= 0", index="%h * 2 - 3, %b", inputs=8),
    "every_other_row_up_to": dict(test="5 - %h * 2 >= 0", index="%h * 2, %b", inputs=6),
    "up_to_none": dict(test="0 - %h >= 0", index="%h, %b", inputs=1),
    "two_tests_of_one_side": dict(test="%h - 1 >= 0, %h - 2 >= 0", index="%h - 1, %b"),
    "all_is_padding": dict(test="%h - 6 >= 0", index="%h - 6, %b", inputs=1),
    "nothing_is_padding": dict(test="%h >= 0", index="%h, %b"),
    "zeros": dict(padding=0),
    "minimum": dict(combiner="min"),
    "least_of_16_bits": dict(padding=-32768, element="i16"),
    "sums": dict(combiner="add", element="i32", padding=0),
    "sums_of_bytes": dict(combiner="add", wide="i32", padding=0),
    "one_row_of_window": dict(window=1),
    "window_is_all": dict(window=6),
    "many_above": dict(test="%h - 40 >= 0", index="%h - 40, %b", height=42, inputs=2, window=41),
    "most_before": dict(test="%h - 15 >= 0", index="%h - 15, %b", height=20, inputs=5, window=20),
    "more_before": dict(test="%h - 16 >= 0", index="%h - 16, %b", height=20, inputs=4, window=20),
    "most_behind": dict(test="4 - %h >= 0", index="%h, %b", height=20, inputs=5, window=20),
    "more_behind": dict(test="3 - %h >= 0", index="%h, %b", height=20, inputs=4, window=20),
    "most_above": dict(test="%h * 2 - 30 >= 0", index="%h * 2 - 30, %b", height=20, inputs=9, window=20),
    "more_above": dict(test="%h * 2 - 32 >= 0", index="%h * 2 - 32, %b", height=20, inputs=7, window=20),
    "most_below": dict(test="8 - %h * 2 >= 0", index="%h * 2, %b", height=20, inputs=9, window=20),
    "more_below": dict(test="7 - %h * 2 >= 0", index="%h * 2, %b", height=20, inputs=8, window=20),
    "other_lanes": dict(lanes=32),
    "sums_in_bytes": dict(combiner="add"),
    "products": dict(combiner="mul"),
    "maxima_of_wide": dict(wide="i32"),
    "two_axes": dict(test="%h - %b >= 0", index="%h, %b"),
    "lanes": dict(test="%b - 1 >= 0", index="%h, %b - 1"),
    "some_lanes": dict(test="%b - 1 >= 0", index="%h, %b"),
    "no_lanes": dict(test="%b - 16 >= 0", index="%h, %b"),
    "never": dict(test="-1 >= 0", index="%h, %b"),
    "always": dict(test="0 >= 0", index="%h, %b"),
    "pairs": dict(test="%h floordiv 2 - 1 >= 0", index="%h, %b"),
    "equal": dict(test="%h - 1 == 0", index="%h, %b"),
    "another_number": dict(padding=3),
    "no_number": dict(outside="arith.index_cast %h"),
    "half_the_row": dict(index="%h floordiv 2, %b"),
    "same_row": dict(test="%h >= 0", index="0, %b", inputs=1),
    "turned_rows": dict(test="%h >= 0", index="5 - %h, %b"),
    "turned_lanes": dict(index="%h - 1, 15 - %b"),
    "lanes_of_window": dict(read="%h + %q, 15 - %b"),
    "half_of_window": dict(read="(%h + %q) floordiv 2, %b"),
}

module = ('module attributes {dlti.target_system_spec = #dlti.target_system_spec<"vdla" = '
          '#dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {'
          + "".join(make(name, **case) for name, case in CASES.items()) + "\n}\n")
made = subprocess.run([sys.argv[1], "--vdla-declare-intrinsics", "--schedule-default",
                       "--convert-schedule-to-vdla=in-turns=false", "--remarks-filter=convert-schedule-to-vdla"],
                      input=module, capture_output=True, text=True, timeout=60)
if made.returncode != 0:
    sys.exit(made.stderr)
for name in CASES:
    program = re.search(rf"vdla.program @{name}_vdla \{{(.*?)\n  \}}", made.stdout, re.S)
    if not program:
        print(f"{name}:", re.search(rf'Function={name} \| Reason="(.*)"', made.stderr)[1])
        continue
    parts = []
    for kind, what, fields, positions in re.findall(r"vdla\.(load|alu|store) (\w+)\((.*)\)(?: uops \[\(\d+, (\d+), \d+\)\])? on",
                                                    program[1]):
        fields = [f.replace("dram=@x0", "from=0").replace("from=0+", "from=") for f in fields.split(", ")
                  if not re.match(r"y=1$|stride|dram=@y|iter|dst|src", f)]
        parts.append(f"{what} {positions}" if kind == "alu" else f"{what}({', '.join(fields)})")
    print(f"{name}:", "; ".join(parts[:6]))
