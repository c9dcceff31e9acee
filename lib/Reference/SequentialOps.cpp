//===-- SequentialOps.cpp - te.scatter and te.scan -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements SequentialOps.h. The updates of a scatter are evaluated as a te.compute whose
// results are the values and their places; then they are made one after the other.
//
//===----------------------------------------------------------------------===//
#include "SequentialOps.h"
#include "Evaluation.h"
#include "ScalarOps.h"

#include "mlir/IR/IRMapping.h"

#include <cstring>

using namespace mlir;
using namespace dl;
using namespace dl::reference;

/// A te.compute without a block around it that yields what the scatter's region yields.
static OwningOpRef<te::ComputeOp> getUpdates(te::ScatterOp op) {
  OpBuilder builder(op.getContext());
  SmallVector<te::AxisSpec> axes;
  for (unsigned axis = 0; axis < op.getNumAxes(); ++axis)
    axes.push_back({op.getAxisName(axis).str(), op.getMixedExtent(axis)});
  SmallVector<Type> types;
  for (Value value : op.getYield().getValues())
    types.push_back(RankedTensorType::get(op.getExtents(), value.getType()));
  return te::ComputeOp::create(
      builder, op.getLoc(), types, op.getStage(), axes, ArrayRef<te::AxisSpec>(),
      ArrayRef<Attribute>(), /*commutative=*/false,
      [&](OpBuilder &body, Location, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(op.getBody().getArguments(), arguments);
        for (Operation &inner : op.getBody().front().without_terminator())
          body.clone(inner, mapping);
        SmallVector<Value> values;
        for (Value value : op.getYield().getValues())
          values.push_back(mapping.lookupOrDefault(value));
        return values;
      },
      /*joinBuilder=*/nullptr);
}

namespace {
/// A combiner on single elements.
class ElementCombiner {
public:
  ElementCombiner(te::ScatterOp op) {
    if (op.getCombiner() == te::Combiner::None)
      return;
    Type type = op.getTensorType().getElementType();
    OpBuilder builder(op.getContext());
    block.addArguments({type, type}, {op.getLoc(), op.getLoc()});
    builder.setInsertionPointToStart(&block);
    Value joined = te::combine(builder, op.getLoc(), op.getCombiner(), block.getArgument(0),
                               block.getArgument(1));
    kernel = getScalarKernel(joined.getDefiningOp());
  }

  /// Joins the element at `position` with an update.
  void update(Tensor &tensor, int64_t position, const Tensor &updates, int64_t number) const {
    ElementType type = tensor.getElementType();
    unsigned width = getByteWidth(type);
    char *target = static_cast<char *>(tensor.getMutableData()) + position * width;
    if (!kernel) {
      std::memcpy(target, static_cast<const char *>(updates.getData()) + number * width, width);
      return;
    }
    int64_t old, value, joined;
    loadRow(type, tensor.getData(), position, nullptr, 0, &old, 1);
    loadRow(type, updates.getData(), number, nullptr, 0, &value, 1);
    const void *operands[] = {&old, &value};
    kernel->run(&joined, operands, 1);
    storeRow(type, &joined, /*isWide=*/false, target, 1);
  }

private:
  Block block;
  std::optional<ScalarKernel> kernel;
};
} // namespace

