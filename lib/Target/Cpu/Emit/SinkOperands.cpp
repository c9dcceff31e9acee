//===-- SinkOperands.cpp - values made where they are used ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives each instruction of a block a place, that of the first that needs it or its own, and
// sorts the block by places.
//
//===----------------------------------------------------------------------===//
#include "SinkOperands.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Whether an instruction does nothing but make a value, of its operands and of memory.
static bool canSink(const Instruction &op) {
  if (const auto *load = dyn_cast<LoadInst>(&op))
    return load->isSimple();
  return isa<GetElementPtrInst, InsertElementInst, ExtractElementInst, ShuffleVectorInst, CastInst>(
      op);
}

/// The place of the first user, or nothing where there is one outside of the block.
static std::optional<size_t> getFirstUser(const Instruction &op,
                                          const DenseMap<const Instruction *, size_t> &places) {
  std::optional<size_t> first;
  for (const User *user : op.users()) {
    auto place = places.find(cast<Instruction>(user));
    // A use by a phi is at the end of the block before.
    if (place == places.end() || isa<PHINode>(user))
      return std::nullopt;
    first = std::min(first.value_or(place->second), place->second);
  }
  return first;
}

static bool sinkOperands(BasicBlock &block) {
  SmallVector<Instruction *> order;
  for (Instruction &op : block)
    order.push_back(&op);
  DenseMap<const Instruction *, size_t> places;
  bool changed = false;
  size_t nextWrite = order.size();
  for (size_t i = order.size(); i-- > 0;) {
    Instruction &op = *order[i];
    size_t place = i;
    if (canSink(op))
      if (std::optional<size_t> user = getFirstUser(op, places))
        place = isa<LoadInst>(op) ? std::min(*user, nextWrite) : *user;
    places[&op] = place;
    changed |= place != i && place != i + 1;
    if (op.mayWriteToMemory())
      nextWrite = i;
  }
  if (!changed)
    return false;
  // Of one place all but the last sink there, in the order that they had.
  llvm::stable_sort(order, [&](const Instruction *a, const Instruction *b) {
    return places.lookup(a) < places.lookup(b);
  });
  for (Instruction *op : order)
    if (!isa<PHINode>(op) && !op->isTerminator())
      op->moveBefore(block.getTerminator()->getIterator());
  return true;
}

PreservedAnalyses dl::cpu::SinkOperandsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= sinkOperands(block);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return changed ? preserved : PreservedAnalyses::all();
}
