# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where in the user's Python something was said."""
from __future__ import annotations

import os
import sys
from typing import NamedTuple

from .._errors import Error

_FOLDER = os.path.dirname(os.path.abspath(__file__))


class Location(NamedTuple):
    """A place in a file, counted from 1."""

    file: str
    line: int
    column: int

    def to_mlir(self, name: str = "") -> str:
        """As the location of an operation; with a name, of a node of that name."""
        place = f"{quote(self.file)}:{self.line}:{self.column}"
        return f"loc({quote(name)}({place}))" if name else f"loc({place})"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class KernelError(Error, ValueError):
    """A formula or a step of a schedule that cannot be. `location` is where it stands."""

    def __init__(self, message: str, location: Location | None = None):
        self.message = message
        self.location = location or find_caller()
        super().__init__(f"{self.location}: error: {message}")

    def __reduce__(self) -> tuple[type[KernelError], tuple[str, Location]]:
        return type(self), (self.message, self.location)


def find_caller() -> Location:
    """The innermost place outside of this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and \
            os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _FOLDER:
        frame = frame.f_back
    code = frame.f_code
    column = 0
    for index, (_, _, begin, _) in enumerate(code.co_positions()):
        if 2 * index == frame.f_lasti:
            column = begin or 0
            break
    return Location(code.co_filename, frame.f_lineno, column + 1)


def quote(text: str) -> str:
    """As a string of MLIR, of any characters."""
    return '"' + "".join(
        char if char.isprintable() and char not in '"\\' else
        "".join(f"\\{byte:02X}" for byte in char.encode("utf-8", "surrogateescape"))
        for char in text) + '"'
