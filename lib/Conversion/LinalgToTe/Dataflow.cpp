//===-- Dataflow.cpp - which stages there are and who shares a kernel -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of a function that have to be computed, who reads them, and how they
// are grouped into kernels.
//
//===----------------------------------------------------------------------===//
#include "Dataflow.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;

static StageKind getKind(OpResult result) {
  if (isGuarded(result))
    return StageKind::Guarded;
  auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
  if (!op || op.getNumReductionLoops() == 0)
    return StageKind::Pointwise;
  Value term = matchReduction(op, result.getResultNumber())->term;
  bool rereads = false;
  unsigned inputs = 0;
  for (BlockArgument argument : getBodySlice(op.getBlock(), term).arguments) {
    AffineMap map = op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      rereads |= !map.isFunctionOfDim(loop);
    ++inputs;
  }
  return inputs > 1 && rereads ? StageKind::Contraction : StageKind::Reduction;
}

const Stage *Dataflow::lookup(Value value) const {
  auto it = stages.find(value);
  return it == stages.end() ? nullptr : &it->second;
}

/// True for values that exist in the caller without a kernel.
static bool isGiven(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || isa<tensor::EmptyOp>(op) || op->hasTrait<OpTrait::ConstantLike>();
}

LogicalResult Dataflow::need(Value value) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    value = getViewedValue(worklist.pop_back_val());
    if (isGiven(value) || stages.contains(value))
      continue;
    auto result = cast<OpResult>(value);
    if (failed(checkStage(result)))
      return failure();
    SmallVector<StageRead> reads = getStageReads(result);
    for (const StageRead &read : reads)
      if (!read.access.isScalar())
        worklist.push_back(read.access.source);
    stages[result] = {getKind(result), std::move(reads), {}, false, {}};
    order.push_back(result);
  }
  return success();
}

LogicalResult Dataflow::build(func::FuncOp func) {
  Operation *ret = func.getBody().front().getTerminator();
  for (Value value : ret->getOperands())
    if (failed(need(value)))
      return failure();
  llvm::sort(order, [](OpResult a, OpResult b) {
    if (a.getOwner() != b.getOwner())
      return a.getOwner()->isBeforeInBlock(b.getOwner());
    return a.getResultNumber() < b.getResultNumber();
  });
  auto escape = [&](Value value) {
    if (auto it = stages.find(getViewedValue(value)); it != stages.end())
      it->second.escapes = true;
  };
  llvm::for_each(ret->getOperands(), escape);
  for (OpResult reader : order)
    for (const StageRead &read : stages[reader].reads) {
      if (read.access.isScalar())
        continue;
      auto it = stages.find(read.access.source);
      // A view, or a read of the whole tensor, needs it in the caller.
      if (it == stages.end() || read.isWhole)
        escape(read.access.source);
      else
        it->second.readers.insert(reader);
    }
  return success();
}

/// True if a stage reads `source` only at its own spatial axes in their order.
static bool isReadInPlace(const Stage &reader, OpResult readerResult, Value source) {
  int64_t rank = cast<RankedTensorType>(readerResult.getType()).getRank();
  AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, source.getContext());
  return source.getType() == readerResult.getType() &&
         llvm::all_of(reader.reads, [&](const StageRead &read) {
           return read.access.source != source ||
                  ArrayRef<AffineExpr>(read.access.indices) == identity.getResults();
         });
}

bool Dataflow::mayJoin(OpResult result, const Stage &stage, OpResult root) const {
  // Longer kernels compile slowly and gain nothing.
  constexpr size_t maxStages = 16;
  SmallVector<OpResult> members = getMembers(root);
  if (members.size() >= maxStages)
    return false;
  auto hasKind = [&](StageKind kind) {
    return llvm::any_of(members, [&](OpResult member) { return lookup(member)->kind == kind; });
  };
  auto areReadersAll = [&](llvm::function_ref<bool(const Stage &, OpResult)> holds) {
    return llvm::all_of(stage.readers,
                        [&](OpResult reader) { return holds(*lookup(reader), reader); });
  };
  switch (stage.kind) {
  case StageKind::Guarded:
    return true;
  case StageKind::Pointwise:
    // A contraction would compute it many times, padding cuts its loops.
    return areReadersAll([&](const Stage &reader, OpResult) {
      return reader.kind == StageKind::Pointwise || reader.kind == StageKind::Reduction;
    });
  case StageKind::Reduction:
    // Softmax and normalisations: rows that reductions share stay together.
    return !hasKind(StageKind::Contraction) && areReadersAll([&](const Stage &reader, OpResult) {
      return reader.kind == StageKind::Pointwise;
    });
  case StageKind::Contraction:
    // Its epilogue.
    return !hasKind(StageKind::Contraction) && !hasKind(StageKind::Reduction) &&
           areReadersAll([&](const Stage &reader, OpResult readerResult) {
             return reader.kind == StageKind::Pointwise &&
                    isReadInPlace(reader, readerResult, result);
           });
  }
  llvm_unreachable("unknown kind");
}

void Dataflow::group() {
  for (OpResult result : llvm::reverse(order)) {
    Stage &stage = stages[result];
    stage.root = result;
    if (stage.escapes || stage.readers.empty())
      continue;
    OpResult root = lookup(stage.readers.front())->root;
    bool isOneKernel =
        llvm::all_of(stage.readers, [&](OpResult reader) { return lookup(reader)->root == root; });
    if (isOneKernel && mayJoin(result, stage, root))
      stage.root = root;
  }
}

SmallVector<OpResult> Dataflow::getMembers(OpResult root) const {
  SmallVector<OpResult> members;
  for (OpResult result : order)
    if (lookup(result)->root == root)
      members.push_back(result);
  return members;
}

SmallVector<OpResult> Dataflow::getRoots() const {
  SmallVector<OpResult> roots;
  for (OpResult result : order)
    if (lookup(result)->root == result)
      roots.push_back(result);
  return roots;
}
