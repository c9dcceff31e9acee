"""Where stacks and arrays of benchmarks/addresses.py lie: check_addresses.py FOLDER."""
import ctypes
import platform
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
import addresses

# The environment lies right above the stack's first frame.
PROBE = ("import sys; sys.path.insert(0, sys.argv[1]); import addresses, ctypes; "
         "e = ctypes.c_void_p.in_dll(ctypes.CDLL(None), 'environ').value; "
         "print(addresses.is_fixed(), e)")


def probe(number):
    done = subprocess.run([sys.executable, "-c", PROBE, sys.argv[1]], text=True, check=True,
                          stdout=subprocess.PIPE, env=addresses.environment(number),
                          preexec_fn=addresses.fix_addresses)
    fixed, address = done.stdout.split()
    return fixed == "True", int(address)


found = [probe(number) for number in (0, 0, 1, 3)]
if all(fixed for fixed, _ in found):
    first, again, one, three = (address for _, address in found)
    assert first == again, "two processes of one number begin at one address"
    assert (first - one, first - three) == (16, 48), found

# A function on another stack returns, raises, and sees locals at the offset.
libc = ctypes.CDLL(None)
seen = []
context = addresses.UContext()


def libc_frame():
    """getcontext stores the stack pointer: register 15 of x86-64's general registers."""
    libc.getcontext(ctypes.byref(context))
    registers = ctypes.addressof(context) + 40
    return ctypes.c_uint64.from_address(registers + 15 * 8).value


stacks = [addresses.Stack(addresses.STEP * number) for number in range(9)]
assert stacks[3].call(lambda: 42) == 42
try:
    stacks[2].call(lambda: [][1])
except IndexError as error:
    assert "out of range" in str(error)
else:
    raise AssertionError("expected an error to leave the other stack")
if platform.machine() == "x86_64":
    for stack in stacks:
        pointer = stack.call(libc_frame)
        top = stack.address + stack.SIZE
        assert stack.address < pointer < top, "the call runs on its own stack"
        seen.append(top - pointer)
    assert [place - seen[0] for place in seen] == [16 * number for number in range(9)], seen

import numpy as np  # noqa: E402

array = np.arange(1000, dtype=np.float32).reshape(10, 100)
for number in (0, 1, 5, 300):
    placed = addresses.place(array, number)
    assert placed.ctypes.data % 4096 == 16 * number % 4096
    assert placed.flags.c_contiguous and (placed == array).all()
