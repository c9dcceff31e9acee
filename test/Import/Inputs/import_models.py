#!/usr/bin/env python3
"""Imports the models of a test file and prints what comes out.

usage: import_models.py DL_TRANSLATE TEST_FILE WORK_FOLDER [FLAG...]

A test file holds sections that begin with a line `//--- NAME`. Lines that begin
with `//` are comments, where FileCheck's lines stand. The rest of a section is one
model in the text form of the onnx package:

    graph (float[2,3] x) => (float[2,3] y) { [Relu_1] y = Relu(x) }

with a line `<ir_version: 8, opset_import: ["" : 17]>` before it unless it has its
own. A section named `NAME.py` is Python instead: it sees numpy as np, onnx, `parse`
(text to model), `save` (a model or bytes, and optionally the file's name), and the
folder `work`.

A node that the section's comments expect an error of by its name is read by one that
is refused whatever it reads: that one says nothing, unless the importer goes on with what
it has refused.

For each section prints `== NAME`, what the tool prints, and `exit CODE` if that is
not 0. The tool runs in WORK_FOLDER with the flags on the file NAME.onnx. It is to import
the model, or to print an error and exit with 1; if anything else happens, so does this.
"""
import os
import re
import subprocess
import sys

import numpy as np
import onnx
import onnx.parser

HEADER = '<ir_version: 8, opset_import: ["" : 17]>\n'


def parse(text):
    text = text.strip()
    return onnx.parser.parse_model(text if text.startswith("<") else HEADER + text)


def sections(path):
    """The name, text and comments of each."""
    name, lines, comments = None, [], []
    for line in open(path):
        if line.startswith("//---"):
            if name:
                yield name, "".join(lines), "".join(comments)
            name, lines, comments = line[5:].strip(), [], []
        else:
            (comments if line.startswith("//") else lines).append(line)
    yield name, "".join(lines), "".join(comments)


def read_refused(model, comments):
    """Adds the nodes that read those with an error: Identity has one input."""
    refused = set(re.findall(r"error: [\w.]+ '([^']*)':", comments))
    for node in list(model.graph.node):
        outputs = list(filter(None, node.output))
        if node.name in refused and outputs:
            model.graph.node.append(
                onnx.helper.make_node("Identity", outputs[:1] * 2, [outputs[0] + "/read"]))


def main():
    tool, test, work, *flags = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    os.chdir(work)
    for name, text, comments in sections(test):
        is_python = name.endswith(".py")
        name = name.removesuffix(".py")

        def save(model, file=name + ".onnx"):
            if isinstance(model, onnx.ModelProto):
                read_refused(model, comments)
            data = model if isinstance(model, bytes) else model.SerializeToString()
            with open(file, "wb") as out:
                out.write(data)

        if is_python:
            exec(compile(text, f"{test}:{name}", "exec"),
                 dict(np=np, onnx=onnx, os=os, parse=parse, save=save, work=work))
        else:
            save(parse(text))
        print("==", name, flush=True)
        run = subprocess.run([tool, "--import-onnx", name + ".onnx", *flags], timeout=30,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        sys.stdout.buffer.write(run.stdout)
        sys.stdout.flush()
        if run.returncode:
            print("exit", run.returncode, flush=True)
        if run.returncode != (b"error: " in run.stdout):
            sys.exit(f"{name}: exit {run.returncode} is not what was printed")


if __name__ == "__main__":
    main()
