# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose results are made of sums in forms that a store has, or nearly has: prints what each becomes.

usage: epilogues.py DL_OPT GROUP
"""
import re
import subprocess
import sys

EVEN = """%k = arith.extsi %right : i32 to i64
%down = arith.shrsi %p, %k : i64
%whole = arith.shli %down, %k : i64
%rest = arith.subi %p, %whole : i64
%twice = arith.shli %rest, %c1 : i64
%one = arith.shli %c1, %k : i64
%more = arith.cmpi sgt, %twice, %one : i64
%half = arith.cmpi eq, %twice, %one : i64
%last = arith.andi %down, %c1 : i64
%odd = arith.cmpi ne, %last, %c0 : i64
%tie = arith.andi %half, %odd : i1
%up = arith.ori %more, %tie : i1
%up64 = arith.extui %up : i1 to i64
%q = arith.addi %down, %up64 : i64"""

UP = """%k = arith.extui %right : i32 to i64
%one = arith.shli %c1, %k : i64
%half = arith.shrui %one, %c1 : i64
%moved = arith.addi %p, %half : i64
%q = arith.shrsi %moved, %k : i64"""

DOWN = """%k = arith.extui %right : i32 to i64
%q = arith.shrsi %p, %k : i64"""

PRODUCT = """%biased = arith.addi %a, %add : i32
%wide = arith.extsi %biased : i32 to i64
%m = arith.extsi %by : i32 to i64
%p = arith.muli %wide, %m : i64
"""

LIMITS = """
%z = arith.addi %q, %zero : i64
%r = arith.maxsi %z, %zero : i64
%l = arith.maxsi %r, %least : i64
%h = arith.minsi %l, %most : i64
%out = arith.trunci %h : i64 to i8"""

NARROW = """%l = arith.maxsi %a, %least32 : i32
%h = arith.minsi %l, %most32 : i32
%out = arith.trunci %h : i32 to i8"""


def change(text, *pairs):
    for old, new in pairs:
        assert old in text, (old, text)
        text = text.replace(old, new)
    return text


def rescaled(rounding, *pairs, shift=None):
    text = PRODUCT + rounding + LIMITS
    if shift is not None:
        text = re.sub(r"%k = .*", f"%k = arith.constant {shift} : i64", text, count=1)
    return change(text, *pairs)


SHIFT_ONE = ("%one = arith.shli %c1, %k : i64", "%one = arith.constant 16 : i64")
UP_FOUR = ("%half = arith.shrui %one, %c1 : i64", "%half = arith.constant 8 : i64")

GROUPS = {
    "even": {
        "even": rescaled(EVEN),
        "turned": rescaled(EVEN, ("%down, %up64", "%up64, %down"), ("%more, %tie", "%tie, %more"),
                           ("%half, %odd", "%odd, %half"), ("%down, %c1 : i64\n%odd", "%c1, %down : i64\n%odd"),
                           ("%wide, %m", "%m, %wide"), ("%a, %add", "%add, %a")),
        "shift_is_number": rescaled(EVEN, shift=4),
        "one_is_number": rescaled(EVEN, SHIFT_ONE, shift=4),
        "one_is_another_number": rescaled(EVEN, SHIFT_ONE, shift=5),
        "one_is_number_of_data": rescaled(EVEN, SHIFT_ONE),
        "one_is_large": rescaled(EVEN, (SHIFT_ONE[0], f"%one = arith.constant {1 << 62} : i64"), shift=62),
        "one_of_nothing": rescaled(EVEN, (SHIFT_ONE[0], "%one = arith.constant 1 : i64"), shift=0),
        "one_is_negative": rescaled(EVEN, (SHIFT_ONE[0], f"%one = arith.constant {-1 << 63} : i64"), shift=63),
        "one_is_zero": rescaled(EVEN, ("%one = arith.shli %c1", "%one = arith.shli %c0")),
        "one_of_another_shift": rescaled(EVEN, ("%one = arith.shli %c1, %k", "%one = arith.shli %c1, %m")),
        "up_is_negative": rescaled(EVEN, ("extui %up", "extsi %up")),
        "up_is_wide": rescaled(EVEN, ("%up64 = arith.extui %up : i1", "%up8 = arith.extui %up : i1 to i8\n"
                                      "%up64 = arith.extui %up8 : i8")),
        "down_is_unsigned": rescaled(EVEN, ("%down = arith.shrsi", "%down = arith.shrui")),
        "whole_of_another_shift": rescaled(EVEN, ("%whole = arith.shli %down, %k", "%whole = arith.shli %down, %m")),
        "whole_of_the_product": rescaled(EVEN, ("%whole = arith.shli %down", "%whole = arith.shli %p")),
        "rest_is_turned": rescaled(EVEN, ("%p, %whole", "%whole, %p")),
        "rest_of_another": rescaled(EVEN, ("%p, %whole", "%wide, %whole")),
        "rest_is_sum": rescaled(EVEN, ("%rest = arith.subi", "%rest = arith.addi")),
        "four_times": rescaled(EVEN, ("%twice = arith.shli %rest, %c1", "%twice = arith.shli %rest, %c2")),
        "once": rescaled(EVEN, ("%twice, %one : i64\n%half", "%rest, %one : i64\n%half")),
        "more_or_half": rescaled(EVEN, ("cmpi sgt", "cmpi sge")),
        "half_is_not": rescaled(EVEN, ("cmpi eq", "cmpi ne")),
        "even_goes_up": rescaled(EVEN, ("cmpi ne", "cmpi eq")),
        "odd_is_not_one": rescaled(EVEN, ("ne, %last, %c0", "ne, %last, %c1")),
        "last_bit_but_one": rescaled(EVEN, ("andi %down, %c1", "andi %down, %c2")),
        "last_bit_of_rest": rescaled(EVEN, ("andi %down, %c1", "andi %rest, %c1")),
        "tie_or_odd": rescaled(EVEN, ("%tie = arith.andi", "%tie = arith.ori")),
        "more_and_tie": rescaled(EVEN, ("%up = arith.ori", "%up = arith.andi")),
        "one_down": rescaled(EVEN, ("%q = arith.addi", "%q = arith.subi")),
    },
    "others": {
        "up": rescaled(UP),
        "up_signed": rescaled(UP, ("shrui", "shrsi")),
        "up_turned": rescaled(UP, ("%p, %half", "%half, %p")),
        "up_by_number": rescaled(UP, shift=4),
        "up_half_is_number": rescaled(UP, UP_FOUR, shift=4),
        "up_half_is_another_number": rescaled(UP, UP_FOUR, shift=5),
        "up_half_is_number_of_data": rescaled(UP, UP_FOUR),
        "up_half_is_large": rescaled(UP, (UP_FOUR[0], f"%half = arith.constant {1 << 61} : i64"), shift=62),
        "up_half_is_larger": rescaled(UP, (UP_FOUR[0], f"%half = arith.constant {1 << 62} : i64"), shift=63),
        "up_half_of_nothing": rescaled(UP, (UP_FOUR[0], "%half = arith.constant 0 : i64"), shift=0),
        "up_quarter": rescaled(UP, ("shrui %one, %c1", "shrui %one, %c2")),
        "up_signed_quarter": rescaled(UP, ("shrui %one, %c1", "shrsi %one, %c2")),
        "up_half_of_product": rescaled(UP, ("shrui %one, %c1", "shrui %p, %c1")),
        "up_half_of_two": rescaled(UP, ("%one = arith.shli %c1", "%one = arith.shli %c2")),
        "up_less": rescaled(UP, ("%moved = arith.addi", "%moved = arith.subi")),
        "down": rescaled(DOWN),
        "down_unsigned": rescaled(DOWN, ("shrsi", "shrui")),
        "down_by_sums": rescaled(DOWN, ("shrsi %p, %k", "shrsi %p, %wide")),
        "no_bias": rescaled(DOWN, ("extsi %biased", "extsi %a")),
        "bias_is_number": rescaled(DOWN, ("%a, %add", "%a, %seven")),
        "bias_is_less": rescaled(DOWN, ("%biased = arith.addi", "%biased = arith.subi")),
        "bias_is_sum": rescaled(DOWN, ("%a, %add", "%a, %a")),
        "sum_is_unsigned": rescaled(DOWN, ("extsi %biased", "extui %biased")),
        "sum_is_short": rescaled(DOWN, ("%wide = arith.extsi %biased : i32",
                                        "%short = arith.trunci %biased : i32 to i16\n%wide = arith.extsi %short : i16")),
        "multiplier_is_unsigned": rescaled(DOWN, ("extsi %by", "extui %by")),
        "multiplier_is_number": rescaled(DOWN, ("%wide, %m", "%wide, %most")),
        "multiplier_is_sum": rescaled(DOWN, ("%wide, %m", "%wide, %wide")),
        "product_is_sum": rescaled(DOWN, ("%p = arith.muli", "%p = arith.addi")),
    },
    "limits": {
        "relu": rescaled(DOWN),
        "no_relu": rescaled(DOWN, ("maxsi %z, %zero", "maxsi %z, %least")),
        "turned": rescaled(DOWN, ("%q, %zero", "%zero, %q"), ("%l, %most", "%most, %l"), ("%z, %zero", "%zero, %z")),
        "no_zero_point": rescaled(DOWN, ("%z = arith.addi %q, %zero", "%z = arith.maxsi %q, %least"),
                                  ("maxsi %z, %zero", "maxsi %z, %c0")),
        "relu_elsewhere": rescaled(DOWN, ("maxsi %z, %zero", "maxsi %z, %c1")),
        "relu_at_least": rescaled(DOWN, ("%q, %zero", "%q, %least"), ("maxsi %z, %zero", "maxsi %z, %least")),
        "zero_point_is_less": rescaled(DOWN, ("%z = arith.addi", "%z = arith.subi")),
        "zero_point_of_data": rescaled(DOWN, ("%q, %zero", "%q, %m")),
        "twice_the_most": rescaled(DOWN, ("%h : i64", "%h2 : i64"),
                                   ("%out", "%h2 = arith.minsi %h, %most : i64\n%out")),
        "two_ends": rescaled(DOWN, ("%h : i64", "%h2 : i64"), ("%out", "%h2 = arith.minsi %h, %c2 : i64\n%out")),
        "less_than_the_most": rescaled(DOWN, ("%l, %most", "%l, %c2")),
        "only_below": rescaled(DOWN, ("trunci %h", "trunci %l")),
        "only_above": rescaled(DOWN, ("%r, %least", "%z, %least"), ("minsi %l", "minsi %z")),
        "wraps": rescaled(DOWN, ("trunci %h", "trunci %z")),
        "unsigned": rescaled(DOWN, ("%h = arith.minsi", "%h = arith.minui")),
        "narrow": NARROW,
        "narrow_relu": change(NARROW, ("%a, %least32", "%a, %zero32")),
        "narrow_above_one": change(NARROW, ("%a, %least32", "%a, %seven")),
        "narrow_wraps": "%out = arith.trunci %a : i32 to i8",
        "narrow_of_wide": "%a64 = arith.extsi %a : i32 to i64\n%l = arith.maxsi %a64, %least : i64\n"
                          "%h = arith.minsi %l, %most : i64\n%out = arith.trunci %h : i64 to i8",
        "narrow_of_unsigned": "%a64 = arith.extui %a : i32 to i64\n%l = arith.maxsi %a64, %least : i64\n"
                              "%h = arith.minsi %l, %most : i64\n%out = arith.trunci %h : i64 to i8",
        "narrow_of_input": change(NARROW, ("%a,", "%add,")),
    },
}

CONSTANTS = {"c0": "0 : i64", "c1": "1 : i64", "c2": "2 : i64", "zero": "3 : i64", "least": "-128 : i64",
             "most": "127 : i64", "seven": "7 : i32", "zero32": "0 : i32", "least32": "-128 : i32",
             "most32": "127 : i32"}


def make_kernel(name, formula):
    used = set(re.findall(r"%\w+", formula))
    constants = "\n".join(f"%{c} = arith.constant {v}" for c, v in CONSTANTS.items() if "%" + c in used)
    return f"""
