# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels for the accelerator as te, with numpy's results of the same integers.

Activations are [image][block of channels][row][column][lane], weights [block of outputs][block of
inputs][row][column][output][input], scales [block][1][1][lane]. Channels that a block has too many
have weights of zero. A kernel is drawn with a seed, compiled by dl-opt, proved right, and run by
dl-vdla-sim in several orders.
"""
import dataclasses
import pathlib
import random
import subprocess
import zlib

import numpy

ROUNDINGS = ("half_even", "half_up", "down")


@dataclasses.dataclass
class Kernel:
    name: str
    text: str
    inputs: dict  # by the program's buffers
    expected: numpy.ndarray
    macs: int = 0


def tensor(shape, element="i8"):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def pack_channels(x, block):
    """[n][c][h][w] to blocks, filled up with zeros."""
    n, c, h, w = x.shape
    blocks = -(-c // block)
    full = numpy.zeros((n, blocks * block, h, w), x.dtype)
    full[:, :c] = x
    return full.reshape(n, blocks, block, h, w).transpose(0, 1, 3, 4, 2).copy()


def pack_weights(w, block):
    o, c, kh, kw = w.shape
    ob, cb = -(-o // block), -(-c // block)
    full = numpy.zeros((ob * block, cb * block, kh, kw), w.dtype)
    full[:o, :c] = w
    return full.reshape(ob, block, cb, block, kh, kw).transpose(0, 2, 4, 5, 1, 3).copy()


def pack_scales(bias, multiplier, shift):
    """Bytes of the machine's table: of each block all biases, multipliers, shifts."""
    return numpy.frombuffer(b"".join(
        b.astype("<i4").tobytes() + m.astype("<i4").tobytes() + s.astype("u1").tobytes()
        for b, m, s in zip(bias, multiplier, shift)), numpy.uint8)


def rescale(acc, bias, multiplier, shift, rounding):
    """(acc + bias) * multiplier / 2^shift, rounded, in exact integers."""
    sums = (acc.astype(numpy.int64) + bias).astype(numpy.int32).astype(numpy.int64)
    product, one = sums * multiplier, numpy.int64(1) << shift
    down = product // one
    twice = 2 * (product - down * one)
    if rounding == "half_up":
        return down + ((twice >= one) & (shift > 0))
    if rounding == "half_even":
        return down + ((twice > one) | ((twice == one) & (down % 2 != 0)))
    return down


REQUANTIZE = {
    "half_even": """
      %d = arith.shrsi %p, %k : i64
      %whole = arith.shli %d, %k : i64
      %r = arith.subi %p, %whole : i64
      %twice = arith.shli %r, %c1 : i64
      %one = arith.shli %c1, %k : i64
      %more = arith.cmpi sgt, %twice, %one : i64
      %half = arith.cmpi eq, %twice, %one : i64
      %last = arith.andi %d, %c1 : i64
      %odd = arith.cmpi ne, %last, %c0 : i64
      %tie = arith.andi %half, %odd : i1
      %up = arith.ori %more, %tie : i1
      %up64 = arith.extui %up : i1 to i64
      %q = arith.addi %d, %up64 : i64""",
    "half_up": """
      %one = arith.shli %c1, %k : i64
      %half = arith.shrui %one, %c1 : i64
      %moved = arith.addi %p, %half : i64
      %q = arith.shrsi %moved, %k : i64""",
    "down": """
      %q = arith.shrsi %p, %k : i64"""}


def requantize_text(source, source_shape, axes, scale_shape, scale_index, rounding, zero, relu):
    """The stage from sums to bytes. `axes` are names with extents."""
    names = ", ".join(f"%{name}" for name, _ in axes)
    limits = f"      %z0 = arith.addi %q, %zero : i64\n" if zero else ""
    value = "%z0" if zero else "%q"
    if relu:
        limits += f"      %z1 = arith.maxsi {value}, %zero : i64\n"
        value = "%z1"
    scales = tensor(scale_shape, "i32")
    return f"""
    %out = te.compute "requantize" axes({', '.join(f'{n} = {e}' for n, e in axes)}) : {tensor([e for _, e in axes])} {{
    ^bb0({', '.join(f'%{n}: index' for n, _ in axes)}):
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %zero = arith.constant {zero} : i64
      %least = arith.constant -128 : i64
      %most = arith.constant 127 : i64
      %a = te.read {source}[{names}] : {tensor(source_shape, 'i32')}
      %add = te.read %bias[{scale_index}] : {scales}
      %by = te.read %multiplier[{scale_index}] : {scales}
      %right = te.read %shift[{scale_index}] : {scales}
      %biased = arith.addi %a, %add : i32
      %x64 = arith.extsi %biased : i32 to i64
      %m64 = arith.extsi %by : i32 to i64
      %p = arith.muli %x64, %m64 : i64
      %k = arith.extui %right : i32 to i64{REQUANTIZE[rounding]}
{limits}      %low = arith.maxsi {value}, %least : i64
      %high = arith.minsi %low, %most : i64
      %byte = arith.trunci %high : i64 to i8
      te.yield %byte : i8
    }}"""


