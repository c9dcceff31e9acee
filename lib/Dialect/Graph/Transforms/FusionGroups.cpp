//===-- FusionGroups.cpp - which operators go into one kernel ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds groups of operators of one block that may become one kernel, by growing
// each from its root (Chen et al. 2018, section 3; Roesch et al. 2018).
//
//===----------------------------------------------------------------------===//
#include "FusionGroups.h"

#include "dl/Dialect/Graph/IR/Graph.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

FusionGrouping::FusionGrouping(Block &block, unsigned maxOps) : block(block), maxOps(maxOps) {
  for (Operation &op : block) {
    position[&op] = operations.size();
    operations.push_back(&op);
  }
}

FusionKind FusionGrouping::getKind(Operation *op) const {
  auto fusable = dyn_cast<FusionOpInterface>(op);
  return fusable && op->getNumResults() == 1 ? fusable.getFusionKind() : FusionKind::Opaque;
}

static bool isPointwise(FusionKind kind) {
  return kind == FusionKind::Elementwise || kind == FusionKind::Broadcast;
}

static bool isRoot(FusionKind kind) {
  return kind == FusionKind::Complex || kind == FusionKind::Reduction;
}

void FusionGrouping::commit(Operation *root, const Members &members) {
  groups[root] = members;
  for (Operation *member : members)
    rootOf[member] = root;
}

void FusionGrouping::refuse(Operation *op, Operation *root, std::string reason) {
  refusals.insert({op, {root, std::move(reason)}});
}

/// True if one member only has readers outside of the group, or none at all.
bool FusionGrouping::hasOneResult(const Members &members) const {
  return llvm::count_if(members, [&](Operation *member) {
           return member->use_empty() || llvm::any_of(member->getUsers(), [&](Operation *user) {
                    return !members.contains(user);
                  });
         }) == 1;
}

/// True where the one shape has a number for each row of the other: [4, 1] for [4, 640].
static bool isRow(ArrayRef<int64_t> number, ArrayRef<int64_t> row) {
  if (number.size() != row.size())
    return false;
  bool isBehind = false;
  for (auto [one, extent] : llvm::zip_equal(number, row)) {
    bool isReduced = one == 1 && extent != 1;
    if ((!isReduced && one != extent) || (isBehind && !isReduced && extent != 1))
      return false;
    isBehind |= isReduced;
  }
  return isBehind;
}

/// True where a consumer of what a reduction makes uses each number for the row that it was made
/// of: [4, 1] of a [4, 640] for a [4, 640]. The kernel then goes through the row twice while it
/// is near.
static bool isUsedByRow(Operation *reduction, OpOperand &use) {
  auto operand = dyn_cast<RankedTensorType>(use.get().getType());
  auto result = dyn_cast<RankedTensorType>(use.getOwner()->getResult(0).getType());
  auto input = dyn_cast<RankedTensorType>(reduction->getOperand(0).getType());
  return operand && result && input && operand.hasStaticShape() &&
         result.getShape() == input.getShape() && isRow(operand.getShape(), result.getShape());
}

/// True where a reduction makes one number of each row that another one makes one of too: the
/// squares of what is left of a row without its mean. The kernel goes through the row once more.
static bool reducesSameRows(Operation *reduction, Operation *other) {
  auto getShape = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() ? type.getShape() : ArrayRef<int64_t>();
  };
  ArrayRef<int64_t> row = getShape(reduction->getOperand(0));
  ArrayRef<int64_t> number = getShape(reduction->getResult(0));
  return isRow(number, row) && getShape(other->getOperand(0)) == row &&
         getShape(other->getResult(0)) == number;
}

/// Why a consumer cannot join; empty if it can.
std::string FusionGrouping::getObstacle(Operation *root, Operation *consumer,
                                        const Members &members, bool isChain) const {
  FusionKind kind = getKind(consumer);
  bool isRowAgain = kind == FusionKind::Reduction && getKind(root) == FusionKind::Reduction &&
                    reducesSameRows(root, consumer);
  if (!isPointwise(kind) && !isRowAgain && !(isChain && kind == FusionKind::Injective))
    return ("an operator of class " + stringifyFusionKind(kind) + " does not join its producer")
        .str();
  if (!isFree(consumer))
    return "it is in the group of another producer";
  if (members.size() >= maxOps)
    return "the group is full: max-ops is " + std::to_string(maxOps);
  auto fusable = cast<FusionOpInterface>(consumer);
  for (OpOperand &operand : consumer->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    if (!producer || !members.contains(producer))
      continue;
    if ((isChain || isRowAgain) && !fusable.acceptsProducer(operand.getOperandNumber()))
      return "it takes no producers";
    if (!isChain && !isRowAgain && !fusable.isOneToOne(operand.getOperandNumber()) &&
        (getKind(root) != FusionKind::Reduction || !isUsedByRow(root, operand)))
      return "it does not read operand " + std::to_string(operand.getOperandNumber()) +
             " element by element";
  }
  return "";
}

