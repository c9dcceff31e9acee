# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a case, runs it and judges the results; makes what fails small."""

import dataclasses
import os
import re

import execute
from execute import Fault
from judge import judge
from minimise import Minimiser
from oracle import Refused
from values import name_of


def reason_of(text):
    """A message without what differs from model to model."""
    text = re.sub(r"^.*?error: ", "", text)
    text = re.sub(r"^(ONNX node )?['\"][^'\"]*['\"]:? ?", "", text)
    text = re.sub(r"'[^']*[0-9][^']*'", "'…'", text)
    text = re.sub(r"\[[^\]]*\]", "[…]", text)
    return re.sub(r"-?\d+", "N", text)[:160]


@dataclasses.dataclass
class Result:
    """What became of a case: `fault` is None where it is right."""

    fault: Fault = None
    runs: int = 0
    excused: tuple = ()


class Checker:
    def __init__(self, compiler, work):
        self.compiler, self.work = compiler, work
        self.executor = execute.Executor()
        self.emulated = {}
        os.makedirs(work, exist_ok=True)

    def executor_of(self, options):
        """What runs libraries that were compiled so."""
        if not any(option.startswith("--target=") for option in options):
            return self.executor
        cpu = next(option.split("=")[1] for option in options if option.startswith("--mcpu="))
        if cpu not in self.emulated:
            self.emulated[cpu] = execute.EmulatedExecutor(self.work, cpu)
        return self.emulated[cpu]

    def check(self, case):
        source, library = (os.path.join(self.work, f"{case.name}{end}") for end in (".onnx", ".so"))
        try:
            with open(source, "wb") as file:
                file.write(case.model().SerializeToString())
            fault = execute.compile_model(self.compiler, source, library, case.options)
            if fault:
                return Result(fault)
            return self.run(case, library)
        finally:
            for path in (source, library):
                if os.path.exists(path):
                    os.unlink(path)

    def run(self, case, library):
        replies = self.executor_of(case.options).run(library, case.runs)
        if isinstance(replies, Fault):
            return Result(replies)
        excused = []
        for index, (run, outputs) in enumerate(zip(case.runs, replies)):
            if isinstance(outputs, Fault):
                if index and outputs.kind == "error" and "expected at least" in outputs.text:
                    continue  # sizes that the model's checks refuse
                return Result(outputs, index)
            expected = case.known if index == 0 and case.known else case.evaluate(run)
            if len(outputs) != len(case.outputs):
                return Result(
                    Fault("wrong", f"{len(outputs)} outputs, expected {len(case.outputs)}"), index
                )
            wrong, other = judge(case, run, outputs, expected)
            excused += other
            if wrong:
                sizes = f" (run {index})" if len(case.runs) > 1 else ""
                return Result(
                    Fault("wrong", f"{wrong[0][0]}{sizes}: {wrong[0][1]}"), index, tuple(excused)
                )
        return Result(None, len(case.runs), tuple(excused))

    def shrink(self, case, fault, seconds):
        """A smaller case with a fault of the same kind, and its fault."""
        last = [fault]

        def fails(candidate):
            new = self.check(candidate).fault
            same = (
                new is not None
                and new.kind == fault.kind
                and (new.kind != "refused" or reason_of(new.text) == reason_of(fault.text))
                and (new.kind != "crash" or reason_of(new.text)[:60] == reason_of(fault.text)[:60])
            )
            if same:
                last[0] = new
            return same

        try:
            small = Minimiser(fails, seconds).minimise(dataclasses.replace(case))
        except Refused:
            return case, fault
        return small, last[0]


def describe(case):
    """The operators with the types of their first operands."""
    try:
        values = case.known or case.evaluate(case.runs[0])
    except Refused:
        return " ".join(case.operators())
    first = lambda node: next(
        (name_of(values[name].dtype) for name in node.input if name in values), ""
    )
    return " ".join(f"{node.op_type}({first(node)})" for node in case.nodes)