def function_text(name, arguments, result, body):
    args = ", ".join(f"%{n}: {t}" for n, t in arguments)
    return f"""  func.func private @{name}({args}, %y: {result} {{te.destination}}) -> {result} attributes {{te.kernel, dl.device = "vdla"}} {{{body}
    return %out : {result}
  }}
"""


def pad_text(shape, pads, value):
    """A padded copy of %x: [top, left, bottom, right]."""
    n, c, h, w, b = shape
    top, left, bottom, right = pads
    padded = (n, c, h + top + bottom, w + left + right, b)
    tests = [f"%h - {top} >= 0"] * (top > 0) + [f"{h - 1 + top} - %h >= 0"] * (bottom > 0)
    tests += [f"%w - {left} >= 0"] * (left > 0) + [f"{w - 1 + left} - %w >= 0"] * (right > 0)
    return padded, f"""
    %pad = te.compute "pad" axes(n = {n}, c = {c}, h = {padded[2]}, w = {padded[3]}, i = {b}) : {tensor(padded)} {{
    ^bb0(%n: index, %c: index, %h: index, %w: index, %i: index):
      %out = arith.constant {value} : i8
      %v = te.read %x[%n, %c, %h - {top}, %w - {left}, %i] where({', '.join(tests)}) else %out : {tensor(shape)}
      te.yield %v : i8
    }}"""