Tensor dl::reference::evaluateScatter(te::ScatterOp op, const Values &values) {
  Tensor base = getValue(op.getBase(), values);
  if (!base) {
    op.emitOpError("expected the base to have a value; a destination has none");
    return Tensor();
  }
  OwningOpRef<te::ComputeOp> updates = getUpdates(op);
  FailureOr<SmallVector<Tensor>> results = evaluateCompute(*updates, values);
  if (failed(results))
    return Tensor();
  Tensor result = makeTensor(op, base.getElementType(), base.getShape());
  if (!result)
    return result;
  std::memcpy(result.getMutableData(), base.getData(), base.getNumBytes());
  ElementCombiner combiner(op);
  ArrayRef<Tensor> places = ArrayRef(*results).drop_front();
  for (int64_t number = 0, e = results->front().getNumElements(); number < e; ++number) {
    int64_t position = 0;
    for (auto [dim, place] : llvm::enumerate(places)) {
      int64_t index = place.getAsInteger(number), size = base.getShape()[dim];
      if (index < 0 || index >= size) {
        op.emitOpError("expected place ") << dim << " of an update to be in [0, " << size - 1
                                          << "], got " << index << " at update " << number;
        return Tensor();
      }
      position = position * size + index;
    }
    combiner.update(result, position, results->front(), number);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// te.scan
//===----------------------------------------------------------------------===//

/// Puts what a step made into the stacked result, whose dim `dim` is the time.
static void stack(Tensor &stacked, const Tensor &step, int64_t dim, int64_t time) {
  int64_t inner = 1, steps = stacked.getShape()[dim];
  for (int64_t size : stacked.getShape().drop_front(dim + 1))
    inner *= size;
  size_t width = inner * getByteWidth(step.getElementType());
  if (width == 0)
    return;
  auto *target = static_cast<char *>(stacked.getMutableData());
  auto *source = static_cast<const char *>(step.getData());
  for (int64_t outer = 0, e = step.getNumElements() / inner; outer < e; ++outer)
    std::memcpy(target + (outer * steps + time) * width, source + outer * width, width);
}

FailureOr<SmallVector<Tensor>> dl::reference::evaluateScan(te::ScanOp op, Values &values) {
  OpFoldResult extent = op.getMixedExtent();
  int64_t steps;
  if (auto attribute = dyn_cast<Attribute>(extent)) {
    steps = cast<IntegerAttr>(attribute).getInt();
  } else {
    Tensor value = getValue(cast<Value>(extent), values);
    steps = value ? value.getAsInteger(0) : -1;
  }
  if (steps < 0)
    return op.emitOpError("expected the extent of the time to have a value that is not negative");
  SmallVector<Tensor> states;
  for (Value init : op.getInits()) {
    states.push_back(getValue(init, values));
    if (!states.back())
      return op.emitOpError("expected initial states with a value; a destination has none");
  }
  unsigned numStates = states.size();
  SmallVector<Tensor> stacked(op.getStackDims().size());
  auto makeStacked = [&](unsigned number, SmallVector<int64_t> shape) {
    auto type = cast<RankedTensorType>(op.getResultTypes()[numStates + number]);
    stacked[number] = makeTensor(op, *getElementType(type.getElementType()), shape);
    return success(static_cast<bool>(stacked[number]));
  };
  for (int64_t step = 0; step < steps; ++step) {
    Tensor time(ElementType::I64, {});
    time.getMutableValues<int64_t>()[0] = op.getReverse() ? steps - 1 - step : step;
    values[op.getTime()] = time;
    for (auto [argument, state] : llvm::zip_equal(op.getStates(), states))
      values[argument] = state;
    FailureOr<SmallVector<Tensor>> yielded = evaluateBlock(op.getBody().front(), values);
    if (failed(yielded))
      return failure();
    for (auto [number, dim] : llvm::enumerate(op.getStackDims())) {
      const Tensor &made = (*yielded)[numStates + number];
      if (!stacked[number]) {
        SmallVector<int64_t> shape(made.getShape());
        shape.insert(shape.begin() + dim, steps);
        if (failed(makeStacked(number, shape)))
          return failure();
      }
      stack(stacked[number], made, dim, time.getAsInteger(0));
    }
    yielded->resize(numStates);
    states = *yielded;
  }
  for (auto [number, tensor] : llvm::enumerate(stacked)) {
    if (tensor)
      continue;
    // No step: nothing tells the sizes that are known only at run time.
    auto type = cast<RankedTensorType>(op.getResultTypes()[numStates + number]);
    SmallVector<int64_t> shape(type.getShape());
    shape[op.getStackDims()[number]] = 0;
    if (llvm::is_contained(shape, ShapedType::kDynamic))
      return op.emitOpError("expected at least one step, since a size of ")
             << type << " follows from nothing else";
    if (failed(makeStacked(number, shape)))
      return failure();
  }
  llvm::append_range(states, stacked);
  return states;
}
