//===-- TileStreams.cpp - what tiles touch in memory ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileStreams.h"

#include <algorithm>
#include <cmath>

using namespace dl::schedule;
using dl::floorDiv;

TileStreams::TileStreams(const KernelSchedule &kernel, const LoopPlan &plan, int64_t assumedExtent)
    : kernel(kernel), depthOf(plan.variables.size(), -1), places(plan.variables.size()),
      values(plan.variables.size(), 0), parts(kernel.size()) {
  for (int variable = 0; variable < plan.variables.size(); ++variable)
    if (plan.about[variable].kind == PlanVariable::Extent)
      values[variable] = assumedExtent;
}

void TileStreams::enter(int variable, double count) {
  depthOf[variable] = static_cast<int>(loops.size());
  loops.push_back({variable, count});
}

void TileStreams::leave(Traffic &body) {
  auto [variable, count] = loops.back();
  loops.pop_back();
  depthOf[variable] = -1;
  body.repeat(count, loops.size());
}

void TileStreams::setPart(const PlanNode &part, std::vector<int64_t> sizes) {
  Part &made = parts[part.stage];
  made.sizes = std::move(sizes);
  made.numLoops = loops.size();
  made.offsets.clear();
  for (const PlanRange &range : part.ranges)
    made.offsets.push_back(getPlace(range.offset));
}

double TileStreams::countSame(int stage, size_t firstLoop) const {
  double count = 1;
  for (size_t depth = loops.size(); depth-- > firstLoop; count *= loops[depth].second)
    for (const Place &offset : parts[stage].offsets)
      if (offset.steps[depth] != 0)
        return count;
  return count;
}

TileStreams::Place TileStreams::getPlace(const LoopExpr &sum) {
  Place place{sum.constant, {}};
  place.steps.assign(loops.size(), 0);
  for (const auto &[atom, coefficient] : sum.terms) {
    if (!atom.sum) {
      addVariable(place, atom.variable, coefficient);
      continue;
    }
    LoopExpr digit;
    digit.terms = {{atom, coefficient}};
    place.first += digit.evaluate(values);
    for (size_t depth = 0; depth < loops.size(); ++depth)
      if (atom.dependsOn(loops[depth].first) && loops[depth].second > 1)
        place.steps[depth] +=
            static_cast<double>(coefficient * getSpread(atom, depth)) / (loops[depth].second - 1);
  }
  return place;
}

int64_t TileStreams::getSpread(const LoopAtom &digit, size_t depth) {
  auto [variable, count] = loops[depth];
  int64_t first = digit.sum->evaluate(values);
  values[variable] = static_cast<int64_t>(count) - 1;
  int64_t last = digit.sum->evaluate(values);
  values[variable] = 0;
  int64_t begin = floorDiv(std::min(first, last), digit.divisor);
  int64_t end = floorDiv(std::max(first, last), digit.divisor);
  if (!digit.isRemainder)
    return end - begin;
  // Where a remainder turns back, it has about all values.
  return begin == end ? std::abs(last - first)
                      : std::min(std::abs(last - first), digit.divisor - 1);
}

void TileStreams::addVariable(Place &place, int variable, int64_t factor) const {
  if (int depth = depthOf[variable]; depth != -1) {
    place.steps[depth] += static_cast<double>(factor);
    return;
  }
  const Place &known = places[variable];
  place.first += factor * known.first;
  for (size_t depth = 0; depth < std::min(known.steps.size(), place.steps.size()); ++depth)
    place.steps[depth] += static_cast<double>(factor) * known.steps[depth];
}

int64_t TileStreams::getGrowth(double step, size_t depth) const {
  return std::llround(std::abs(step) * (loops[depth].second - 1));
}

Stream TileStreams::start(int buffer, int64_t elementBytes,
                          const std::vector<int64_t> &shape) const {
  Stream stream;
  stream.buffer = buffer;
  stream.elementBytes = elementBytes;
  stream.dims.reserve(shape.size());
  for (int64_t extent : shape)
    stream.dims.push_back({0, 1, extent});
  stream.growth.assign(loops.size() * shape.size(), 0);
  return stream;
}

double TileStreams::countSame(const TileRead &read, const Stream &stream, size_t first,
                              size_t last) const {
  // What is computed inside of a loop is read again in each iteration.
  if (int stage = read.read.stage; stage != -1)
    first = std::max(first, parts[stage].numLoops);
  size_t numDims = stream.dims.size();
  double count = 1;
  for (size_t depth = last; depth-- > first; count *= loops[depth].second)
    for (size_t d = 0; d < numDims; ++d)
      if (stream.growth[depth * numDims + d] != 0)
        return count;
  return count;
}