def draw_scales(draw, channels, block, terms, blocks=None):
    """Scales that bring sums of so many products near to the range of a byte."""
    blocks = blocks or -(-channels // block)
    bias = draw.integers(-3000, 3000, (blocks, block))
    multiplier = draw.integers(1 << 14, 1 << 15, (blocks, block))
    base = 14 + max(0, int(numpy.log2(max(terms, 1)) / 2 + 12.5 - 6))
    shift = base + draw.integers(-1, 2, (blocks, block))
    return bias, multiplier, shift


def make_conv(name, seed, block, images=1, inputs=16, outputs=16, height=8, width=8, kernel=(3, 3),
              strides=(1, 1), dilations=(1, 1), pads=(1, 1, 1, 1), rounding="half_even", relu=False,
              in_zero=0, out_zero=0):
    draw = numpy.random.default_rng(seed)
    x = draw.integers(-128, 128, (images, inputs, height, width), numpy.int8)
    weights = draw.integers(-128, 128, (outputs, inputs, *kernel), numpy.int8)
    bias, multiplier, shift = draw_scales(draw, outputs, block, inputs * kernel[0] * kernel[1])
    px, pw = pack_channels(x, block), pack_weights(weights, block)
    oh = (height + pads[0] + pads[2] - (kernel[0] - 1) * dilations[0] - 1) // strides[0] + 1
    ow = (width + pads[1] + pads[3] - (kernel[1] - 1) * dilations[1] - 1) // strides[1] + 1
    ob, cb = pw.shape[:2]

    body, source, shape = "", "%x", px.shape
    if any(pads):
        shape, body = pad_text(px.shape, pads, in_zero)
        source = "%pad"
    out_shape = (images, ob, oh, ow, block)
    body += f"""
    %sum = te.compute "sum" axes(n = {images}, o = {ob}, h = {oh}, w = {ow}, b = {block}) reduce(c = {cb}, p = {kernel[0]}, q = {kernel[1]}, i = {block}) combine(add) : {tensor(out_shape, 'i32')} {{
    ^bb0(%n: index, %o: index, %h: index, %w: index, %b: index, %c: index, %p: index, %q: index, %i: index):
      %v = te.read {source}[%n, %c, %h * {strides[0]} + %p * {dilations[0]}, %w * {strides[1]} + %q * {dilations[1]}, %i] : {tensor(shape)}
      %u = te.read %weights[%o, %c, %p, %q, %b, %i] : {tensor(pw.shape)}
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }}"""
    axes = list(zip("nohwb", out_shape))
    scale_shape = (ob, 1, 1, block)
    # Of one pixel the scales may be read at its place, too.
    place = "%o, %h, %w, %b" if oh == ow == 1 else "%o, 0, 0, %b"
    body += requantize_text("%sum", out_shape, axes, scale_shape, place, rounding, out_zero, relu)
    scales = tensor(scale_shape, "i32")
    arguments = [("x", tensor(px.shape)), ("weights", tensor(pw.shape)), ("bias", scales),
                 ("multiplier", scales), ("shift", scales)]
    text = function_text(name, arguments, tensor(out_shape), body)

    padded = numpy.pad(px.astype(numpy.float64), ((0, 0), (0, 0), (pads[0], pads[2]),
                                                  (pads[1], pads[3]), (0, 0)),
                       constant_values=in_zero)
    acc = numpy.zeros((images, oh, ow, ob, block))
    for p in range(kernel[0]):
        for q in range(kernel[1]):
            part = padded[:, :, p * dilations[0]:, q * dilations[1]:][
                :, :, :(oh - 1) * strides[0] + 1:strides[0], :(ow - 1) * strides[1] + 1:strides[1]]
            acc += numpy.tensordot(part, pw[:, :, p, q].astype(numpy.float64), ((1, 4), (1, 3)))
    acc = acc.transpose(0, 3, 1, 2, 4).astype(numpy.int64)
    return finish(name, text, {"x0": px, "x1": pw}, acc, (bias, multiplier, shift), rounding, relu,
                  out_zero, images * outputs * oh * ow * inputs * kernel[0] * kernel[1])


def finish(name, text, buffers, acc, scales, rounding, relu, out_zero, macs=0):
    shaped = [s.reshape(1, s.shape[0], 1, 1, s.shape[1]) for s in scales]
    result = rescale(acc, *shaped, rounding) + out_zero
    if relu:
        result = numpy.maximum(result, out_zero)
    expected = result.clip(-128, 127).astype(numpy.int8)
    return Kernel(name, text, {**buffers, "scales": pack_scales(*scales)}, expected, macs)


def make_matmul(name, seed, block, rows=5, inputs=32, outputs=48):
    """Sums as they are, in 32 bits, of rows [row][block of inputs][lane]."""
    draw = numpy.random.default_rng(seed)
    ib, ob = -(-inputs // block), -(-outputs // block)
    x = draw.integers(-128, 128, (rows, ib, block), numpy.int8)
    w = draw.integers(-128, 128, (ob, ib, block, block), numpy.int8)
    result = tensor((rows, ob, block), "i32")
    body = f"""
    %out = te.compute "C" axes(m = {rows}, o = {ob}, b = {block}) reduce(c = {ib}, i = {block}) combine(add) : {result} {{
    ^bb0(%m: index, %o: index, %b: index, %c: index, %i: index):
      %v = te.read %x[%m, %c, %i] : {tensor(x.shape)}
      %u = te.read %weights[%o, %c, %b, %i] : {tensor(w.shape)}
      %v32 = arith.extsi %v : i8 to i32
      %u32 = arith.extsi %u : i8 to i32
      %t = arith.muli %v32, %u32 : i32
      te.yield %t : i32
    }}"""
    text = function_text(name, [("x", tensor(x.shape)), ("weights", tensor(w.shape))], result, body)
    expected = numpy.einsum("mci,ocbi->mob", x.astype(numpy.int32), w.astype(numpy.int32))
    return Kernel(name, text, {"x0": x, "x1": w}, expected.astype("<i4"), rows * inputs * outputs)


def make_add(name, seed, block, images=1, channels=16, height=4, width=4, factors=(3, -5),
             rounding="half_even", relu=False, out_zero=0):
    draw = numpy.random.default_rng(seed)
    a, b = (pack_channels(draw.integers(-128, 128, (images, channels, height, width), numpy.int8),
                          block) for _ in range(2))
    bias, multiplier, shift = draw_scales(draw, block, block, 1, 1)
    bias[:], multiplier[:], shift[:] = bias[0, 0] // 20, multiplier[0, 0], shift[0, 0] - 2
    shape = a.shape
    axes = list(zip("nchwi", shape))
    body = f"""
    %sum = te.compute "sum" axes({', '.join(f'{n} = {e}' for n, e in axes)}) : {tensor(shape, 'i32')} {{
    ^bb0(%n: index, %c: index, %h: index, %w: index, %i: index):
      %fa = arith.constant {factors[0]} : i32
      %fb = arith.constant {factors[1]} : i32
      %l = te.read %lhs[%n, %c, %h, %w, %i] : {tensor(shape)}
      %r = te.read %rhs[%n, %c, %h, %w, %i] : {tensor(shape)}
      %a32 = arith.extsi %l : i8 to i32
      %b32 = arith.extsi %r : i8 to i32
      %pa = arith.muli %a32, %fa : i32
      %pb = arith.muli %b32, %fb : i32
      %t = arith.addi %pa, %pb : i32
      te.yield %t : i32
    }}"""
    body += requantize_text("%sum", shape, axes, (1, 1, 1, 1), "0, 0, 0, 0", rounding, out_zero,
                            relu)
    scales = tensor((1, 1, 1, 1), "i32")
    text = function_text(name, [("lhs", tensor(shape)), ("rhs", tensor(shape)), ("bias", scales),
                                ("multiplier", scales), ("shift", scales)], tensor(shape), body)
    acc = a.astype(numpy.int64) * factors[0] + b.astype(numpy.int64) * factors[1]
    return finish(name, text, {"x0": a, "x1": b}, acc, (bias, multiplier, shift), rounding, relu,
                  out_zero)


def make_pool(name, seed, block, images=1, channels=16, height=9, width=9, kernel=(3, 3),
              strides=(2, 2), pads=(1, 1, 1, 1)):
    draw = numpy.random.default_rng(seed)
    x = pack_channels(draw.integers(-128, 128, (images, channels, height, width), numpy.int8), block)
    oh = (height + pads[0] + pads[2] - kernel[0]) // strides[0] + 1
    ow = (width + pads[1] + pads[3] - kernel[1]) // strides[1] + 1
    body, source, shape = "", "%x", x.shape
    if any(pads):
        shape, body = pad_text(x.shape, pads, -128)
        source = "%pad"
    out_shape = (*x.shape[:2], oh, ow, block)
    body += f"""
    %out = te.compute "pool" axes(n = {images}, c = {out_shape[1]}, h = {oh}, w = {ow}, i = {block}) reduce(p = {kernel[0]}, q = {kernel[1]}) combine(max) : {tensor(out_shape)} {{
    ^bb0(%n: index, %c: index, %h: index, %w: index, %i: index, %p: index, %q: index):
      %v = te.read {source}[%n, %c, %h * {strides[0]} + %p, %w * {strides[1]} + %q, %i] : {tensor(shape)}
      te.yield %v : i8
    }}"""
    text = function_text(name, [("x", tensor(x.shape))], tensor(out_shape), body)
    padded = numpy.pad(x, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3]), (0, 0)),
                       constant_values=-128)
    expected = numpy.full(out_shape, -128, numpy.int8)
    for p in range(kernel[0]):
        for q in range(kernel[1]):
            part = padded[:, :, p:, q:][:, :, :(oh - 1) * strides[0] + 1:strides[0],
                                        :(ow - 1) * strides[1] + 1:strides[1]]
            expected = numpy.maximum(expected, part)
    return Kernel(name, text, {"x0": x}, expected)


