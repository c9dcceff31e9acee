//===-- FeaturesAccess.cpp - what a tile touches of each buffer -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: a tile touches a box of each buffer, which the loops around it make larger
// from the inside.
//
//===----------------------------------------------------------------------===//
#include "FeaturesAccess.h"

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace dl::schedule;
using namespace dl::tuning;

TileAccesses::TileAccesses(const PlanSummary &plan, int stage)
    : tile(plan.stages[stage].tile), plan(&plan), stage(stage), values(plan.values) {
  for (const PlanRange &range : tile->ranges)
    sizes.push_back(plan.getSize(range));
  findScopes();
  findPlaces();
  const StageSummary &summary = plan.stages[stage];
  accesses.reserve(summary.reads.size() + 1);
  for (const StageRead &read : summary.reads)
    if (read.stage != -1 ? !plan.kernel[read.stage].isInlined() : read.operand != -1)
      addRead(read);
  addResult();

  touched.assign(loops.size() + 1, {0, 0});
  for (BufferAccess &access : accesses) {
    measure(access);
    for (size_t level = 0; level < touched.size(); ++level) {
      touched[level].bytes += access.touched[level].bytes;
      touched[level].lines += access.touched[level].lines;
    }
  }
  for (BufferAccess &access : accesses)
    access.reuse = getReuse(access);
  for (size_t number = 0; number < accesses.size(); ++number)
    order.push_back(number);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    auto getKey = [&](size_t number) {
      return std::make_tuple(-accesses[number].lines, -accesses[number].bytes, number);
    };
    return getKey(a) < getKey(b);
  });
}

void TileAccesses::findScopes() {
  auto forEach = [&](auto visit) {
    for (int scope = plan->stages[stage].scope; scope != -1; scope = plan->scopes[scope].around)
      visit(plan->scopes[scope]);
  };
  size_t outside = 0;
  forEach([&](const PlanScope &scope) { outside += scope.kind == PlanScope::Loop ? 1 : 0; });
  loops.assign(outside, {});
  loopsOutsideInit = outside;
  forEach([&](const PlanScope &scope) {
    const PlanNode &node = *scope.node;
    switch (scope.kind) {
    case PlanScope::Loop: {
      const AxisNode &axis = plan->kernel[node.stage].tree[node.leaves[scope.number]];
      loops[--outside] = {scope.count, node.variables[scope.number], node.stage,
                          axis.kind == AxisKind::Reduction, node.kind == PlanKind::Parallel};
      return;
    }
    case PlanScope::Part:
      if (!lookupBox(node.stage))
        boxes.push_back({&node, outside});
      return;
    case PlanScope::Init:
      if (node.stage == stage && !init) {
        init = &node;
        loopsOutsideInit = outside;
      }
      return;
    }
  });
  if (const Box *own = lookupBox(stage))
    part = own->node;
}

const TileAccesses::Box *TileAccesses::lookupBox(int stage) const {
  auto found = std::find_if(boxes.begin(), boxes.end(),
                            [&](const Box &box) { return box.node->stage == stage; });
  return found == boxes.end() ? nullptr : found;
}

void TileAccesses::findPlaces() {
  places.reserve(tile->ranges.size());
  for (const PlanRange &range : tile->ranges) {
    Place &place = places.emplace_back();
    place.steps.assign(loops.size(), 0);
    addSum(place, range.offset, 1);
  }
}

void TileAccesses::addSum(Place &place, const LoopExpr &sum, int64_t factor) {
  place.first += factor * sum.constant;
  for (const auto &[atom, coefficient] : sum.terms) {
    if (atom.sum) {
      addDigit(place, atom, factor * coefficient);
      continue;
    }
    int variable = atom.variable;
    auto loop = std::find_if(loops.begin(), loops.end(),
                             [&](const Loop &each) { return each.variable == variable; });
    if (loop != loops.end())
      place.steps[loop - loops.begin()] += static_cast<double>(factor * coefficient);
    else if (const PlanNode *clamp = plan->clamps[variable])
      // Moves as the place that was moved inwards.
      addSum(place, clamp->place, factor * coefficient);
    else
      place.first += factor * coefficient * values[variable];
  }
}

