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

/// True for `axis mod n` behind `axis floordiv n`: two digits of what is one dimension of a slice.
static bool isInnerDigit(AffineExpr index, AffineExpr before) {
  auto inner = dyn_cast<AffineBinaryOpExpr>(index), outer = dyn_cast<AffineBinaryOpExpr>(before);
  return inner && outer && inner.getKind() == AffineExprKind::Mod &&
         outer.getKind() == AffineExprKind::FloorDiv && inner.getLHS() == outer.getLHS() &&
         inner.getRHS() == outer.getRHS();
}

/// A slice with a dimension for each index of the formula's read.
static Value expandDigits(OpBuilder &builder, Location loc, Value slice, te::ReadOp read) {
  auto type = cast<RankedTensorType>(slice.getType());
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> shape;
  for (auto [dim, index] : llvm::enumerate(read.getMap().getResults())) {
    bool isInner = dim > 0 && isInnerDigit(index, read.getMap().getResult(dim - 1));
    if (!isInner) {
      if (static_cast<int64_t>(groups.size()) == type.getRank())
        return slice;
      shape.push_back(type.getDimSize(groups.size()));
      groups.push_back({static_cast<int64_t>(dim)});
      continue;
    }
    groups.back().push_back(static_cast<int64_t>(dim));
    int64_t size = cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(index).getRHS()).getValue();
    shape.back() /= size;
    shape.push_back(size);
  }
  if (shape.size() == groups.size() || static_cast<int64_t>(groups.size()) != type.getRank())
    return slice;
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), slice, groups);
}

/// True if an implementation takes a slice of this type: `?` is any size.
static bool takes(Type argument, Type slice) {
  auto wanted = cast<RankedTensorType>(argument);
  auto type = dyn_cast_or_null<RankedTensorType>(slice);
  return type && type.getElementType() == wanted.getElementType() &&
         succeeded(verifyCompatibleShape(type, wanted));
}

/// Puts an operation of an implementation at a tile, whose sizes its destinations have.
static void cloneAtTile(OpBuilder &builder, Operation &op, IRMapping &mapping) {
  auto made = dyn_cast<DestinationStyleOpInterface>(builder.clone(op, mapping));
  if (!made)
    return;
  for (OpResult result : made->getResults())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()); type && !type.hasStaticShape())
      result.setType(made.getTiedOpOperand(result)->get().getType());
}

TileEmitter::Written TileEmitter::emitIntrinsic(TileTargets target) {
  const std::string &name = stage.tree.getIntrinsic();
  auto symbol = SymbolRefAttr::get(builder.getContext(), name);
  auto intrinsic = SymbolTable::lookupNearestSymbolFrom<IntrinsicOp>(stage.op, symbol);
  if (!intrinsic)
    return stage.op.emitOpError("requires intrinsic @")
           << name << " in the module; run schedule-load-intrinsics before";
  te::ComputeOp formula = intrinsic.getCompute();
  IntrinsicShape shape = getShape(intrinsic);
  std::vector<int> numbers = getAxisNumbers(stage.tree, shape);

  // Unrolled axes: one tile after the other.
  for (AxisId axis : getTileOrder(stage.tree)) {
    AxisRange range = axes[axis];
    int64_t size = numbers[axis] == -1 ? 1 : formula.getExtents()[numbers[axis]];
    bool mayBeShorter = numbers[axis] != -1 && shape.getMultiple(numbers[axis]) > 0;
    if (mayBeShorter)
      size = std::min(size, getTileExtent(stage.tree, axis));
    auto isTile = [&](int64_t extent) {
      return extent == 0 || (mayBeShorter && shape.allows(numbers[axis], extent));
    };
    bool isWhole = !mayBeShorter || shape.allows(numbers[axis], size);
    if (range.isMasked() || !isWhole || !isTile(range.size % size))
      return stage.op.emitOpError("requires whole tiles of ")
             << size << " along axis " << stage.op.getAxisName(axis) << " for intrinsic @" << name
             << ", got " << range.size;
    if (range.size <= size)
      continue;
    for (int64_t begin = 0; begin < range.size; begin += size) {
      SmallVector<AxisRange> piece(axes);
      piece[axis] = {loops.exprs.simplify(range.offset + begin),
                     std::min(size, range.size - begin)};
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
  SmallVector<te::ReadOp> described(formula.getReads().size());
  for (te::ReadOp read : formula.getReads())
    described[cast<BlockArgument>(read.getSource()).getArgNumber()] = read;
  for (auto [number, argument] :
       llvm::zip(std::get<std::vector<int>>(operands), implementation.getArguments())) {
    ReadPlan plan;
    takesDigits = true;
    planRead(reads[number], plan);
    Value slice;
    if (plan.kind == ReadPlan::Operand)
      slice = expandDigits(builder, loc, inputs[plan.operand], described[argument.getArgNumber()]);
    if (!takes(argument.getType(), slice ? slice.getType() : Type())) {
      InFlightDiagnostic diagnostic = stage.op.emitOpError("requires a slice of type ")
                                      << argument.getType() << " as operand "
                                      << argument.getArgNumber() << " of intrinsic @" << name;
      if (slice)
        diagnostic << ", got " << slice.getType();
      return diagnostic;
    }
    mapping.map(argument, slice);
  }
  auto box = axes.take_front(stage.op.getNumSpatial());
  // An intrinsic has one result.
  TileTargets output = loops.extractTiles(target, box, loc);
  mapping.map(implementation.getArguments().back(), output.tensors.front());
  for (Operation &op : implementation.without_terminator())
    cloneAtTile(builder, op, mapping);
  requireFeatures(stage.op, intrinsic);
  Value yielded = implementation.getTerminator()->getOperand(0);
  Value result = mapping.lookupOrDefault(yielded);
  if (Operation *last = result.getDefiningOp()) {
    last->setAttr(tileStageAttrName, builder.getStringAttr(stage.name));
    // A linalg operation over the same axes tells their ranges itself.
    auto loopsOf = dyn_cast<linalg::LinalgOp>(last);
    if (!loopsOf || loopsOf.getNumLoops() != formula.getNumAxes()) {
      SmallVector<int64_t> extents(formula.getNumAxes(), 1);
      for (auto [root, number] : llvm::enumerate(numbers))
        if (number != -1)
          extents[number] = axes[root].size;
      last->setAttr(intrinsicTileAttrName, builder.getDenseI64ArrayAttr(extents));
    }
  }
  return loops.insertTiles(result, target, box, loc);
}
