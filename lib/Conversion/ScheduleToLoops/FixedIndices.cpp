//===-- FixedIndices.cpp - data that names elements, once a tile ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices that are data and the same all over a tile, such as the row of a table, are computed
// before it. There they are as fixed as variables of the loops around: what they name is a slice.
//
//===----------------------------------------------------------------------===//
#include "TileEmitter.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

SetVector<Value> TileEmitter::getOrigins(Value value) const {
  return te::getOrigins(value, stage.op, [&](Value each) { return loops.times.contains(each); });
}

bool TileEmitter::isNeeded(Operation *op) const {
  op = stage.op.getBody().front().findAncestorOpInBlock(*op);
  return op->hasTrait<OpTrait::IsTerminator>() || needed.contains(op);
}

SmallVector<Value> TileEmitter::findFixedIndices() const {
  SetVector<Value> found;
  if (!stage.tree.getIntrinsic().empty())
    return {};
  Block *body = &stage.op.getBody().front();
  auto isFixed = [&](Value origin) {
    auto axis = dyn_cast<BlockArgument>(origin);
    return !axis || axis.getOwner() != body || axes[axis.getArgNumber()].size == 1;
  };
  for (te::ReadOp read : stage.op.getReads())
    for (Value operand : read.getIndexOperands()) {
      Operation *op = operand.getDefiningOp();
      if (op && op->getBlock() == body && !loops.times.contains(operand) &&
          llvm::all_of(getOrigins(operand), isFixed))
        found.insert(operand);
    }
  return found.takeVector();
}

SmallVector<Value> TileEmitter::emitFixed(ArrayRef<Value> wanted) {
  prepare();
  planReads();
  IRMapping mapping;
  Block *body = &stage.op.getBody().front();
  SetVector<Value> origins;
  for (Value value : wanted)
    origins.insert_range(getOrigins(value));
  for (BlockArgument axis : stage.op.getAxes())
    if (origins.contains(axis))
      mapping.map(axis, axisValue(builder, axis.getArgNumber()));
  for (Operation &op : body->without_terminator()) {
    if (llvm::none_of(op.getResults(), [&](Value result) { return origins.contains(result); }))
      continue;
    if (auto read = dyn_cast<te::ReadOp>(op))
      mapping.map(read.getResult(), emitRead(builder, read, {}, mapping));
    else
      builder.clone(op, mapping);
  }
  return llvm::map_to_vector(wanted, [&](Value value) { return mapping.lookup(value); });
}

LoopGenerator::Written LoopGenerator::emitTile(StagePlan &stage, const Ranges &axes,
                                               const TileTargets &target) {
  bool isOneElement = llvm::all_of(axes, [](const AxisRange &range) { return range.size == 1; });
  SmallVector<Value> fixed;
  if (!isOneElement)
    fixed = TileEmitter(*this, stage, axes).findFixedIndices();
  if (!fixed.empty()) {
    // Their variables stay, and occur nowhere else. Axes that they do not follow from may be
    // anywhere.
    Ranges first(axes);
    for (AxisRange &range : first)
      range = {range.offset, 1};
    for (auto [value, made] :
         llvm::zip_equal(fixed, TileEmitter(*this, stage, first).emitFixed(fixed)))
      times[value] = addLoopVariable(made, unknownExtent);
  }
  Written written = TileEmitter(*this, stage, axes).emit(target);
  for (Value value : fixed)
    times.erase(value);
  return written;
}
