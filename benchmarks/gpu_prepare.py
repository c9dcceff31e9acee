# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a folder with all that running kernels on a GPU takes: PTX, launches, operands, results.

manifest.json has a list of kernels. Each has its buffers, in the order of the kernel's operands
and then those that launches share, and its launches: file of PTX, entry, grid, block and the
buffers' numbers. Kernels of the tests come with operands and with the results of the same
schedule's loops on this CPU; those of benchmarks/gpu are compared with numpy where they run,
after their formulas have been compared with compiled code here, in small.
"""
import json
import os
import re
import subprocess

import numpy as np

import gpu_kernels

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "test", "Target", "Gpu")
# Files of the tests whose kernels are scheduled and compute something.
FILES = ["simulated", "shared-memory", "cooperative-fetch", "double-buffer", "dl-gpu-pipeline"]
# What sizes known only at run time are in PTX, whose launches are of constant sizes.
DYNAMIC = "3"

KERNEL = re.compile(r"func\.func private @(\w+)\((.*?)\) -> (.*?) attributes \{te\.kernel")
OPERAND = re.compile(r"%\w+: tensor<((?:\d+x)*)(\w+)>( \{te\.destination\})?")
BINARY = re.compile(r"gpu\.binary @(\w+) .*?assembly = \"((?:[^\"\\]|\\.)*)\"")
LAUNCH = re.compile(r"gpu\.launch_func\s+@(\w+)::@(\w+) blocks in \((.*?)\) threads in \((.*?)\)\s+"
                    r"args\((.*?)\)")


class Failure(Exception):
    """A tool failed, or said what this cannot read."""


def run_tool(build, name, *arguments):
    result = subprocess.run([os.path.join(build, "bin", name), *arguments], capture_output=True,
                            text=True, timeout=600)
    if result.returncode:
        raise Failure(f"{name} {' '.join(arguments)} failed:\n{result.stderr[:4000]}")
    return result.stdout


def unescape(text):
    """A string as MLIR prints it."""
    return re.sub(r"\\([0-9A-F]{2}|.)",
                  lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else m[1], text).rstrip("\0")


def parse_shape(text):
    return [int(extent) for extent in text.split("x")[:-1]]


def parse_launches(body, operands):
    """The buffers and launches of the host's part of a kernel."""
    buffers, numbers, constants, launches = list(operands), {}, {}, []
    for number in range(len(operands)):
        numbers[f"%arg{number}"] = number
    for line in filter(None, (line.strip() for line in body.splitlines())):
        if match := re.match(r"(%\w+) = arith\.constant (\d+) : index", line):
            constants[match[1]] = int(match[2])
        elif match := re.match(r"(%\w+) = memref\.alloc\(\).*: memref<((?:\d+x)*)(\w+)>$", line):
            numbers[match[1]] = len(buffers)
            buffers.append({"shape": parse_shape(match[2]), "type": match[3], "role": "between"})
        elif match := LAUNCH.match(line):
            binary, entry, grid, block, given = match.groups()
            launches.append({
                "ptx": binary, "entry": entry,
                "grid": [constants[value] for value in grid.split(", ")],
                "block": [constants[value] for value in block.split(", ")],
                "arguments": [numbers[value.split(" : ")[0]]
                              for value in re.split(r", (?=%)", given)]})
        elif not re.match(r"return$|memref\.dealloc |%\w+ = arith\.constant ", line):
            raise Failure(f"the host's part of a kernel has what is not known here: {line}")
    return buffers, launches


def parse_operands(text):
    return [{"shape": parse_shape(shape), "type": kind, "role": "result" if result else "operand"}
            for shape, kind, result in OPERAND.findall(text)]


def compile_kernels(build, folder, stem, text, chip):
    """The kernels of a module with their launches; their PTX goes to the folder."""
    path = os.path.join(folder, stem + ".mlir")
    with open(path, "w") as file:
        file.write(text)
    printed = run_tool(build, "dl-opt", path, "--schedule-apply", f"--dl-gpu-pipeline=chip={chip}")
    for name, ptx in BINARY.findall(printed):
        with open(os.path.join(folder, f"{stem}.{name}.ptx"), "w") as file:
            file.write(unescape(ptx))
    kernels = []
    for name, operands, _ in KERNEL.findall(text):
        body = re.search(rf"func\.func private @{name}\(.*?\n(.*?)\n  }}\n", printed, re.S)[1]
        buffers, launches = parse_launches(body, parse_operands(operands))
        for launch in launches:
            launch["ptx"] = f"{stem}.{launch['ptx']}.ptx"
        kernels.append({"kernel": name, "buffers": buffers, "launches": launches})
    return kernels


