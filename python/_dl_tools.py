# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tools of an installed package, for the PATH. Apart from the package: it imports nothing."""
import os
import sys


def _run(name: str) -> None:
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dl", "bin", name)
    os.execv(program, [name, *sys.argv[1:]])


def compile() -> None:
    _run("dl-compile")


def opt() -> None:
    _run("dl-opt")


def run() -> None:
    _run("dl-run")


def translate() -> None:
    _run("dl-translate")


def tune() -> None:
    _run("dl-tune")
