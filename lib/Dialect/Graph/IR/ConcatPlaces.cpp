//===-- ConcatPlaces.cpp - concatenations made in place ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which concatenations are nothing but their operands, made one behind the other in memory. These
// stay out of kernels of several operators.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Bytes of a line of the caches, at which buffers begin.
static constexpr int64_t lineBytes = 64;

/// What makes a value, before reshapes.
static Operation *getMaker(Value value) {
  while (auto reshape = value.getDefiningOp<ReshapeOp>())
    value = reshape.getX();
  return value.getDefiningOp();
}

/// The operators that read a value or a reshape of it.
static void collectReaders(Value value, SmallVectorImpl<Operation *> &readers) {
  for (Operation *user : value.getUsers())
    if (auto reshape = dyn_cast<ReshapeOp>(user))
      collectReaders(reshape, readers);
    else
      readers.push_back(user);
}

static FusionKind getKind(Operation *op) {
  auto fusion = dyn_cast<FusionOpInterface>(op);
  return fusion ? fusion.getFusionKind() : FusionKind::Opaque;
}

/// True for a value that is written to memory by a kernel that no reader can be part of: sums, and
/// what follows them element by element.
static bool isOfSums(Operation *maker, unsigned depth = 8) {
  if (isa<ConcatOp>(maker))
    return false;
  FusionKind kind = getKind(maker);
  if (kind == FusionKind::Complex || kind == FusionKind::Reduction || kind == FusionKind::Opaque)
    return true;
  return depth > 0 && kind != FusionKind::Injective &&
         llvm::any_of(maker->getOperands(), [&](Value operand) {
           Operation *before = operand.getDefiningOp();
           return before && operand.hasOneUse() && !isa<ConstantOp>(before) &&
                  operand.getType() == maker->getResult(0).getType() && isOfSums(before, depth - 1);
         });
}

bool ConcatOp::isMadeInPlace() {
  RankedTensorType type = cast<RankedTensorType>(getType());
  auto stored = cast<RankedTensorType>(getStorageType(type));
  int64_t bits = stored.getElementTypeBitWidth();
  if (!type.hasStaticShape() || getInputs().size() < 2 || bits % 8 != 0 ||
      stored.getShape() != type.getShape() ||
      llvm::any_of(type.getShape().take_front(getAxis()),
                   [](int64_t extent) { return extent != 1; }))
    return false;
  SmallVector<Operation *> readers;
  collectReaders(getResult(), readers);
  auto isEnd = [](Operation *op) { return op->hasTrait<OpTrait::IsTerminator>(); };
  if (readers.empty() || llvm::any_of(readers, isEnd))
    return false;
  // A reader of its own would otherwise compute the operands where it reads them.
  bool isStored = readers.size() > 1 || getKind(readers.front()) == FusionKind::Complex;
  int64_t begin = 0;
  for (Value input : getInputs()) {
    Operation *maker = getMaker(input);
    if (begin % lineBytes != 0 || !maker || maker->getBlock() != getOperation()->getBlock() ||
        maker->getNumResults() != 1 || maker->getNumRegions() != 0 || isa<ConstantOp>(maker))
      return false;
    SmallVector<Operation *> others;
    collectReaders(maker->getResult(0), others);
    if (llvm::any_of(others, isEnd) ||
        llvm::count_if(others, [](Operation *op) { return isa<ConcatOp>(op); }) != 1 ||
        !(isStored || others.size() > 1 || isOfSums(maker)))
      return false;
    begin += cast<RankedTensorType>(input.getType()).getNumElements() * bits / 8;
  }
  return true;
}

FusionKind ConcatOp::getFusionKind() {
  return isMadeInPlace() ? FusionKind::Opaque : FusionKind::Injective;
}
