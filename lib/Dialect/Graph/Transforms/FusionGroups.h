//===-- FusionGroups.h - which operators go into one kernel -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds groups of operators of one block that may become one kernel.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_TRANSFORMS_FUSIONGROUPS_H
#define LIB_DIALECT_GRAPH_TRANSFORMS_FUSIONGROUPS_H

#include "dl/Interfaces/FusionOpInterface.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace dl::graph {

/// A group: members in the order of the block, the last of which makes the
/// group's one result.
struct FusionGroup {
  mlir::Operation *root;
  llvm::SmallVector<mlir::Operation *> members;
};

/// Groups the operators of a block; the rules are those of graph-fuse-ops.
class FusionGrouping {
public:
  FusionGrouping(mlir::Block &block, unsigned maxOps);

  /// The groups of more than one operator, in the order of their last members.
  llvm::SmallVector<FusionGroup> run();

  /// Tells of each operator that reads a value of a group that it did not join.
  void forEachRefusal(llvm::function_ref<void(mlir::Operation *, llvm::StringRef)> callback) const;

private:
  using Members = llvm::SmallSetVector<mlir::Operation *, 8>;
  struct Refusal {
    mlir::Operation *root;
    std::string reason;
  };

  /// Adds consumers to the group of `root`, elementwise ones or, in a chain of
  /// operators without a reduction, injective ones too.
  void growForward(mlir::Operation *root, bool isChain);
  /// Adds producers that only the group of `root` reads.
  void growBackward(mlir::Operation *root);
  std::string getObstacle(mlir::Operation *root, mlir::Operation *consumer, const Members &members,
                          bool isChain) const;
  bool hasOneResult(const Members &members) const;
  FusionKind getKind(mlir::Operation *op) const;
  bool isFree(mlir::Operation *op) const { return !rootOf.count(op); }
  void commit(mlir::Operation *root, const Members &members);
  void refuse(mlir::Operation *op, mlir::Operation *root, std::string reason);

  mlir::Block &block;
  unsigned maxOps;
  llvm::SmallVector<mlir::Operation *> operations;
  llvm::DenseMap<mlir::Operation *, unsigned> position;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> rootOf;
  llvm::MapVector<mlir::Operation *, Members> groups;
  llvm::MapVector<mlir::Operation *, Refusal> refusals;
};

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_TRANSFORMS_FUSIONGROUPS_H
