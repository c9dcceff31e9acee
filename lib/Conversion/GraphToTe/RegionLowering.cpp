//===-- RegionLowering.cpp - lower branches and loops -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of FunctionLowering that makes scf operations of graph.if, graph.while
// and graph.scan. Their results live in tensors that are made before them: branches
// write there, and loops carry them, updated in place.
//
//===----------------------------------------------------------------------===//
#include "FunctionLowering.h"

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// The value that reshapes give another shape; null where such a view can only be made
/// after the value.
static Value lookThroughReshapes(Value value) {
  while (auto reshape = value.getDefiningOp<ReshapeOp>()) {
    if (isDynamic(reshape))
      return {};
    value = reshape.getX();
  }
  return value;
}

/// True if the operator that makes `next` may write it over the state: nothing reads
/// the state, or a view of it, from that operator on.
static bool mayOverwrite(Value state, Value next, Block &block) {
  Value source = lookThroughReshapes(next);
  Operation *maker = source ? source.getDefiningOp() : nullptr;
  return maker && maker->getBlock() == &block && !isa<ConstantOp>(maker) &&
         llvm::all_of(state.getUsers(), [&](Operation *user) {
           Operation *reader = block.findAncestorOpInBlock(*user);
           return !isa<ReshapeOp, YieldOp>(reader) && reader->isBeforeInBlock(maker);
         });
}

FailureOr<Value> FunctionLowering::copyInto(Location loc, Value source, Value destination) {
  auto type = cast<RankedTensorType>(source.getType());
  KernelRequest request = {"copy", loc, {source}, {false}, {type}, nullptr};
  request.build = [&](OpBuilder &kernelBuilder, ValueRange arguments,
                      SmallVectorImpl<Value> &results) -> LogicalResult {
    results.push_back(buildCopy(kernelBuilder, loc, arguments[0], "copy"));
    return success();
  };
  SmallVector<Value> results;
  auto place = [&](unsigned, const Dims &) { return destination; };
  if (failed(call(request, place, results)))
    return failure();
  return results.front();
}

LogicalResult FunctionLowering::lowerInto(Block &block, ValueRange values, ValueRange targets,
                                          SmallVectorImpl<Value> &results) {
  for (auto [value, target] : llvm::zip_equal(values, targets)) {
    Value source = lookThroughReshapes(value);
    Operation *maker = source ? source.getDefiningOp() : nullptr;
    if (target && maker && maker->getBlock() == &block && !isa<ConstantOp>(maker))
      written.insert({source, target});
  }
  SmallVector<Operation *> operators;
  for (Operation &op : block.without_terminator())
    operators.push_back(&op);
  for (Operation *op : operators)
    if (failed(lowerOperator(op)))
      return failure();
  for (auto [value, target] : llvm::zip_equal(values, targets)) {
    Value result = mapping.lookup(value);
    Value source = lookThroughReshapes(value);
    if (target && (!source || written.lookup(source) != target)) {
      FailureOr<Value> copy = copyInto(block.getTerminator()->getLoc(), result, target);
      if (failed(copy))
        return failure();
      result = *copy;
    }
    results.push_back(result);
  }
  return success();
}

Value FunctionLowering::readCondition(Location loc, Value condition) {
  auto type = cast<RankedTensorType>(condition.getType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value element =
      tensor::ExtractOp::create(builder, loc, condition, SmallVector<Value>(type.getRank(), zero));
  Value none = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type.getElementType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, element, none);
}

LogicalResult FunctionLowering::lowerControl(Operation *op) {
  if (op->getNumResults() == 0)
    return success();
  if (auto branch = dyn_cast<IfOp>(op))
    return lowerIf(branch);
  if (auto loop = dyn_cast<WhileOp>(op))
    return lowerWhile(loop);
  return lowerScan(cast<ScanOp>(op));
}

