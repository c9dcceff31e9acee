//===-- IntrinsicTile.cpp - a tile that is computed by an intrinsic --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices the operands of an intrinsic and puts its implementation in the place of
// the tile. A tile that unrolled axes make bigger is several of them.
//
//===----------------------------------------------------------------------===//
#include "TileEmitter.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Schedule/IR/IntrinsicMatch.h"
#include "dl/Schedule/Primitives/Tensorize.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// Notes on the module what the CPU must have.
static void requireFeatures(te::ComputeOp stage, IntrinsicOp intrinsic) {
  auto module = stage->getParentOfType<ModuleOp>();
  if (!module || !intrinsic.getFeaturesAttr())
    return;
  SmallVector<Attribute> all;
  if (auto known = module->getAttrOfType<ArrayAttr>(DlDialect::getTargetFeaturesAttrName()))
    llvm::append_range(all, known);
  if (!llvm::is_contained(all, intrinsic.getFeaturesAttr()))
    all.push_back(intrinsic.getFeaturesAttr());
  module->setAttr(DlDialect::getTargetFeaturesAttrName(), ArrayAttr::get(module.getContext(), all));
}

/// The root axes of a tree in the order of its register axes; those that have none are last.
static llvm::SetVector<AxisId> getTileOrder(const IterationTree &tree) {
  llvm::SetVector<AxisId> order;
  for (AxisId leaf : tree.getLeaves())
    if (tree.isRegister(leaf))
      order.insert_range(tree.getRootsOf(leaf));
  order.insert_range(llvm::seq<AxisId>(0, static_cast<AxisId>(tree.getRoots().size())));
  return order;
}

TileEmitter::Written TileEmitter::emitIntrinsic(TileTargets target) {
  const std::string &name = stage.tree.getIntrinsic();
  auto symbol = SymbolRefAttr::get(builder.getContext(), name);
  auto intrinsic = SymbolTable::lookupNearestSymbolFrom<IntrinsicOp>(stage.op, symbol);
  if (!intrinsic)
    return stage.op.emitOpError("requires intrinsic @")
           << name << " in the module; run schedule-load-intrinsics before";
  te::ComputeOp formula = intrinsic.getCompute();
  std::vector<int> numbers = getAxisNumbers(stage.tree, getShape(intrinsic));

  // Unrolled axes: one tile after the other.
  for (AxisId axis : getTileOrder(stage.tree)) {
    AxisRange range = axes[axis];
    int64_t size = numbers[axis] == -1 ? 1 : formula.getExtents()[numbers[axis]];
    if (range.size % size != 0 || range.isMasked())
      return stage.op.emitOpError("requires whole tiles of ")
             << size << " along axis " << stage.op.getAxisName(axis) << " for intrinsic @" << name
             << ", got " << range.size;
    if (range.size == size)
      continue;
    for (int64_t begin = 0; begin < range.size; begin += size) {
      SmallVector<AxisRange> piece(axes);
      piece[axis] = {loops.exprs.simplify(range.offset + begin), size};
      Written result = TileEmitter(loops, stage, piece).emit(target);
      if (failed(result))
        return failure();
      target.tensors = *result;
    }
    return target.tensors;
  }

  auto match = matchFormula(stage.op, intrinsic);
  if (auto *refusal = std::get_if<Refusal>(&match))
    return stage.op.emitOpError("requires the formula of its intrinsic: ") << refusal->reason;
  auto operands = matchOperands(loops.planned.kernel, stage.number,
                                std::get<MatchingIntrinsic>(match), numbers);
  if (auto *refusal = std::get_if<Refusal>(&operands))
    return stage.op.emitOpError("requires the accesses of its intrinsic: ") << refusal->reason;
  SmallVector<te::ReadOp> reads = stage.op.getReads();
  IRMapping mapping;
  Block &implementation = intrinsic.getImplementation().front();
  for (auto [number, argument] :
       llvm::zip(std::get<std::vector<int>>(operands), implementation.getArguments())) {
    ReadPlan plan;
    planRead(reads[number], plan);
    Type slice = plan.kind == ReadPlan::Operand ? inputs[plan.operand].getType() : Type();
    if (slice != argument.getType()) {
      InFlightDiagnostic diagnostic = stage.op.emitOpError("requires a slice of type ")
                                      << argument.getType() << " as operand "
                                      << argument.getArgNumber() << " of intrinsic @" << name;
      if (slice)
        diagnostic << ", got " << slice;
      return diagnostic;
    }
    mapping.map(argument, inputs[plan.operand]);
  }
  auto box = axes.take_front(stage.op.getNumSpatial());
  // An intrinsic has one result.
  TileTargets output = loops.extractTiles(target, box, loc);
  mapping.map(implementation.getArguments().back(), output.tensors.front());
  for (Operation &op : implementation.without_terminator())
    builder.clone(op, mapping);
  requireFeatures(stage.op, intrinsic);
  Value yielded = implementation.getTerminator()->getOperand(0);
  Value result = mapping.lookupOrDefault(yielded);
  if (Operation *last = result.getDefiningOp()) {
    last->setAttr(tileStageAttrName, builder.getStringAttr(stage.name));
    // A linalg operation tells its ranges itself.
    if (!isa<linalg::LinalgOp>(last))
      last->setAttr(intrinsicTileAttrName, builder.getDenseI64ArrayAttr(formula.getExtents()));
  }
  return loops.insertTiles(result, target, box, loc);
}
