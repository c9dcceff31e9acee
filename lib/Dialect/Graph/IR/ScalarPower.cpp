//===-- ScalarPower.cpp - powers of numbers of any type ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Powers by constants that are few products or a square root are these: the squares of a
// normalisation, the cubes of a GELU. Others are functions.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace dl::graph;

Value ScalarBuilder::powConstant(Value x, double exponent) {
  double magnitude = std::abs(exponent);
  Value power;
  if (magnitude == 0.5) {
    // Unlike a square root, the power of -0 is 0, and that of -inf is inf.
    double infinity = std::numeric_limits<double>::infinity();
    power = select(equal(x, constant(x, -infinity)), constant(x, infinity),
                   sqrt(add(x, constant(x, 0))));
  } else if (magnitude == 1) {
    power = x;
  } else if (magnitude == 2) {
    power = mul(x, x);
  } else if (magnitude == 3) {
    power = mul(mul(x, x), x);
  } else if (magnitude == 4) {
    Value square = mul(x, x);
    power = mul(square, square);
  }
  return power && exponent < 0 ? div(constant(x, 1), power) : power;
}

Value ScalarBuilder::pow(Value x, Value y) {
  FloatAttr exponent;
  matchPattern(y, m_Constant(&exponent));
  x = widen(x), y = widen(y);
  if (exponent)
    if (Value power = powConstant(x, exponent.getValueAsDouble()))
      return power;
  if (isa<FloatType>(x.getType()))
    return math::PowFOp::create(builder, loc, x, y);
  auto power = [&](Value exponent) -> Value {
    return math::IPowIOp::create(builder, loc, x, exponent);
  };
  Value zero = constant(x, 0), one = constant(x, 1);
  if (isUnsigned) {
    // Exponents count as signed: half of one has no sign.
    Value half = power(arith::ShRUIOp::create(builder, loc, y, one));
    Value isOdd = equal(bitAnd(y, one), one);
    return mul(mul(half, half), select(isOdd, x, one));
  }
  // 1 / 0 has no value as an integer: 0 stays 0.
  return power(select(bitAnd(equal(x, zero), less(y, zero)), one, y));
}
