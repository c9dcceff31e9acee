# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong, by who can do something about it. `Error` is the root of all."""
from __future__ import annotations

from collections.abc import Sequence


class Error(Exception):
    """Whatever this package raises on purpose."""


class CompileError(Error):
    """A model that cannot be compiled. `diagnostics` are the compiler's messages."""

    def __init__(self, diagnostics: Sequence[str]):
        super().__init__("\n".join(diagnostics))
        self.diagnostics = list(diagnostics)

    def __reduce__(self) -> tuple[type[CompileError], tuple[list[str]]]:
        return type(self), (self.diagnostics,)


class RunError(Error, ValueError):
    """Inputs or outputs that do not fit the model."""


class LoadError(Error, ValueError):
    """A file that is no compiled model, or none that this machine can run."""


class OptionError(Error, ValueError):
    """An argument with a value that it cannot have."""


class OptionTypeError(Error, TypeError):
    """An argument of a type that it cannot have."""


class ModelNotFoundError(Error, FileNotFoundError):
    """A model's file, or one that it names, that does not exist."""
