//===-- KernelWork.cpp - what the formulas of a kernel take ---------- ===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;

int64_t dl::schedule::getBytes(Type element) {
  return element.isIntOrFloat() ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8) : 0;
}

/// Where an operation is counted; null for those that cost nothing of their own.
static int64_t Work::*getKind(Operation &op) {
  if (op.getNumResults() == 0 || op.hasTrait<OpTrait::ConstantLike>() || isa<te::ReadOp>(op))
    return nullptr;
  // A comparison of numbers is one of them; its result is one bit.
  Type type = op.getNumOperands() ? op.getOperands().back().getType() : op.getResult(0).getType();
  if (isa<arith::MulFOp>(op))
    return &Work::products;
  if (isa<arith::DivFOp, math::SqrtOp, math::RsqrtOp>(op))
    return &Work::quotients;
  if (isa<math::AbsFOp, math::CopySignOp, math::FmaOp>(op))
    return &Work::sums;
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    return &Work::extrema;
  if (isa<math::FloorOp, math::CeilOp, math::RoundEvenOp, math::TruncOp>(op))
    return &Work::roundings;
  if (isa<arith::RemFOp>(op))
    return &Work::functions;
  if (isa_and_nonnull<math::MathDialect>(op.getDialect()))
    return isa<FloatType>(type) ? &Work::functions : &Work::integers;
  return isa<FloatType>(type) ? &Work::sums : &Work::integers;
}

/// A quotient by a constant is a product with its reciprocal, and what makes that exact
/// (dl-expand-quotients).
static Work getConstantQuotient() {
  Work work;
  work.products = 1;
  work.sums = 3;
  return work;
}

/// What follows from axes alone is decided by the bounds of loops: it is not counted, nor is
/// a choice by it.
static Work countWork(Block &block, ValueRange axes) {
  Work work;
  llvm::SmallDenseSet<Value> known(axes.begin(), axes.end());
  for (Operation &op : block.without_terminator()) {
    auto isKnown = [&](Value value) { return known.contains(value); };
    if (!isa<te::ReadOp>(op) && isMemoryEffectFree(&op) && llvm::all_of(op.getOperands(), isKnown))
      known.insert(op.result_begin(), op.result_end());
    else if (auto choice = dyn_cast<arith::SelectOp>(op); choice && isKnown(choice.getCondition()))
      continue;
    else if (isa<arith::DivFOp>(op) && matchPattern(op.getOperand(1), m_Constant()))
      work += getConstantQuotient();
    else if (auto kind = getKind(op))
      ++(work.*kind);
  }
  return work;
}

Work dl::schedule::getFormulaWork(te::ComputeOp compute) {
  return countWork(compute.getBody().front(), compute.getAxes());
}

Work dl::schedule::getCombinationWork(te::ComputeOp compute) {
  Work work;
  if (!compute.hasReduction())
    return work;
  if (!compute.getJoin().empty())
    return countWork(compute.getJoin().front(), {});
  // One sum, product or extremum a result.
  if (!isa<FloatType>(compute.getTensorType(0).getElementType())) {
    work.integers = 1;
    return work;
  }
  switch (compute.getCombiner()) {
  case te::Combiner::Add:
    work.sums = 1;
    break;
  case te::Combiner::Mul:
    work.products = 1;
    break;
  case te::Combiner::Max:
  case te::Combiner::Min:
    work.extrema = 1;
    break;
  }
  return work;
}

int64_t dl::schedule::getComputeBytes(te::ComputeOp compute) {
  int64_t widest = 0;
  for (unsigned number = 0; number < compute->getNumResults(); ++number)
    widest = std::max(widest, getBytes(compute.getTensorType(number).getElementType()));
  for (Operation &op : compute.getBody().front())
    for (Type type : op.getResultTypes())
      widest = std::max(widest, getBytes(type));
  return widest;
}
