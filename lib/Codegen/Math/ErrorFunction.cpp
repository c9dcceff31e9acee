//===-- ErrorFunction.cpp - erf and erfc ------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// erfc(x) = exp(-x^2) times a slow function, so that its relative error is small down to the
// least denormal. erf is a polynomial near 0, elsewhere 1 - erfc(x) of a coarser form, nearly
// always the float that is nearest where erfc(x) is some units in the last place of 1.
//
//===----------------------------------------------------------------------===//
#include "Functions.h"

using namespace dl::codegen::math;

/// erf(x) for |x| <= 0.7.
static Number erfOfSmall(Number x) {
  Number rest =
      evaluate(x * x, {0.128379166552997, -0.37612629762263466, 0.11283565094138755,
                       -0.026845875763302357, 0.005141489201064421, -0.0006976755639414162});
  return multiplyAdd(x, rest, x);
}

/// 1 - erf(x) of an x of at most this size, and of a greater one that of this size.
static Number erfcUpTo(double greatest, Number x) {
  Number size = atMost(abs(x), greatest);
  // The square in two parts: of the higher 12 bits it is exact.
  Number high = fromBits(bitAnd(toBits(size), 0xfffff000));
  Number power = expOfSum(-(high * high), (high - size) * (high + size));
  // (x + 2) exp(x^2) erfc(x) by (x - 2) / (x + 2), for x from 3 / 8 on.
  Number inverse = 1.0 / (size + 2);
  Number scaled =
      evaluateByHorner((size - 2) * inverse,
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

namespace dl::codegen::math {

Number erf(Number x) {
  // Behind 3.95 the result is 1.
  Number size = atMost(abs(x), 3.95);
  // log(erfc(x)) / x. Its error is least where the result is near 1: to add 1 to what is near
  // -1 leaves only how that was rounded.
  Number rest = evaluate(size, {-1.128615421725491, -0.6352500763640128, -0.10614197335502606,
                                0.023744778048891746, -0.003665588306072748, 0.0003359185737963899,
                                -1.3219000560560357e-05});
  Number large = copySign(1.0 - expOfOrdinary(size * rest), x);
  return select(size > 0.7, large, erfOfSmall(x));
}

Number approximateErfc(Number x) {
  Number size = atMost(abs(x), 3.95);
  // log(erfc(x)) / x, with an error that is small beside the result.
  Number rest = evaluate(size, {-1.1283807268881316, -0.6365938368970939, -0.10291294471520678,
                                0.0194813835748037, -0.00025882254850034494, -0.001375116676468581,
                                0.0005287019711592196, -0.00010489293730200394,
                                1.1337779212364386e-05, -5.265914674976035e-07});
  Number tail = expOfOrdinary(size * rest);
  Number usual = select(x < 0, 2.0 - tail, tail);
  // What would be less than a normal number is 0.
  return selectRarely(x > 3.95, usual, [&] { return select(x > 9.1, 0, erfcUpTo(9.1, x)); });
}

Number erfc(Number x) {
  // Behind 10.1 the result is 0.
  return erfcUpTo(10.1, x);
}

} // namespace dl::codegen::math
