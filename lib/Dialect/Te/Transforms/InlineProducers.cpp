//===-- InlineProducers.cpp - fewer stages, longer formulas --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// te-inline-producers: stages that only move elements, or compute them for one reader,
// become part of their readers' formulas.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/Transforms/InlineRead.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "AxisForms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dl::te {
#define GEN_PASS_DEF_INLINEPRODUCERSPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

/// True for formulas that cost no more than the read they replace.
static bool isCheap(ComputeOp stage) {
  unsigned reads = 0;
  for (Operation &op : stage.getBody().front().without_terminator()) {
    if (isa<math::MathDialect>(op.getDialect()) || isa<arith::DivFOp>(op))
      return false;
    reads += isa<ReadOp>(op);
  }
  return reads <= 1;
}

/// The number of elements that a stage or a scatter goes over, unless it is dynamic.
static std::optional<int64_t> getVolume(ArrayRef<int64_t> extents) {
  int64_t volume = 1;
  for (int64_t extent : extents)
    if (ShapedType::isDynamic(extent) || llvm::MulOverflow(volume, extent, volume))
      return std::nullopt;
  return volume;
}

/// Whether a guarded read takes each element of a stage at most once, as a part of a result that
/// lies along one axis, as a concatenation's: each dim is an axis of its own, moved, and the guard
/// is about one axis that loops can be cut at, not the one that vectors lie along.
static bool isPart(ReadOp read) {
  auto reader = dyn_cast<ComputeOp>(read->getParentOp());
  if (!reader || reader.hasReduction())
    return false;
  auto findAxis = [&](AffineExpr expr) {
    std::optional<LinearForm> form = getFormOfAxes(expr, read, reader);
    return form ? getOnlyAxis(*form) : -1;
  };
  llvm::SmallDenseSet<int64_t> axes;
  for (AffineExpr index : read.getMap().getResults())
    if (int64_t axis = findAxis(index); axis == -1 || !axes.insert(axis).second)
      return false;
  int64_t guarded = findAxis(read.getPredicate()->getConstraint(0));
  return guarded != -1 && guarded + 1 < int64_t(reader.getNumAxes()) &&
         llvm::all_of(read.getPredicate()->getConstraints(),
                      [&](AffineExpr constraint) { return findAxis(constraint) == guarded; });
}

/// Why a stage stays; empty if it may go.
static StringRef getObstacle(ComputeOp stage) {
  if (stage.hasReduction())
    return "it reduces";
  unsigned numReads = 0;
  bool isRepeated = false;
  std::optional<int64_t> volume = getVolume(stage.getExtents());
  for (Operation *user : stage->getUsers()) {
    auto read = dyn_cast<ReadOp>(user);
    if (!read)
      return "it is stored whole";
    bool hasGuard = read.getPredicate().has_value();
    if (hasGuard && !isPart(read))
      return "a guard would be tested for each element";
    if (hasGuard && !llvm::all_of(stage.getBody().front().without_terminator(),
                                  [](Operation &op) { return isTotal(&op); }))
      return "its formula has no value where a guard does not hold";
    if (read->getParentOp()->getBlock() != stage->getBlock())
      return "each step of a scan would compute it again";
    std::optional<int64_t> points = getVolume(getAxisScope(read)->extents);
    isRepeated |= !hasGuard && (!points || !volume || *points > *volume);
    ++numReads;
  }
  if (numReads == 0)
    return "nothing reads it";
  if ((numReads > 1 || isRepeated) && !isCheap(stage))
    return "its elements would be computed more than once";
  return "";
}

/// Whether all that reads a stage does so under a guard.
static bool isGuarded(ComputeOp stage) {
  return llvm::all_of(stage->getUsers(), [](Operation *user) {
    auto read = dyn_cast<ReadOp>(user);
    return read && read.getPredicate();
  });
}

namespace {
struct InlineProducers : dl::te::impl::InlineProducersPassBase<InlineProducers> {
  using InlineProducersPassBase::InlineProducersPassBase;

  void runOnOperation() override {
    if (!isKernel(getOperation()))
      return;
    // Producers first: what they become part of may go on to its own reader.
    for (ComputeOp stage : getComputes(getOperation())) {
      if (!getObstacle(stage).empty() || (onlyGuarded && !isGuarded(stage)))
        continue;
      for (Operation *read : llvm::make_early_inc_range(stage->getUsers()))
        inlineRead(stage, cast<ReadOp>(read));
      stage->erase();
      ++numInlined;
    }
    // Of a formula with several results a reader uses one.
    for (ComputeOp stage : getComputes(getOperation()))
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(stage.getBody().front())))
        if (isOpTriviallyDead(&op))
          op.erase();
  }
};
} // namespace
