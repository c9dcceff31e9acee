//===-- ReplaceByOperand.cpp - programs of one operation less ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/Reduce.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dl;

/// An operator of the graph, or a stage or scalar operation of a kernel.
static bool isOurs(Operation *op) {
  return isa_and_nonnull<graph::GraphDialect, te::TeDialect>(op->getDialect()) ||
         (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
          op->getParentOfType<te::ComputeOp>());
}

/// Erases an operation, and what nobody needs without it.
static void eraseWithProducers(Operation *op) {
  SmallVector<Operation *> dead = {op};
  while (!dead.empty()) {
    Operation *next = dead.pop_back_val();
    SmallPtrSet<Operation *, 4> producers;
    for (Value operand : next->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        producers.insert(producer);
    next->erase();
    for (Operation *producer : producers)
      if (isOpTriviallyDead(producer))
        dead.push_back(producer);
  }
}

bool dl::debugging::replaceByOperand(ModuleOp module, size_t number) {
  Operation *found = nullptr;
  Value operand;
  module.walk([&](Operation *op) {
    if (op->getNumResults() != 1 || !isOurs(op))
      return WalkResult::advance();
    SmallPtrSet<Value, 4> tried;
    for (Value candidate : op->getOperands()) {
      if (candidate.getType() != op->getResult(0).getType() || !tried.insert(candidate).second)
        continue;
      if (number-- != 0)
        continue;
      found = op;
      operand = candidate;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (!found)
    return false;
  found->getResult(0).replaceAllUsesWith(operand);
  eraseWithProducers(found);
  return true;
}
