#!/usr/bin/env python3
"""Changes the trees of random schedules as texts and compares what is made of them with the
te interpreter.

usage: fuzz_trees.py TOOLS WORK_FOLDER [--count N] [--first N] [--verbose]

Kernels and schedules are those of fuzz.py; a kernel's trees are what its sequence leaves on
the stages. Each text changes one to three clauses of them: numbers, axes, tails, orders,
places; clauses left out, doubled or new. No primitive has seen what comes out, so most is
not legal. Text n follows from n alone. An answer is a refusal, or code that computes
what the interpreter does; a crash, a time-out, a fault that the compiler finds in its own
loops, or another result is a failure, and its module is kept in the work folder.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import sys

import numpy as np

import fuzz
import kernels
import limited
import plans
from modules import get_intrinsics, module

TREE = re.compile(r'(schedule\.tree = #schedule\.tree<")([^"]*)(">)')
CLAUSE = re.compile(r"[A-Za-z.]+\([^()]*\)|\S+")
NAME = re.compile(r"[A-Za-z_][\w.*]*")
TAILS = ["", ", guard", ", shift", ", mask"]
MARKS = ["parallel", "vectorize", "unroll", "tensorize", "blockIdx.x", "threadIdx.x", "threadIdx.y", "vthread"]
# Texts made of each kernel, one after the other.
TEXTS_OF_KERNEL = 10


def get_axes(clauses):
    """The names of all axes, those that were split or fused too."""
    axes = []
    for clause in clauses:
        head, _, inside = clause.partition("(")
        if head in ("axes", "reduce", "order", "fuse", "split"):
            axes += [name for name in NAME.findall(inside) if name not in ("by", "guard", "shift", "mask")]
    return list(dict.fromkeys(axes)) or ["i"]


def make_clause(axes, stages, rng):
    """A new clause over these axes."""
    axis, number = rng.choice(axes), rng.choice([1, 2, 3, 4, 5, 7, 8, 16, 31])
    return rng.choice([
        f"split({axis} by {number}{rng.choice(TAILS)})",
        f"split({axis} by {number})",
        f"fuse({axis}, {rng.choice(axes)})",
        f"{rng.choice(MARKS)}({axis})",
        f"partition({axis} at {number})",
        f"init({axis})",
        f"scope({rng.choice(['shared', 'local', 'global'])})",
        "double",
        "inline",
        f"at({rng.choice(stages)}[{rng.randrange(8)}])",
    ])


def place(clauses, clause, rng):
    """Puts a clause where its kind stands in texts of trees: steps before the order, the rest behind."""
    head = clause.partition("(")[0]
    kinds = ["axes", "reduce", "split", "fuse", "order"]
    rank = {kind: i for i, kind in enumerate(kinds)}
    mine = rank["split"] if head in ("split", "fuse") else len(kinds)
    end = next((i for i, other in enumerate(clauses) if rank.get(other.partition("(")[0], len(kinds)) > mine),
               len(clauses))
    if head in ("at", "inline"):
        end = len(clauses)
    return clauses[:end] + [clause] + clauses[end:]


def change(tree, stages, rng):
    """The text of a tree with one change."""
    clauses = CLAUSE.findall(tree)
    axes = get_axes(clauses)
    own = [i for i, clause in enumerate(clauses) if not clause.startswith(("axes(", "reduce("))]
    kind = rng.choice([0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 6])
    if not own or kind == 0:
        return " ".join(place(clauses, make_clause(axes, stages, rng), rng))
    at = rng.choice(own)
    clause = clauses[at]
    if kind == 1:
        numbers = list(re.finditer(r"(?<![\w.])\d+", clause))
        if numbers:
            number = rng.choice(numbers)
            value = int(number[0])
            new = rng.choice([value + 1, max(value - 1, 0), value * 2, rng.randrange(1, 33), 0])
            clauses[at] = clause[:number.start()] + str(new) + clause[number.end():]
    elif kind == 2:
        del clauses[at]
    elif kind == 3:
        names = [name for name in NAME.finditer(clause) if name[0] in axes]
        if names:
            name = rng.choice(names)
            clauses[at] = clause[:name.start()] + rng.choice(axes) + clause[name.end():]
    elif kind == 4 and clause.startswith("split("):
        clauses[at] = re.sub(r"(by \d+)(, \w+)?\)", rf"\1{rng.choice(TAILS)})", clause)
    elif kind == 5 and clause.startswith("order("):
        names = clause[6:-1].split(", ")
        i, j = rng.randrange(len(names)), rng.randrange(len(names))
        names[i], names[j] = names[j], names[i]
        clauses[at] = f"order({', '.join(names)})"
    else:
        clauses.insert(rng.randrange(at, len(clauses) + 1), rng.choice([clause, make_clause(axes, stages, rng)]))
    return " ".join(clauses)


# A step that asks callers for another layout of an operand.
PACKS = re.compile(r"schedule\.transform_layout .* reads operand ")


class TreeFuzzer(fuzz.Fuzzer):
    """Texts of trees through dl-compile, and what was compiled against the interpreter."""

    def __init__(self, tools, work):
        super().__init__(tools, work, 1)
        self.answers = collections.Counter()

    def make_trees(self, found):
        """Each kernel's module with the trees that its steps leave."""
        texts, inputs = [], []
        for plan in found:
            text, arrays = module([plan.kernel])
            text = text.replace(plan.kernel.text(None), plan.kernel.text("@__transform_main"), 1)
            texts.append("module attributes {transform.with_named_sequence} {\n" + text +
                         "transform.named_sequence @__transform_main(%k: !transform.any_op {transform.readonly}) {\n" +
                         "".join(f"{line}\n" for line in plan.lines()) + "transform.yield\n}\n" +
                         (get_intrinsics() if plan.kernel.has_tiles else "") + "}\n")
            inputs.append(arrays)
        source = self.write("plain.mlir", "// -----\n".join(texts))
        code, _, errors = fuzz.run([self.tool("dl-opt"), source, "--transform-interpreter", "--split-input-file",
                                    "-o", self.path("trees.mlir")], 120)
        if code != 0:
            raise fuzz.Fault(f"transform-interpreter: {fuzz.outcome(code)}: {fuzz.first_error(errors)}")
        with open(self.path("trees.mlir")) as file:
            trees = re.sub(r"schedule\.sequence = @__transform_main(, )?", "", file.read())
        return list(zip(trees.split("// -----\n"), inputs))

    def get_expected(self, plan, arrays):
        source = self.write("reference.mlir", module([plan.kernel])[0])
        np.savez(self.path("in.npz"), **arrays)
        code, _, errors = fuzz.run([self.tool("dl-run"), source, "--target=reference",
                                    f"--outputs={self.path('reference.npz')}", f"--inputs={self.path('in.npz')}"], 60)
        if code != 0:
            raise fuzz.Fault(f"reference: {fuzz.outcome(code)}: {fuzz.first_error(errors)}")
        with np.load(self.path("reference.npz")) as outputs:
            return {name: outputs[name] for name in outputs.files}

    def answer(self, text, expected):
        """"refused", "right", or what is wrong."""
        source, lowered, library = self.write("text.mlir", text), self.path("lowered.mlir"), self.path("text.so")
        ending = limited.run([self.tool("dl-opt"), source, "--schedule-apply", "-o", lowered], 60)
        if ending.timed_out or ending.is_crash or "fault of the compiler" in ending.output or \
                "differ from its schedule" in ending.output:
            return f"dl-opt: {'time-out' if ending.timed_out else ending.code}: {fuzz.first_error(ending.output)}"
        if ending.code == 1:
            self.reasons[fuzz.generalize(fuzz.first_error(ending.output))] += 1
            return "refused"
        ending = limited.run([self.tool("dl-compile"), lowered, "-o", library, "--name=model", "-O1", "--threads=1"], 60)
        if ending.code != 0:
            return f"dl-compile: {'time-out' if ending.timed_out else ending.code}: {fuzz.first_error(ending.output)}"
        ending = limited.run([self.tool("dl-run"), library, "--target=cpu", f"--outputs={self.path('cpu.npz')}",
                              f"--inputs={self.path('in.npz')}"], 60)
        if ending.code != 0:
            return f"dl-run: {'time-out' if ending.timed_out else ending.code}: {fuzz.first_error(ending.output)}"
        with np.load(self.path("cpu.npz")) as actual:
            for name, array in expected.items():
                if not np.array_equal(array, actual[name], equal_nan=array.dtype.kind == "f"):
                    return f"result {name} differs"
        return "right"

    def texts(self, numbers):
        """The texts of these numbers, TEXTS_OF_KERNEL of each kernel."""
        found = []
        for number in sorted({number // TEXTS_OF_KERNEL for number in numbers}):
            rng = random.Random(f"kernel {number}")
            found.append(plans.Plan(kernels.make_kernel(f"k{number}", rng), rng))
        self.settle(found)
        # What callers are asked to pack is no tree: schedule-apply changes their calls.
        found = [plan for plan in found if not any(PACKS.search(line) for line in plan.lines())]
        self.reasons.clear()
        self.count += len(found)
        modules = self.make_trees(found)
        for plan, (text, arrays) in zip(found, modules):
            if not TREE.search(text):
                continue
            expected = self.get_expected(plan, arrays)
            stages = re.findall(r'te\.compute "([^"]*)"', text)
            kernel = int(plan.kernel.name[1:])
            for number in range(kernel * TEXTS_OF_KERNEL, (kernel + 1) * TEXTS_OF_KERNEL):
                if number not in numbers:
                    continue
                rng = random.Random(f"tree {number}")
                changed = text
                for _ in range(rng.choice([1, 1, 1, 2, 3])):
                    tree = rng.choice(list(TREE.finditer(changed)))
                    changed = changed[:tree.start(2)] + change(tree[2], stages, rng) + changed[tree.end(2):]
                answer = self.answer(changed, expected)
                if answer in ("refused", "right"):
                    self.answers[answer] += 1
                    continue
                path = self.write(f"tree{number}.mlir", f"// {answer}\n" + changed)
                self.failures.append((plan.kernel.kind, "tree", answer))
                print(f"{path}: {answer}", flush=True)


def work(options, numbers):
    """One batch in a folder of its own."""
    folder = os.path.join(options.work, f"job{os.getpid()}")
    os.makedirs(folder, exist_ok=True)
    fuzzer = TreeFuzzer(options.tools, folder)
    fuzzer.texts(numbers)
    return fuzzer


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("tools")
    parser.add_argument("work")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    end = options.first + options.count
    batches = [range(first, min(first + options.batch, end)) for first in range(options.first, end, options.batch)]
    total, answers = TreeFuzzer(options.tools, options.work), collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for fuzzer in pool.map(work, [options] * len(batches), batches):
            total.add(fuzzer)
            answers += fuzzer.answers
    if options.verbose:
        print("\n".join(f"{number:6} {reason}" for reason, number in total.reasons.most_common()), "\n")
    print(f"{sum(answers.values()) + len(total.failures)} texts of trees of {total.count} kernels, "
          f"{answers['refused']} refused, {answers['right']} right, {len(total.failures)} failures")
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