def write_main(text, name):
    """The module with a @main that calls one kernel, and the names of its operands."""
    text = re.sub(r"\nfunc\.func @main\(.*?\n}\n", "\n", text, flags=re.S)
    operands, result = next(m.groups()[1:] for m in KERNEL.finditer(text) if m[1] == name)
    found = re.findall(r"%(\w+): (tensor<.*?>)( \{te\.destination\})?", operands)
    given = ", ".join(f'%{operand}: {kind} {{{"te.destination, " if is_result else ""}'
                      f'dl.name = "{operand}"}}' for operand, kind, is_result in found)
    values = ", ".join("%" + operand for operand, _, _ in found)
    types = ", ".join(kind for _, kind, _ in found)
    return text + f"""
func.func @main({given}) -> ({result} {{dl.name = "{found[-1][0]}"}}) {{
  %r = call @{name}({values}) : ({types}) -> {result}
  return %r : {result}
}}
""", [operand for operand, _, is_result in found if not is_result]


def run_on_cpu(build, folder, stem, text, name, operands):
    """What the loops of the same schedule compute here."""
    text, names = write_main(text, name)
    paths = [os.path.join(folder, f"{stem}.{name}.{end}") for end in ("cpu.mlir", "in.npz", "out.npz")]
    with open(paths[0], "w") as file:
        file.write(text)
    np.savez(paths[1], **dict(zip(names, operands)))
    run_tool(build, "dl-run", paths[0], f"--inputs={paths[1]}", f"--outputs={paths[2]}")
    with np.load(paths[2]) as results:
        values = [results[key] for key in results.files]
    for path in paths:
        os.remove(path)
    return values


def add_results(build, folder, kernel, text, is_exact):
    """Operands and what the CPU makes of them, as a file beside the PTX."""
    operands = gpu_kernels.draw(kernel, 1, is_exact)
    results = run_on_cpu(build, folder, kernel["name"], text, kernel["kernel"], operands)
    kernel["data"] = kernel["name"] + ".npz"
    np.savez(os.path.join(folder, kernel["data"]),
             **{f"operand{i}": value for i, value in enumerate(operands)},
             **{f"result{i}": value for i, value in enumerate(results)})
    return operands, results


def prepare(build, folder, chip, only, say=print):
    """Writes the folder; `only` is a comma list of parts of kernels' names."""
    os.makedirs(folder, exist_ok=True)
    manifest = {"chip": chip, "kernels": []}

    def add(kernel, name, is_exact, **more):
        kernel.update(name=name, is_exact=is_exact, **more)
        manifest["kernels"].append(kernel)
        say(f"prepared {name}: " + ", ".join(
            f"{'x'.join(map(str, l['grid']))} blocks of {'x'.join(map(str, l['block']))} threads"
            for l in kernel["launches"]))

    for stem in FILES:
        if not gpu_kernels.is_chosen(stem, only):
            continue
        with open(os.path.join(TESTS, stem + ".mlir")) as file:
            text = re.sub(r"(?<=[<x])\?(?=x)", DYNAMIC, file.read())
        for kernel in compile_kernels(build, folder, stem, text, chip):
            add(kernel, f"{stem}.{kernel['kernel']}", True)
            add_results(build, folder, kernel, text, True)
    for family in gpu_kernels.FAMILIES:
        for size, values in {"tiny": family.tiny, **family.sizes}.items():
            name = f"{family.file}.{size}"
            if not gpu_kernels.is_chosen(name, only):
                continue
            text = family.write(values)
            [kernel] = compile_kernels(build, folder, name, text, chip)
            add(kernel, name, family.is_exact, family=family.file, size=size)
            if size == "tiny":
                operands, results = add_results(build, folder, kernel, text, family.is_exact)
                error = gpu_kernels.compare(results, gpu_kernels.compute(kernel, operands))
                if error > gpu_kernels.get_tolerance(kernel):
                    raise Failure(f"{name}: the CPU's results are off its formula by {error:.3g}")
    if not manifest["kernels"]:
        raise Failure(f"no kernel's name has '{only}' in it")
    with open(os.path.join(folder, "manifest.json"), "w") as file:
        json.dump(manifest, file, indent=1)
    return manifest
