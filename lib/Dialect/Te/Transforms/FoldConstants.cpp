//===-- FoldConstants.cpp - constants and index arithmetic ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// te-fold-constants: arithmetic on constants is done, arithmetic on indices moves into the
// reads' index expressions, guards that always or never hold go.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Interval.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dl::te {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

namespace {
/// An index operand as an expression over other values.
struct Expansion {
  AffineExpr expr;
  SmallVector<Value> operands;
};
} // namespace

/// What an operation on indices computes, if it is affine.
static std::optional<Expansion> expand(Value value) {
  MLIRContext *context = value.getContext();
  AffineExpr x = getAffineDimExpr(0, context), y = getAffineDimExpr(1, context);
  llvm::APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return Expansion{getAffineConstantExpr(constant.getSExtValue(), context), {}};
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    if (apply.getAffineMap().getNumSymbols() == 0)
      return Expansion{apply.getAffineMap().getResult(0), llvm::to_vector(apply.getOperands())};
  if (isa<arith::AddIOp>(op))
    return Expansion{x + y, llvm::to_vector(op->getOperands())};
  if (isa<arith::SubIOp>(op))
    return Expansion{x - y, llvm::to_vector(op->getOperands())};
  if (op->getNumOperands() != 2 || !matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
    return std::nullopt;
  int64_t factor = constant.getSExtValue();
  if (isa<arith::MulIOp>(op))
    return Expansion{x * factor, {op->getOperand(0)}};
  if (isa<arith::FloorDivSIOp>(op) && factor > 0)
    return Expansion{x.floorDiv(factor), {op->getOperand(0)}};
  if (isa<arith::CeilDivSIOp>(op) && factor > 0)
    return Expansion{x.ceilDiv(factor), {op->getOperand(0)}};
  return std::nullopt;
}

namespace {
/// Index arithmetic moves into the expressions:
///   %j = arith.addi %i, %c3 : index; te.read %x[%j]   ->   te.read %x[%i + 3]
struct FoldIndexArithmetic : OpRewritePattern<ReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReadOp read, PatternRewriter &rewriter) const override {
    SmallVector<Value> operands(read.getIndexOperands());
    SmallVector<AffineExpr> replacements;
    bool isChanged = false;
    for (unsigned i = 0, e = operands.size(); i < e; ++i) {
      std::optional<Expansion> expansion = expand(operands[i]);
      if (!expansion) {
        replacements.push_back(rewriter.getAffineDimExpr(i));
        continue;
      }
      isChanged = true;
      SmallVector<AffineExpr> dims;
      for (Value operand : expansion->operands) {
        dims.push_back(rewriter.getAffineDimExpr(operands.size()));
        operands.push_back(operand);
      }
      replacements.push_back(expansion->expr.replaceDims(dims));
    }
    if (!isChanged)
      return rewriter.notifyMatchFailure(read, "no index is made by affine arithmetic");
    AffineMap map = read.getMap().replaceDimsAndSymbols(replacements, {}, operands.size(), 0);
    IntegerSet predicate = read.getPredicate().value_or(IntegerSet());
    if (predicate)
      predicate = predicate.replaceDimsAndSymbols(replacements, {}, operands.size(), 0);
    canonicalizeIndexing(map, predicate, operands);
    rewriter.modifyOpInPlace(read, [&] {
      read.getIndexOperandsMutable().assign(operands);
      read.setMap(map);
      if (predicate)
        read.setPredicate(predicate);
    });
    return success();
  }
};

/// Constraints that hold for all values of the axes go; a guard that never holds leaves
/// the `else` value.
struct FoldGuard : OpRewritePattern<ReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReadOp read, PatternRewriter &rewriter) const override {
    std::optional<IntegerSet> predicate = read.getPredicate();
    std::optional<AxisScope> scope = getAxisScope(read);
    if (!predicate || !scope)
      return rewriter.notifyMatchFailure(read, "no guard");
    SmallVector<AffineExpr> constraints;
    SmallVector<bool> equalities;
    for (auto [constraint, isEquality] :
         llvm::zip_equal(predicate->getConstraints(), predicate->getEqFlags())) {
      std::optional<Interval> range = getInterval(constraint, read.getIndexOperands(), *scope);
      if (range && (range->high < 0 || (isEquality && range->low > 0))) {
        rewriter.replaceOp(read, read.getOtherwise());
        return success();
      }
      if (range && (isEquality ? range->low == 0 && range->high == 0 : range->low >= 0))
        continue;
      constraints.push_back(constraint);
      equalities.push_back(isEquality);
    }
    if (constraints.size() == predicate->getNumConstraints())
      return rewriter.notifyMatchFailure(read, "the guard decides");
    rewriter.modifyOpInPlace(read, [&] {
      if (constraints.empty()) {
        read.getOtherwiseMutable().clear();
        read.removePredicateAttr();
      } else {
        read.setPredicate(IntegerSet::get(predicate->getNumDims(), 0, constraints, equalities));
      }
    });
    return success();
  }
};

/// An element of a splat constant is its value.
struct FoldSplatRead : OpRewritePattern<ReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReadOp read, PatternRewriter &rewriter) const override {
    SplatElementsAttr splat;
    if (read.getPredicate() || !matchPattern(read.getSource(), m_Constant(&splat)))
      return rewriter.notifyMatchFailure(read, "no splat constant is read");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(read, splat.getSplatValue<TypedAttr>());
    return success();
  }
};

struct FoldConstants : dl::te::impl::FoldConstantsPassBase<FoldConstants> {
  void runOnOperation() override {
    if (!isKernel(getOperation()))
      return;
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<FoldIndexArithmetic, FoldGuard, FoldSplatRead>(context);
    ReadOp::getCanonicalizationPatterns(patterns, context);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (op.getDialectNamespace() == "arith" || op.getDialectNamespace() == "math")
        op.getCanonicalizationPatterns(patterns, context);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      getOperation().emitRemark("folding did not come to an end");
  }
};
} // namespace