def draw_kernel(name, seed, block):
    """A small kernel of odd sizes."""
    draw = random.Random(seed)
    pick, choose = draw.randint, draw.choice
    kind = draw.random()
    sizes = {"images": choose((1, 1, 1, 2)), "height": pick(1, 13), "width": pick(1, 13)}
    if kind < 0.08:
        return make_matmul(name, seed, block, pick(1, 40), pick(1, 70), pick(1, 70))
    if kind < 0.16:
        return make_add(name, seed, block, channels=pick(1, 40), factors=(pick(-99, 99), pick(-99, 99)),
                        rounding=choose(ROUNDINGS), relu=choose((False, True)),
                        out_zero=choose((0, pick(-128, 127))), **sizes)
    if kind < 0.24:
        kernel = (pick(1, 3), pick(1, 3))
        pads = tuple(pick(0, k - 1) for k in kernel * 2)
        sizes["height"] += kernel[0]
        sizes["width"] += kernel[1]
        return make_pool(name, seed, block, channels=pick(1, 40), kernel=kernel,
                         strides=(pick(1, 3), pick(1, 3)), pads=pads, **sizes)
    kernel = (choose((1, 1, 2, 3, 3, 5)), choose((1, 1, 2, 3, 3, 5)))
    dilations = (choose((1, 1, 1, 2, 3)), choose((1, 1, 1, 2, 3)))
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]
    pads = [pick(0, min(r, 4)) for r in reach * 2]
    for axis, size in enumerate(("height", "width")):
        missing = reach[axis] - sizes[size] - pads[axis] - pads[axis + 2]
        sizes[size] += max(missing, 0)
    return make_conv(name, seed, block, inputs=pick(1, 70), outputs=pick(1, 70), kernel=kernel,
                     strides=(pick(1, 3), pick(1, 3)), dilations=dilations, pads=tuple(pads),
                     rounding=choose(ROUNDINGS), relu=choose((False, True)),
                     in_zero=choose((0, pick(-128, 127))), out_zero=choose((0, pick(-128, 127))),
                     **sizes)


