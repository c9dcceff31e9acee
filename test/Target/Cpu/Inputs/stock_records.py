"""Holds each stock record against what dl-set-target makes of it.

usage: stock_records.py DL_OPT FOLDER
"""
import os
import re
import subprocess
import sys

opt, folder = sys.argv[1:]


def describe(options):
    run = subprocess.run([opt, "-", f"--dl-set-target={options}"], input="module {}", text=True,
                         capture_output=True, timeout=60)
    assert run.returncode == 0, f"{options}: {run.stderr}"
    return run.stdout


def get_numbers(text):
    """The numbers of each entry, in order."""
    numbers = {}
    for key, value in re.findall(r'"(\w+)" = ([0-9.e+-]+)', text):
        numbers.setdefault(key, []).append(float(value))
    return numbers


for file in sorted(os.listdir(folder)):
    name, extension = os.path.splitext(file)
    assert extension == ".mlir", file
    with open(os.path.join(folder, file)) as f:
        text = f.read()
    comment, module = text.split("\n\n", 1)
    assert "\n// - " in comment, f"{file}: expected a comment on where figures come from"
    triple = re.search(r'"triple" = "([^"]*)"', module)[1]
    assert f'"name" = "{name}"' in module, file
    # LLVM knows the CPU, or the pass fails.
    by_name = describe(f"record={name}")
    assert by_name == describe(f"record={os.path.join(folder, file)}"), file
    assert by_name == describe(f"triple={triple} cpu={name}"), file
    assert f'"triple" = "{triple}", "name" = "{name}"' in by_name, by_name
    made = get_numbers(by_name)
    for key, values in get_numbers(module).items():
        if key not in ("bytes", "bytes_per_cycle"):
            assert made[key] == values, (file, key)
    # A scope has bytes, too; caches come first.
    sizes = get_numbers(module)["bytes"]
    assert made["bytes"][:len(sizes)] == sizes, file
    print(name)
