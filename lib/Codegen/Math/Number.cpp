//===-- Number.cpp - formulas on scalars and vectors ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of arith operations from formulas.
//
//===----------------------------------------------------------------------===//
#include "Number.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace dl::codegen::math;

Type Number::getTypeOf(Type element) const {
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    return VectorType::get(vector.getShape(), element, vector.getScalableDims());
  return element;
}

static Value createConstant(Number like, Attribute number) {
  Type type = like.getValue().getType();
  auto typed = cast<TypedAttr>(number);
  if (auto vector = dyn_cast<VectorType>(type))
    typed = DenseElementsAttr::get(vector, number);
  return arith::ConstantOp::create(like.getBuilder(), like.getLoc(), typed);
}

static Number integer(Number like, int64_t number) {
  return like.with(
      createConstant(like, like.getBuilder().getIntegerAttr(like.getElementType(), number)));
}

Number Number::constant(double number) const {
  return with(createConstant(*this, builder->getFloatAttr(getElementType(), number)));
}

template <typename OpTy, typename... Args> static Number make(Number x, Args &&...args) {
  return x.with(
      OpTy::create(x.getBuilder(), x.getLoc(), x.getValue(), std::forward<Args>(args)...));
}

template <typename OpTy> static Number convert(Number x, Type element) {
  return x.with(OpTy::create(x.getBuilder(), x.getLoc(), x.getTypeOf(element), x.getValue()));
}