def module_text(machine, kernels):
    return (f'module attributes {{dlti.target_system_spec = #dlti.target_system_spec<\n'
            f'    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<{machine}>>>}} {{\n'
            + "".join(kernel.text for kernel in kernels) + "}\n")


def split_programs(text):
    """The programs of a module, each in a module of its own."""
    head, programs, current = [], {}, None
    for line in text.splitlines():
        if line.startswith("  vdla.program @"):
            current = line.split("@")[1].split(" ")[0]
            programs[current] = []
        if current:
            programs[current].append(line)
            if line == "  }":
                current = None
        elif line.startswith(("#", "module")):
            head.append(line)
    return {name: "\n".join(head + lines + ["}", ""]) for name, lines in programs.items()}


def run(command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def compile_kernels(folder, tools, machine, kernels, *options, records=None):
    """The programs of kernels by name, proved right; raises what dl-opt says otherwise. `records`
    is a file of records of dl-tune that has schedules of all."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernels.mlir").write_text(module_text(machine, kernels))
    pipeline = "--dl-te-to-vdla-pipeline=" + " ".join(("strict=true", *options))
    by_records = ["--vdla-declare-intrinsics",
                  f"--schedule-apply-db=database={records} strict=true"] if records else []
    done = run([pathlib.Path(tools) / "dl-opt", folder / "kernels.mlir", *by_records, pipeline, "-o",
                folder / "programs.mlir"])
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return split_programs((folder / "programs.mlir").read_text())


def run_kernel(folder, tools, kernel, program, order):
    """What dl-vdla-sim says if its result is not numpy's, or nothing."""
    folder = pathlib.Path(folder)
    (folder / "program.mlir").write_text(program)
    buffers = []
    for name, value in kernel.inputs.items():
        numpy.save(folder / f"{name}.npy", value)
        buffers.append(f"{name}={folder}/{name}.npy")
    done = run([pathlib.Path(tools) / "dl-vdla-sim", folder / "program.mlir",
                "--in=" + ",".join(buffers), f"--out=y={folder}/y.npy", f"--order={order}"])
    if done.returncode:
        return done.stderr[-2000:]
    result = numpy.load(folder / "y.npy").view(kernel.expected.dtype).reshape(kernel.expected.shape)
    wrong = numpy.argwhere(result != kernel.expected)
    if len(wrong):
        at = tuple(wrong[0])
        return (f"{len(wrong)} of {result.size} elements differ, the first at {at}: expected "
                f"{kernel.expected[at]}, got {result[at]}")
    return None


def check(folder, tools, machine, kernels, order, *options, records=None):
    """Compiles and runs kernels; returns a line for each that is wrong."""
    programs = compile_kernels(folder, tools, machine, kernels, *options, records=records)
    wrong = []
    for kernel in kernels:
        said = run_kernel(folder, tools, kernel, programs[f"{kernel.name}_vdla"], order)
        if said:
            wrong.append(f"{kernel.name}: {said}")
    return wrong


def seed_of(*words):
    return zlib.crc32(" ".join(map(str, words)).encode())
