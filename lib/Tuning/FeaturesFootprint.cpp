//===-- FeaturesFootprint.cpp - bytes, lines and their reuse --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: what the boxes that a tile touches, and the loops around it, are in bytes
// and lines, and when it touches an element again.
//
//===----------------------------------------------------------------------===//
#include "FeaturesAccess.h"
#include "FeaturesWriter.h"

#include <algorithm>
#include <cmath>

using namespace dl::schedule;
using namespace dl::tuning;
using dl::InlineVector;

/// From how many touches of an element on, in the mean, a loop is said to use it again.
static constexpr double leastReuse = 1.5;

double TileAccesses::getIterations(size_t innermost) const {
  double iterations = 1;
  for (size_t depth = loops.size() - innermost; depth < loops.size(); ++depth)
    iterations *= loops[depth].count;
  return iterations;
}

/// The elements of a box, what lies outside of the buffer left out.
static double getElements(const BufferAccess &access, const InlineVector<int64_t, 4> &sizes) {
  double elements = 1;
  for (size_t d = 0; d < sizes.size(); ++d)
    elements *= static_cast<double>(std::min(sizes[d], access.dims[d].extent));
  return elements;
}

/// The lines that a box lies in, if its rows begin where a line does.
static double getLines(const BufferAccess &access, const InlineVector<int64_t, 4> &sizes,
                       double lineBytes) {
  // The rows of the dimensions that are not touched whole. What lies between them is touched with
  // them where it is less than a line.
  double row = access.elementBytes, pitch = row, rows = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    auto size = static_cast<double>(std::min(sizes[d], access.dims[d].extent));
    if (rows == 1 && pitch - row < lineBytes)
      row += (size - 1) * pitch;
    else
      rows *= size;
    pitch *= static_cast<double>(access.dims[d].extent);
  }
  return rows * std::max(std::ceil(row / lineBytes), 1.0);
}

static InlineVector<int64_t, 4> getTileSizes(const BufferAccess &access) {
  InlineVector<int64_t, 4> sizes;
  for (const BufferAccess::Dim &dim : access.dims)
    sizes.push_back(dim.size);
  return sizes;
}

void TileAccesses::finish() {
  BufferAccess &access = accesses.back();
  access.elementsOfTile = std::min(getElements(access, getTileSizes(access)), access.mostOfTile);
  for (BufferAccess &known : accesses) {
    if (&known == &access)
      return;
    if (known.buffer != access.buffer || !(known.growth == access.growth))
      continue;
    for (size_t d = 0; d < known.dims.size(); ++d) {
      BufferAccess::Dim &dim = known.dims[d];
      const BufferAccess::Dim &other = access.dims[d];
      int64_t end = std::max(dim.begin + dim.size, other.begin + other.size);
      int64_t wholeEnd =
          std::max(dim.wholeBegin + dim.wholeSize, other.wholeBegin + other.wholeSize);
      dim.begin = std::min(dim.begin, other.begin);
      dim.size = end - dim.begin;
      dim.wholeBegin = std::min(dim.wholeBegin, other.wholeBegin);
      dim.wholeSize = wholeEnd - dim.wholeBegin;
    }
    known.mostOfTile += access.mostOfTile;
    known.mostOfWhole += access.mostOfWhole;
    known.elementsOfTile += access.elementsOfTile;
    known.touches += access.touches;
    accesses.pop_back();
    return;
  }
}

void TileAccesses::measure(BufferAccess &access) const {
  auto lineBytes = static_cast<double>(plan->kernel.target->lineBytes);
  size_t numDims = access.dims.size(), numLoops = loops.size();
  InlineVector<int64_t, 4> box = getTileSizes(access);
  double elements = std::min(getElements(access, box), access.mostOfTile);
  double lines = std::min(getLines(access, box, lineBytes), elements);
  access.touched.push_back({elements * access.elementBytes, lines});
  for (size_t depth = numLoops; depth-- > 0;) {
    for (size_t d = 0; d < numDims; ++d)
      box[d] += access.growth[depth * numDims + d];
    elements = std::min(getElements(access, box), loops[depth].count * elements);
    lines = std::min({getLines(access, box, lineBytes), loops[depth].count * lines, elements});
    access.touched.push_back({elements * access.elementBytes, lines});
  }

  // All tiles of the stage are taken to be like the one that does most.
  const StageSummary &summary = plan->stages[stage];
  double runs = summary.runsOfTile * summary.evaluations / summary.tileEvaluations;
  size_t inside = access.loopsInRegisters;
  access.bytes = access.elementsOfTile * access.elementBytes * runs / getIterations(inside);
  // A line that the next iteration touches again is counted once.
  inside = std::min(inside + 1, numLoops);
  access.lines = access.touched[inside].lines * runs / getIterations(inside);
  for (size_t d = 0; d < numDims; ++d)
    box[d] = access.dims[d].wholeSize;
  elements = std::min(getElements(access, box), access.mostOfWhole);
  access.uniqueBytes = elements * access.elementBytes;
  access.uniqueLines = std::min(getLines(access, box, lineBytes), elements);
}

BufferReuse TileAccesses::getReuse(const BufferAccess &access) const {
  if (access.touches > 1)
    return {ReuseKind::Serial, 0, touched[0].bytes, access.touches};
  for (size_t inside = access.loopsInRegisters; inside <= loops.size(); ++inside) {
    double iterations = getIterations(inside);
    // A part is made and read in the same iteration.
    if (access.isPart && loops.size() - inside <= access.partLoops)
      return {ReuseKind::Serial, iterations, touched[inside].bytes, 2};
    if (inside == loops.size())
      break;
    double count = loops[loops.size() - inside - 1].count;
    double times = count * access.touched[inside].bytes / access.touched[inside + 1].bytes;
    if (times >= leastReuse)
      return {ReuseKind::Loop, iterations, touched[inside].bytes, times};
  }
  return {};
}

/// By how many positions an iteration of a root axis moves an index; missing where that is not
/// known, and of digits the first one.
static double getStep(const IndexExpression &index, AxisId root) {
  if (index.coefficients[root] == 0)
    return 0;
  if (auto step = index.getStep(root))
    return static_cast<double>(*step);
  if (index.kind != IndexKind::QuasiAffine)
    return missingFeature;
  std::vector<int64_t> values(index.coefficients.size(), 0);
  int64_t first = index.digits.evaluate(values);
  values[root] = 1;
  return static_cast<double>(index.digits.evaluate(values) - first);
}

double BufferAccess::getStride(AxisId root) const {
  double stride = 0, pitch = 1;
  for (size_t d = dims.size(); d-- > 0; pitch *= static_cast<double>(dims[d].extent)) {
    if (!read)
      stride += static_cast<AxisId>(d) == root ? pitch : 0;
    else if (d < read->indices.size())
      stride += getStep(read->indices[d], root) * pitch;
  }
  return stride;
}

double dl::tuning::getFittingDepth(const Touched &touched, double bytes, int64_t lineBytes) {
  if (std::isnan(bytes))
    return missingFeature;
  for (size_t level = touched.size(); level-- > 0;)
    if (touched[level].lines * static_cast<double>(lineBytes) <= bytes)
      return static_cast<double>(touched.size() - 1 - level);
  return static_cast<double>(touched.size());
}
