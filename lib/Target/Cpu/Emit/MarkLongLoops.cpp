//===-- MarkLongLoops.cpp - loops that are too long to unroll ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements MarkLongLoops.h: a bound of what LLVM's computeUnrollCount would find, from the costs
// of one iteration.
//
//===----------------------------------------------------------------------===//
#include "MarkLongLoops.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

/// With the value true.
static constexpr StringLiteral mark = "llvm.loop.unroll.disable";

using TTI = TargetTransformInfo;

/// True if a loop has no branches or comparisons of integers but for its end: such comparisons are
/// what iterations are peeled off for, and what depends on them may vanish.
static bool isStraight(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isInnermost() || !latch)
    return false;
  auto isEnd = [&](const Instruction &op) {
    return op.hasOneUse() && *op.user_begin() == latch->getTerminator();
  };
  return all_of(loop.blocks(), [&](const BasicBlock *block) {
    return (block == latch || block->getTerminator()->getNumSuccessors() == 1) &&
           none_of(*block, [&](const Instruction &op) { return isa<ICmpInst>(op) && !isEnd(op); });
  });
}

/// True for what stays where the number of the iteration is known: places in memory may become
/// constants.
static bool isKept(const Instruction &op) {
  return isa<LoadInst, StoreInst>(op) || op.getType()->isFPOrFPVectorTy() ||
         op.getType()->isVectorTy();
}

/// True for the broadcast of an element of a vector from which others are taken, too: that of a
/// number is part of its load.
static bool broadcasts(const Instruction &op) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(&op);
  return shuffle && all_equal(shuffle->getShuffleMask()) &&
         !isa<InsertElementInst>(shuffle->getOperand(0)) && !shuffle->getOperand(0)->hasOneUse();
}

/// A bound from below of what the instructions of an iteration cost that stay: those that are free
/// nowhere, each for as many registers as it makes or stores.
static uint64_t countKept(const Loop &loop, const TTI &target) {
  uint64_t registerBits =
      std::max<uint64_t>(target.getRegisterBitWidth(TTI::RGK_FixedWidthVector), 64);
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  uint64_t count = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &op : *block)
      if (broadcasts(op)) {
        ++count;
      } else if (isa<LoadInst, StoreInst, BinaryOperator, IntrinsicInst>(op) && isKept(op)) {
        Type *type = isa<StoreInst>(op) ? op.getOperand(0)->getType() : op.getType();
        count += std::max<uint64_t>(layout.getTypeSizeInBits(type) / registerBits, 1);
      }
  return count;
}

namespace {
struct IterationCost {
  uint64_t all = 0, kept = 0;
};
} // namespace

/// What LLVM takes for the price of an iteration where it decides about unrolling all.
static IterationCost getCost(const Loop &loop, const TTI &target) {
  IterationCost result;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &op : *block) {
      InstructionCost cost = target.getInstructionCost(&op, TTI::TCK_SizeAndLatency);
      uint64_t value = cost.isValid() ? cost.getValue() : 0;
      result.all += value;
      result.kept += isKept(op) ? value : 0;
    }
  return result;
}

/// True if LLVM would leave a loop of so many iterations as it is, or of a number that it does not
/// know, 0. Its price of an unrolled loop is at least what is kept of all iterations, and may be
/// the threshold, times the share that unrolling saves.
static bool isTooLong(const Loop &loop, uint64_t trips, const TTI &target,
                      const TTI::UnrollingPreferences &limits) {
  uint64_t count = countKept(loop, target), threshold = limits.Threshold;
  if (limits.Partial && 2 * count <= limits.PartialThreshold)
    return false;
  if (trips == 0 || trips * count * 100 >= threshold * limits.MaxPercentThresholdBoost)
    return true;
  if (trips * count <= threshold)
    return false;
  IterationCost cost = getCost(loop, target);
  return trips * cost.kept * cost.kept >= threshold * cost.all;
}

PreservedAnalyses dl::cpu::MarkLongLoopsPass::run(Loop &loop, LoopAnalysisManager &,
                                                  LoopStandardAnalysisResults &analyses,
                                                  LPMUpdater &) {
  if (hasDisableAllTransformsHint(&loop) || getBooleanLoopAttribute(&loop, mark) ||
      !isStraight(loop))
    return PreservedAnalyses::all();
  // Thresholds of the highest level: those of the others are lower.
  OptimizationRemarkEmitter remarks(loop.getHeader()->getParent());
  TargetTransformInfo::UnrollingPreferences limits = gatherUnrollingPreferences(
      &loop, analyses.SE, analyses.TTI, /*BFI=*/nullptr, /*PSI=*/nullptr, remarks, /*OptLevel=*/3,
      std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt);
  if (isTooLong(loop, analyses.SE.getSmallConstantTripCount(&loop), analyses.TTI, limits))
    addStringMetadataToLoop(&loop, mark.data(), 1);
  return PreservedAnalyses::all();
}
