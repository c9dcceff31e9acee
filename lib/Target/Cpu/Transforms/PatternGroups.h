//===-- PatternGroups.h - groups of patterns, one after another -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to the CPU's passes: groups of rewrite patterns that a pass makes once, in its
// initialize(), and applies to each function greedily. Regions are not simplified in between:
// looking for dead arguments and equal blocks after each group took a fifth of the time from
// the scheduled level to the llvm dialect.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_PATTERNGROUPS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_PATTERNGROUPS_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dl::cpu {

class PatternGroups {
public:
  /// Adds a group behind the others.
  void add(mlir::MLIRContext *context,
           llvm::function_ref<void(mlir::RewritePatternSet &)> populate) {
    mlir::RewritePatternSet patterns(context);
    populate(patterns);
    groups.emplace_back(std::move(patterns));
  }

  /// Applies one group until nothing changes, where there is an operation that it looks at. Fails
  /// if that was not reached in `mostRounds`.
  llvm::LogicalResult apply(size_t group, mlir::Operation *op, int64_t mostRounds) const {
    if (!hasRoots(groups[group], op))
      return llvm::success();
    mlir::GreedyRewriteConfig config;
    config.setMaxIterations(mostRounds)
        .setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Disabled);
    return mlir::applyPatternsGreedily(op, groups[group], config);
  }

  /// Applies all groups in the order in which they were added.
  llvm::LogicalResult applyAll(mlir::Operation *op, int64_t mostRounds) const {
    for (size_t group = 0; group < groups.size(); ++group)
      if (failed(apply(group, op, mostRounds)))
        return llvm::failure();
    return llvm::success();
  }

private:
  /// The driver folds each operation before it tries patterns on it, which takes longer than to
  /// see that there is nothing to try.
  static bool hasRoots(const mlir::FrozenRewritePatternSet &group, mlir::Operation *op) {
    if (!group.getMatchAnyOpNativePatterns().empty())
      return true;
    const auto &patterns = group.getOpSpecificNativePatterns();
    return op
        ->walk([&](mlir::Operation *inner) {
          return patterns.contains(inner->getName()) ? mlir::WalkResult::interrupt()
                                                     : mlir::WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Threads have passes of their own, which share the patterns.
  std::vector<mlir::FrozenRewritePatternSet> groups;
};

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_PATTERNGROUPS_H
