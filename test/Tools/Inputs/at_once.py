# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command several times at once, `{}` in it as another number each time.

Usage: at_once.py COUNT COMMAND…
"""
import subprocess
import sys

count, command = int(sys.argv[1]), sys.argv[2:]
started = [subprocess.Popen([part.replace("{}", str(number)) for part in command])
           for number in range(count)]
sys.exit(max(process.wait() for process in started))
