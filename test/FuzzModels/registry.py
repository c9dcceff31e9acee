# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators and the functions that draw a node of them: `template(draft, op)`."""

OPERATORS = {}


def operator(*names):
    def add(template):
        for name in names:
            assert name not in OPERATORS, name
            OPERATORS[name] = template
        return template

    return add
