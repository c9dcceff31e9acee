"""Follows docs/AddAnOperator.md: add_operator.py check FOLDER BUILD CXX | build BUILD.

check  applies the page's snippets to a copy of the files that they change, compiles the
       new operator alone into a dl-opt, and runs the page's test with it (seconds)
build  applies them to a copy of the tree, builds dl-opt and runs the new test (the
       first time in a build folder this compiles everything)
"""
import os
import re
import shlex
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


# dl-opt with the operator added to the dialect from outside.
DRIVER = """
#include "dl/InitAll.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/OperatorImpl.h"
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#define GET_OP_CLASSES
#include "op.h.inc"
#define GET_OP_CLASSES
#include "op.cpp.inc"
int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  dl::registerAllDialects(registry);
  dl::registerAllPasses();
  registry.addExtension(+[](mlir::MLIRContext *, dl::graph::GraphDialect *dialect) {
    mlir::RegisteredOperationName::insert<dl::graph::LogCoshOp>(*dialect);
  });
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "dl-opt\\n", registry));
}
"""


def run(*command):
    done = subprocess.run(command, text=True, timeout=280, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}")
    return done.stdout


def check(folder, build, cxx):
    shutil.rmtree(folder, ignore_errors=True)
    changed = apply(folder)
    at = lambda *names: os.path.join(folder, *names)
    includes = [at("include"), os.path.join(ROOT, "include"), os.path.join(build, "include"),
                run("llvm-config", "--includedir").strip()]
    includes = [option for path in includes for option in ("-I", path)]
    td = os.path.join(ROOT, "include", "dl", "Dialect", "Graph", "IR", "GraphOps.td")
    for kind, output in (("-gen-op-decls", "op.h.inc"), ("-gen-op-defs", "op.cpp.inc")):
        run("mlir-tblgen", kind, "-op-include-regex=^graph\\.log_cosh$", *includes, td, "-o",
            at(output))
    with open(at("driver.cpp"), "w") as f:
        f.write(DRIVER)
    libraries = [os.path.abspath(os.path.join(build, "lib")), run("llvm-config", "--libdir").strip()]
    launcher = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", "").split()
    run(*launcher, cxx, *run("llvm-config", "--cxxflags").split(), "-O0", "-w", "-I", folder, *includes,
        "-c", at("driver.cpp"), "-o", at("driver.o"))
    run(cxx, at("driver.o"), "-o", at("dl-opt"), *os.environ.get("LDFLAGS", "").split(),
        *(option for path in libraries for option in ("-L" + path, "-Wl,-rpath," + path)),
        "-lDLCompiler", "-lMLIR", "-lLLVM")
    tests = [path for path in changed if path.startswith("test/")]
    ran = 0
    for path in tests:
        with open(at(path)) as f:
            for line in re.findall(r"^// RUN: dl-opt (.*)$", f.read(), re.M):
                run(at("dl-opt"), *line.replace("%s", at(path)).split())
                ran += 1
    if not ran:
        sys.exit("expected the page to add a test that runs dl-opt")
    print(f"{len(changed)} files changed, {ran} runs of the new test passed")


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
    {"check": check, "build": build}[sys.argv[1]](*sys.argv[2:])