void FusionGrouping::growForward(Operation *root, bool isChain) {
  Members committed, members;
  // Readers of the group and of what left it, in their order; behind the last reader of the
  // group itself nothing can join.
  std::set<unsigned> readers;
  unsigned lastReader = 0;
  auto addReaders = [&](Operation *op) {
    unsigned last = 0;
    for (Operation *user : op->getUsers())
      if (user->getBlock() == &block) {
        readers.insert(position.at(user));
        last = std::max(last, position.at(user));
      }
    return last;
  };
  auto join = [&](Operation *op) {
    members.insert(op);
    lastReader = std::max(lastReader, addReaders(op));
  };
  join(root);
  committed.insert(root);
  // Values that depend on the group by a path that has left it.
  llvm::SmallPtrSet<Operation *, 16> outside;
  while (!readers.empty() && *readers.begin() <= lastReader) {
    Operation *op = operations[*readers.begin()];
    readers.erase(readers.begin());
    bool reads = false, returns = false;
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      reads |= producer && members.contains(producer);
      returns |= producer && outside.contains(producer);
    }
    std::string obstacle;
    if (reads && !op->hasTrait<OpTrait::IsTerminator>()) {
      obstacle = getObstacle(root, op, members, isChain);
      if (obstacle.empty() && returns)
        obstacle = "another operand depends on the group by a path outside of it";
      if (obstacle.empty()) {
        join(op);
        if (hasOneResult(members))
          committed = members;
        continue;
      }
      refuse(op, root, obstacle);
    }
    outside.insert(op);
    addReaders(op);
  }
  for (Operation *member : members)
    if (!committed.contains(member))
      refuse(member, root, "the group would have several results: others read its values too");
  commit(root, committed);
}

/// True for a cast to numbers of more bytes, and for what is made of one alone, element by element:
/// a dequantized number.
static bool widens(Operation *op, unsigned depth = 4) {
  auto getBits = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getElementTypeBitWidth();
  };
  if (isa<CastOp>(op) && getBits(op->getOperand(0)) < getBits(op->getResult(0)))
    return true;
  auto fusion = dyn_cast<FusionOpInterface>(op);
  if (depth == 0 || op->getNumResults() != 1 || !fusion || !isPointwise(fusion.getFusionKind()))
    return false;
  bool hasOne = false;
  for (Value operand : op->getOperands()) {
    bool isPart = cast<RankedTensorType>(operand.getType()).getShape() !=
                  cast<RankedTensorType>(op->getResult(0).getType()).getShape();
    if (isPart)
      continue;
    Operation *producer = operand.getDefiningOp();
    if (hasOne || !producer || !widens(producer, depth - 1))
      return false;
    hasOne = true;
  }
  return hasOne;
}

/// No producer found here depends on the group: a consumer that reads such a value
/// did not join in growForward, and producers have no readers outside.
void FusionGrouping::growBackward(Operation *root) {
  Members members = groups.lookup(root);
  // What runs inside of a convolution's loops reads what is there; but less of it where it is
  // stored in fewer bytes.
  bool isComplex = getKind(root) == FusionKind::Complex;
  // Producers of what the group reads, the last one first: what reads a producer was seen before.
  std::set<unsigned, std::greater<unsigned>> producers;
  auto addProducers = [&](Operation *member) {
    for (Value operand : member->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        if (producer->getBlock() == &block)
          producers.insert(position.at(producer));
  };
  for (Operation *member : members)
    addProducers(member);
  while (!producers.empty()) {
    Operation *op = operations[*producers.begin()];
    producers.erase(producers.begin());
    if (!isFree(op) || getKind(op) > FusionKind::Injective || (isComplex && !widens(op)))
      continue;
    bool accepted = true, inside = true;
    for (OpOperand &use : op->getUses()) {
      if (!members.contains(use.getOwner())) {
        inside = false;
        continue;
      }
      accepted &= cast<FusionOpInterface>(use.getOwner()).acceptsProducer(use.getOperandNumber());
    }
    if (!inside)
      refuse(op, root, "its result has readers outside of the group");
    else if (!accepted)
      refuse(op, root, "its reader takes no producers");
    else if (members.size() >= maxOps)
      refuse(op, root, "the group is full: max-ops is " + std::to_string(maxOps));
    else {
      members.insert(op);
      addProducers(op);
    }
  }
  commit(root, members);
}

SmallVector<FusionGroup> FusionGrouping::run() {
  for (Operation &op : block)
    if (isRoot(getKind(&op)) && isFree(&op))
      growForward(&op, /*isChain=*/false);
  for (Operation &op : block)
    if (groups.contains(&op))
      growBackward(&op);
  for (Operation &op : block)
    if (getKind(&op) <= FusionKind::Injective && isFree(&op)) {
      growForward(&op, /*isChain=*/true);
      growBackward(&op);
    }

  SmallVector<FusionGroup> result;
  for (auto &[root, members] : groups) {
    if (members.size() < 2)
      continue;
    FusionGroup group = {root, members.takeVector()};
    llvm::sort(group.members,
               [&](Operation *a, Operation *b) { return position.at(a) < position.at(b); });
    // A chain turns on its last operator.
    if (!isRoot(getKind(root)))
      group.root = group.members.back();
    result.push_back(std::move(group));
  }
  llvm::sort(result, [&](const FusionGroup &a, const FusionGroup &b) {
    return position.at(a.members.back()) < position.at(b.members.back());
  });
  return result;
}

void FusionGrouping::forEachRefusal(
    llvm::function_ref<void(Operation *, StringRef)> callback) const {
  for (auto &[op, refusal] : refusals)
    if (rootOf.lookup(op) != refusal.root)
      callback(op, refusal.reason);
}
