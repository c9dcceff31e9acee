//===-- AvoidStoreMerge.cpp - an alloca that SROA would break ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the loads and stores of vectors at constant offsets into each alloca.
//
//===----------------------------------------------------------------------===//
#include "AvoidStoreMerge.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {
/// Bytes of an alloca that an instruction reads or writes as a vector.
struct Access {
  Instruction *op;
  int64_t begin;
  int64_t end;
};
struct Accesses {
  SmallVector<Access> loads;
  /// In the order of the program within each block.
  SmallVector<Access> stores;
};
} // namespace

/// True if what is stored inside of the loaded bytes, in smaller vectors, does not have its
/// addresses in the order of the program.
static bool isStoredOutOfOrder(const Access &load, ArrayRef<Access> stores) {
  SmallDenseMap<BasicBlock *, int64_t> last;
  return any_of(stores, [&](const Access &store) {
    if (store.begin < load.begin || store.end > load.end ||
        store.end - store.begin == load.end - load.begin)
      return false;
    int64_t &begin = last.try_emplace(store.op->getParent(), store.begin).first->second;
    return store.begin < std::exchange(begin, store.begin);
  });
}

void dl::cpu::avoidStoreMerge(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  MapVector<const Value *, Accesses> allocas;
  for (Instruction &op : instructions(function)) {
    const Value *address = getLoadStorePointerOperand(&op);
    auto *type = address ? dyn_cast<FixedVectorType>(getLoadStoreType(&op)) : nullptr;
    if (!type)
      continue;
    APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
    const Value *base =
        address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    if (!isa<AllocaInst>(base))
      continue;
    int64_t begin = offset.getSExtValue();
    Access access{&op, begin, begin + int64_t(layout.getTypeStoreSize(type).getFixedValue())};
    Accesses &accesses = allocas[base];
    (isa<LoadInst>(op) ? accesses.loads : accesses.stores).push_back(access);
  }
  for (auto &[base, accesses] : allocas)
    for (const Access &load : accesses.loads)
      if (isStoredOutOfOrder(load, accesses.stores))
        load.op->clone()->insertBefore(load.op->getIterator());
}
