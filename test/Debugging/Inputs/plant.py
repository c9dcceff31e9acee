"""Prints a pipeline with a fault behind the first pass of a name: plant.py PASSES FAULT BEHIND [WHERE]."""
import sys

import faults

file, fault, behind, where = (sys.argv[1:] + [""])[:4]
with open(file) as f:
    passes = faults.split_passes(f.read())
print(faults.insert_fault(passes, fault, behind, where)[0])
