//===-- EstimateTile.cpp - instructions of the innermost code -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the vectors that a tile computes, loads and stores, and asks which of the core's
// rates they meet first.
//
//===----------------------------------------------------------------------===//
#include "EstimateTile.h"

#include <algorithm>
#include <cmath>

using namespace dl::schedule;

/// Instructions that put one element into a vector, or take one out; where vectors of several
/// rows are put together, they go through memory. Measured on Zen 3.
static constexpr double elementMoves = 4, elementMovesOfRows = 24;

/// The shape of what a read is from, unknown extents assumed.
static std::vector<int64_t> getAssumedShape(const KernelSchedule &kernel, const StageRead &read,
                                            int64_t assumedExtent) {
  std::vector<int64_t> shape = kernel.getShape(read);
  std::replace(shape.begin(), shape.end(), dynamicExtent, assumedExtent);
  return shape;
}

/// How far a step along each axis moves a read in memory, in elements.
static std::vector<int64_t> getStrides(const TileRead &read, size_t numAxes) {
  std::vector<int64_t> strides(numAxes, 0);
  std::vector<int64_t> values(numAxes, 0);
  int64_t scale = 1;
  for (size_t d = read.read.indices.size(); d-- > 0; scale *= read.shape[d]) {
    const IndexExpression &index = read.read.indices[d];
    for (size_t axis = 0; axis < numAxes; ++axis) {
      if (index.coefficients[axis] == 0)
        continue;
      int64_t step = index.coefficients[axis];
      if (index.kind == IndexKind::QuasiAffine) {
        step = -index.digits.evaluate(values);
        values[axis] = 1;
        step += index.digits.evaluate(values);
        values[axis] = 0;
      }
      strides[axis] += step * scale;
    }
  }
  return strides;
}

TileModel::TileModel(const KernelSchedule &kernel, int stage, int64_t assumedExtent)
    : target(*kernel.target), work(kernel.getWork(stage)),
      elementBytes(kernel[stage].getElementBytes()) {
  const IterationTree &tree = kernel[stage].tree;
  StageRead own;
  own.stage = stage;
  shape = getAssumedShape(kernel, own, assumedExtent);
  numSpatial = shape.size();
  isReduction = tree.hasReduction();
  size_t numAxes = tree.getRoots().size();
  for (AxisId leaf : tree.getLeaves())
    if (tree[leaf].annotation == Annotation::Vectorize ||
        tree[leaf].annotation == Annotation::Tensorize)
      vectorRoot = tree.getRootsOf(leaf).back();
  int64_t bytes = std::max<int64_t>(kernel[stage].computeBytes, 1);
  mostLanes = static_cast<double>(std::max<int64_t>(target.vector.bytes / bytes, 1));
  if (vectorRoot != -1)
    lanes = mostLanes;
  for (StageRead &read : kernel.getStoredReads(stage)) {
    if (read.stage == -1 && read.operand == -1)
      continue;
    TileRead &made = reads.emplace_back();
    made.elementBytes = kernel.getElementBytes(read);
    made.shape = getAssumedShape(kernel, read, assumedExtent);
    made.read = std::move(read);
    made.isMoved.assign(numAxes, 0);
    for (const IndexExpression &index : made.read.indices)
      for (size_t axis = 0; axis < numAxes; ++axis)
        made.isMoved[axis] |= index.coefficients[axis] != 0;
    made.strides = getStrides(made, numAxes);
  }
}

double TileModel::getOperations() const {
  return static_cast<double>(work.getTotal() - work.integers);
}

template <typename IsUsed>
double TileModel::countVectors(const std::vector<int64_t> &sizes, IsUsed isUsed) const {
  double count = 1;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    if (!isUsed(axis))
      continue;
    auto size = static_cast<double>(sizes[axis]);
    count *= static_cast<AxisId>(axis) == vectorRoot ? std::ceil(size / lanes) : size;
  }
  return count;
}

double TileModel::getCycles(const std::vector<int64_t> &sizes, Accumulators accumulators) const {
  const Core &core = target.core;
  double vectors = countVectors(sizes, [](size_t) { return true; });
  double results = countVectors(sizes, [&](size_t axis) { return axis < numSpatial; });
  double steps = vectors / results;
  // A product whose result is added is one instruction with the sum.
  auto fused = static_cast<double>(std::min(work.sums, work.products));
  double simple = static_cast<double>(work.sums + work.products + work.roundings) - fused;
  double loads = 0, stores = 0, other = static_cast<double>(work.integers) * vectors;
  for (const TileRead &read : reads) {
    auto isUsed = [&](size_t axis) { return read.isMoved[axis] != 0; };
    double count = countVectors(sizes, isUsed);
    // Elements that are not side by side are fetched and put together one by one.
    if (vectorRoot != -1 && read.isMoved[vectorRoot] && read.strides[vectorRoot] != 1) {
      auto size = static_cast<double>(sizes[vectorRoot]);
      bool areRows = count * lanes > size + lanes;
      count *= std::min(lanes, size);
      other += (areRows ? elementMovesOfRows : elementMoves) * count;
    }
    loads += count;
  }
  // Results that are not side by side are stored one by one.
  double stored = results;
  bool isScattered = vectorRoot != -1 && vectorRoot + 1 < static_cast<AxisId>(numSpatial);
  if (isScattered)
    stored *= std::min<double>(lanes, static_cast<double>(sizes[vectorRoot]));
  if (isReduction)
    stored = accumulators.areWhole ? 0 : stored / accumulators.tiles;
  loads += isReduction ? stored : 0;
  stores += stored;
  other += isScattered ? elementMoves * stored : 0;
  // Accumulators beside two operands are all that registers have to hold.
  if (isReduction) {
    double spilled = results + 2 - static_cast<double>(target.vector.count);
    if (spilled > 0) {
      loads += spilled * steps;
      stores += spilled * steps;
    }
  }
  double busy =
      vectors * (simple / core.operations + static_cast<double>(work.quotients) * core.quotient +
                 static_cast<double>(work.functions) * core.function);
  double all = vectors * simple + loads + stores + other;
  double cycles =
      std::max({busy, loads / core.loads, stores / core.stores, all / core.instructions});
  // The lanes of a vectorized reduction are joined one after the other.
  if (isReduction && vectorRoot >= static_cast<AxisId>(numSpatial))
    cycles += results * (lanes / 2) * core.latency;
  // A sum waits for the one before it.
  if (isReduction && (accumulators.areWhole || accumulators.tiles > 1))
    cycles = std::max(cycles, steps * core.latency);
  return cycles;
}

bool TileModel::isVectorizedByItself(AxisId root) const {
  // The result moves along memory with the last spatial axis.
  if (vectorRoot != -1 || root != static_cast<AxisId>(numSpatial) - 1)
    return false;
  return std::all_of(reads.begin(), reads.end(), [&](const TileRead &read) {
    return !read.isMoved[root] || read.strides[root] == 1;
  });
}

double TileModel::getLoopCycles(const std::vector<int64_t> &sizes, Accumulators accumulators,
                                AxisId root) const {
  TileModel model = *this;
  model.vectorRoot = root;
  model.lanes = mostLanes;
  std::vector<int64_t> vector = sizes;
  vector[root] = static_cast<int64_t>(mostLanes);
  return model.getCycles(vector, accumulators) / mostLanes;
}

double TileModel::getStoreCycles(const std::vector<int64_t> &sizes) const {
  return countVectors(sizes, [](size_t) { return true; }) / target.core.stores;
}
