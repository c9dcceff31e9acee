//===-- Functions.h - elementary functions on f32 ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic for the elementary functions on f32 scalars and vectors, over the whole range
// of arguments: infinities, NaN, signed zeros and denormals are what C's functions make of
// them. docs/Functions.md has the errors. Coefficients are of minimax fits by Remez'
// algorithm, of the ratio to the function.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_TRANSFORMS_MATH_FUNCTIONS_H
#define DL_TARGET_CPU_TRANSFORMS_MATH_FUNCTIONS_H

#include "Number.h"

namespace dl::codegen::math {

// Exponential.cpp
Number exp(Number x);
Number exp2(Number x);
/// The same of one vector, by an instruction that multiplies by powers of two.
Number expByScaling(Number x);
Number exp2ByScaling(Number x);
Number expm1(Number x);
/// exp(x), but 0 instead of less than 2^-126.5, and 2^127.5 instead of more.
Number approximateExp(Number x);
/// exp(x) / 2, which is finite for longer.
Number halfOfExp(Number x);
/// exp(x + rest), for a rest that is small beside 1.
Number expOfSum(Number x, Number rest);
/// exp(x) for |x| <= 80.
Number expOfOrdinary(Number x);

// Logarithm.cpp
Number log(Number x);
Number log2(Number x);
Number log10(Number x);
Number log1p(Number x);

// Trigonometric.cpp
Number sin(Number x);
Number cos(Number x);
Number tan(Number x);

// InverseTrigonometric.cpp
Number asin(Number x);
Number acos(Number x);
Number atan(Number x);
Number atan2(Number y, Number x);

// Hyperbolic.cpp
Number sinh(Number x);
Number cosh(Number x);
Number tanh(Number x);
Number asinh(Number x);
Number acosh(Number x);
Number atanh(Number x);

// ErrorFunction.cpp
Number erf(Number x);
Number erfc(Number x);
/// erfc with a relative error that grows to 30 units of the last place towards 3.95, for
/// callers that say so. Faster.
Number approximateErfc(Number x);

// Power.cpp
Number cbrt(Number x);
Number pow(Number x, Number y);
/// pow(x, y) for an f64 y.
Number powOfWide(Number x, Number y);

// Remainder.cpp
Number fmod(Number x, Number y);

} // namespace dl::codegen::math

#endif // DL_TARGET_CPU_TRANSFORMS_MATH_FUNCTIONS_H
