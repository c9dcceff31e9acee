"""Runs the examples of a page: run_examples.py PAGE.md FOLDER.

A block that follows a line with nothing but `NAME`: is written to NAME in FOLDER. In
a ```console block each line that begins with `$ ` is a command, run in FOLDER; the
lines after it are what it prints, standard error included. `...` alone on a line
stands for any number of lines, `…` within a line for any text. A command that fails
says so in its last line: [exit status 1]. python3 is the Python that runs this.
"""
import difflib
import os
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"(?:^`(\S+)`:\n+)?^```([\w+-]*)\n(.*?)^```$", re.M | re.S)


def commands_of(block):
    """(command, lines it prints) of a console block."""
    result = []
    for line in block.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            result.append((line[2:], []))
        elif not result:
            raise SystemExit(f"expected a console block to begin with '$ ', got: {line}")
        else:
            result[-1][1].append(line)
    return result


def matches(expected, actual):
    """Whether the lines printed are the lines shown, wildcards filled in."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("…")) + r"\n"
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


def run(command, folder):
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    done = subprocess.run(["bash", "-c", command], cwd=folder, text=True, timeout=280,
                          env={**os.environ, "PATH": path},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    printed = done.stdout.rstrip("\n").split("\n") if done.stdout.strip() else []
    return printed + ([f"[exit status {done.returncode}]"] if done.returncode else [])


def main(page, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(page) as f:
        text = f.read()
    ran = 0
    for name, language, body in BLOCK.findall(text):
        if name:
            with open(os.path.join(folder, name), "w") as f:
                f.write(body)
        if language != "console":
            continue
        for command, expected in commands_of(body):
            actual = run(command, folder)
            ran += 1
            if not matches(expected, actual):
                print(f"{page}: expected another output of: {command}")
                print("\n".join(difflib.unified_diff(expected, actual, "page", "output", lineterm="")))
                return 1
    print(f"{ran} commands ran as shown")
    return 0 if ran else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