/// The mean step of a loop: quotients stay for some iterations, remainders turn back.
void TileAccesses::addDigit(Place &place, const LoopAtom &digit, int64_t factor) {
  int64_t first = digit.sum->evaluate(values), quotient = floorDiv(first, digit.divisor);
  place.first += factor * (digit.isRemainder ? first - quotient * digit.divisor : quotient);
  for (size_t depth = 0; depth < loops.size(); ++depth) {
    const Loop &loop = loops[depth];
    if (!digit.dependsOn(loop.variable))
      continue;
    values[loop.variable] = static_cast<int64_t>(loop.count) - 1;
    int64_t last = digit.sum->evaluate(values);
    values[loop.variable] = 0;
    int64_t spread = floorDiv(last, digit.divisor) - quotient;
    // A remainder that turns back has about all values.
    if (digit.isRemainder)
      spread = spread == 0 ? last - first : std::min(std::abs(last - first), digit.divisor - 1);
    place.steps[depth] += static_cast<double>(factor * spread) / (loop.count - 1);
  }
}

int64_t TileAccesses::getGrowth(double step, size_t depth) const {
  return static_cast<int64_t>(std::abs(step) * (loops[depth].count - 1) + 0.5);
}

BufferAccess &TileAccesses::start(int source, int operand, double elementBytes) {
  BufferAccess &access = accesses.emplace_back();
  access.buffer = source != -1 ? source : plan->kernel.size() + operand;
  access.elementBytes = std::max(elementBytes, 1.0);
  const Box *box = source != -1 ? lookupBox(source) : nullptr;
  access.isPart = box != nullptr;
  access.partLoops = box ? box->numLoops : 0;
  auto addDim = [&](int64_t extent) {
    access.dims.push_back(
        {0, 1, extent == dynamicExtent ? plan->options.assumedExtent : extent, 0, 1});
  };
  if (box)
    for (const PlanRange &range : box->node->ranges)
      addDim(range.size);
  else if (source != -1)
    for (AxisId root = 0; root < plan->kernel[source].tree.getNumSpatial(); ++root)
      addDim(plan->kernel[source].tree[root].extent);
  else if (operand < static_cast<int>(plan->kernel.operands.size()))
    for (int64_t extent : plan->kernel.operands[operand])
      addDim(extent);
  access.growth.assign(loops.size() * access.dims.size(), 0);
  return access;
}

void TileAccesses::addRead(const StageRead &read) {
  BufferAccess &access =
      start(read.stage, read.operand, static_cast<double>(plan->kernel.getElementBytes(read)));
  access.isRead = true;
  access.read = &read;
  for (size_t d = 0; d < std::min(access.dims.size(), read.indices.size()); ++d) {
    const IndexExpression &index = read.indices[d];
    if (index.kind == IndexKind::Affine)
      setLinear(access, d, index);
    else if (index.kind == IndexKind::QuasiAffine)
      setDigits(access, d, index);
    else
      setGathered(access, d, index);
  }
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    if (std::any_of(read.indices.begin(), read.indices.end(),
                    [&](const IndexExpression &index) { return index.coefficients[axis] != 0; })) {
      access.mostOfTile *= sizes[axis];
      access.mostOfWhole *= static_cast<double>(plan->getExtent(stage, static_cast<AxisId>(axis)));
    }
  finish();
}

void TileAccesses::addResult() {
  const StageSchedule &schedule = plan->kernel[stage];
  BufferAccess &access = start(stage, -1, static_cast<double>(schedule.getElementBytes()));
  access.isWritten = true;
  if (init) {
    // Loops over other accumulators inside of the reduction's let go of them.
    bool inRegisters = true;
    for (size_t d = 0; d < init->ranges.size(); ++d)
      inRegisters &= plan->getSize(init->ranges[d]) == sizes[d];
    access.isRead = !inRegisters;
    access.loopsInRegisters = inRegisters ? loops.size() - loopsOutsideInit : 0;
  }
  size_t numDims = access.dims.size();
  for (size_t d = 0; d < numDims; ++d) {
    int64_t whole = plan->getExtent(stage, static_cast<AxisId>(d));
    access.dims[d].begin = places[d].first;
    access.dims[d].size = static_cast<int64_t>(sizes[d]);
    access.dims[d].wholeSize = whole;
    access.mostOfTile *= sizes[d];
    access.mostOfWhole *= static_cast<double>(whole);
    for (size_t depth = access.partLoops; depth < loops.size(); ++depth)
      access.growth[depth * numDims + d] = getGrowth(places[d].steps[depth], depth);
  }
  finish();
}