Dims FunctionLowering::getInferred(Value value, const KnownDims &known) const {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  if (Value lowered = mapping.lookupOrNull(value))
    return sizes.getDims(lowered);
  return sizes.getDims(value); // a static type
}

LogicalResult FunctionLowering::inferOperator(Operation *op, KnownDims &known) {
  auto isStatic = [](Type type) { return cast<RankedTensorType>(type).hasStaticShape(); };
  if (llvm::all_of(op->getResultTypes(), isStatic))
    return success();
  if (auto fused = dyn_cast<FusedOp>(op)) {
    for (auto [inner, outer] : llvm::zip_equal(fused.getBody().getArguments(), fused.getInputs()))
      known[inner] = getInferred(outer, known);
    if (failed(inferBlock(fused.getBody().front(), known)))
      return failure();
    for (auto [result, value] : llvm::zip_equal(fused.getResults(), fused.getYield().getValues()))
      known[result] = getInferred(value, known);
    return success();
  }
  if (isa<IfOp, WhileOp, ScanOp>(op)) {
    for (OpResult result : op->getResults()) {
      Region &region = op->getRegion(0);
      Block &block = region.front();
      auto scan = dyn_cast<ScanOp>(op);
      size_t numStates = isa<IfOp>(op) ? 0 : scan ? scan.getNumStates() : op->getNumResults();
      unsigned number = result.getResultNumber(), first = isa<WhileOp>(op) ? 1 : 0;
      if (number < numStates) {
        known[result] = getInferred(op->getOperand(first + number), known);
        continue;
      }
      Dims dims;
      if (scan) {
        for (auto [i, argument] : llvm::enumerate(block.getArguments())) {
          Dims given = getInferred(op->getOperand(i), known);
          known[argument] = i < numStates ? given : Dims(llvm::drop_begin(given));
        }
        dims.push_back(getInferred(scan.getInputs().front(), known)[0]);
      }
      if (failed(inferBlock(block, known)))
        return failure();
      llvm::append_range(dims, getInferred(block.getTerminator()->getOperand(number), known));
      known[result] = dims;
    }
    return success();
  }
  FailureOr<SmallVector<Dims>> dims = sizes.infer(
      op, llvm::map_to_vector(op->getOperands(), [&](Value v) { return getInferred(v, known); }));
  if (failed(dims))
    return failure();
  for (auto [result, shape] : llvm::zip_equal(op->getResults(), *dims))
    known[result] = shape;
  return success();
}

LogicalResult FunctionLowering::inferBlock(Block &block, KnownDims &known) {
  for (Operation &op : block.without_terminator())
    if (failed(inferOperator(&op, known)))
      return failure();
  return success();
}

/// A tensor for each result: those of a loop's states have the states' sizes, others what
/// follows from the region's operators.
LogicalResult FunctionLowering::getPlaces(Operation *op, ValueRange states,
                                          SmallVectorImpl<Value> &places) {
  KnownDims known;
  if (failed(inferOperator(op, known)))
    return failure();
  for (OpResult result : op->getResults()) {
    Dims dims = getInferred(result, known);
    Value place = getDestination(result, dims);
    sizes.setDims(place, dims);
    places.push_back(place);
  }
  return success();
}

LogicalResult FunctionLowering::lowerIf(IfOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> targets;
  if (failed(getPlaces(op, {}, targets)))
    return failure();
  // The other branch makes the same sizes, or a run is refused.
  KnownDims known;
  if (failed(inferBlock(op.getElseRegion().front(), known)))
    return failure();
  for (auto [place, value] : llvm::zip_equal(targets, op.getYield(1).getValues())) {
    for (auto [lhs, rhs] : llvm::zip_equal(sizes.getDims(place), getInferred(value, known)))
      if (!sizes.requireEqual(lhs, rhs, loc))
        return op.emitOpError("expected both branches to make one size, got ")
               << sizes.toString(lhs) << " and " << sizes.toString(rhs);
  }
  Value condition = readCondition(loc, mapping.lookup(op.getCondition()));
  auto branch = scf::IfOp::create(builder, loc, TypeRange(ValueRange(targets)), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (unsigned region : {0, 1}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&branch->getRegion(region).front());
    SmallVector<Value> results;
    YieldOp yield = op.getYield(region);
    if (failed(lowerInto(op->getRegion(region).front(), yield.getValues(), targets, results)))
      return failure();
    scf::YieldOp::create(builder, loc, results);
  }
  for (auto [from, to, place] : llvm::zip_equal(op->getResults(), branch.getResults(), targets)) {
    mapping.map(from, to);
    sizes.setDims(to, sizes.getDims(place));
  }
  return success();
}

