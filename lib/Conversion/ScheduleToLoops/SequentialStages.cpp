//===-- SequentialStages.cpp - stages with an order of their own ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What schedules do not change: the loop over the steps of a te.scan around its stages,
// the loops over the updates of a te.scatter, and calls of C functions. All write in place.
//
//===----------------------------------------------------------------------===//
#include "LoopGenerator.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// `extent` iterations that carry tensors; the insertion point moves into the body.
static scf::ForOp createLoop(OpBuilder &builder, Location loc, OpFoldResult extent,
                             ValueRange carried, ArrayAttr name) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value bound = getValueOrCreateConstantIndexOp(builder, loc, extent);
  auto loop = scf::ForOp::create(builder, loc, zero, bound, one, carried);
  loop->setAttr(loopAxisAttrName, name);
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

static int64_t getLargest(OpFoldResult extent) {
  auto attribute = dyn_cast<Attribute>(extent);
  return attribute ? std::max<int64_t>(1, cast<IntegerAttr>(attribute).getInt()) : unknownExtent;
}

Value LoopGenerator::getOwnDestination(OpResult result, ValueRange dynamicSizes) {
  if (Value destination = findDestination(result, dynamicSizes))
    return destination;
  Operation *op = result.getOwner();
  OpBuilder::InsertionGuard guard(builder);
  // First of all, so that what is copied can be made there.
  if (dynamicSizes.empty())
    builder.setInsertionPointToStart(op->getBlock());
  return bufferization::AllocTensorOp::create(
      builder, op->getLoc(), cast<RankedTensorType>(result.getType()), dynamicSizes);
}

//===----------------------------------------------------------------------===//
// te.scan
//===----------------------------------------------------------------------===//

/// Whether upstream takes the slice of one step, time dropped, for the type of what the step
/// makes. It drops the first unit dim: of 1x5x1 stacked last it would make 5x1, not 1x5.
static bool isStepCanonical(Type made, Type stacked, int64_t time) {
  auto step = cast<RankedTensorType>(made);
  SmallVector<int64_t> sizes(cast<RankedTensorType>(stacked).getShape());
  sizes[time] = 1;
  return made == tensor::ExtractSliceOp::inferCanonicalRankReducedResultType(
                     step.getRank(), cast<RankedTensorType>(stacked), sizes);
}

/// `made` with a dim of one step at `dim`, which is not the first: that one is canonical.
static Value addStackDim(OpBuilder &builder, Location loc, Value made, int64_t dim) {
  auto type = cast<RankedTensorType>(made.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + dim, 1);
  SmallVector<ReassociationIndices> groups;
  for (int64_t from = 0; from < type.getRank(); ++from)
    groups.push_back({from + (from >= dim)});
  groups[dim - 1].push_back(dim);
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), made, groups);
}

FailureOr<SmallVector<Value>> LoopGenerator::placeScan(te::ScanOp scan) {
  OpFoldResult extent = scan.getMixedExtent();
  unsigned numStates = scan.getInits().size();
  SmallVector<Value> carried;
  for (OpResult result : scan->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    unsigned number = result.getResultNumber();
    int64_t numDynamic = type.getNumDynamicDims();
    SmallVector<Value> sizes;
    if (number >= numStates && isa<Value>(extent)) {
      sizes.push_back(cast<Value>(extent));
      --numDynamic;
    }
    if (numDynamic != 0)
      return scan.emitOpError("requires states and steps of constant sizes to become a loop, got ")
             << type;
    carried.push_back(number < numStates ? copyInto(builder, scan.getLoc(), scan.getInits()[number],
                                                    getOwnDestination(result, sizes))
                                         : getDestination(result, sizes));
  }
  return carried;
}

