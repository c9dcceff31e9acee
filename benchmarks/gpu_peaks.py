# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a GPU can do at most, by two kernels in PTX: a copy, and multiply-adds in registers."""
import numpy as np

HEAD = ".version 7.0\n.target sm_70\n.address_size 64\n"
# Each thread 16 bytes at a time, four of them under way.
COPY = HEAD + """
.visible .entry copy(.param .u64 from, .param .u64 to, .param .u64 stride) {
  .reg .b32 %r<20>;
  .reg .b64 %d<8>;
  ld.param.u64 %d0, [from];
  ld.param.u64 %d1, [to];
  ld.param.u64 %d2, [stride];
  cvta.to.global.u64 %d0, %d0;
  cvta.to.global.u64 %d1, %d1;
  mov.u32 %r16, %ctaid.x;
  mov.u32 %r17, %ntid.x;
  mov.u32 %r18, %tid.x;
  mad.lo.u32 %r16, %r16, %r17, %r18;
  mul.wide.u32 %d3, %r16, 16;
  add.u64 %d0, %d0, %d3;
  add.u64 %d1, %d1, %d3;
"""
BLOCK, ROUNDS, CHAINS = 256, 1024, 16


def make_copy():
    lines = []
    for verb, base in (("ld", "%d0"), ("st", "%d1")):
        for i in range(4):
            registers = "{" + ", ".join(f"%r{4 * i + j}" for j in range(4)) + "}"
            operands = f"{registers}, [{base}]" if verb == "ld" else f"[{base}], {registers}"
            lines += [f"{verb}.global.v4.b32 {operands};", f"add.u64 {base}, {base}, %d2;"]
    return COPY + "\n".join(lines) + "\nret;\n}\n"


def make_products():
    lines = [HEAD, ".visible .entry products(.param .u64 to) {", f".reg .f32 %f<{CHAINS + 2}>;",
             ".reg .pred %p0;", ".reg .b32 %r<2>;", ".reg .b64 %d0;", "mov.u32 %r0, %tid.x;"]
    lines += [line for i in range(CHAINS + 1)
              for line in (f"cvt.rn.f32.u32 %f{i}, %r0;", f"add.f32 %f{i}, %f{i}, 0f3F8{i:05X};")]
    lines += [f"mov.f32 %f{CHAINS + 1}, 0f3F7FFFFF;", "mov.u32 %r1, 0;", "loop:"]
    lines += [f"fma.rn.f32 %f{i}, %f{i}, %f{CHAINS + 1}, %f{CHAINS};" for i in range(CHAINS)] * 8
    lines += ["add.u32 %r1, %r1, 1;", f"setp.ne.u32 %p0, %r1, {ROUNDS};", "@%p0 bra loop;"]
    lines += [f"add.f32 %f0, %f0, %f{i};" for i in range(1, CHAINS)]
    # Never so: only that the sums are needed.
    lines += ["setp.ne.f32 %p0, %f0, 0fC0490FDB;", "@%p0 bra end;", "ld.param.u64 %d0, [to];",
              "cvta.to.global.u64 %d0, %d0;", "st.global.f32 [%d0], %f0;", "end:", "ret;", "}"]
    return "\n".join(lines) + "\n"


def measure(driver):
    """Bytes a second, read and written, and floating-point operations a second of f32."""
    size = 1 << 30
    pointers = [driver.allocate(size) for _ in range(2)]
    driver.upload(pointers[0], np.random.default_rng(0).integers(0, 1 << 32, size // 4,
                                                                  dtype=np.uint32))
    module = driver.load(make_copy())
    function = module.get_function("copy")
    threads = size // 64
    grid = (threads // BLOCK, 1, 1)
    copy = min(driver.time(lambda: driver.launch(function, grid, (BLOCK, 1, 1),
                                                 [*pointers, 16 * threads])))
    copied = np.empty(size // 4, np.uint32)
    given = np.empty_like(copied)
    driver.download(given, pointers[0])
    driver.download(copied, pointers[1])
    assert np.array_equal(given, copied), "the copy that measures bandwidth copies wrongly"
    module.unload()
    module = driver.load(make_products())
    function = module.get_function("products")
    grid = (driver.attributes["multiprocessors"] * 16, 1, 1)
    products = min(driver.time(lambda: driver.launch(function, grid, (BLOCK, 1, 1), pointers[:1])))
    module.unload()
    for pointer in pointers:
        driver.free(pointer)
    return 2 * size / copy, grid[0] * BLOCK * ROUNDS * 8 * CHAINS * 2 / products