void TileAccesses::setLinear(BufferAccess &access, size_t d, const IndexExpression &index) const {
  BufferAccess::Dim &dim = access.dims[d];
  dim.begin = dim.wholeBegin = index.constant;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    int64_t factor = index.coefficients[axis];
    if (factor == 0)
      continue;
    int64_t spread = factor * (static_cast<int64_t>(sizes[axis]) - 1);
    int64_t whole = factor * (plan->getExtent(stage, static_cast<AxisId>(axis)) - 1);
    dim.begin += factor * places[axis].first + std::min<int64_t>(spread, 0);
    dim.size += std::abs(spread);
    dim.wholeBegin += std::min<int64_t>(whole, 0);
    dim.wholeSize += std::abs(whole);
  }
  // A part has a buffer of its own, which does not move with the loops around it.
  for (size_t depth = access.partLoops; depth < loops.size(); ++depth) {
    double step = 0;
    for (size_t axis = 0; axis < sizes.size(); ++axis)
      if (index.coefficients[axis] != 0)
        step += static_cast<double>(index.coefficients[axis]) * places[axis].steps[depth];
    access.growth[depth * access.dims.size() + d] = getGrowth(step, depth);
  }
}

/// Quotients and remainders are evaluated where ranges begin and end, and between.
void TileAccesses::setDigits(BufferAccess &access, size_t d, const IndexExpression &index) const {
  std::vector<int64_t> point(sizes.size());
  auto evaluateAt = [&](auto getOffset) {
    for (size_t axis = 0; axis < sizes.size(); ++axis)
      point[axis] = places[axis].first + getOffset(axis);
    return index.digits.evaluate(point);
  };
  int64_t base = evaluateAt([](size_t) { return int64_t(0); });
  auto getSpread = [&](int64_t count, auto getStep) {
    int64_t low = 0, high = 0;
    for (int64_t n : {int64_t(1), count / 2, count - 2, count - 1}) {
      if (n < 1 || n >= count)
        continue;
      int64_t value = evaluateAt([&](size_t axis) { return getStep(axis, n); }) - base;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return std::pair(low, high);
  };
  BufferAccess::Dim &dim = access.dims[d];
  dim.begin = base;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    auto along = [&](size_t other, int64_t n) { return other == axis ? n : 0; };
    auto [low, high] = getSpread(static_cast<int64_t>(sizes[axis]), along);
    dim.begin += low;
    dim.size += high - low;
    auto [least, most] = getSpread(plan->getExtent(stage, static_cast<AxisId>(axis)), along);
    dim.wholeSize += most - least;
  }
  for (size_t depth = access.partLoops; depth < loops.size(); ++depth) {
    auto [low, high] =
        getSpread(static_cast<int64_t>(loops[depth].count), [&](size_t axis, int64_t n) {
          return std::llround(static_cast<double>(n) * places[axis].steps[depth]);
        });
    access.growth[depth * access.dims.size() + d] = high - low;
  }
}

/// Data tells where: an element for each iteration of the axes that the index depends on, anywhere.
void TileAccesses::setGathered(BufferAccess &access, size_t d, const IndexExpression &index) const {
  BufferAccess::Dim &dim = access.dims[d];
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    if (index.coefficients[axis] == 0)
      continue;
    dim.size = std::min(dim.size * static_cast<int64_t>(sizes[axis]), dim.extent);
    dim.wholeSize = dim.extent;
    for (size_t depth = access.partLoops; depth < loops.size(); ++depth)
      if (places[axis].steps[depth] != 0)
        access.growth[depth * access.dims.size() + d] = dim.extent;
  }
}
