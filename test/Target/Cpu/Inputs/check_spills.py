"""What benchmarks/loops.py counts in disassemblies: check_spills.py FOLDER."""
import sys

sys.path.insert(0, sys.argv[1])
from loops import hot_loops

# A loop in a loop, whose base %rbp is a pointer; one that spills by %rsp; a scalar loop.
TEXT = """
0000000000001000 <pointer>:
    1000: pushq %rbp
    1004: movq  %rdi, %rbp
    1010: vbroadcastss (%rax), %ymm1
    1018: vmovups (%rbp,%rax,8), %ymm2
    1020: vfmadd231ps %ymm1, %ymm2, %ymm3 # ymm3 = (ymm2 * ymm1) + ymm3
    1028: jne 0x1018 <pointer+0x18>
    1030: vmovups %ymm3, 0x20(%rsp)
    1038: jne 0x1010 <pointer+0x10>
    1040: retq

0000000000002000 <frame>:
    2000: pushq %rbp
    2004: movq  %rsp, %rbp
    2010: vmovups %zmm9, -0x40(%rbp)
    2018: vfmadd231ps 0x80(%rsp), %zmm2, %zmm3
    2020: movq  0x8(%rsp), %rax
    2028: jne 0x2010 <frame+0x10>
    2030: vfmadd213ss %xmm0, %xmm1, %xmm2
    2038: vmovss %xmm2, 0x10(%rsp)
    2040: jne 0x2030 <frame+0x30>
    2048: vmulps %zmm1, %zmm1, %zmm2
    2050: jne 0x2048 <frame+0x48>
    2058: jmp 0x1000 <pointer>
"""
loops = {loop.begin: loop for loop in hot_loops(TEXT)}
assert sorted(loops) == [0x1018, 0x2010], loops
assert loops[0x1018][2:5] == (3, 1, 0), loops
# A store, and an operand from memory; the load of an address is none.
assert loops[0x2010][2:5] == (4, 1, 2), loops

# The same of AArch64: x29 is the frame's pointer, x28 is not; a call is no jump.
TEXT = """
model.o:	file format elf64-littleaarch64

0000000000000100 <frame>:
     100: add	x29, sp, #0x20
     104: ldr	q0, [x28], #0x10
     108: fmla	v4.4s, v0.4s, v1.s[0]
     10c: stur	q4, [x29, #-0x10]
     110: ldp	q6, q7, [sp, #0x20]
     114: ldr	x9, [sp, #0x8]
     118: cbnz	x8, 0x104 <frame+0x4>
     11c: fmadd	s0, s1, s2, s3
     120: tbnz	w8, #0x0, 0x11c <frame+0x1c>
     124: sdot	v0.4s, v1.16b, v2.4b[0]
     128: b.ne	0x124 <frame+0x24>
     12c: bl	0x100 <frame>
"""
loops = {loop.begin: loop for loop in hot_loops(TEXT)}
assert sorted(loops) == [0x104, 0x124], loops
assert loops[0x104][2:5] == (6, 1, 2), loops
assert loops[0x124][2:5] == (2, 1, 0), loops