namespace dl::codegen::math {

Number operator+(Number x, Number y) { return make<arith::AddFOp>(x, y.getValue()); }
Number operator-(Number x, Number y) { return make<arith::SubFOp>(x, y.getValue()); }
Number operator*(Number x, Number y) { return make<arith::MulFOp>(x, y.getValue()); }
Number operator/(Number x, Number y) { return make<arith::DivFOp>(x, y.getValue()); }
Number operator-(Number x) { return make<arith::NegFOp>(x); }

Number multiplyAdd(Number x, Number y, Number z) {
  auto contract = arith::FastMathFlags::contract;
  Number product = make<arith::MulFOp>(x, y.getValue(), contract);
  return make<arith::AddFOp>(product, z.getValue(), contract);
}

Number evaluateByHorner(Number x, ArrayRef<double> coefficients) {
  Number sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = multiplyAdd(sum, x, x.constant(coefficient));
  return sum;
}

Number evaluate(Number x, ArrayRef<double> coefficients) {
  constexpr size_t longest = 4;
  if (coefficients.size() <= longest)
    return evaluateByHorner(x, coefficients);
  // Pairs of terms do not wait for each other.
  Number square = x * x;
  auto getPair = [&](size_t begin) {
    return begin + 1 < coefficients.size()
               ? multiplyAdd(x, coefficients[begin + 1], coefficients[begin])
               : x.constant(coefficients[begin]);
  };
  size_t begin = (coefficients.size() - 1) / 2 * 2;
  Number sum = getPair(begin);
  while (begin > 0) {
    begin -= 2;
    sum = multiplyAdd(sum, square, getPair(begin));
  }
  return sum;
}

Number abs(Number x) { return make<mlir::math::AbsFOp>(x); }
Number sqrt(Number x) { return make<mlir::math::SqrtOp>(x); }
Number copySign(Number x, Number y) { return make<mlir::math::CopySignOp>(x, y.getValue()); }
Number roundEven(Number x) { return make<mlir::math::RoundEvenOp>(x); }

static Number compare(arith::CmpFPredicate predicate, Number x, Number y) {
  return x.with(
      arith::CmpFOp::create(x.getBuilder(), x.getLoc(), predicate, x.getValue(), y.getValue()));
}
Number operator<(Number x, Number y) { return compare(arith::CmpFPredicate::OLT, x, y); }
Number operator>(Number x, Number y) { return compare(arith::CmpFPredicate::OGT, x, y); }
Number isEqual(Number x, Number y) { return compare(arith::CmpFPredicate::OEQ, x, y); }

Number select(Number condition, Number x, Number y) {
  return make<arith::SelectOp>(condition, x.getValue(), y.getValue());
}

Number toBits(Number x) {
  Type bits = x.getBuilder().getIntegerType(x.getElementType().getIntOrFloatBitWidth());
  return convert<arith::BitcastOp>(x, bits);
}

Number fromBits(Number x) {
  Builder &builder = x.getBuilder();
  bool isLong = x.getElementType().isInteger(64);
  return convert<arith::BitcastOp>(x, isLong ? builder.getF64Type() : builder.getF32Type());
}

Number bitAnd(Number x, int64_t y) { return make<arith::AndIOp>(x, integer(x, y).getValue()); }
Number bitXor(Number x, Number y) { return make<arith::XOrIOp>(x, y.getValue()); }
Number addInteger(Number x, int64_t y) { return make<arith::AddIOp>(x, integer(x, y).getValue()); }
Number subtractInteger(Number x, Number y) { return make<arith::SubIOp>(x, y.getValue()); }
Number shiftLeft(Number x, int64_t distance) {
  return make<arith::ShLIOp>(x, integer(x, distance).getValue());
}
Number shiftRight(Number x, int64_t distance) {
  return make<arith::ShRSIOp>(x, integer(x, distance).getValue());
}

static Number compare(arith::CmpIPredicate predicate, Number x, int64_t y) {
  return x.with(arith::CmpIOp::create(x.getBuilder(), x.getLoc(), predicate, x.getValue(),
                                      integer(x, y).getValue()));
}
Number isBitSet(Number x, int64_t bit) {
  return compare(arith::CmpIPredicate::ne, bitAnd(x, bit), 0);
}
Number isOutside(Number x, int64_t low, int64_t high) {
  return compare(arith::CmpIPredicate::ugt, addInteger(x, -low), high - low);
}

Number scale(Number x, Number n) {
  // Upstream's operation takes one integer for all lanes.
  auto name = x.getBuilder().getStringAttr("llvm.ldexp");
  return x.with(LLVM::CallIntrinsicOp::create(x.getBuilder(), x.getLoc(), x.getValue().getType(),
                                              name, ValueRange{x.getValue(), n.getValue()})
                    .getResult(0));
}

Number toF64(Number x) { return convert<arith::ExtFOp>(x, x.getBuilder().getF64Type()); }
Number toF32(Number x) { return convert<arith::TruncFOp>(x, x.getBuilder().getF32Type()); }
Number toI32(Number x) { return convert<arith::TruncIOp>(x, x.getBuilder().getI32Type()); }
Number integerToF32(Number x) { return convert<arith::SIToFPOp>(x, x.getBuilder().getF32Type()); }

/// Whether a flag is set in any lane, as an i1.
static Value isAny(Number flag) {
  auto type = dyn_cast<VectorType>(flag.getValue().getType());
  if (!type)
    return flag.getValue();
  OpBuilder &builder = flag.getBuilder();
  Location loc = flag.getLoc();
  if (type.getRank() == 0)
    return vector::ExtractOp::create(builder, loc, flag.getValue());
  Value none = arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  SmallVector<bool> all(type.getRank(), true);
  return vector::MultiDimReductionOp::create(builder, loc, flag.getValue(), none, all,
                                             vector::CombiningKind::OR);
}

Number selectRarely(Number flag, Number usual, llvm::function_ref<Number()> rare) {
  OpBuilder &builder = usual.getBuilder();
  auto build = [&](bool isRare) {
    return [&, isRare](OpBuilder &, Location loc) {
      Number result = isRare ? select(flag, rare(), usual) : usual;
      scf::YieldOp::create(builder, loc, result.getValue());
    };
  };
  auto branch = scf::IfOp::create(builder, usual.getLoc(), isAny(flag), build(true), build(false));
  return usual.with(branch.getResult(0));
}

} // namespace dl::codegen::math
