//===-- Regions.cpp - which part of a buffer an access touches ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//===----------------------------------------------------------------------===//
//
// Offsets of views and indices add up to the region; they are followed through
// affine.apply to the variables of loops.
//
//===----------------------------------------------------------------------===//
#include "Regions.h"

#include "dl/ADT/LinearSum.h"

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
struct Slice {
  AffineExpr begin;
  SmallVector<Value> operands;
  int64_t size;
};
} // namespace

/// `size` elements from the sum of some offsets.
static Slice getSlice(ArrayRef<OpFoldResult> offsets, int64_t size, MLIRContext *context) {
  AffineExpr begin = getAffineConstantExpr(0, context);
  SmallVector<Value> operands;
  for (OpFoldResult offset : offsets)
    if (std::optional<int64_t> constant = getConstantIntValue(offset)) {
      begin = begin + *constant;
    } else {
      begin = begin + getAffineDimExpr(operands.size(), context);
      operands.push_back(cast<Value>(offset));
    }
  AffineMap map = AffineMap::get(operands.size(), 0, begin);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return {map.getResult(0), operands, size};
}

namespace {
/// Elements of a buffer, by its dimensions.
using Place = SmallVector<Slice>;

/// Follows the views of a buffer from the buffer to an access.
class RegionBuilder {
public:
  explicit RegionBuilder(MemRefType type) : context(type.getContext()) {
    for (int64_t size : type.getShape()) {
      dims.push_back(offsets.size());
      offsets.emplace_back();
      sizes.push_back(size);
    }
  }

  /// False for views that are no part of a buffer's dimensions.
  bool enter(Operation *op) {
    auto view = dyn_cast<memref::SubViewOp>(op);
    if (!view || !view.hasUnitStride())
      return false;
    llvm::SmallBitVector isDropped = view.getDroppedDims();
    SmallVector<unsigned> kept;
    for (auto [d, dim] : llvm::enumerate(dims)) {
      offsets[dim].push_back(view.getMixedOffsets()[d]);
      sizes[dim] = view.getStaticSizes()[d];
      if (!isDropped[d])
        kept.push_back(dim);
    }
    dims = kept;
    return true;
  }
  void index(ValueRange indices) {
    for (auto [dim, value] : llvm::zip_equal(dims, indices)) {
      offsets[dim].push_back(value);
      sizes[dim] = 1;
    }
  }
  /// Empty where a size is not known.
  Place get() const {
    Place region;
    for (auto [parts, size] : llvm::zip_equal(offsets, sizes)) {
      if (ShapedType::isDynamic(size))
        return {};
      region.push_back(getSlice(parts, size, context));
    }
    return region;
  }

private:
  MLIRContext *context;
  /// The buffer's dimensions that the last view has.
  SmallVector<unsigned> dims;
  SmallVector<SmallVector<OpFoldResult>> offsets;
  SmallVector<int64_t> sizes;
};
} // namespace

/// What is known of where an access is: from the view next to the buffer, and from all
/// views and indices together.
static SmallVector<Place> getRegions(const Access &access) {
  auto type = dyn_cast<MemRefType>(access.buffer.getType());
  if (!type)
    return {};
  SmallVector<Operation *> views;
  for (Value view = access.view; view != access.buffer;
       view = cast<ViewLikeOpInterface>(views.back()).getViewSource())
    views.push_back(view.getDefiningOp());
  SmallVector<Place> regions;
  RegionBuilder builder(type);
  for (Operation *view : llvm::reverse(views)) {
    if (!builder.enter(view))
      return regions;
    if (regions.empty())
      regions.push_back(builder.get());
  }
  if (auto load = dyn_cast<memref::LoadOp>(access.op))
    builder.index(load.getIndices());
  else if (auto store = dyn_cast<memref::StoreOp>(access.op))
    builder.index(store.getIndices());
  regions.push_back(builder.get());
  return regions;
}

/// True if some dimension tells, by what is known of both accesses.
static bool anyDimension(const Access &a, const Access &b,
                         llvm::function_ref<bool(const Slice &first, const Slice &second)> tells) {
  for (const Place &first : getRegions(a))
    for (const Place &second : getRegions(b))
      if (first.size() == second.size())
        for (const auto &[x, y] : llvm::zip_equal(first, second))
          if (tells(x, y))
            return true;
  return false;
}

