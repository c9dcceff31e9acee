#!/usr/bin/env python3
"""Compiles damaged models and checks that each is taken or refused in good order.

usage: fuzz.py TOOL WORK_FOLDER [--count N] [--seed N] [--jobs N]
               [--node-tests] [--keep]

TOOL is dl-translate, which imports, or dl-compile, which goes on to a library. The
seeds are the models in text form of the test files beside this folder. A mutant has
bytes flipped, cut, doubled or moved, or fields of its messages changed: names
exchanged, dims, types and sizes set to extremes, nodes shuffled, attributes of other
nodes, a cycle, weights in files outside its folder. Each runs alone, with 10 seconds
and 1 GiB of memory. It fails unless the exit code is 0, or 1 with a line that says
`error:`, and nothing else is a way out: no signal, no assertion, no time-out.

Prints one line for each failure, with the file that shows it, and a summary.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import random
import sys
import warnings

import onnx
from google.protobuf.descriptor import FieldDescriptor as Field

from import_models import parse, sections

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Fuzz"))
import faults  # noqa: E402
import limited  # noqa: E402
from damaged_bytes import damage_bytes  # noqa: E402

EXTREMES = [0, 1, -1, 2, 7, 16, 64, 2**31 - 1, 2**31, -2**31, 2**32, 2**62, 2**63 - 1, -2**63]
OUTSIDE = ["../weights.bin", "a/../../weights.bin", "/etc/passwd", "/dev/zero", "/proc/self/mem",
           ".", "", "weights.bin", "w" * 5000, "nul\0byte"]
INTEGERS = (Field.CPPTYPE_INT32, Field.CPPTYPE_INT64, Field.CPPTYPE_UINT64, Field.CPPTYPE_ENUM)
FLOATS = (Field.CPPTYPE_FLOAT, Field.CPPTYPE_DOUBLE)


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


def make_cycle(model, rng):
    """A node that reads what it or a later node makes."""
    if not model.graph.node:
        return
    place = rng.randrange(len(model.graph.node))
    node, later = model.graph.node[place], rng.choice(model.graph.node[place:])
    if node.input and later.output:
        node.input[rng.randrange(len(node.input))] = rng.choice(later.output)


def move_outside(model, rng):
    """Weights of a file that is not the model's: above its folder, far away, too long."""
    tensors = [message for message in messages(model) if isinstance(message, onnx.TensorProto)]
    if not tensors:
        return
    tensor = rng.choice(tensors)
    tensor.data_location = onnx.TensorProto.EXTERNAL
    del tensor.external_data[:]
    entries = {"location": rng.choice(OUTSIDE)}
    if rng.random() < 0.5:
        entries["offset"] = str(rng.choice(EXTREMES))
    if rng.random() < 0.5:
        entries["length"] = str(rng.choice(EXTREMES))
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=value)


def make_mutant(seeds, rng):
    data = rng.choice(seeds)
    if rng.random() < 0.3:
        return damage_bytes(data, rng)
    model = onnx.ModelProto.FromString(data)
    strings = ["", "x", "y", "'\n\x1b"] + [node.op_type for node in model.graph.node]
    strings += [name for node in model.graph.node for name in [*node.input, *node.output]]
    for _ in range(rng.choice([1, 1, 2, 4])):
        kind = rng.random()
        if kind < 0.05:
            make_cycle(model, rng)
        elif kind < 0.1:
            move_outside(model, rng)
        elif kind < 0.3:
            steal(model, onnx.ModelProto.FromString(rng.choice(seeds)), rng)
        else:
            change_field(model, strings, rng)
    return model.SerializeToString()


SECONDS, MEBIBYTES = 10, 1024


def check(tool, path):
    """How the tool ended, in one word, and what is wrong with that or None."""
    if os.path.basename(tool) == "dl-translate":
        command, output = [tool, "--import-onnx", path, "-o", os.devnull], None
    else:
        output = f"{path}.so"
        command = [tool, path, "-O0", "-o", output]
    ending = limited.run(command, SECONDS)
    error = ending.output
    if output and os.path.exists(output):
        os.unlink(output)
        if ending.code:
            return "output", "leaves an output after an error"
    if ending.timed_out:
        return "time", f"takes more than {SECONDS} s"
    if ending.mebibytes > MEBIBYTES:
        return "memory", f"takes {ending.mebibytes} MiB, more than {MEBIBYTES}"
    if ending.code == 0 and "error: " not in error:  # remarks say what was not made fast
        return "taken", None
    if ending.code == 1 and "error: " in error and "LLVM ERROR" not in error:
        return "refused", None
    return "crash", f"exit code {ending.code}: {faults.get_signature(ending)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("work")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--node-tests", action="store_true",
                        help="damage the models of onnx's node tests as well")
    parser.add_argument("--keep", action="store_true", help="keep mutants that pass too")
    args = parser.parse_args()

    tests = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "*.test")
    seeds = [parse(text).SerializeToString() for path in sorted(glob.glob(tests))
             for name, text, _ in sections(path) if name and not name.endswith(".py")]
    if args.node_tests:
        from onnx.backend.test.case import node
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            seeds += [case.model.SerializeToString() for case in node.collect_testcases(None)]
    os.makedirs(args.work, exist_ok=True)

    def run(i):
        path = os.path.join(args.work, f"mutant-{args.seed}-{i}.onnx")
        with open(path, "wb") as out:
            out.write(make_mutant(seeds, random.Random(f"{args.seed}/{i}")))
        ending, problem = check(args.tool, path)
        if problem:
            print(f"{path}: {problem}", flush=True)
        elif not args.keep:
            os.unlink(path)
        return ending

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        endings = collections.Counter(pool.map(run, range(args.count)))
    failures = args.count - endings["taken"] - endings["refused"]
    print(f"{args.count} mutants of {len(seeds)} models: {endings['taken']} taken, "
          f"{endings['refused']} refused, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
