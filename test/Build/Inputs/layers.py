#!/usr/bin/env python3
"""Compares what the component libraries link with the layers and with what they include.

usage: layers.py BUILD SOURCE [--add A:B]... [--remove A:B]...

BUILD/libraries.txt is what CMake says that each library links. The layers are the block of
docs/Architecture.md under the heading Layers. Reported are

  - cycles between libraries,
  - links that go up, or sideways to another group of the same layer,
  - links of what is said to link nothing,
  - includes of a header whose library is not linked, and of one that is not public,
  - links to a library of which nothing is included.

--add and --remove change a link before, to see that the fault is found.
"""
import argparse
import fnmatch
import os
import re
import sys

INCLUDE = re.compile(r'^\s*(?:#\s*)?include "([^"]+)"', re.M)
# Libraries of others by the folder of their headers.
OUTSIDE = {"mlir": "MLIR", "mlir-c": "MLIR", "llvm": "LLVM", "llvm-c": "LLVM"}


class Libraries:
    def __init__(self, build, source):
        self.source = source
        self.folders, self.links = {}, {}
        with open(os.path.join(build, "libraries.txt")) as f:
            for line in f:
                name, folder, *links = line.split()
                assert folder.startswith("lib/"), folder
                self.folders[folder[4:]] = name
                self.links[name] = set(links)
        self.folder_of = {name: folder for folder, name in self.folders.items()}

    def owner(self, path):
        """The library of a file by its path under lib/ or include/dl/; None if it has none."""
        while path := os.path.dirname(path):
            if path in self.folders:
                return self.folders[path]
        return None

    def sources(self):
        """(library, path) of each source file, private and public."""
        for root in ("lib", "include/dl", "include/dl-c"):
            for base, _, files in sorted(os.walk(os.path.join(self.source, root))):
                for file in sorted(files):
                    path = os.path.relpath(os.path.join(base, file), self.source)
                    name = self.header_owner(path) if root != "lib" else self.owner(path[4:])
                    if name and file.endswith((".h", ".cpp", ".c", ".td", ".def")):
                        yield name, path

    def header_owner(self, path):
        if path.startswith("include/dl-c/"):
            return self.folders.get("CAPI")
        return self.owner(path[len("include/dl/"):])

    def includes(self, path):
        """(library, what was written) of each file that a file includes. A header of no
        library stands for what it includes itself."""
        with open(os.path.join(self.source, path)) as f:
            text = f.read()
        for header in INCLUDE.findall(text):
            first = header.split("/")[0]
            if first in OUTSIDE:
                yield OUTSIDE[first], header
            elif first in ("dl", "dl-c"):
                public = "include/" + header
                if owner := self.header_owner(public):
                    yield owner, header
                elif os.path.exists(os.path.join(self.source, public)):
                    yield from self.includes(public)
            else:
                # Beside the file, or generated for it.
                private = os.path.normpath(os.path.join(os.path.dirname(path), header))
                if private.startswith("lib/") and os.path.exists(os.path.join(self.source, private)):
                    yield self.owner(private[4:]), private


def find_cycle(links):
    """A path from a library to itself, or None."""
    done = set()

    def visit(name, path):
        if name in path:
            return path[path.index(name):] + [name]
        if name in done:
            return None
        for other in sorted(links.get(name, ())):
            if cycle := visit(other, path + [name]):
                return cycle
        done.add(name)
        return None

    for name in sorted(links):
        if cycle := visit(name, []):
            return cycle
    return None


def read_layers(source):
    """[(layer from the top, pattern, whether it links nothing)]."""
    with open(os.path.join(source, "docs", "Architecture.md")) as f:
        text = f.read()
    block = re.search(r"^## Layers$.*?^```\n(.*?)^```$", text, re.M | re.S)
    layers = []
    for number, line in enumerate(block[1].splitlines()):
        for pattern, note in re.findall(r"(\S+)((?: \(links nothing\))?)(?:\s|$)", line):
            layers.append((number, pattern, bool(note)))
    return layers


def check_layers(libraries, layers, report):
    groups = {}
    for name, folder in libraries.folder_of.items():
        found = [layer for layer in layers if fnmatch.fnmatchcase(folder, layer[1])]
        if len(found) == 1:
            groups[name] = found[0]
        else:
            report(f"{name}: expected lib/{folder} in one group of the layers in "
                   f"docs/Architecture.md, got {[pattern for _, pattern, _ in found]}")
    for _, pattern, _ in layers:
        if not any(group[1] == pattern for group in groups.values()):
            report(f"docs/Architecture.md: expected libraries in {pattern}, got none")
    for name, group in sorted(groups.items()):
        links = sorted(libraries.links[name])
        if group[2] and links:
            report(f"{name} links {', '.join(links)}: expected {group[1]} to link nothing")
        for other in links:
            if other in groups and other != name and groups[other] != group:
                if groups[other][0] <= group[0]:
                    report(f"{name} links {other}: expected {group[1]} to link lower layers, "
                           f"got {groups[other][1]}")


def check_includes(libraries, report):
    used = {name: set() for name in libraries.links}
    for name, path in libraries.sources():
        for other, header in libraries.includes(path):
            if other == name:
                continue
            used[name].add(other)
            if header.startswith("lib/"):
                report(f"{path} includes {header}, which is private to {other}")
            elif other not in libraries.links[name]:
                report(f"{path} includes {header} of {other}, which {name} does not link")
    known = {*libraries.links, *OUTSIDE.values()}
    for name, links in sorted(libraries.links.items()):
        for other in sorted((links & known) - used[name]):
            report(f"{name} links {other} and includes nothing of it")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("build")
    parser.add_argument("source")
    parser.add_argument("--add", action="append", default=[])
    parser.add_argument("--remove", action="append", default=[])
    options = parser.parse_args()
    libraries = Libraries(options.build, options.source)
    for name, other in (link.split(":") for link in options.add):
        libraries.links[name].add(other)
    for name, other in (link.split(":") for link in options.remove):
        libraries.links[name].remove(other)

    problems = []
    if cycle := find_cycle(libraries.links):
        problems.append("cycle: " + " -> ".join(cycle))
    check_layers(libraries, read_layers(options.source), problems.append)
    check_includes(libraries, problems.append)
    for problem in problems:
        print(problem)
    own = sum(other in libraries.links for links in libraries.links.values() for other in links)
    print(f"{len(libraries.links)} libraries, {own} links between them, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
