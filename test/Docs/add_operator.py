"""Follows docs/AddAnOperator.md: add_operator.py check FOLDER | build BUILD.

check  applies the page's snippets to a copy of the files that they change and lets
       mlir-tblgen read the operator (seconds)
build  applies them to a copy of the tree, builds dl-opt and runs the new test (the
       first time in a build folder this compiles everything)
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test"))
SNIPPET = re.compile(r"^<!-- (?:insert into (\S+) (before|after): (.*?)|new file (\S+)) -->\n"
                     r"```\w*\n(.*?)^```$", re.M | re.S)
MOST_FILES = 4


def apply(tree):
    """Applies the page to a tree; returns the paths that it changes."""
    with open(os.path.join(ROOT, "docs", "AddAnOperator.md")) as f:
        page = f.read()
    changed = []
    for path, where, anchor, new, body in SNIPPET.findall(page):
        target = os.path.join(tree, path or new)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        changed.append(path or new)
        if new:
            if os.path.exists(os.path.join(ROOT, new)):
                sys.exit(f"expected {new} to be a new file, but the tree has it")
            text = body
        else:
            with open(os.path.join(ROOT, path)) as f:
                text = f.read()
            if text.count("\n" + anchor) != 1:
                sys.exit(f"expected one line of {path} to begin with '{anchor}'")
            at = text.index("\n" + anchor) + 1
            if where == "after":
                at = text.index("\n", at) + 1
            text = text[:at] + body + text[at:]
        with open(target, "w") as f:
            f.write(text)
    if not 1 < len(changed) <= MOST_FILES:
        sys.exit(f"expected the page to change 2 to {MOST_FILES} files, got {changed}")
    return changed


def check(folder):
    shutil.rmtree(folder, ignore_errors=True)
    changed = apply(folder)
    td = os.path.join("dl", "Dialect", "Graph", "IR", "GraphOps.td")
    include = os.path.join(ROOT, "include")
    printed = subprocess.run(
        ["mlir-tblgen", "-gen-op-decls", "-I", os.path.join(folder, "include"), "-I", include,
         "-I", subprocess.run(["llvm-config", "--includedir"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip(), os.path.join(include, td)],
        check=True, text=True, stdout=subprocess.PIPE, timeout=60).stdout
    if "class LogCoshOp " not in printed:
        sys.exit("expected the page's operator among those of graph")
    print(len(changed), "files changed")


def build(folder):
    from mutants import COPIED, Bench
    bench = Bench(folder, os.cpu_count())
    for name in COPIED:
        bench.mirror(name)
    changed = apply(bench.source)
    try:
        if not os.path.exists(os.path.join(bench.build, "build.ninja")):
            subprocess.run(["cmake", "--preset", "release", "-S", bench.source, "-B", bench.build,
                            f"-DDL_PYTHON={bench.venv}"], cwd=bench.source, check=True,
                           stdout=subprocess.DEVNULL)
        subprocess.run(["ninja", "-C", bench.build, "-j", bench.jobs, "dl-opt"], check=True)
        subprocess.run(["lit-22", "-v", os.path.join(bench.build, "test", "Reference"),
                        "--filter", "log-cosh"], check=True)
    finally:
        for path in changed:
            bench.mirror(path)
    print(len(changed), "files changed, the new test passed")


if __name__ == "__main__":
    {"check": check, "build": build}[sys.argv[1]](sys.argv[2])
