//===-- ApproximateMath.cpp - polynomials for exp and its like --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: operations of the math dialect on scalars and vectors. Out: arithmetic only for
// elementary functions of f32 and narrower floats; of f64 what has an intrinsic or a
// function of libm that is as exact.
//
//===----------------------------------------------------------------------===//
#include "Math/Functions.h"
#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dl::codegen {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using dl::codegen::math::Number;

namespace {
using Unary = Number (*)(Number);
using Binary = Number (*)(Number, Number);

bool isHalf(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

/// An operand as f32.
Number widen(OpBuilder &builder, Location loc, Value operand) {
  Number number(builder, loc, operand);
  if (!isHalf(operand.getType()))
    return number;
  Type type = number.getTypeOf(builder.getF32Type());
  return number.with(arith::ExtFOp::create(builder, loc, type, operand));
}

/// A function of f32: its formula in place of the operation. Of 16 bits it is that of f32,
/// rounded.
///   math.exp %x : vector<8xf32>   ->   arith operations on vector<8xf32>
template <typename OpTy, auto function> struct ExpandFunction : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!isHalf(type) && !getElementTypeOrSelf(type).isF32())
      return rewriter.notifyMatchFailure(op, "not of f32 or a type of 16 bits");
    SmallVector<Number> operands;
    for (Value operand : op->getOperands())
      operands.push_back(widen(rewriter, op.getLoc(), operand));
    auto apply = [&]() {
      if constexpr (std::is_invocable_v<decltype(function), Number>)
        return function(operands[0]);
      else
        return function(operands[0], operands[1]);
    };
    Value result = apply().getValue();
    if (isHalf(type))
      result = arith::TruncFOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// The same of vectors of one dim, by a function that is for these.
template <typename OpTy, auto function> struct ExpandVector : ExpandFunction<OpTy, function> {
  explicit ExpandVector(MLIRContext *context)
      : ExpandFunction<OpTy, function>(context, /*benefit=*/3) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto vector = dyn_cast<VectorType>(op.getType());
    if (!vector || vector.getRank() != 1)
      return rewriter.notifyMatchFailure(op, "no vector of one dim");
    return ExpandFunction<OpTy, function>::matchAndRewrite(op, rewriter);
  }
};

/// `afn` on an operation allows an approximation, in vectors too: it has no results that are less
/// than normal numbers, which the next operation would take some hundred cycles for.
template <typename OpTy, auto function> struct ExpandApproximate : ExpandFunction<OpTy, function> {
  explicit ExpandApproximate(MLIRContext *context)
      : ExpandFunction<OpTy, function>(context, /*benefit=*/4) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (!arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "no approximation is allowed");
    return ExpandFunction<OpTy, function>::matchAndRewrite(op, rewriter);
  }
};

/// A power by an integer, as one by a float: multiplications would each be rounded.
///   math.fpowi %x, %n : f64, i32   ->   math.powf %x, %float_of_n
struct ExpandIntegerPower : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    if (!isHalf(type) && !element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "not of f64, f32 or a type of 16 bits");
    Location loc = op.getLoc();
    Number base = widen(rewriter, loc, op.getLhs());
    Type wide = base.getTypeOf(rewriter.getF64Type());
    Value exponent = arith::SIToFPOp::create(rewriter, loc, wide, op.getRhs());
    if (element.isF64()) {
      rewriter.replaceOpWithNewOp<math::PowFOp>(op, op.getLhs(), exponent);
      return success();
    }
    Number power = powOfWide(base, base.with(exponent));
    Value result = power.getValue();
    if (isHalf(type))
      result = arith::TruncFOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Both functions at once are the two.
struct SplitSinCos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op, PatternRewriter &rewriter) const override {
    Value sine = math::SinOp::create(rewriter, op.getLoc(), op.getOperand());
    Value cosine = math::CosOp::create(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOp(op, {sine, cosine});
    return success();
  }
};

/// The table of functions.
void populate(RewritePatternSet &patterns) {
  namespace f = dl::codegen::math;
  MLIRContext *context = patterns.getContext();
  patterns.add<
      ExpandFunction<math::AcosOp, Unary(f::acos)>, ExpandFunction<math::AcoshOp, Unary(f::acosh)>,
      ExpandFunction<math::AsinOp, Unary(f::asin)>, ExpandFunction<math::AsinhOp, Unary(f::asinh)>,
      ExpandFunction<math::AtanOp, Unary(f::atan)>, ExpandFunction<math::Atan2Op, Binary(f::atan2)>,
      ExpandFunction<math::AtanhOp, Unary(f::atanh)>, ExpandFunction<math::CbrtOp, Unary(f::cbrt)>,
      ExpandFunction<math::CosOp, Unary(f::cos)>, ExpandFunction<math::CoshOp, Unary(f::cosh)>,
      ExpandFunction<math::ErfOp, Unary(f::erf)>, ExpandFunction<math::ErfcOp, Unary(f::erfc)>,
      ExpandFunction<math::ExpOp, Unary(f::exp)>, ExpandFunction<math::Exp2Op, Unary(f::exp2)>,
      ExpandFunction<math::ExpM1Op, Unary(f::expm1)>, ExpandFunction<math::LogOp, Unary(f::log)>,
      ExpandFunction<math::Log10Op, Unary(f::log10)>,
      ExpandFunction<math::Log1pOp, Unary(f::log1p)>, ExpandFunction<math::Log2Op, Unary(f::log2)>,
      ExpandFunction<math::PowFOp, Binary(f::pow)>, ExpandFunction<arith::RemFOp, Binary(f::fmod)>,
      ExpandFunction<math::SinOp, Unary(f::sin)>, ExpandFunction<math::SinhOp, Unary(f::sinh)>,
      ExpandFunction<math::TanOp, Unary(f::tan)>, ExpandFunction<math::TanhOp, Unary(f::tanh)>,
      ExpandApproximate<math::ErfcOp, Unary(f::approximateErfc)>,
      ExpandApproximate<math::ExpOp, Unary(f::approximateExp)>, ExpandIntegerPower>(context);
}

/// What is shorter where vectors are multiplied by powers of two in one instruction.
void populateScaling(RewritePatternSet &patterns) {
  namespace f = dl::codegen::math;
  patterns.add<ExpandVector<math::ExpOp, Unary(f::expByScaling)>,
               ExpandVector<math::Exp2Op, Unary(f::exp2ByScaling)>>(patterns.getContext());
}

struct ApproximateMathPass
    : public dl::codegen::impl::ApproximateMathPassBase<ApproximateMathPass> {
  using ApproximateMathPassBase::ApproximateMathPassBase;

  void runOnOperation() override {
    RewritePatternSet pairs(&getContext());
    pairs.add<SplitSinCos>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(pairs));
    RewritePatternSet functions(&getContext());
    populate(functions);
    if (dl::schedule::getTarget(getOperation())->vector.scales)
      populateScaling(functions);
    walkAndApplyPatterns(getOperation(), std::move(functions));
    // convert-math-to-llvm would make log(1 + x) and exp(x) - 1 of these.
    RewritePatternSet calls(&getContext());
    populateMathToLibmConversionPatterns(calls);
    ConversionTarget target(getContext());
    target.addIllegalOp<math::Log1pOp, math::ExpM1Op>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target, std::move(calls))))
      signalPassFailure();
  }
};
} // namespace
