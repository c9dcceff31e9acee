//===-- ComputeProgram.cpp - running a te.compute row by row -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops around the steps: over blocks of the result, and over reduction
// points with accumulation.
//
//===----------------------------------------------------------------------===//
#include "ComputeProgram.h"
#include "Evaluation.h"

#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>
#include <numeric>

using namespace mlir;
using namespace dl;
using namespace dl::reference;

/// Enough to hide the cost of a step, few enough for all rows to stay in cache.
static constexpr int64_t maxLanes = 1024;

RowBlock::RowBlock(ArrayRef<int64_t> extents, int64_t maxLanes)
    : extents(extents), sizes(extents.size(), 1), strides(extents.size(), 1) {
  for (unsigned axis = extents.size(); axis-- > 0;) {
    strides[axis] = numLanes;
    cut = axis;
    sizes[axis] = std::max<int64_t>(std::min(extents[axis], maxLanes / numLanes), 1);
    numLanes *= sizes[axis];
    if (sizes[axis] < extents[axis])
      break;
  }
  // Axes outside the cut one have one element in a block: any stride will do.
}

int64_t RowBlock::getNumLanesAt(ArrayRef<int64_t> origin) const {
  if (extents.empty())
    return 1;
  return std::min(sizes[cut], extents[cut] - origin[cut]) * strides[cut];
}

bool RowBlock::advance(MutableArrayRef<int64_t> origin) const {
  for (unsigned axis = extents.size(); axis-- > 0;) {
    origin[axis] += sizes[axis];
    if (origin[axis] < extents[axis])
      return true;
    origin[axis] = 0;
  }
  return false;
}

std::string RowState::describe(int64_t lane) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  te::ComputeOp compute = op;
  for (unsigned axis = 0, e = point.size(); axis != e; ++axis) {
    int64_t offset = compute.isReduction(axis) ? 0 : block->getOffset(axis, lane);
    stream << (axis ? ", " : " at ") << compute.getAxisName(axis) << " = " << point[axis] + offset;
  }
  return text;
}

ComputeProgram::ComputeProgram(te::ComputeOp op, ArrayRef<int64_t> extents)
    : op(op), extents(extents), numSpatial(op.getNumSpatial()), elementType(getElementType(0)),
      block(ArrayRef(extents).take_front(op.getNumSpatial()), maxLanes) {
  state.op = op;
  state.block = &block;
  state.point.assign(extents.size(), 0);
}

LogicalResult ComputeProgram::runSteps(ArrayRef<std::unique_ptr<Step>> steps, RowState &state) {
  for (const std::unique_ptr<Step> &step : steps)
    if (failed(step->run(state)))
      return failure();
  return success();
}

template <typename Accumulator, typename Element>
static void combineRows(te::Combiner combiner, Accumulator *__restrict accumulators,
                        const Element *__restrict row, int64_t count) {
  switch (combiner) {
  case te::Combiner::None:
  case te::Combiner::Custom:
    return;
  case te::Combiner::Add:
    for (int64_t i = 0; i != count; ++i)
      accumulators[i] += static_cast<Accumulator>(row[i]);
    return;
  case te::Combiner::Mul:
    for (int64_t i = 0; i != count; ++i)
      accumulators[i] *= static_cast<Accumulator>(row[i]);
    return;
  // NaN wins, and -0 is less than 0, as in arith.minimumf and arith.maximumf.
  case te::Combiner::Min:
    for (int64_t i = 0; i != count; ++i)
      if (row[i] < accumulators[i] || row[i] != row[i] ||
          (row[i] == accumulators[i] && std::signbit(row[i])))
        accumulators[i] = row[i];
    return;
  case te::Combiner::Max:
    for (int64_t i = 0; i != count; ++i)
      if (row[i] > accumulators[i] || row[i] != row[i] ||
          (row[i] == accumulators[i] && !std::signbit(row[i])))
        accumulators[i] = row[i];
    return;
  }
}

