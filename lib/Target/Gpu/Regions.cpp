//===-- Regions.cpp - which part of a buffer an access touches ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//===----------------------------------------------------------------------===//
//
// The view nearest to a buffer tells the region; its offsets are followed through
// affine.apply to the variables of loops.
//
//===----------------------------------------------------------------------===//
#include "Regions.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace dl;
using dl::gpu_target::Access;

/// Steps of a loop after which halves must have come round to be told apart.
static constexpr int64_t maxPeriod = 64;

namespace {
/// Elements along one dimension of a buffer: `size` of them from an affine expression.
struct Interval {
  AffineExpr begin;
  SmallVector<Value> operands;
  int64_t size;
};
} // namespace

static Interval getInterval(OpFoldResult begin, int64_t size) {
  MLIRContext *context = begin.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(begin))
    return {getAffineConstantExpr(*constant, context), {}, size};
  AffineMap map = AffineMap::getMultiDimIdentityMap(1, context);
  SmallVector<Value> operands = {cast<Value>(begin)};
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return {map.getResult(0), operands, size};
}

/// The region of an access, by dimensions of the buffer; empty where it is not known.
static SmallVector<Interval> getRegion(const Access &access) {
  Operation *op = access.op;
  for (Value view = access.view; view != access.buffer;) {
    op = view.getDefiningOp();
    view = cast<ViewLikeOpInterface>(op).getViewSource();
  }
  SmallVector<Interval> region;
  if (auto view = dyn_cast<memref::SubViewOp>(op)) {
    for (auto [offset, size, stride] :
         llvm::zip_equal(view.getMixedOffsets(), view.getMixedSizes(), view.getMixedStrides())) {
      std::optional<int64_t> count = getConstantIntValue(size);
      if (!count || getConstantIntValue(stride) != 1)
        return {};
      region.push_back(getInterval(offset, *count));
    }
    return region;
  }
  ValueRange indices;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    indices = load.getIndices();
  else if (auto store = dyn_cast<memref::StoreOp>(op))
    indices = store.getIndices();
  for (Value index : indices)
    region.push_back(getInterval(index, 1));
  return region;
}

/// True if two expressions of one variable never have the same value: they come round
/// together after some steps, and differ in all of these.
static bool alwaysDiffer(AffineExpr a, AffineExpr b) {
  AffineExpr difference = a - b;
  int64_t period = 1;
  bool isBounded = true;
  difference.walk([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || expr.getKind() == AffineExprKind::Add || expr.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    isBounded &= divisor && divisor.getValue() > 0 && divisor.getValue() <= maxPeriod;
    if (isBounded)
      period *= divisor.getValue();
    isBounded &= period <= maxPeriod;
  });
  if (!isBounded)
    return false;
  auto at = [&](int64_t step) {
    AffineExpr value = getAffineConstantExpr(step, difference.getContext());
    auto constant = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(difference.replaceDimsAndSymbols(value, value), 0, 0));
    return constant ? std::optional<int64_t>(constant.getValue()) : std::nullopt;
  };
  if (!at(0) || at(0) != at(period))
    return false;
  for (int64_t step = 0; step < period; ++step)
    if (at(step).value_or(0) == 0)
      return false;
  return true;
}

/// True if a value is one and the same in both accesses, for all threads.
static bool isCommon(Value value, const Access &a, const Access &b, Operation *nest) {
  if (!gpu_target::isUniform(value, nest))
    return false;
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *owner = argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  if (!nest->isAncestor(owner))
    return true;
  // Of loops, the same step.
  return argument && !llvm::is_contained(a.left, owner) && !llvm::is_contained(b.left, owner);
}

/// The thread index of the bound loop whose variable a value is.
static std::optional<mlir::gpu::Dimension> getThread(scf::ForOp loop) {
  std::optional<gpu_target::Binding> binding = gpu_target::getBinding(loop);
  return binding && !binding->isBlock ? std::optional(binding->dimension) : std::nullopt;
}

namespace {
/// A term of a sum: the variable of a loop from `first` to `last`, times a factor.
struct Term {
  scf::ForOp loop;
  int64_t factor, first, last;

  int64_t getLow() const { return factor * (factor < 0 ? last : first); }
  int64_t getHigh() const { return factor * (factor < 0 ? first : last); }
};
/// The places of an interval: a sum of terms from a constant, and some elements on.
struct Sum {
  SmallVector<Term> terms;
  int64_t low, high;
};
} // namespace

