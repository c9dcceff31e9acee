"""Reads the library of bounds.py while others make it again: check_machine.py SOURCES FOLDER."""
import os
import sys
import threading

sys.path.insert(0, sys.argv[1])
import bounds

folder = sys.argv[2]
os.makedirs(folder, exist_ok=True)
library = bounds.build_loops(folder)


def content():
    with open(library, "rb") as file:
        return file.read()


first = content()
makers = [threading.Thread(target=bounds.build_loops, args=(folder,)) for _ in range(4)]
for maker in makers:
    maker.start()
while any(maker.is_alive() for maker in makers):
    assert content() == first, "the library was read before it was whole"
assert bounds.Machine(library, 1).flops_per_second() > 0
assert os.listdir(folder) == ["machine.so"], os.listdir(folder)
