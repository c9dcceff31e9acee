# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles models with each of the options that decide what is made, in one cache: what another option made is none of
it, and where an option names a file, what is made is found again until the file changes. Prints what is otherwise.

usage: cache_options.py MODEL.mlir MACHINE.json
"""
import json
import os
import pathlib
import subprocess
import sys
import time

import numpy
import onnx
from onnx import helper

model, machine = sys.argv[1:]


def is_found(*options, to="object"):
    """Whether the cache had it."""
    made = subprocess.run(["dl-compile", *options, f"--to={to}", "-o", "out", "--cache=cache", "--time"],
                          capture_output=True, text=True, timeout=60)
    if made.returncode != 0:
        sys.exit(f"{options}: {made.stderr}")
    return not any(line.startswith("read ") for line in made.stderr.splitlines())


def write(name, text):
    """A file that is older than what a clock can tell apart."""
    pathlib.Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    past = time.time() - 10
    os.utime(name, (past, past))


def check(what, *options, changed=None, text=None, found=True, **given):
    got, expected = [is_found(*options, **given)], [False]
    if changed or not found:
        got.append(is_found(*options, **given))
        expected.append(found)
    if changed:
        write(changed, text)
        got.append(is_found(*options, **given))
        expected.append(False)
    print(f"{what}:", "as expected" if got == expected else f"found {got}, expected {expected}")


write("model.mlir", pathlib.Path(model).read_text())
subprocess.run(["dl-compile", "model.mlir", "--to=schedule", "-o", "sequences.mlir"], check=True, timeout=60)
write("sequences.mlir", pathlib.Path("sequences.mlir").read_text())
write("machine.json", pathlib.Path(machine).read_text().replace('"name": "paper"', '"name": "mine"'))
write("records.jsonl", "")
subprocess.run(["dl-compile", "model.mlir", "-o", "one.so"], check=True, timeout=60)
write("library.so", pathlib.Path("one.so").read_bytes())

open_model = helper.make_graph(
    [helper.make_node("Add", ["x", "w"], ["y"])], "g", [helper.make_tensor_value_info("x", 1, ["n", 8])],
    [helper.make_tensor_value_info("y", 1, ["n", 8])],
    [helper.make_tensor("w", 1, [8], numpy.ones(8, numpy.float32).tobytes(), raw=True)])
proto = helper.make_model(open_model, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
write("open.onnx", proto.SerializeToString())
onnx.external_data_helper.convert_model_to_external_data(proto, location="weights.bin", size_threshold=0)
onnx.save_model(proto, "outside.onnx")
write("outside.onnx", pathlib.Path("outside.onnx").read_bytes())
write("weights.bin", pathlib.Path("weights.bin").read_bytes())

check("a model", "model.mlir", changed="model.mlir", text=pathlib.Path(model).read_text().replace("2.0", "2.5"))
check("threads", "model.mlir", "--threads=2")
check("an optimisation level", "model.mlir", "-O1")
check("no vectors", "model.mlir", "--vectorize=false")
check("a precision", "model.mlir", "--precision=bf16")
check("a CPU", "model.mlir", "--mcpu=x86-64-v3")
check("a name", "model.mlir", "--name=other")
check("sequences", "model.mlir", "--schedules=sequences.mlir", changed="sequences.mlir",
      text=pathlib.Path("sequences.mlir").read_text() + "// More.\n")
check("records", "model.mlir", "--tuning-db=records.jsonl", changed="records.jsonl", text="\n")
check("a machine", "model.mlir", "--target=vdla:machine.json", changed="machine.json",
      text=pathlib.Path("machine.json").read_text().replace('"latency": 64', '"latency": 65'))
check("a library", "model.mlir", "--extern-libraries=library.so", changed="library.so",
      text=pathlib.Path("one.so").read_bytes() + b"\0")
check("sizes", "open.onnx")
check("sizes that are given", "open.onnx", "--sizes=n=2")
check("others", "open.onnx", "--sizes=n=3")
check("data beside a model", "outside.onnx", changed="weights.bin", text=numpy.full(8, 2, numpy.float32).tobytes())
check("a header", "model.mlir", "--emit-header=model.h", found=False)
check("loops", "model.mlir", "--loops-file=loops.txt", found=False)
check("remarks", "model.mlir", "--remarks-filter=dl-.*", found=False)
check("code as text", "model.mlir", to="assembly", found=False)