/// True if two expressions of one variable never have the same value: they come round
/// together after some steps, and differ in all of these.
static bool alwaysDiffer(AffineExpr a, AffineExpr b) {
  AffineExpr difference = a + -b;
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
  return llvm::all_of(llvm::seq<int64_t>(0, period),
                      [&](int64_t step) { return at(step).value_or(0) != 0; });
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
/// The variable of a loop, which runs from `first` to `last`.
struct LoopRange {
  scf::ForOp loop;
  int64_t first, last;

  bool operator==(const LoopRange &other) const { return loop == other.loop; }
};
using Sum = LinearSum<LoopRange>;
} // namespace

static std::pair<int64_t, int64_t> getBounds(const LoopRange &range) {
  return {range.first, range.last};
}

/// The begin of a slice as a sum over loops of constant bounds, if it is one.
static std::optional<Sum> getSum(const Slice &slice) {
  SmallVector<int64_t> flat;
  unsigned numOperands = slice.operands.size();
  bool hasSymbols = false;
  slice.begin.walk([&](AffineExpr expr) { hasSymbols |= isa<AffineSymbolExpr>(expr); });
  if (hasSymbols || failed(getFlattenedAffineExpr(slice.begin, numOperands, 0, &flat)) ||
      flat.size() != numOperands + 1)
    return std::nullopt;
  Sum sum(flat.back());
  for (auto [operand, factor] : llvm::zip_first(slice.operands, flat)) {
    auto argument = dyn_cast<BlockArgument>(operand);
    auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
    if (!loop || argument != loop.getInductionVar())
      return std::nullopt;
    std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    if (!first || !end)
      return std::nullopt;
    sum.add(LoopRange{loop, *first, *end - 1}, factor);
  }
  return sum;
}

/// True if all places of one slice lie before those of the other, in all steps.
static bool areApart(const Slice &a, const Slice &b) {
  std::optional<Sum> first = getSum(a), second = getSum(b);
  if (!first || !second)
    return false;
  auto [low, high] = first->getBounds(getBounds);
  auto [otherLow, otherHigh] = second->getBounds(getBounds);
  return high + a.size <= otherLow || otherHigh + b.size <= low;
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

/// Whose the elements of a slice are along a dimension, if they tell: each thread has
/// `factor` of them that follow each other, perhaps again after each `period`.
static std::optional<Owner> getOwner(const Slice &slice, mlir::gpu::Dimension dimension) {
  std::optional<Sum> sum = getSum(slice);
  if (!sum)
    return std::nullopt;
  int64_t factor = 0, last = 0, period = 0;
  for (const auto &[range, coefficient] : sum->terms)
    if (getThread(range.loop) == dimension) {
      factor += coefficient;
      last = std::max(last, range.last);
    }
  if (factor <= 0)
    return std::nullopt;
  // Terms of larger steps do not change what is left over.
  Sum rest(sum->constant);
  for (const auto &[range, coefficient] : sum->terms) {
    if (getThread(range.loop) == dimension)
      continue;
    if (coefficient > factor)
      period = std::gcd(period, coefficient);
    else
      rest.add(range, coefficient);
  }
  auto [low, high] = rest.getBounds(getBounds);
  high += slice.size - 1;
  int64_t number = llvm::divideFloorSigned(low, factor);
  if (number != llvm::divideFloorSigned(high, factor))
    return std::nullopt;
  if (period != 0 && (low < 0 || factor * last + high >= period))
    return std::nullopt;
  return Owner{factor, number, period};
}

bool dl::gpu_target::areOfOneThread(const Access &a, const Access &b,
                                    mlir::gpu::Dimension dimension) {
  return anyDimension(a, b, [&](const Slice &first, const Slice &second) {
    std::optional<Owner> owner = getOwner(first, dimension);
    return owner && owner == getOwner(second, dimension);
  });
}

bool dl::gpu_target::areDisjoint(const Access &a, const Access &b, Operation *nest) {
  return anyDimension(a, b, [&](const Slice &first, const Slice &second) {
    if (areApart(first, second))
      return true;
    return first.size == 1 && second.size == 1 && first.operands.size() == 1 &&
           first.operands == second.operands && isCommon(first.operands[0], a, b, nest) &&
           alwaysDiffer(first.begin, second.begin);
  });
}
