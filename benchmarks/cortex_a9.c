/* Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
   See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   The inner loop of a convolution for the 16 vectors of a Cortex-A9: sums of six pixels by eight
   outputs, in twelve of them. vdla_offload.py asks LLVM's model of that CPU about it. */
typedef float vector __attribute__((vector_size(16)));

void multiply(const float *restrict x, const vector *restrict weights, vector *restrict y,
              int terms) {
  vector sums[6][2];
  for (int pixel = 0; pixel < 6; ++pixel)
    for (int part = 0; part < 2; ++part)
      sums[pixel][part] = y[2 * pixel + part];
  for (int term = 0; term < terms; ++term, weights += 2, x += 6)
    for (int pixel = 0; pixel < 6; ++pixel)
      for (int part = 0; part < 2; ++part)
        sums[pixel][part] += weights[part] * x[pixel];
  for (int pixel = 0; pixel < 6; ++pixel)
    for (int part = 0; part < 2; ++part)
      y[2 * pixel + part] = sums[pixel][part];
}
