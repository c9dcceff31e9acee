# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel of a database as a library of its own, under the rules' schedule or its best record.

dl-tune keeps each kernel in canonical form as a module of the te level. It gets a @main that takes
its operands; those whose layout is free are constants, which the library packs ahead as a model's.
"""
import os
import re
import subprocess

from tuner import Failure, path_of

SIGNATURE = re.compile(r"func\.func private @kernel\((.*)\) -> (.*) attributes \{te\.kernel")
OPERAND = re.compile(r"%(\w+): (tensor<[^>]*>)(?: \{([^}]*)\})?")


def make_constant(name, kind):
    """(operation, resource) of random numbers."""
    import numpy as np

    *shape, element = re.fullmatch(r"tensor<(.*)>", kind)[1].split("x")
    if element != "f32":
        raise Failure(f"expected weights of type f32, got {kind}")
    values = np.random.default_rng(0).standard_normal([int(size) for size in shape], np.float32)
    data = (values.itemsize).to_bytes(4, "little").hex() + values.tobytes().hex()
    return (f"  %{name} = arith.constant dense_resource<{name}> : {kind}\n",
            f'{name}: "0x{data.upper()}"')


def add_main(module):
    """The text of a kernel's module with a @main that calls it."""
    signature = SIGNATURE.search(module)
    if not signature or "?" in signature[0]:
        raise Failure("expected a kernel of fixed sizes")
    operands, results = OPERAND.findall(signature[1]), re.findall(r"tensor<[^>]*>", signature[2])
    constants, resources, taken, outputs = "", [], [], 0
    for name, kind, attributes in operands:
        if "te.layout_free" in attributes:
            operation, resource = make_constant(name, kind)
            constants += operation
            resources.append(resource)
        elif "te.destination" in attributes:
            taken.append(f'%{name}: {kind} {{te.destination, dl.name = "out{outputs}"}}')
            outputs += 1
        else:
            taken.append(f'%{name}: {kind} {{dl.name = "{name}"}}')
    kinds = ", ".join(kind for _, kind, _ in operands)
    named = ", ".join(f'{kind} {{dl.name = "out{number}"}}'
                      for number, kind in enumerate(results))
    listed = ", ".join(f"%r#{number}" for number in range(len(results)))
    given = ", ".join(f"%{name}" for name, _, _ in operands)
    main = (f"func.func @main({', '.join(taken)}) -> ({named}) {{\n{constants}"
            f"  %r:{len(results)} = call @kernel({given}) : ({kinds}) -> ({', '.join(results)})\n"
            f"  return {listed} : {', '.join(results)}\n}}\n")
    text = module.rstrip()
    if not text.endswith("}"):
        raise Failure("expected the text of a module")
    data = ", ".join(resources)
    return (f"{text[:-1]}{main}}}\n" +
            f"{{-# dialect_resources: {{ builtin: {{ {data} }} }} #-}}\n" * bool(resources))


def compile_kernel(options, kernel, name, database=None):
    """The library NAME.so of a line of a database that tells a kernel."""
    source, library = path_of(options, name + ".mlir"), path_of(options, name + ".so")
    with open(source, "w") as file:
        file.write(add_main(kernel["module"]))
    command = [os.path.join(options.build, "bin", "dl-compile"), source, "-o", library,
               f"--threads={kernel['threads']}"]
    command += [f"--tuning-db={database}", "--tuning-db-strict"] if database else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    os.unlink(source)
    if done.returncode:
        raise Failure(f"not compiled: {done.stderr.strip().split(chr(10))[0]}")
    return library
