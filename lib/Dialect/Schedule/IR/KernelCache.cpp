//===-- KernelCache.cpp - one plain kernel for the steps of a sequence ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelCache.h"

#include "dl/Dialect/Schedule/IR/TargetSpec.h"

#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;

/// Of an operation without what is in it.
static llvm::hash_code hashOperation(Operation *op) {
  llvm::hash_code hash = llvm::hash_combine(op, op->getName(), op->hashProperties());
  for (Value operand : op->getOperands())
    hash = llvm::hash_combine(hash, operand);
  for (Type type : op->getResultTypes())
    hash = llvm::hash_combine(hash, type);
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName() != ScheduleDialect::getTreeAttrName())
      hash = llvm::hash_combine(hash, attribute.getName(), attribute.getValue());
  return hash;
}

/// Of all that a plain kernel is made from, but trees: the operations of the function, and the
/// descriptions of machines around it.
static size_t getFingerprint(func::FuncOp function) {
  llvm::hash_code hash(0);
  for (Operation *around = function; around; around = around->getParentOp())
    hash = llvm::hash_combine(hash, around->getAttr(targetSpecAttrName));
  function->walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, hashOperation(op));
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        hash = llvm::hash_combine(hash, argument, argument.getType());
  });
  return std::max<size_t>(hash, 1);
}

const KernelSchedule *KernelCache::get(func::FuncOp function, ArrayRef<te::ComputeOp> stages) {
  auto getAttribute = [](te::ComputeOp stage) {
    return stage->getAttr(ScheduleDialect::getTreeAttrName());
  };
  size_t present = getFingerprint(function);
  if (present != fingerprint) {
    fingerprint = 0;
    if (failed(readTarget(function)))
      return nullptr;
    kernel = buildKernelSchedule(function);
    trees = llvm::map_to_vector(stages, getAttribute);
    fingerprint = present;
    return &kernel;
  }
  for (auto [number, stage] : llvm::enumerate(stages))
    if (Attribute tree = getAttribute(stage); tree != trees[number]) {
      kernel[number].tree = getTree(stage);
      trees[number] = tree;
    }
  return &kernel;
}