///   %last, %all = te.scan time(t = n) init(%h0) stack(1) { stages; te.yield %next, %made }
/// becomes
///   %first = copy of %h0 in the last state's destination
///   scf.for %t = 0 to n iter_args(%h = %first, %a = …) {
///     stages, %made in the place of %t in %a
///     yield (copy of %next in %h), (%made inserted into %a)
///   }
LogicalResult LoopGenerator::lowerScan(te::ScanOp scan) {
  Location loc = scan.getLoc();
  OpFoldResult extent = scan.getMixedExtent();
  unsigned numStates = scan.getInits().size();
  builder.setInsertionPoint(scan);
  FailureOr<SmallVector<Value>> carried = placeScan(scan);
  if (failed(carried))
    return failure();
  auto loop = createLoop(builder, loc, extent, *carried,
                         builder.getStrArrayAttr({scan.getStage(), scan.getTimeName()}));
  Value time = loop.getInductionVar();
  AffineExpr timeExpr = addLoopVariable(time, getLargest(extent));
  if (scan.getReverse()) {
    auto size = dyn_cast<Value>(extent);
    AffineExpr steps = size ? getExtentExpr(size) : constant(scan.getExtent());
    timeExpr = steps - 1 - timeExpr;
    time = materializeValue(timeExpr);
  }
  times[time] = timeExpr;

  // The time is at one position of what is stacked, all of the other dims.
  auto getPlace = [&](unsigned number) {
    auto type = cast<RankedTensorType>(scan->getResult(number).getType());
    Slice slice;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      bool isTime = dim == scan.getStackDims()[number - numStates];
      slice.offsets.push_back(isTime ? OpFoldResult(time) : builder.getIndexAttr(0));
      slice.sizes.push_back(builder.getIndexAttr(isTime ? 1 : type.getDimSize(dim)));
      slice.strides.push_back(builder.getIndexAttr(1));
    }
    return slice;
  };
  te::YieldOp yield = scan.getYield();
  auto isCanonical = [&](unsigned number) {
    return isStepCanonical(yield.getValues()[number].getType(), scan->getResult(number).getType(),
                           scan.getStackDims()[number - numStates]);
  };
  for (unsigned number = numStates; number < scan->getNumResults(); ++number) {
    Value made = yield.getValues()[number];
    if (places.contains(made) || !isCanonical(number))
      continue;
    Slice slice = getPlace(number);
    places[made] = tensor::ExtractSliceOp::create(
        builder, loc, cast<RankedTensorType>(made.getType()), loop.getRegionIterArg(number),
        slice.offsets, slice.sizes, slice.strides);
  }

  scan.getTime().replaceAllUsesWith(time);
  for (auto [state, argument] : llvm::zip(scan.getStates(), loop.getRegionIterArgs()))
    state.replaceAllUsesWith(argument);
  Block *body = loop.getBody();
  body->getOperations().splice(body->end(), scan.getBody().front().getOperations());
  builder.setInsertionPointToEnd(body);
  SmallVector<Value> next;
  for (auto [number, value] : llvm::enumerate(yield.getValues())) {
    Value argument = loop.getRegionIterArg(number);
    if (number < numStates) {
      nextStates.insert(value);
      next.push_back(copyInto(builder, loc, value, argument));
      continue;
    }
    Slice slice = getPlace(number);
    if (!isCanonical(number))
      value = addStackDim(builder, loc, value, scan.getStackDims()[number - numStates]);
    next.push_back(tensor::InsertSliceOp::create(builder, loc, value, argument, slice.offsets,
                                                 slice.sizes, slice.strides));
  }
  scf::YieldOp::create(builder, loc, next);
  yield->erase();
  scan->replaceAllUsesWith(loop.getResults());
  scan->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// te.scatter
//===----------------------------------------------------------------------===//

