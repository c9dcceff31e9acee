# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much faster the accelerator's model computes ResNet-18's convolutions than a model of the CPU.

Section 6.4 of "TVM: An Automated End-to-End Optimizing Compiler for Deep Learning" (OSDI 2018) moves
all convolutions but the first from a Cortex-A9 to an accelerator on the same chip. Nothing here is
a board; these are two models:
- the accelerator: cycles of dl-vdla-sim on a machine of share/dl/vdla, products of bytes, at the
  clock of --clock;
- the CPU: a Cortex-A9 at the clock of --cpu-clock, products of floats. The innermost loop of a
  convolution goes through llvm-mca, LLVM's model of its pipeline: the loop that this compiler makes
  of the layer (for 16 vectors of 128 bits, as x86-64 has them, then through LLVM's ARM backend), and
  one written for its registers (cortex_a9.c); the faster of the two counts. All multiply-adds of the
  layer take as long as those of the loop: what is around it, borders and calls, is free.
- memory: all data of the loop is in the CPU's first cache; a layer takes at least as long as its
  input, weights and output, each moved once, take on a port as wide as the accelerator's.
Each of these favours the CPU but for the model of its pipeline itself. With --cores the CPU's time
is divided by their number.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import vdla

MCA = "/usr/lib/llvm-22/bin/llvm-mca"
LLC = "/usr/lib/llvm-22/bin/llc"
CLANG = "/usr/lib/llvm-22/bin/clang"
TRIPLE, CPU = "armv7-linux-gnueabihf", "cortex-a9"
LAYOUT = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
ARM = [f"-mtriple={TRIPLE}", f"-mcpu={CPU}", "-mattr=+neon"]
PRODUCT = re.compile(r"vmul\.f32\s+q|vml[as]\.f32\s+q")
BRANCH = re.compile(r"b(x|l|eq|ne|lt|le|gt|ge|lo|ls|hi|hs|mi|pl)?\s")
# Transfers of several registers, which the model lacks, as those of one address that it has.
MULTIPLE = re.compile(r"v(ld|st)mia\s+(\w+), (\{d\d+, d\d+\})")
LANES = 4


def run(command, **options):
    done = subprocess.run([str(word) for word in command], text=True, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr.strip()[-1000:]}")
    return done.stdout


def loops_of(assembly):
    """The blocks of a function that multiply whole vectors: their products and instructions."""
    for block in re.split(r"\n(?=\.LBB)", assembly):
        body = []
        for line in block.split("\n")[1:]:
            line = line.split("@")[0].strip()
            if line and not line.startswith(".") and not line.endswith(":"):
                body.append(line)
                if BRANCH.match(line):
                    break
        products = sum(bool(PRODUCT.match(line)) for line in body)
        if products:
            yield products, body


def cycles_of_product(assembly, iterations=100):
    """The fewest cycles that a multiply-add takes in a loop of the assembly."""
    best = None
    for products, body in loops_of(assembly):
        text = "\n".join(MULTIPLE.sub(r"v\g<1>1.64 \3, [\2]", re.sub(r"\.LBB\w+", "loop", line))
                         for line in body)
        told = run([MCA, *ARM, f"-iterations={iterations}", "-instruction-info=0",
                    "-resource-pressure=0", "-json"], input=f"loop:\n{text}\n")
        view = json.loads(told)["CodeRegions"][0]["SummaryView"]
        cycles = view["TotalCycles"] / iterations / (products * LANES)
        best = cycles if best is None else min(best, cycles)
    return best


def compile_layer(folder, tools, name):
    """Assembly for the CPU of what the compiler makes of a layer."""
    size, inputs, outputs, kernel, stride, _ = vdla.LAYERS[name]
    out, pad = -(-size // stride), kernel // 2
    x, y = f"tensor<1x{inputs}x{size}x{size}xf32>", f"tensor<1x{outputs}x{out}x{out}xf32>"
    w = f"tensor<{outputs}x{inputs}x{kernel}x{kernel}xf32>"
    model = folder / f"{name}.mlir"
    model.write_text(f"""func.func @main(%x: {x} {{dl.name = "x"}}) -> ({y} {{dl.name = "y"}}) {{
  %w = graph.constant dense<0.5> : {w}
  %0 = graph.conv %x, %w strides [{stride}, {stride}] pads [{pad}, {pad}, {pad}, {pad}] dilations [1, 1] : ({x}, {w}) -> {y}
  return %0 : {y}
}}
""")
    ir = folder / f"{name}.ll"
    run([tools / "dl-compile", model, "--target=x86_64-linux-gnu", "--mcpu=x86-64", "--to=llvm",
         "-o", ir])
    text = ir.read_text()
    text = re.sub(r"^target datalayout.*", f'target datalayout = "{LAYOUT}"', text, flags=re.M)
    text = re.sub(r"^target triple.*", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = re.sub(r'"(target-cpu|target-features|tune-cpu|prefer-vector-width)"(="[^"]*")?', "",
                  text)
    # LLVM's machine scheduler moves loads apart from what uses them, and the vectors to the stack:
    # the better of both orders.
    return [run([LLC, *ARM, "-O3", "--fp-contract=fast", *order, "-o", "-"], input=text)
            for order in ((), ("-enable-misched=false", "-pre-RA-sched=source"))]


def main():
    parser = argparse.ArgumentParser(prog="./dev vdla --offload", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=vdla.ROOT / "build")
    parser.add_argument("--machine", default="paper", help="of share/dl/vdla (default: paper)")
    parser.add_argument("--clock", type=float, default=200, help="of the accelerator, MHz (200)")
    parser.add_argument("--cpu-clock", type=float, default=667, help="of the CPU, MHz (667)")
    parser.add_argument("--cores", type=int, default=2, help="of the CPU, at their best (2)")
    parser.add_argument("--layers", metavar="NAMES", help="comma list (default: all that count)")
    options = parser.parse_args()
    tools = options.build / "bin"
    names = options.layers.split(",") if options.layers else [
        name for name, layer in vdla.LAYERS.items() if layer[5]]
    config = vdla.read_machine(options.machine)
    port = config["dram"]["bytes_per_cycle"] * options.clock * 1e6
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        written = run([CLANG, f"--target={TRIPLE}", f"-mcpu={CPU}", "-mfpu=neon",
                       "-mfloat-abi=hard", "-O3", "-ffast-math", "-S", "-o", "-",
                       vdla.ROOT / "benchmarks/cortex_a9.c"])
        own = cycles_of_product(written)
        runs = vdla.time_layers(tools, folder, options.machine, names)
        print(f"{options.machine} at {options.clock:g} MHz, and a Cortex-A9 at "
              f"{options.cpu_clock:g} MHz: both models; memory {port / 1e9:g} GB/s for either")
        print("layer  times      MACs  accelerator ms  MACs/cycle: compiled, written    CPU ms  "
              "factor")
        all_here = all_cpu = 0
        for name in names:
            size, inputs, outputs, kernel, stride, times = vdla.LAYERS[name]
            out = -(-size // stride)
            macs = out * out * inputs * outputs * kernel * kernel
            compiled = min(filter(None, map(cycles_of_product,
                                            compile_layer(folder, tools, name))))
            moved = 4 * (inputs * size * size + outputs * inputs * kernel * kernel +
                         outputs * out * out)
            cpu = max(macs * min(compiled, own) / (options.cpu_clock * 1e6), moved / port)
            here = runs[name].cycles / (options.clock * 1e6)
            all_here += times * here
            all_cpu += times * cpu
            print(f"{name:6} {times:4d} {macs:10d} {here * 1e3:14.3f} {1 / compiled:20.2f} "
                  f"{1 / own:8.2f} {cpu * 1e3:10.1f} {cpu / here:6.1f}x")
        print(f"all {sum(vdla.LAYERS[name][5] for name in names)} layers: {all_here * 1e3:.1f} ms, "
              f"{all_cpu * 1e3:.0f} ms on one core of the CPU: {all_cpu / all_here:.1f}x; "
              f"{all_cpu / all_here / options.cores:.1f}x against {options.cores} cores that share "
              "the work without loss")
    return 0


if __name__ == "__main__":
    sys.exit(main())
