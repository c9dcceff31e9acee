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
    if (read.getPredicate())
      return "a guarded read would lose its guard";
    if (read->getParentOp()->getBlock() != stage->getBlock())
      return "each step of a scan would compute it again";
    std::optional<int64_t> points = getVolume(getAxisScope(read)->extents);
    isRepeated |= !points || !volume || *points > *volume;
    ++numReads;
  }
  if (numReads == 0)
    return "nothing reads it";
  if ((numReads > 1 || isRepeated) && !isCheap(stage))
    return "its elements would be computed more than once";
  return "";
}

namespace {
struct InlineProducers : dl::te::impl::InlineProducersPassBase<InlineProducers> {
  void runOnOperation() override {
    if (!isKernel(getOperation()))
      return;
    // Producers first: what they become part of may go on to its own reader.
    for (ComputeOp stage : getComputes(getOperation())) {
      if (!getObstacle(stage).empty())
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
