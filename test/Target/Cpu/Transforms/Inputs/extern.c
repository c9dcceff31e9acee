/*===-- extern.c - functions that te.extern calls --------------------------===*
 *
 * Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Each row is scaled by its number; sums of rows go beside it.
 *
 *===----------------------------------------------------------------------===*/

int not_a_function;

static float scale_by(int row, float x) { return (float)row * x; }

void scale_rows(const float *x, float *y, float *sums) {
  for (int row = 0; row < 3; ++row) {
    sums[row] = 0;
    for (int column = 0; column < 4; ++column) {
      y[4 * row + column] = scale_by(row, x[4 * row + column]);
      sums[row] += y[4 * row + column];
    }
  }
}
