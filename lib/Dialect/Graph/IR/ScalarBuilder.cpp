//===-- ScalarBuilder.cpp - arithmetic on numbers of any type ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of scalar arith and math operations.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ScalarBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dl::graph;

static bool isFloat(Value value) { return isa<FloatType>(value.getType()); }

Value ScalarBuilder::constant(Type type, double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, value));
  return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, int64_t(value)));
}

#define BINARY(NAME, FLOAT_OP, INTEGER_OP)                                                         \
  Value ScalarBuilder::NAME(Value x, Value y) {                                                    \
    if (isFloat(x))                                                                                \
      return FLOAT_OP::create(builder, loc, x, y);                                                 \
    return INTEGER_OP::create(builder, loc, x, y);                                                 \
  }
BINARY(add, arith::AddFOp, arith::AddIOp)
BINARY(sub, arith::SubFOp, arith::SubIOp)
BINARY(mul, arith::MulFOp, arith::MulIOp)
BINARY(div, arith::DivFOp, arith::DivSIOp)
BINARY(maximum, arith::MaximumFOp, arith::MaxSIOp)
BINARY(minimum, arith::MinimumFOp, arith::MinSIOp)
#undef BINARY

Value ScalarBuilder::pow(Value x, Value y) { return math::PowFOp::create(builder, loc, x, y); }

Value ScalarBuilder::neg(Value x) {
  if (isFloat(x))
    return arith::NegFOp::create(builder, loc, x);
  return arith::SubIOp::create(builder, loc, constant(x, 0), x);
}

Value ScalarBuilder::abs(Value x) {
  if (isFloat(x))
    return math::AbsFOp::create(builder, loc, x);
  return math::AbsIOp::create(builder, loc, x);
}

Value ScalarBuilder::erf(Value x) { return math::ErfOp::create(builder, loc, x); }
Value ScalarBuilder::exp(Value x) { return math::ExpOp::create(builder, loc, x); }
Value ScalarBuilder::log(Value x) { return math::LogOp::create(builder, loc, x); }
Value ScalarBuilder::sqrt(Value x) { return math::SqrtOp::create(builder, loc, x); }
Value ScalarBuilder::tanh(Value x) { return math::TanhOp::create(builder, loc, x); }
