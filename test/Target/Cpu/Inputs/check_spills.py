"""What benchmarks/spills.py counts in a disassembly: check_spills.py FOLDER."""
import sys

sys.path.insert(0, sys.argv[1])
import spills

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
loops = {loop.begin: loop for loop in spills.hot_loops(TEXT)}
assert sorted(loops) == [0x1018, 0x2010], loops
assert loops[0x1018][2:] == (3, 1, 0), loops
# A store, and an operand from memory; the load of an address is none.
assert loops[0x2010][2:] == (4, 1, 2), loops
