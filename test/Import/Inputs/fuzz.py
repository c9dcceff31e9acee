#!/usr/bin/env python3
"""Imports damaged models and checks that each is read or refused in good order.

usage: fuzz.py DL_TRANSLATE WORK_FOLDER [--count N] [--seed N] [--keep]

The seeds are the models in text form of the test files beside this folder. A
mutant has bytes flipped, cut, doubled or moved, or fields of its messages changed:
names exchanged, dims, types and sizes set to extremes, nodes shuffled, attributes
of other nodes. Each runs alone, with 20 seconds and 4 GiB of address space. It
fails unless the exit code is 0, or 1 with a line that says `error:` for the file,
and nothing else is a way out: no signal, no assertion, no time-out.

Prints one line for each failure, with the file that shows it, and a summary.
"""
import argparse
import glob
import os
import random
import resource
import subprocess
import sys

import onnx
from google.protobuf.descriptor import FieldDescriptor as Field

from import_models import parse, sections

EXTREMES = [0, 1, -1, 2, 7, 16, 64, 2**31 - 1, 2**31, -2**31, 2**32, 2**62, 2**63 - 1, -2**63]
INTEGERS = (Field.CPPTYPE_INT32, Field.CPPTYPE_INT64, Field.CPPTYPE_UINT64, Field.CPPTYPE_ENUM)
FLOATS = (Field.CPPTYPE_FLOAT, Field.CPPTYPE_DOUBLE)


def damage_bytes(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        if not data:
            break
        start = rng.randrange(len(data))
        end = min(len(data), start + rng.choice([1, 2, 8, 64]))
        kind = rng.randrange(6)
        if kind == 0:
            data[start] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[start] = rng.choice([0, 1, 0x7f, 0x80, 0xff])
        elif kind == 2:
            del data[start:end]
        elif kind == 3:
            data[start:start] = data[start:end]
        elif kind == 4:
            del data[start:]
        else:
            other = rng.randrange(len(data))
            data[other:other] = data[start:end]
    return bytes(data)


def messages(message):
    yield message
    for field, value in message.ListFields():
        if field.cpp_type == Field.CPPTYPE_MESSAGE:
            for part in value if field.is_repeated else [value]:
                yield from messages(part)


def change_field(model, strings, rng):
    """One field of one message: another value, an element more or less, or none."""
    message = rng.choice(list(messages(model)))
    fields = [field for field, _ in message.ListFields()]
    if not fields:
        return
    field = rng.choice(fields)
    if rng.random() < 0.1:
        message.ClearField(field.name)
        return

    def value():
        if field.cpp_type in INTEGERS:
            low, high = ((0, 30) if field.cpp_type == Field.CPPTYPE_ENUM else
                         (-2**31, 2**31 - 1) if field.cpp_type == Field.CPPTYPE_INT32 else
                         (0, 2**63) if field.cpp_type == Field.CPPTYPE_UINT64 else
                         (-2**63, 2**63 - 1))
            return max(low, min(high, rng.choice(EXTREMES)))
        if field.cpp_type in FLOATS:
            return rng.choice([0.0, -1.0, 1e30, float("nan"), float("inf")])
        text = rng.choice(strings)
        return text.encode() if field.type == Field.TYPE_BYTES else text

    if not field.is_repeated:
        if field.cpp_type != Field.CPPTYPE_MESSAGE:
            try:
                setattr(message, field.name, value())
            except ValueError:  # an enumerator that does not exist
                message.ClearField(field.name)
        return
    items = getattr(message, field.name)
    place = rng.randrange(len(items))
    kind = rng.randrange(4)
    if kind == 0:
        del items[place]
    elif field.cpp_type == Field.CPPTYPE_MESSAGE:
        if kind == 1:
            items.add().CopyFrom(items[place])
        else:
            first, second = items[place], items[rng.randrange(len(items))]
            copy = type(first)()
            copy.CopyFrom(first)
            first.CopyFrom(second)
            second.CopyFrom(copy)
    elif kind == 1:
        items.append(value())
    else:
        items[place] = value()


def steal(model, donor, rng):
    """Something of another model: attributes, an operator, an initializer."""
    if not model.graph.node or not donor.graph.node:
        return
    node, other = rng.choice(model.graph.node), rng.choice(donor.graph.node)
    kind = rng.randrange(4)
    if kind == 0:
        node.attribute.extend(other.attribute)
    elif kind == 1:
        node.op_type = other.op_type
    elif kind == 2:
        model.graph.initializer.extend(donor.graph.initializer)
    else:
        del model.opset_import[:]
        model.opset_import.extend(donor.opset_import)


def make_mutant(seeds, rng):
    data = rng.choice(seeds)
    if rng.random() < 0.3:
        return damage_bytes(data, rng)
    model = onnx.ModelProto.FromString(data)
    strings = ["", "x", "y", "'\n\x1b"] + [node.op_type for node in model.graph.node]
    strings += [name for node in model.graph.node for name in [*node.input, *node.output]]
    for _ in range(rng.choice([1, 1, 2, 4])):
        if rng.random() < 0.25:
            steal(model, onnx.ModelProto.FromString(rng.choice(seeds)), rng)
        else:
            change_field(model, strings, rng)
    return model.SerializeToString()


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def check(tool, path):
    """None, or what is wrong with how the tool ended."""
    try:
        run = subprocess.run([tool, "--import-onnx", path, "-o", os.devnull], timeout=20,
                             capture_output=True, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return "takes more than 20 s"
    error = run.stderr.decode(errors="replace")
    if run.returncode == 0 and not error:
        return None
    if run.returncode == 1 and f"{path}:0:0: error: " in error:
        return None
    return f"exit code {run.returncode}: {error.strip().splitlines()[:1]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("work")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="keep mutants that pass too")
    args = parser.parse_args()

    tests = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "*.test")
    seeds = [parse(text).SerializeToString() for path in sorted(glob.glob(tests))
             for name, text in sections(path) if name and not name.endswith(".py")]
    os.makedirs(args.work, exist_ok=True)
    failures = 0
    for i in range(args.count):
        path = os.path.join(args.work, f"mutant-{args.seed}-{i}.onnx")
        with open(path, "wb") as out:
            out.write(make_mutant(seeds, random.Random(f"{args.seed}/{i}")))
        problem = check(args.tool, path)
        if problem:
            failures += 1
            print(f"{path}: {problem}", flush=True)
        elif not args.keep:
            os.unlink(path)
    print(f"{args.count} mutants of {len(seeds)} models, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
