"""Inputs that are none, through every tool: hostile_files.py TOOLS_FOLDER EMPTY_FOLDER [--all].

A file of garbage, an empty one, a missing one, a folder, one that cannot be read: each ends with
code 1 and a message that names the file, within seconds, and leaves no output behind. Without
--all, all five are tried on the main input of each tool, two of them on others.
"""
import concurrent.futures
import os
import random
import subprocess
import sys

TOOLS, FOLDER = sys.argv[1:3]
KINDS = ("garbage", "missing", "empty", "folder", "unreadable")
# A tool, its arguments around the input, and extensions that it tells formats by.
COMMANDS = [
    ("dl-compile", ["INPUT", "-o", "out.so"], (".onnx", ".mlir", ".mlirbc", "")),
    ("dl-compile", ["good.mlir", "--schedules=INPUT", "-o", "out.so"], (".mlir",)),
    ("dl-compile", ["good.mlir", "--tuning-db=INPUT", "-o", "out.so"], (".jsonl",)),
    ("dl-compile", ["good.mlir", "--target=INPUT", "-o", "out.so"], (".mlir",)),
    ("dl-run", ["INPUT", "--outputs=out.npz"], (".so", ".onnx", ".mlir")),
    ("dl-run", ["good.mlir", "--inputs=INPUT", "--outputs=out.npz"], (".npy", ".npz")),
    ("dl-run", ["good.mlir", "--compare=INPUT"], (".npz",)),
    ("dl-run", ["good.mlir", "--manifest=INPUT", "--outputs=out.npz"], (".json",)),
    ("dl-opt", ["INPUT", "-o", "out.mlir"], (".mlir",)),
    ("dl-translate", ["--import-onnx", "INPUT", "-o", "out.mlir"], (".onnx",)),
    ("dl-tune", ["INPUT", "--db=out.jsonl"], (".onnx", ".mlir")),
    ("dl-tune", ["export", "INPUT", "-o", "out.mlir"], (".jsonl",)),
    ("dl-vdla-sim", ["INPUT"], (".bin", ".mlir")),
]
NOBODY = 65534
# Records are lines, of which those that are wrong are told of and the rest is used; nothing is a
# module of MLIR.
LENIENT = {("--tuning-db=INPUT", "garbage"), ("--tuning-db=INPUT", "empty"), ("dl-opt", "empty")}
GOOD = """func.func @main(%x: tensor<4xf32> {dl.name = "x"}) -> (tensor<4xf32> {dl.name = "y"}) {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def make(kind, path):
    """What the tools are to read."""
    if kind == "folder":
        os.mkdir(path)
    elif kind != "missing":
        with open(path, "wb") as file:
            file.write(random.Random(0).randbytes(300) if kind == "garbage" else b"")
    if kind == "unreadable":
        os.chmod(path, 0)


def run(tool, arguments, folder, kind):
    # Who may read everything runs it as somebody who may not.
    user = {"user": NOBODY, "group": NOBODY} if kind == "unreadable" and os.geteuid() == 0 else {}
    return subprocess.run([os.path.join(TOOLS, tool), *arguments], cwd=folder, capture_output=True,
                          timeout=60, env={**os.environ, "TMPDIR": folder}, **user)


def check(number, tool, arguments, kind, extension):
    """What is wrong in one case; None where it cannot be tried."""
    folder = os.path.join(FOLDER, str(number))
    os.mkdir(folder)
    os.chmod(folder, 0o777)
    with open(os.path.join(folder, "good.mlir"), "w") as file:
        file.write(GOOD)
    name = f"{kind}{extension}"
    make(kind, os.path.join(folder, name))
    before = sorted(os.listdir(folder))
    given = [argument.replace("INPUT", name) for argument in arguments]
    try:
        done = run(tool, given, folder, kind)
    except PermissionError:
        return None
    message = done.stderr.decode(errors="replace")
    left = sorted(os.listdir(folder))
    option = next(argument for argument in arguments if "INPUT" in argument)
    if (option, kind) in LENIENT or (tool, kind) in LENIENT:
        return []
    faults = []
    if done.returncode != 1:
        faults.append(f"code {done.returncode}")
    elif name not in message:
        faults.append("no message that names the file")
    if "Stack dump" in message or "Assertion" in message:
        faults.append("a crash")
    if left != before:
        faults.append(f"left {sorted(set(left) - set(before))}")
    return [f"{tool} {' '.join(given)}: {fault}: {message[:300]}" for fault in faults]


def main():
    cases, tools = [], set()
    for tool, arguments, extensions in COMMANDS:
        for extension in extensions:
            kinds = KINDS if "--all" in sys.argv or tool not in tools else KINDS[:2]
            cases += [(tool, arguments, kind, extension) for kind in kinds]
            tools.add(tool)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = [future.result() for future in
                 [pool.submit(check, number, *case) for number, case in enumerate(cases)]]
    faults = [fault for one in found for fault in one or []]
    print("".join(fault + "\n" for fault in faults), end="")
    tried = sum(one is not None for one in found)
    print(f"{tried} of {len(cases)} hostile files: {len(faults)} failures")


if __name__ == "__main__":
    main()