/// Lowers the body of a loop whose first values are the carried states: each next
/// state is written over the state where nothing reads that any more, else beside it
/// and copied at the end. `targets` holds where the other values go, null if anywhere.
LogicalResult FunctionLowering::lowerLoopBody(Block &block, ValueRange values, ValueRange states,
                                              ValueRange stateTensors, ValueRange targets,
                                              SmallVectorImpl<Value> &results) {
  Location loc = block.getTerminator()->getLoc();
  SmallVector<Value> places;
  SmallVector<bool> copied(states.size(), false);
  llvm::DenseSet<Value> taken;
  for (auto [i, state] : llvm::enumerate(states)) {
    Value tensor = stateTensors[i];
    if (values[i] == state) {
      places.push_back(nullptr); // it stays
      continue;
    }
    copied[i] = !mayOverwrite(state, values[i], block) ||
                !taken.insert(lookThroughReshapes(values[i])).second;
    auto type = cast<RankedTensorType>(tensor.getType());
    if (copied[i])
      tensor =
          tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType(),
                                  sizes.materializeDynamic(builder, loc, sizes.getDims(tensor)));
    places.push_back(tensor);
  }
  llvm::append_range(places, targets);
  if (failed(lowerInto(block, values, places, results)))
    return failure();
  for (size_t i = 0; i < states.size(); ++i) {
    if (!copied[i])
      continue;
    FailureOr<Value> copy = copyInto(loc, results[i], stateTensors[i]);
    if (failed(copy))
      return failure();
    results[i] = *copy;
  }
  return success();
}

/// The states before the first step, each in a tensor of its own.
LogicalResult FunctionLowering::initializeStates(Location loc, ValueRange states, ValueRange places,
                                                 SmallVectorImpl<Value> &tensors) {
  for (auto [state, place] : llvm::zip_equal(states, places)) {
    FailureOr<Value> copy = copyInto(loc, mapping.lookup(state), place);
    if (failed(copy))
      return failure();
    tensors.push_back(*copy);
  }
  return success();
}

LogicalResult FunctionLowering::lowerWhile(WhileOp op) {
  Location loc = op.getLoc();
  Value condition = mapping.lookup(op.getCondition());
  auto conditionType = cast<RankedTensorType>(condition.getType());
  SmallVector<Value> places = {tensor::EmptyOp::create(builder, loc, conditionType.getShape(),
                                                       conditionType.getElementType())},
                     inits;
  if (failed(getPlaces(op, op.getStates(), places)))
    return failure();
  SmallVector<Value> before = {op.getCondition()};
  llvm::append_range(before, op.getStates());
  if (failed(initializeStates(loc, before, places, inits)))
    return failure();

  TypeRange types = TypeRange(ValueRange(inits));
  auto loop = scf::WhileOp::create(builder, loc, types, inits);
  SmallVector<Location> locations(inits.size(), loc);
  OpBuilder::InsertionGuard guard(builder);
  Block *test = builder.createBlock(&loop.getBefore(), {}, types, locations);
  Value holds = readCondition(loc, test->getArgument(0));
  scf::ConditionOp::create(builder, loc, holds, test->getArguments());
  Block *repeat = builder.createBlock(&loop.getAfter(), {}, types, locations);

  Block &block = op.getBody().front();
  auto states = repeat->getArguments().drop_front();
  for (auto [from, to, place] :
       llvm::zip_equal(block.getArguments(), states, ArrayRef<Value>(places).drop_front())) {
    mapping.map(Value(from), Value(to));
    sizes.setDims(to, sizes.getDims(place));
  }
  // States first, then the condition, which nothing reads in the loop.
  SmallVector<Value> values(op.getYield().getValues().drop_front()), results;
  values.push_back(op.getYield().getValues().front());
  SmallVector<Value> targets = {repeat->getArgument(0)};
  if (failed(lowerLoopBody(block, values, ValueRange(block.getArguments()), ValueRange(states),
                           targets, results)))
    return failure();
  std::rotate(results.begin(), results.end() - 1, results.end());
  scf::YieldOp::create(builder, loc, results);
  for (auto [from, to, place] : llvm::zip_equal(op->getResults(), loop.getResults().drop_front(),
                                                ArrayRef<Value>(places).drop_front())) {
    mapping.map(from, to);
    sizes.setDims(to, sizes.getDims(place));
  }
  return success();
}