/// The interval as a sum over loops of constant bounds, if it is one.
static std::optional<Sum> getSum(const Interval &interval) {
  SmallVector<int64_t> flat;
  unsigned numOperands = interval.operands.size();
  bool hasSymbols = false;
  interval.begin.walk([&](AffineExpr expr) { hasSymbols |= isa<AffineSymbolExpr>(expr); });
  if (hasSymbols || failed(getFlattenedAffineExpr(interval.begin, numOperands, 0, &flat)) ||
      flat.size() != numOperands + 1)
    return std::nullopt;
  Sum sum = {{}, flat.back(), flat.back() + interval.size - 1};
  for (auto [operand, factor] : llvm::zip_first(interval.operands, flat)) {
    auto argument = dyn_cast<BlockArgument>(operand);
    auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
    if (!loop || argument != loop.getInductionVar())
      return std::nullopt;
    std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    if (!first || !end || *first >= *end)
      return std::nullopt;
    sum.terms.push_back({loop, factor, *first, *end - 1});
  }
  return sum;
}

/// True if all places of one interval lie before those of the other, in all steps.
static bool areApart(const Interval &a, const Interval &b) {
  std::optional<Sum> first = getSum(a), second = getSum(b);
  if (!first || !second)
    return false;
  for (Sum *sum : {&*first, &*second})
    for (const Term &term : sum->terms) {
      sum->low += term.getLow();
      sum->high += term.getHigh();
    }
  return first->high < second->low || second->high < first->low;
}

namespace {
/// The element e of a thread t: floor((e mod period) / factor) - t, where e takes what is left
/// over by larger steps; no period: 0.
struct Owner {
  int64_t factor, number, period;
  bool operator==(const Owner &other) const {
    return factor == other.factor && number == other.number && period == other.period;
  }
};
} // namespace

/// Whose the elements of an interval are along a dimension, if they tell: each thread has
/// `factor` of them that follow each other, perhaps again after each `period`.
static std::optional<Owner> getOwner(const Interval &interval, mlir::gpu::Dimension dimension) {
  std::optional<Sum> sum = getSum(interval);
  if (!sum)
    return std::nullopt;
  int64_t factor = 0, last = 0, period = 0;
  for (const Term &term : sum->terms)
    if (getThread(term.loop) == dimension) {
      factor += term.factor;
      last = std::max(last, term.last);
    }
  if (factor <= 0)
    return std::nullopt;
  // Terms of larger steps do not change what is left over.
  for (const Term &term : sum->terms)
    if (getThread(term.loop) != dimension && term.factor > factor)
      period = period == 0 ? term.factor : std::gcd(period, term.factor);
  for (const Term &term : sum->terms)
    if (getThread(term.loop) != dimension && term.factor <= factor) {
      sum->low += term.getLow();
      sum->high += term.getHigh();
    }
  int64_t number = llvm::divideFloorSigned(sum->low, factor);
  if (number != llvm::divideFloorSigned(sum->high, factor))
    return std::nullopt;
  if (period != 0 && (sum->low < 0 || factor * last + sum->high >= period))
    return std::nullopt;
  return Owner{factor, number, period};
}

bool dl::gpu_target::areOfOneThread(const Access &a, const Access &b,
                                    mlir::gpu::Dimension dimension) {
  SmallVector<Interval> regions[2] = {getRegion(a), getRegion(b)};
  if (regions[0].size() != regions[1].size())
    return false;
  return llvm::any_of(llvm::zip_equal(regions[0], regions[1]), [&](const auto &intervals) {
    std::optional<Owner> owner = getOwner(std::get<0>(intervals), dimension);
    return owner && owner == getOwner(std::get<1>(intervals), dimension);
  });
}

bool dl::gpu_target::areDisjoint(const Access &a, const Access &b, Operation *nest) {
  SmallVector<Interval> regions[2] = {getRegion(a), getRegion(b)};
  if (regions[0].size() != regions[1].size())
    return false;
  return llvm::any_of(llvm::zip_equal(regions[0], regions[1]), [&](const auto &intervals) {
    const auto &[first, second] = intervals;
    if (areApart(first, second))
      return true;
    return first.size == 1 && second.size == 1 && first.operands.size() == 1 &&
           first.operands == second.operands && isCommon(first.operands[0], a, b, nest) &&
           alwaysDiffer(first.begin, second.begin);
  });
}
