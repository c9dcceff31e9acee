//===-- Requantize.cpp - the arithmetic of graph.requantize ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formula of dl::vdla::rescale with Rounding::HalfEven, and of a store's epilogue, in arith.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/OperatorImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

Value dl::graph::operators::buildRequantized(OpBuilder &builder, Location loc, ValueRange operands,
                                             int64_t zeroPoint, bool relu) {
  using arith::CmpIPredicate;
  Type wide = builder.getI64Type();
  auto extend = [&](Value value) { return arith::ExtSIOp::create(builder, loc, wide, value); };
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, value, 64);
  };
  Value sum = arith::AddIOp::create(builder, loc, operands[0], operands[1]);
  Value product = arith::MulIOp::create(builder, loc, extend(sum), extend(operands[2]));
  Value shift = extend(operands[3]), one = number(1), zero = number(0);
  // The quotient, rounded down, and twice what is left of the product beside the divisor.
  Value below = arith::ShRSIOp::create(builder, loc, product, shift);
  Value rest = arith::SubIOp::create(builder, loc, product,
                                     arith::ShLIOp::create(builder, loc, below, shift));
  Value twice = arith::ShLIOp::create(builder, loc, rest, one);
  Value divisor = arith::ShLIOp::create(builder, loc, one, shift);
  Value isMore = arith::CmpIOp::create(builder, loc, CmpIPredicate::sgt, twice, divisor);
  Value isHalf = arith::CmpIOp::create(builder, loc, CmpIPredicate::eq, twice, divisor);
  Value isOdd = arith::CmpIOp::create(builder, loc, CmpIPredicate::ne,
                                      arith::AndIOp::create(builder, loc, below, one), zero);
  Value isUp = arith::OrIOp::create(builder, loc, isMore,
                                    arith::AndIOp::create(builder, loc, isHalf, isOdd));
  Value result =
      arith::AddIOp::create(builder, loc, below, arith::ExtUIOp::create(builder, loc, wide, isUp));
  if (zeroPoint != 0)
    result = arith::AddIOp::create(builder, loc, result, number(zeroPoint));
  result = arith::MaxSIOp::create(builder, loc, result, number(relu ? zeroPoint : -128));
  result = arith::MinSIOp::create(builder, loc, result, number(127));
  return arith::TruncIOp::create(builder, loc, builder.getI8Type(), result);
}
