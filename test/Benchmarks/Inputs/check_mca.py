"""What benchmarks/mca.py makes of a loop: check_mca.py FOLDER."""
import sys

sys.path.insert(0, sys.argv[1])
import loops
import mca

TEXT = """
model.o:	file format elf64-littleaarch64

0000000000000100 <chain>:
     100: fmla	v0.4s, v1.4s, v2.4s
     104: subs	x8, x8, #0x1
     108: b.ne	0x100 <chain>

0000000000000200 <two>:
     200: fmla	v0.4s, v1.4s, v2.4s
     204: fmla	v3.4s, v1.4s, v2.4s
     208: subs	x8, x8, #0x1
     20c: b.ne	0x200 <two>
"""
found = loops.hot_loops(TEXT)
assert [loop.function for loop in found] == ["chain", "two"], found
(chain, chain_bound), (two, two_bound) = mca.simulate(found, loops.AArch64, "cortex-a76", 1000)
# Both wait for their own accumulators only: twice the work in the same time.
assert abs(chain - two) < 0.1 and chain >= 2, (chain, two)
assert chain_bound <= 1 and two_bound <= 2, (chain_bound, two_bound)
