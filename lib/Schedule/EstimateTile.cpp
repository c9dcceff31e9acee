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

/// Terms that could be added while an accumulator is stored and loaded again.
static constexpr double termsOfMemory = 2;
/// Instructions of a function such as exp.
static constexpr double functionInstructions = 30;
/// Instructions that tell where a tile lies.
static constexpr double addresses = 1;
/// Instructions that join the lanes of a vector with as many others.
static constexpr double joining = 2;
/// Registers for the operands of an operation, beside accumulators and what waits.
static constexpr double operandRegisters = 2;
/// How often an accumulator for which there is no register is loaded and stored at each step.
static constexpr double spills = 2;
/// Terms of a chain of sums of products, and of other terms: longer ones are made in parts, of
/// other terms in smaller ones (dl-split-sums).
static constexpr double mostProducts = 256, mostTerms = 64, termsOfPart = 32;

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
    : target(*kernel.target), formula(kernel[stage].formula),
      combination(kernel[stage].combination), elementBytes(kernel[stage].getElementBytes()),
      isResult(kernel[stage].isResult) {
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
      root = tree.getRootsOf(leaf).back();
  groups.assign(numAxes, 1);
  isTensorized = !tree.getIntrinsic().empty();
  if (isTensorized) {
    // One step multiplies and adds up a group of terms for each lane.
    formula = combination = {};
    formula.sums = formula.products = 1;
  }
  for (AxisId leaf : tree.getLeaves())
    if (tree[leaf].annotation == Annotation::Tensorize && tree[leaf].kind == AxisKind::Reduction)
      groups[tree.getRootsOf(leaf).back()] = tree.getExtent(leaf);
  int64_t bytes = std::max<int64_t>(kernel[stage].computeBytes, 1);
  if (root != -1)
    lanes = static_cast<double>(std::max<int64_t>(target.vector.bytes / bytes, 1));
  formula += combination;
  work = formula;
  for (StageRead &read : kernel.getAllReads(stage)) {
    if (read.stage == -1 && read.operand == -1)
      continue;
    TileRead &made = reads.emplace_back();
    if (read.stage != -1 && kernel[read.stage].isInlined()) {
      made.isComputed = true;
      made.work = kernel[read.stage].formula;
      made.work += kernel[read.stage].combination;
      work += made.work;
    }
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

bool TileModel::hasWindow(const std::vector<int64_t> &sizes) const {
  auto isWindow = [&](const IndexExpression &index) {
    int numMoving = 0;
    for (size_t axis = 0; axis < sizes.size(); ++axis)
      numMoving += index.coefficients[axis] != 0 && sizes[axis] > 1;
    return numMoving > 1;
  };
  return std::any_of(reads.begin(), reads.end(), [&](const TileRead &read) {
    const auto &indices = read.read.indices;
    return !read.isComputed && std::any_of(indices.begin(), indices.end(), isWindow);
  });
}

AxisId TileModel::findVectorAxis(const std::vector<int64_t> &sizes) const {
  if (root == -1 || hasWindow(sizes))
    return -1;
  // Vectors are rows of results, and of terms only where there is one result.
  auto findLast = [&](size_t begin, size_t end) {
    for (size_t axis = end; axis-- > begin;)
      if (sizes[axis] > 1)
        return static_cast<AxisId>(axis);
    return static_cast<AxisId>(-1);
  };
  AxisId along = findLast(0, numSpatial);
  if (along == -1)
    along = findLast(numSpatial, sizes.size());
  return along == -1 ? root : along;
}

TileModel::Block TileModel::makeBlock(std::vector<int64_t> sizes, const PlanRanges &ranges,
                                      const LoopVariables &variables) const {
  Block block = {std::move(sizes)};
  findTests(block, ranges, variables);
  if (!isGuarded(block))
    block.along = findVectorAxis(block.sizes);
  return block;
}

double TileModel::getElements(const Block &block) const {
  return block.along == -1 ? 1 : std::min(lanes, static_cast<double>(block.sizes[block.along]));
}

double TileModel::Counts::getAll() const {
  return simple + shuffles + quotients + functionInstructions * functions + loads - folded +
         stores + other;
}

bool TileModel::isFused(const Block &block) {
  return block.along != -1 || std::all_of(block.sizes.begin(), block.sizes.end(),
                                          [](int64_t size) { return size == 1; });
}

double TileModel::countWork(Counts &made, const Block &block, const Work &work,
                            double vectors) const {
  // A product whose result is added is one instruction with the sum.
  double fused = isFused(block) ? static_cast<double>(std::min(work.sums, work.products)) : 0;
  made.simple +=
      vectors * (static_cast<double>(work.sums + work.products + work.roundings) - fused);
  made.simple += vectors * static_cast<double>(work.extrema) * target.core.extremum;
  made.quotients += vectors * static_cast<double>(work.quotients);
  made.functions += vectors * static_cast<double>(work.functions);
  made.other += vectors * static_cast<double>(work.integers);
  return fused;
}

void TileModel::countOperations(Counts &made, const Block &block) const {
  double fused = countWork(made, block, formula, made.vectors);
  for (size_t number = 0; number < reads.size(); ++number) {
    const TileRead &read = reads[number];
    if (!read.isComputed)
      continue;
    // LLVM computes once what is the same along an axis, or in the loops around.
    double vectors = countVectors(block, [&](size_t axis) { return read.isMoved[axis] != 0; });
    fused += countWork(made, block, read.work, vectors / block.getRepeats(number));
  }
  if (!isFused(block))
    return;
  // Products of one stage that another one adds.
  double all = static_cast<double>(std::min(work.sums, work.products)) - fused;
  made.simple -= std::min(made.vectors * std::max(all, 0.0), made.simple / 2);
}

double TileModel::countFree(const Counts &made) const {
  return static_cast<double>(target.vector.count) - operandRegisters - made.results;
}

TileModel::Counts TileModel::count(const Block &block, Accumulators accumulators) const {
  AxisId along = block.along;
  double elements = getElements(block);
  Counts made;
  made.vectors = countVectors(block, [](size_t) { return true; });
  made.results = countVectors(block, [&](size_t axis) { return axis < numSpatial; });
  countOperations(made, block);
  countReads(made, block);
  // Results that are not side by side are stored one by one.
  bool isScattered = along != -1 && along + 1 < static_cast<AxisId>(numSpatial);
  double stored = made.results * (isScattered ? elements : 1);
  if (isReduction)
    stored = accumulators.areWhole ? 0 : stored / accumulators.tiles;
  made.stores = stored;
  if (isScattered) {
    made.scattered = stored;
    countMoves(made, block, stored);
  }
  if (isReduction)
    countReduction(made, block, accumulators, stored);
  return made;
}

void TileModel::countReduction(Counts &made, const Block &block, Accumulators accumulators,
                               double stored) const {
  made.loads += stored;
  // What a caller gives is aligned to elements.
  double elements = getElements(block);
  if (isResult && block.along != -1 && !isReducedAlong(block.along)) {
    auto bytes = static_cast<double>(elementBytes);
    made.crossings =
        stored * std::min((elements - 1) * bytes / static_cast<double>(target.lineBytes), 1.0);
  }
  // Accumulators that a loop carries beside operands are all that registers have to hold.
  if (double spilled = -countFree(made); spilled > 0 && accumulators.tiles > 1) {
    made.loads += spills * spilled * made.vectors / made.results;
    made.stores += spills * spilled * made.vectors / made.results;
    // LLVM moves the others around meanwhile.
    made.other += made.vectors;
  }
  // The lanes of a vectorized reduction are joined for each row, half of them with the other half.
  if (isReducedAlong(block.along))
    made.other += joining * made.results * countRows(block) * std::ceil(std::log2(elements));
}

double TileModel::countRows(const Block &block) const {
  auto rows = static_cast<double>(block.getCopies(block.along));
  for (size_t axis = numSpatial; axis < block.sizes.size(); ++axis)
    if (static_cast<AxisId>(axis) != block.along)
      rows *= static_cast<double>(block.sizes[axis] * block.getCopies(axis));
  return rows;
}

double TileModel::getCodeSize(const Block &block) const {
  Counts counts = count(block, {});
  // LLVM counts loads by themselves, and one instruction for each element of a vector.
  return counts.getAll() + counts.folded + counts.moved * (1 - elementMoves) + addresses;
}

TileModel::Cost TileModel::getCost(const Block &block, Accumulators accumulators) const {
  const Core &core = target.core;
  Counts counts = count(block, accumulators);
  double busy = std::max((counts.simple + counts.shuffles) / core.operations,
                         (counts.shuffles + counts.inserted) / core.shuffles) +
                counts.quotients * core.quotient + counts.functions * core.function;
  Cost cost;
  cost.instructions = counts.getAll();
  // Several stores of a cycle go to one line.
  cost.stores = std::max(counts.stores / core.stores, counts.scattered);
  cost.cycles = std::max({busy, (counts.loads + counts.crossings) / core.loads,
                          cost.stores + counts.crossings / core.stores,
                          cost.instructions / core.instructions});
  if (!isReduction)
    return cost;
  cost.terms = isReducedAlong(block.along) ? countRows(block) : counts.vectors / counts.results;
  if (!accumulators.areWhole)
    cost.terms +=
        (termsOfMemory + counts.crossings / counts.results * core.crossing / core.latency) /
        accumulators.tiles;
  return cost;
}

double TileModel::getCycles(const Cost &chain) const {
  if (chain.terms <= 0)
    return chain.cycles;
  // Sums of other results that follow are begun meanwhile, as far as the core looks ahead.
  double length = chain.terms, latency = target.core.latency;
  if (combination.extrema > 0)
    // One of a vector's operations tells of its NaNs meanwhile.
    latency *= root == -1 ? (1 + target.core.extremum) / 2 : 1;
  else if (work.products > 0)
    length = std::min(length, mostProducts);
  else if (length > mostTerms)
    length = termsOfPart;
  double ahead = target.core.waiting / (chain.instructions / chain.terms);
  return std::max(chain.cycles, chain.terms * latency / (1 + ahead / length));
}

double TileModel::getStoreCycles(const std::vector<int64_t> &sizes) const {
  return countVectors({sizes, findVectorAxis(sizes)}, [](size_t) { return true; }) /
         target.core.stores;
}