void TileStreams::add(const PlanNode &tile, const TileModel &model, TileModel::Block &block,
                      size_t first, size_t last, Traffic &traffic) {
  const std::vector<int64_t> &sizes = block.sizes;
  std::vector<Place> axes;
  axes.reserve(tile.ranges.size());
  block.axisRepeats.reserve(tile.ranges.size());
  for (const PlanRange &range : tile.ranges) {
    const Place &place = axes.emplace_back(getPlace(range.offset));
    double &count = block.axisRepeats.emplace_back(1);
    for (size_t depth = last; depth-- > first && place.steps[depth] == 0;)
      count *= loops[depth].second;
  }
  block.repeats.reserve(model.getReads().size());
  for (const TileRead &read : model.getReads()) {
    Stream stream = makeStream(read, axes, sizes);
    block.repeats.push_back(countSame(read, stream, first, last));
    if (!read.isComputed)
      traffic.add(std::move(stream));
  }
  Stream result = start(tile.stage, model.getElementBytes(), model.getShape());
  for (size_t d = 0; d < result.dims.size(); ++d)
    setRange(result, d, axes[d], sizes[d]);
  makeRelative(result, tile.stage);
  result.isStored = true;
  traffic.add(std::move(result));
}

void TileStreams::setRange(Stream &stream, size_t d, const Place &place, int64_t size) const {
  stream.dims[d].begin = place.first;
  stream.dims[d].size = size;
  for (size_t depth = 0; depth < loops.size(); ++depth)
    stream.growth[depth * stream.dims.size() + d] = getGrowth(place.steps[depth], depth);
}

Stream TileStreams::makeStream(const TileRead &read, const std::vector<Place> &axes,
                               const std::vector<int64_t> &sizes) const {
  const StageRead &source = read.read;
  int buffer = source.stage != -1 ? source.stage : kernel.size() + source.operand;
  Stream stream = start(buffer, read.elementBytes, read.shape);
  for (size_t d = 0; d < stream.dims.size(); ++d) {
    const IndexExpression &index = source.indices[d];
    if (index.kind == IndexKind::Gathered)
      stream.dims[d].size = stream.dims[d].extent;
    else if (index.kind == IndexKind::Affine)
      setLinear(stream, d, index, axes, sizes);
    else
      setDigits(stream, d, index, axes, sizes);
  }
  if (source.stage != -1)
    makeRelative(stream, source.stage);
  return stream;
}

void TileStreams::setLinear(Stream &stream, size_t d, const IndexExpression &index,
                            const std::vector<Place> &axes,
                            const std::vector<int64_t> &sizes) const {
  Place place{index.constant, {}};
  place.steps.assign(loops.size(), 0);
  int64_t size = 1;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    int64_t factor = index.coefficients[axis];
    if (factor == 0)
      continue;
    int64_t spread = factor * (sizes[axis] - 1);
    place.first += factor * axes[axis].first + std::min<int64_t>(spread, 0);
    size += std::abs(spread);
    for (size_t depth = 0; depth < loops.size(); ++depth)
      place.steps[depth] += static_cast<double>(factor) * axes[axis].steps[depth];
  }
  setRange(stream, d, place, size);
}

/// Quotients and remainders are evaluated where ranges begin and end, and between.
void TileStreams::setDigits(Stream &stream, size_t d, const IndexExpression &index,
                            const std::vector<Place> &axes,
                            const std::vector<int64_t> &sizes) const {
  std::vector<int64_t> point(axes.size());
  auto at = [&](auto getOffset) {
    for (size_t axis = 0; axis < axes.size(); ++axis)
      point[axis] = axes[axis].first + getOffset(axis);
    return index.digits.evaluate(point);
  };
  int64_t base = at([](size_t) { return int64_t(0); });
  auto getSpread = [&](int64_t count, auto getStep) {
    int64_t low = 0, high = 0;
    for (int64_t n : {int64_t(1), count / 2, count - 2, count - 1}) {
      if (n < 1 || n >= count)
        continue;
      int64_t value = at([&](size_t axis) { return getStep(axis, n); }) - base;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return std::pair(low, high);
  };
  Stream::Dim &dim = stream.dims[d];
  dim.begin = base;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    auto [low, high] =
        getSpread(sizes[axis], [&](size_t other, int64_t n) { return other == axis ? n : 0; });
    dim.begin += low;
    dim.size += high - low;
  }
  for (size_t depth = 0; depth < loops.size(); ++depth) {
    auto [low, high] =
        getSpread(static_cast<int64_t>(loops[depth].second), [&](size_t axis, int64_t n) {
          return std::llround(static_cast<double>(n) * axes[axis].steps[depth]);
        });
    stream.growth[depth * stream.dims.size() + d] = high - low;
  }
}

/// A part of a stage is in a buffer of its own, which does not move with the loops around.
void TileStreams::makeRelative(Stream &stream, int stage) const {
  const Part &part = parts[stage];
  for (size_t d = 0; d < part.sizes.size(); ++d) {
    Stream::Dim &dim = stream.dims[d];
    dim.begin -= part.offsets[d].first;
    dim.extent = part.sizes[d];
    dim.size = std::min(dim.size, dim.extent);
    for (size_t depth = 0; depth < part.offsets[d].steps.size(); ++depth)
      stream.growth[depth * stream.dims.size() + d] = 0;
  }
}
