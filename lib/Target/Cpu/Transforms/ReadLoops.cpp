//===-- ReadLoops.cpp - loops around a read of a buffer -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReadLoops.h"

#include "dl/Codegen/LoopLimits.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl::cpu;

/// Iterations from `lower` to `upper`.
static int64_t countTrips(Value lower, Value upper, int64_t step) {
  APInt length;
  // Those that are left out are few.
  std::optional<int64_t> begin = dl::codegen::getLimit(lower), end = dl::codegen::getLimit(upper);
  if (begin && end)
    return *end > *begin ? llvm::divideCeil(*end - *begin, step) : 0;
  auto sum = upper.getDefiningOp<arith::AddIOp>();
  if (sum && sum.getLhs() == lower && matchPattern(sum.getRhs(), m_ConstantInt(&length)))
    return llvm::divideCeil(length.getSExtValue(), step);
  return unknownTrips;
}

static bool appendLoop(SmallVectorImpl<Loop> &loops, Operation *op, Value variable, Value lower,
                       Value upper, Value step) {
  APInt known;
  if (!matchPattern(step, m_ConstantInt(&known)) || known.getSExtValue() < 1)
    return false;
  int64_t trips = countTrips(lower, upper, known.getSExtValue());
  if (trips == 0)
    return false;
  bool isExact = getConstantIntValue(lower) && getConstantIntValue(upper);
  loops.push_back({op, variable, lower, known.getSExtValue(), trips, isExact});
  return true;
}

SmallVector<Loop> dl::cpu::findLoops(Operation *read) {
  SmallVector<Loop> loops;
  for (Operation *op = read->getParentOp(); op && !isa<func::FuncOp>(op); op = op->getParentOp()) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (!appendLoop(loops, op, loop.getInductionVar(), loop.getLowerBound(), loop.getUpperBound(),
                      loop.getStep()))
        return {};
    } else if (auto nest = dyn_cast<omp::LoopNestOp>(op)) {
      for (size_t i = nest.getIVs().size(); i-- > 0;)
        if (nest.getLoopInclusive() ||
            !appendLoop(loops, op, nest.getIVs()[i], nest.getLoopLowerBounds()[i],
                        nest.getLoopUpperBounds()[i], nest.getLoopSteps()[i]))
          return {};
    } else if (op->getNumRegions() != 1) {
      return {};
    }
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

Steps dl::cpu::addSteps(Steps sum, ArrayRef<int64_t> other, int64_t factor) {
  for (auto [step, more] : llvm::zip(sum, other))
    step = step == unknownStep || more == unknownStep ? unknownStep : step + factor * more;
  return sum;
}

/// What loops move the result of an expression by.
static Steps getExprSteps(AffineExpr expr, affine::AffineApplyOp apply, ArrayRef<Loop> loops) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getSteps(apply->getOperand(dim.getPosition()), loops);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getSteps(apply->getOperand(apply.getAffineMap().getNumDims() + symbol.getPosition()),
                    loops);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return Steps(loops.size(), 0);
  Steps left = getExprSteps(binary.getLHS(), apply, loops);
  if (expr.getKind() == AffineExprKind::Add)
    return addSteps(left, getExprSteps(binary.getRHS(), apply, loops));
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul && factor)
    return addSteps(Steps(loops.size(), 0), left, factor.getValue());
  for (int64_t &step : left)
    step = step == 0 ? 0 : unknownStep;
  return left;
}

Steps dl::cpu::getSteps(Value index, ArrayRef<Loop> loops) {
  for (size_t i = 0; i < loops.size(); ++i)
    if (loops[i].variable == index) {
      Steps steps = dl::codegen::getLimit(loops[i].lower) ? Steps(loops.size(), 0)
                                                          : getSteps(loops[i].lower, loops);
      steps[i] = steps[i] == unknownStep ? unknownStep : steps[i] + loops[i].step;
      return steps;
    }
  Operation *maker = index.getDefiningOp();
  if (auto apply = dyn_cast_or_null<affine::AffineApplyOp>(maker))
    return getExprSteps(apply.getAffineMap().getResult(0), apply, loops);
  bool isOutside =
      maker ? !loops.front().op->isAncestor(maker) || maker->hasTrait<OpTrait::ConstantLike>()
            : isa<func::FuncOp>(index.getParentBlock()->getParentOp());
  return Steps(loops.size(), isOutside ? 0 : unknownStep);
}

Value dl::cpu::makeFirstIndex(OpBuilder &builder, IRMapping &known, Value index,
                              ArrayRef<Loop> atFirst) {
  if (Value made = known.lookupOrNull(index))
    return made;
  for (const Loop &loop : atFirst) {
    if (loop.variable != index)
      continue;
    // A loop that leaves iterations out may begin where a value inside of others tells.
    std::optional<int64_t> least = dl::codegen::getLimit(loop.lower);
    if (least && !getConstantIntValue(loop.lower))
      return arith::ConstantIndexOp::create(builder, loop.lower.getLoc(), *least);
    return makeFirstIndex(builder, known, loop.lower, atFirst);
  }
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return index;
  SmallVector<Value> operands;
  for (Value operand : apply->getOperands())
    operands.push_back(makeFirstIndex(builder, known, operand, atFirst));
  return affine::makeComposedAffineApply(builder, apply.getLoc(), apply.getAffineMap(),
                                         getAsOpFoldResult(operands));
}
