# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds names in Python sources that nothing defines: what runs seldom, as benchmarks do, would
tell only then."""
import argparse
import builtins
import os
import symtable
import sys

# What a module has without a line that defines it.
OF_MODULES = {"__file__", "__name__", "__doc__", "__path__", "__spec__", "__loader__",
              "__package__", "__builtins__", "__annotations__"}


# What lit hands its configurations.
OF_LIT = {"config", "lit_config"}


def walk(table):
    yield table
    for child in table.get_children():
        yield from walk(child)


def find(text, path):
    """(name, line of its function) of what a module uses and does not define."""
    top = symtable.symtable(text, path, "exec")
    defined = set(dir(builtins)) | OF_MODULES
    if os.path.basename(path).startswith("lit."):
        defined |= OF_LIT
    for table in walk(top):
        for symbol in table.get_symbols():
            # Functions define names of the module by a global statement.
            is_of_module = table is top or symbol.is_declared_global()
            if is_of_module and (symbol.is_assigned() or symbol.is_imported()):
                defined.add(symbol.get_name())
    for table in walk(top):
        for symbol in table.get_symbols():
            # Python takes the names of a function `top` for those of the module, too.
            is_global = symbol.is_global() and not symbol.is_local()
            if is_global and symbol.is_referenced() and symbol.get_name() not in defined:
                yield symbol.get_name(), table.get_lineno()


def sources(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders
                            if not name.startswith((".", "build")) and name != "__pycache__")
        for name in sorted(files):
            if name.endswith(".py"):
                yield os.path.join(folder, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root")
    options = parser.parse_args()
    count = problems = 0
    for path in sources(options.root):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        count += 1
        for name, line in find(text, path):
            problems += 1
            print(f"{os.path.relpath(path, options.root)}:{line}: '{name}' is not defined")
    print(f"{count} files, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