func.func private @{name}(%x: tensor<4x16xi32>, %bias: tensor<16xi32>, %multiplier: tensor<16xi32>, %shift: tensor<16xi32>,
    %y: tensor<4x16xi8> {{te.destination}}) -> tensor<4x16xi8> attributes {{te.kernel, dl.device = "vdla"}} {{
  %s = te.compute "s" axes(m = 4, b = 16) : tensor<4x16xi32> {{
  ^bb0(%i: index, %b: index):
    %v = te.read %x[%i, %b] : tensor<4x16xi32>
    %t = arith.addi %v, %v : i32
    te.yield %t : i32
  }}
  %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi8> {{
  ^bb0(%i: index, %b: index):
    %a = te.read %s[%i, %b] : tensor<4x16xi32>
    %add = te.read %bias[%b] : tensor<16xi32>
    %by = te.read %multiplier[%b] : tensor<16xi32>
    %right = te.read %shift[%b] : tensor<16xi32>
    {constants}
    {formula}
    te.yield %out : i8
  }}
  return %c : tensor<4x16xi8>
}}"""


kernels = GROUPS[sys.argv[2]]
module = ('module attributes {dlti.target_system_spec = #dlti.target_system_spec<\n'
          '    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {'
          + "".join(make_kernel(f"k_{name}", formula) for name, formula in kernels.items()) + "\n}\n")
made = subprocess.run([sys.argv[1], "--vdla-declare-intrinsics", "--schedule-default", "--convert-schedule-to-vdla",
                       "--remarks-filter=convert-schedule-to-vdla"],
                      input=module, capture_output=True, text=True, timeout=60)
if made.returncode != 0:
    sys.exit(made.stderr)
for name in kernels:
    program = re.search(rf"vdla.program @k_{name}_vdla \{{(.*?)\n  \}}", made.stdout, re.S)
    if not program:
        remark = next(line for line in made.stderr.splitlines() if f"Function=k_{name} " in line)
        print(f"{name}: refused" if "is not what a store can make of sums" in remark else remark)
        continue
    stores = {re.sub(r"(dram=@y(\+\d+)?|y=1|x=2|stride=2)(, )?", "", store)
              for store in re.findall(r"vdla.store (.*) on", program[1])}
    print(f"{name}:", *stores, *re.findall(r"configure (.*)\n", program[1]))
