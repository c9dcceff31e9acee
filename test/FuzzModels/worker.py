# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One of the processes that check models: draws every step-th, says in lines of JSON what became
of each, and makes faults small that are not like known ones."""

import itertools
import json
import os
import time

from check import Checker, describe, reason_of
from draw import KINDS, draw_case

# Beyond these, faults are written as they are.
MOST_MINIMISED = 60


def say(**entry):
    print(json.dumps(entry), flush=True)


class Worker:
    def __init__(self, options):
        self.options = options
        self.first, self.step = options.worker
        self.kinds = options.kinds.split(",") if options.kinds else KINDS
        self.operators = options.operators.split(",") if options.operators else None
        self.cpus = options.cpus.split(",") if options.cpus else [None]
        work = os.path.join(options.work, f"worker{self.first % self.step}")
        self.checker = Checker(os.path.join(options.bin, "dl-compile"), work)
        # Faults made small, as kind and operators, and reasons of refusals.
        self.known, self.reasons = [], set()

    def run(self):
        until = self.options.until if self.options.seconds else float("inf")
        for number in itertools.count(self.first, self.step):
            if number >= self.options.first + self.options.count or time.time() > until:
                break
            say(begin=number)
            self.check(number)
        self.checker.executor.close()

    def check(self, number):
        count = len(self.cpus)
        case, why = draw_case(
            self.options.seed,
            number // count,
            self.kinds,
            self.operators,
            self.cpus[number % count],
        )
        if case is None:
            return say(number=number, kind="undrawn", text=why)
        forms = sorted(set(describe(case).split()))
        result = self.checker.check(case)
        fault = result.fault
        entry = dict(number=number, form=case.kind, runs=result.runs, forms=forms)
        entry["excused"] = [how for _, how in result.excused]
        if fault is None:
            say(**entry, kind="right")
        elif fault.kind == "refused":
            say(**entry, **self.report_refusal(case, fault))
        else:
            say(**entry, **self.report_fault(case, fault, set(forms)))

    def report_refusal(self, case, fault):
        """The first refusal for a reason is made small."""
        reason = reason_of(fault.text)
        if reason not in self.reasons and self.options.minimise:
            case, _ = self.checker.shrink(case, fault, self.options.minimise)
            case.save(os.path.join(self.options.work, "refused", case.name))
        self.reasons.add(reason)
        return dict(kind="refused", text=fault.text, reason=reason, what=describe(case))

    def report_fault(self, case, fault, forms):
        folder = os.path.join(self.options.work, "faults", case.name)
        like = next(
            (words for kind, words in self.known if kind == fault.kind and words <= forms), None
        )
        if like is None and len(self.known) < MOST_MINIMISED and self.options.minimise:
            case, fault = self.checker.shrink(case, fault, self.options.minimise)
            self.known.append((fault.kind, set(describe(case).split())))
        case.save(folder)
        what = describe(case) if like is None else "like " + " ".join(sorted(like))
        return dict(kind=fault.kind, text=fault.text, what=what, folder=folder)