void ComputeProgram::combineRow() {
  const void *row = state.registers[yielded.front()];
  te::Combiner combiner = op.getCombiner();
  switch (getLane(elementType)) {
  case Lane::F32:
    return combineRows(combiner, floatAccumulators.data(), static_cast<const float *>(row),
                       state.count);
  case Lane::F64:
    return combineRows(combiner, floatAccumulators.data(), static_cast<const double *>(row),
                       state.count);
  case Lane::I64:
    // Wraps: unsigned sums and products are those of two's complement.
    if (combiner == te::Combiner::Add || combiner == te::Combiner::Mul)
      return combineRows(combiner, reinterpret_cast<uint64_t *>(intAccumulators.data()),
                         static_cast<const uint64_t *>(row), state.count);
    return combineRows(combiner, intAccumulators.data(), static_cast<const int64_t *>(row),
                       state.count);
  }
}

LogicalResult ComputeProgram::reduceBlock() {
  TypedAttr identity = te::getIdentity(op.getCombiner(), op.getTensorType().getElementType());
  if (auto value = dyn_cast<FloatAttr>(identity))
    floatAccumulators.assign(block.getNumLanes(), value.getValueAsDouble());
  else
    intAccumulators.assign(block.getNumLanes(),
                           elementType == ElementType::I1
                               ? cast<IntegerAttr>(identity).getValue().getZExtValue()
                               : cast<IntegerAttr>(identity).getValue().getSExtValue());
  return forEachTerm([&]() -> LogicalResult {
    if (failed(runSteps(steps, state)))
      return failure();
    combineRow();
    return success();
  });
}

LogicalResult ComputeProgram::forEachTerm(function_ref<LogicalResult()> visit) {
  auto point = MutableArrayRef(state.point).drop_front(numSpatial);
  llvm::fill(point, 0);
  while (true) {
    if (failed(visit()))
      return failure();
    unsigned axis = point.size();
    while (axis > 0 && ++point[axis - 1] == extents[numSpatial + axis - 1])
      point[--axis] = 0;
    if (axis == 0)
      return success();
  }
}

LogicalResult ComputeProgram::joinRow() {
  if (failed(runSteps(steps, state)) || failed(runSteps(joinSteps, state)))
    return failure();
  // All before any is changed: a join may yield another one's accumulator.
  for (Joined &join : joins)
    std::memcpy(join.next.data(), state.registers[join.joined],
                state.count * (join.next.size() / block.getNumLanes()));
  for (Joined &join : joins) {
    std::swap(join.row, join.next);
    state.registers[join.accumulated] = join.row.data();
  }
  return success();
}

LogicalResult ComputeProgram::joinBlock() {
  for (Joined &join : joins) {
    join.row = join.identity;
    state.registers[join.accumulated] = join.row.data();
  }
  return forEachTerm([&] { return joinRow(); });
}

const void *ComputeProgram::getResultRow(unsigned number) const {
  return joins.empty() ? state.registers[yielded[number]] : joins[number].row.data();
}

FailureOr<SmallVector<Tensor>> ComputeProgram::run() {
  SmallVector<Tensor> results;
  for (unsigned number = 0; number < op->getNumResults(); ++number)
    if (results.push_back(
            makeTensor(op, getElementType(number), ArrayRef(extents).take_front(numSpatial)));
        !results.back())
      return failure();
  if (results.front().getNumElements() == 0)
    return results;
  bool isFloat = getLane(elementType) != Lane::I64;
  bool isNamed = op.hasReduction() && joins.empty();
  auto origin = MutableArrayRef(state.point).take_front(numSpatial);
  int64_t position = 0;
  do {
    state.count = block.getNumLanesAt(origin);
    if (failed(isNamed ? reduceBlock() : joins.empty() ? runSteps(steps, state) : joinBlock()))
      return failure();
    for (auto [number, result] : llvm::enumerate(results)) {
      ElementType type = result.getElementType();
      char *target = static_cast<char *>(result.getMutableData()) + position * getByteWidth(type);
      const void *row = getResultRow(number);
      if (isNamed)
        row = isFloat ? static_cast<const void *>(floatAccumulators.data())
                      : static_cast<const void *>(intAccumulators.data());
      storeRow(type, row, /*isWide=*/isNamed && isFloat, target, state.count);
    }
    position += state.count;
  } while (block.advance(origin));
  return results;
}
