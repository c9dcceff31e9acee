//===-- ErrorFunction.cpp - erf and erfc ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// erfc(x) = exp(-x^2) times a slow function, so that its relative error is small down to the
// least denormal. erf is a polynomial near 0 and 1 - erfc(x), of a coarser form, elsewhere.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

using namespace dl::cpu::math;

/// erf(x) for |x| <= 7 / 8.
static Number erfOfSmall(Number x) {
  Number rest =
      evaluate(x * x, {0.1283791574928022, -0.3761255046285726, 0.11282455299730478,
                       -0.026791461627277087, 0.005032178926810459, -0.0006203241609449151});
  return multiplyAdd(x, rest, x);
}

namespace dl::cpu::math {

Number erf(Number x) {
  // Behind 3.95 the result is 1.
  Number size = atMost(abs(x), 3.95);
  // log(erfc(x)).
  Number exponent = evaluate(size, {-0.00014422660656296873, -1.127889311582598,
                                    -0.6368207959726534, -0.10425005590297537, 0.02238095068943919,
                                    -0.0030819736962206857, 0.0001998988568769478});
  Number large = copySign(1.0 - expOfOrdinary(exponent), x);
  return select(size > 0.875, large, erfOfSmall(x));
}

Number approximateErfc(Number x) {
  Number size = atMost(abs(x), 3.95);
  // log(erfc(x)), with an error that is small beside the result.
  Number exponent =
      evaluate(size, {0.0002998556602507825, -1.1301549342502388, -0.63195386411858,
                      -0.10996558690419736, 0.02635929616739127, -0.004738929690072092,
                      0.0005926224696157922, -4.5588089019750784e-05, 1.614666627300878e-06});
  Number tail = expOfOrdinary(exponent);
  Number large = select(x < 0, 2.0 - tail, tail);
  Number usual = select(size > 0.875, large, 1.0 - erfOfSmall(x));
  return selectRarely(x > 3.95, usual, [&] { return erfc(x); });
}

Number erfc(Number x) {
  // Behind 10.1 the result is 0.
  Number size = atMost(abs(x), 10.1);
  // The square in two parts: of the higher 12 bits it is exact.
  Number high = fromBits(bitAnd(toBits(size), 0xfffff000));
  Number power = expOfSum(-(high * high), (high - size) * (high + size));
  // (x + 2) exp(x^2) erfc(x) by (x - 2) / (x + 2), for x from 3 / 8 on.
  Number inverse = 1.0 / (size + 2);
  Number scaled = evaluate((size - 2) * inverse,
                           {1.021582714893992, -0.6871607420728248, 0.2794712059732197,
                            -0.03644020516130213, -0.021497417553110076, 0.006461787963177404,
                            0.0030194798289878743, -0.0007870172567150089, -0.0005004247673450697});
  Number large = scaled * inverse * power;
  large = select(x < 0, 2.0 - large, large);
  // 1 - erf(x).
  Number small = evaluate(
      x * x, {-1.128379151905677, 0.3761229191633606, -0.11271393349674672, 0.025441586019838137});
  return select(size < 0.375, multiplyAdd(x, small, x.constant(1)), large);
}

} // namespace dl::cpu::math