/// The region of a scatter as a stage whose results are the values and their places.
static te::ComputeOp takeUpdates(OpBuilder &builder, te::ScatterOp scatter) {
  SmallVector<Type> types;
  for (Value value : scatter.getYield().getValues())
    types.push_back(RankedTensorType::get(scatter.getExtents(), value.getType()));
  auto updates = te::ComputeOp::create(
      builder, scatter.getLoc(), types, scatter.getStageAttr(), scatter.getAxisNamesAttr(),
      scatter.getExtentsAttr(), builder.getI64IntegerAttr(0),
      te::CombinerAttr::get(builder.getContext(), te::Combiner::None), ArrayAttr(), UnitAttr(),
      scatter.getDynamicExtents());
  updates.getBody().takeBody(scatter.getBody());
  return updates;
}

/// Floats of 16 bits are joined in 32, which rounds to the same: machines have that.
static Value joinUpdate(OpBuilder &builder, Location loc, te::Combiner combiner, Value old,
                        Value update) {
  Type type = old.getType();
  if (!type.isF16() && !type.isBF16())
    return te::combine(builder, loc, combiner, old, update);
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), old);
  Value other = arith::ExtFOp::create(builder, loc, builder.getF32Type(), update);
  return arith::TruncFOp::create(builder, loc, type,
                                 te::combine(builder, loc, combiner, wide, other));
}

void LoopGenerator::placeBase(te::ScatterOp scatter) {
  if (!isUpdatedInPlace(scatter))
    return;
  Value base = scatter.getBase();
  builder.setInsertionPoint(base.getDefiningOp());
  places[base] = getDestination(cast<OpResult>(scatter.getResult()), {});
}

void LoopGenerator::generateScatter(te::ScatterOp scatter) {
  Location loc = scatter.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(scatter);
  Value base = getTensor(scatter.getBase());
  auto type = scatter.getTensorType();
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, base, dim));
  Value tensor = base;
  if (!places.contains(scatter.getBase()))
    tensor =
        copyInto(builder, loc, base, getOwnDestination(cast<OpResult>(scatter.getResult()), sizes));

  te::ComputeOp updates = takeUpdates(builder, scatter);
  StagePlan plan(updates, /*number=*/-1, getDefaultTree(updates));
  plan.name = scatter.getStage().str();
  Ranges axes;
  SmallVector<scf::ForOp> loops;
  for (unsigned axis = 0; axis < scatter.getNumAxes(); ++axis) {
    OpFoldResult extent = scatter.getMixedExtent(axis);
    ArrayAttr name = builder.getStrArrayAttr({plan.name, scatter.getAxisName(axis)});
    loops.push_back(createLoop(builder, loc, extent, tensor, name));
    tensor = loops.back().getRegionIterArg(0);
    axes.push_back({addLoopVariable(loops.back().getInductionVar(), getLargest(extent)), 1});
  }
  SmallVector<Value> update = emitElements(plan, axes);
  Value value = update.front();
  ValueRange position = ValueRange(update).drop_front();
  if (scatter.getCombiner() != te::Combiner::None)
    value = joinUpdate(builder, loc, scatter.getCombiner(),
                       tensor::ExtractOp::create(builder, loc, tensor, position), value);
  tensor = tensor::InsertOp::create(builder, loc, value, tensor, position);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc, tensor);
    tensor = loop.getResult(0);
  }
  plan.op->erase();
  scatter.getResult().replaceAllUsesWith(tensor);
  scatter->erase();
}

//===----------------------------------------------------------------------===//
// te.extern
//===----------------------------------------------------------------------===//

void LoopGenerator::generateExtern(te::ExternOp call) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(call);
  SmallVector<Value> inputs, destinations;
  for (Value input : call.getInputs())
    inputs.push_back(getTensor(input));
  for (OpResult result : call->getResults())
    destinations.push_back(getDestination(result, {}));
  auto placed =
      te::ExternOp::create(builder, call.getLoc(), call.getResultTypes(), call.getStageAttr(),
                           call.getCalleeAttr(), inputs, destinations);
  call->replaceAllUsesWith(placed);
  call->erase();
}
