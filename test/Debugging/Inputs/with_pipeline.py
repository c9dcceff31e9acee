"""Runs a command with the pipeline of a file: with_pipeline.py FILE COMMAND..."""
import subprocess
import sys

with open(sys.argv[1]) as f:
    sys.exit(subprocess.run([*sys.argv[2:], "--pass-pipeline=" + f.read().strip()]).returncode)