LogicalResult FunctionLowering::lowerScan(ScanOp op) {
  Location loc = op.getLoc();
  unsigned numStates = op.getNumStates();
  SmallVector<Value> places, inits;
  if (failed(getPlaces(op, op.getStates(), places)))
    return failure();
  if (failed(
          initializeStates(loc, op.getStates(), ValueRange(places).take_front(numStates), inits)))
    return failure();
  llvm::append_range(inits, ArrayRef<Value>(places).drop_front(numStates));

  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value numSteps = sizes.materialize(builder, loc,
                                     sizes.getDims(mapping.lookup(op.getInputs().front())).front());
  auto loop = scf::ForOp::create(builder, loc, constant(0), numSteps, constant(1), inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  // The step counted from the start or from the end.
  Value forward = loop.getInductionVar(), backward;
  auto position = [&](bool reverse) {
    if (reverse && !backward) {
      Value last = arith::SubIOp::create(builder, loc, numSteps, constant(1));
      backward = arith::SubIOp::create(builder, loc, last, forward);
    }
    return reverse ? backward : forward;
  };
  auto createStep = [&](Value sequence, bool reverse) -> Value {
    Value step = te::StepOp::create(builder, loc, sequence, position(reverse));
    Dims dims = sizes.getDims(sequence);
    sizes.setDims(step, Dims(llvm::drop_begin(dims)));
    return step;
  };
  Block &block = op.getBody().front();
  SmallVector<Value> carried(loop.getRegionIterArgs());
  for (auto [value, place] : llvm::zip_equal(carried, places))
    sizes.setDims(value, sizes.getDims(place));
  for (auto [state, value] : llvm::zip(block.getArguments().take_front(numStates), carried))
    mapping.map(Value(state), value);
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    mapping.map(Value(block.getArgument(numStates + i)),
                createStep(mapping.lookup(input), op.getReverseInputs()[i]));
  SmallVector<Value> targets, results;
  for (auto [i, reverse] : llvm::enumerate(op.getReverseOutputs()))
    targets.push_back(createStep(carried[numStates + i], reverse));
  auto states = ValueRange(block.getArguments()).take_front(numStates);
  if (failed(lowerLoopBody(block, op.getYield().getValues(), states,
                           ValueRange(carried).take_front(numStates), targets, results)))
    return failure();
  for (auto [i, reverse] : llvm::enumerate(op.getReverseOutputs())) {
    Value &result = results[numStates + i], sequence = carried[numStates + i];
    result = te::InsertStepOp::create(builder, loc, sequence.getType(), result, sequence,
                                      position(reverse));
  }
  scf::YieldOp::create(builder, loc, results);
  for (auto [from, to, place] : llvm::zip_equal(op->getResults(), loop.getResults(), places)) {
    mapping.map(from, to);
    sizes.setDims(to, sizes.getDims(place));
  }
  return success();
}
