# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the table of errors into a page of the documentation."""
import math
import os

BEGIN, END = "<!-- begin of the table -->", "<!-- end of the table -->"


def format_error(error):
    if math.isinf(error):
        return "∞"
    # Rounded up: the table never says less than was measured.
    if error == 0:
        return "0"
    digits = 2 if error < 100 else 0
    scaled = math.ceil(error * 10**digits - 1e-9) / 10**digits
    return f"{scaled:.{digits}f}" if error < 1e6 else f"{error:.1e}"


def format_cell(row):
    if row is None:
        return ""
    worst, _, theirs, misses = row
    text = format_error(worst)
    if worst > 4 and theirs is not None:
        text += f" ({format_error(theirs)})"
    return f"**{text}**" if misses else text


def format_table(table):
    """Lines of a table: a row for each function, a column for each type."""
    types = list(table)
    names = []
    for part in table.values():
        names += [name for name in part if name not in names]
    lines = ["| function | " + " | ".join(types) + " |", "|---" * (len(types) + 1) + "|"]
    for name in names:
        cells = [format_cell(table[element].get(name)) for element in types]
        shown = f"`{name}`" if name.startswith("math.") else name
        lines.append("| " + " | ".join([shown, *cells]) + " |")
    return lines


def write_page(path, table):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    text = text[:begin] + "\n" + "\n".join(format_table(table)) + "\n" + text[end:]
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)
