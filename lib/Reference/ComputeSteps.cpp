//===-- ComputeSteps.cpp - the kinds of steps -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How each kind of step works on a row.
//
//===----------------------------------------------------------------------===//
#include "ComputeSteps.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

AxisForm::AxisForm(int64_t constant, SmallVector<int64_t> axisCoefficients, const RowBlock &block,
                   unsigned numSpatial)
    : constant(constant), coefficients(std::move(axisCoefficients)), lanes(block.getNumLanes()) {
  for (unsigned axis = 0; axis != numSpatial; ++axis)
    if (coefficients[axis] != 0)
      for (auto [lane, value] : llvm::enumerate(lanes))
        value += coefficients[axis] * block.getOffset(axis, lane);
}

int64_t AxisForm::getBase(ArrayRef<int64_t> point) const {
  int64_t base = constant;
  for (auto [coefficient, value] : llvm::zip_equal(coefficients, point))
    base += coefficient * value;
  return base;
}

ScalarStep::ScalarStep(unsigned result, Operation *op, ScalarKernel kernel,
                       ArrayRef<unsigned> operands, int64_t numLanes)
    : Step(result), op(op), kernel(kernel), operands(operands),
      row(numLanes * getLaneWidth(getLane(kernel.resultType))) {}

LogicalResult ScalarStep::run(RowState &state) {
  const void *rows[3];
  for (auto [i, operand] : llvm::enumerate(operands))
    rows[i] = state.registers[operand];
  int64_t undefined = kernel.run(row.data(), ArrayRef(rows, operands.size()), state.count);
  if (undefined >= 0)
    return op->emitOpError("expected operands for which it is defined, got a division by 0 or "
                           "one that overflows")
           << state.describe(undefined);
  state.registers[result] = row.data();
  return success();
}

IndexStep::IndexStep(unsigned result, AxisForm form)
    : Step(result), form(std::move(form)), row(this->form.lanes.size()) {}

LogicalResult IndexStep::run(RowState &state) {
  int64_t base = form.getBase(state.point);
  for (int64_t i = 0; i != state.count; ++i)
    row[i] = base + form.lanes[i];
  state.registers[result] = row.data();
  return success();
}

AffineReadStep::AffineReadStep(unsigned result, Tensor source, AxisForm position,
                               const RowBlock &block)
    : Step(result), source(source), form(std::move(position)),
      row(form.lanes.size() * getLaneWidth(getLane(source.getElementType()))) {
  ArrayRef<int64_t> lanes = form.lanes;
  int64_t stride = lanes.size() > 1 ? lanes[1] - lanes[0] : 0;
  auto isStrided = [&](ArrayRef<int64_t> part) {
    for (size_t i = 0; i < part.size(); ++i)
      if (part[i] - part[0] != static_cast<int64_t>(i) * stride)
        return false;
    return true;
  };
  runStride = stride;
  constexpr int64_t minRun = 8;
  if (isStrided(lanes))
    runLength = lanes.size();
  else if (block.getRunLength() >= minRun)
    runLength = block.getRunLength();
}

LogicalResult AffineReadStep::run(RowState &state) {
  int64_t base = form.getBase(state.point), count = state.count;
  ElementType type = source.getElementType();
  unsigned width = getLaneWidth(getLane(type));
  bool isStoredAsLane =
      type == ElementType::F32 || type == ElementType::F64 || type == ElementType::I64;
  state.registers[result] = row.data();
  if (runLength >= count && runStride == 1 && isStoredAsLane) {
    state.registers[result] = static_cast<const char *>(source.getData()) + base * width;
  } else if (runLength == 0) {
    loadRow(type, source.getData(), base, form.lanes.data(), 0, row.data(), count);
  } else {
    // Runs along the innermost axis.
    for (int64_t begin = 0; begin < count; begin += runLength)
      loadRow(type, source.getData(), base + form.lanes[begin], nullptr, runStride,
              row.data() + begin * width, std::min(runLength, count - begin));
  }
  return success();
}

CheckedReadStep::CheckedReadStep(unsigned result, te::ReadOp op, Tensor source,
                                 ArrayRef<unsigned> indices, ArrayRef<unsigned> constraints,
                                 std::optional<unsigned> otherwise, int64_t numLanes)
    : Step(result), op(op), source(source), indices(indices), constraints(constraints),
      otherwise(otherwise), positions(numLanes), holds(numLanes),
      row(numLanes * getLaneWidth(getLane(source.getElementType()))) {}

LogicalResult CheckedReadStep::run(RowState &state) {
  int64_t count = state.count;
  evaluatePredicate(state);
  std::fill_n(positions.begin(), count, 0);
  for (auto [dimension, index] : llvm::enumerate(indices)) {
    auto *values = static_cast<const int64_t *>(state.registers[index]);
    uint64_t size = source.getShape()[dimension];
    bool isInside = true;
    for (int64_t i = 0; i != count; ++i) {
      bool inside = static_cast<uint64_t>(values[i]) < size;
      isInside &= inside | !holds[i];
      positions[i] = positions[i] * size + (inside ? values[i] : 0);
    }
    if (!isInside)
      return reportOutside(state, dimension, values);
  }
  load(state);
  return success();
}

void CheckedReadStep::evaluatePredicate(RowState &state) {
  std::fill_n(holds.begin(), state.count, 1);
  IntegerSet predicate = op.getPredicate().value_or(IntegerSet());
  for (auto [constraint, index] : llvm::enumerate(constraints)) {
    auto *values = static_cast<const int64_t *>(state.registers[index]);
    bool isEquality = predicate.isEq(constraint);
    for (int64_t i = 0; i != state.count; ++i)
      holds[i] &= isEquality ? values[i] == 0 : values[i] >= 0;
  }
}

void CheckedReadStep::load(RowState &state) {
  ElementType type = source.getElementType();
  unsigned width = getLaneWidth(getLane(type));
  state.registers[result] = row.data();
  const char *fallback =
      otherwise ? static_cast<const char *>(state.registers[*otherwise]) : nullptr;
  // Runs of lanes that are read, and of lanes that are not.
  for (int64_t begin = 0, end; begin < state.count; begin = end) {
    for (end = begin; end != state.count && holds[end] == holds[begin];)
      ++end;
    char *target = row.data() + begin * width;
    if (holds[begin])
      loadRow(type, source.getData(), 0, positions.data() + begin, 0, target, end - begin);
    else
      std::memcpy(target, fallback + begin * width, (end - begin) * width);
  }
}

LogicalResult CheckedReadStep::reportOutside(RowState &state, unsigned dimension,
                                             const int64_t *values) {
  int64_t size = source.getShape()[dimension], lane = 0;
  while (!holds[lane] || static_cast<uint64_t>(values[lane]) < static_cast<uint64_t>(size))
    ++lane;
  return op.emitOpError("expected index ")
         << dimension << " to be in [0, " << size - 1 << "], got " << values[lane]
         << state.describe(lane) << "; guard the read by 'where(…) else'";
}
