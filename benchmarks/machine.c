/*===-- machine.c - what the machine can do at most ----------------*- C -*-===*\
|*
|* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/*
 * The loops whose speed bounds.py takes as the machine's: multiply-adds in registers,
 * and reads of memory. For clang -O3 -march=native -ffp-contract=fast.
 */
#include <stddef.h>
#include <stdint.h>

#if defined(__AVX512F__)
#define BYTES 64
#elif defined(__AVX__)
#define BYTES 32
#else
#define BYTES 16
#endif

typedef float floats __attribute__((vector_size(BYTES)));
typedef int64_t words __attribute__((vector_size(BYTES)));

/* Chains that do not wait for each other: more than latency times units, and they fit
   into 16 registers. */
enum { CHAINS = 12 };

/* Runs `count` rounds of multiply-adds and returns how many flops that were; `sink` keeps
   the result alive. Neither factor nor term is known when this is compiled. */
double machine_multiply_add(int64_t count, float factor, float term, float *sink) {
  floats chain[CHAINS], x, y;
  for (int lane = 0; lane < BYTES / 4; ++lane) {
    x[lane] = factor;
    y[lane] = term;
  }
  for (int i = 0; i < CHAINS; ++i)
    for (int lane = 0; lane < BYTES / 4; ++lane)
      chain[i][lane] = (float)i;
  for (int64_t round = 0; round < count; ++round)
    for (int i = 0; i < CHAINS; ++i)
      chain[i] = chain[i] * x + y;
  float sum = 0;
  for (int i = 0; i < CHAINS; ++i)
    for (int lane = 0; lane < BYTES / 4; ++lane)
      sum += chain[i][lane];
  *sink = sum;
  return 2.0 * (BYTES / 4) * CHAINS * (double)count;
}

/* Reads `size` bytes, a multiple of 4 * BYTES at an address that BYTES divides, `count`
   times, in four streams, which is faster than one. */
void machine_read(const void *data, size_t size, int64_t count, int64_t *sink) {
  size_t quarter = size / BYTES / 4;
  words sum[4] = {0};
  for (int64_t round = 0; round < count; ++round) {
    const words *a = data, *b = a + quarter, *c = b + quarter, *d = c + quarter;
    for (size_t i = 0; i < quarter; ++i) {
      sum[0] ^= a[i];
      sum[1] ^= b[i];
      sum[2] ^= c[i];
      sum[3] ^= d[i];
    }
    /* Each round reads again. */
    __asm__ volatile("" ::: "memory");
  }
  words all = sum[0] ^ sum[1] ^ sum[2] ^ sum[3];
  int64_t result = 0;
  for (int lane = 0; lane < BYTES / 8; ++lane)
    result ^= all[lane];
  *sink = result;
}
