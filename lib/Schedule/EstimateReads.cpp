//===-- EstimateReads.cpp - what loading the operands of a tile takes -----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads of vectors, of elements that lie apart, and of rows that are turned over; and the
// conditions that reads are under.
//
//===----------------------------------------------------------------------===//
#include "EstimateTile.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace dl::schedule;

/// Tiles of more elements are loaded one by one into memory, and from there as vectors.
static constexpr int64_t mostMovedInRegisters = 256;
/// Instructions of each part of a condition that is not decided before the loops, and of each read
/// under it.
static constexpr double testInstructions = 1, branchInstructions = 3;

void TileModel::countMoves(Counts &made, const Block &block, double elements) {
  made.moved += elements;
  made.other += elementMoves * elements;
  if (block.along != -1 && block.sizes[block.along] > mostMovedInRegisters)
    made.stores += elements;
  else
    made.inserted += elements;
}

AxisId TileModel::getTurnedAxis(const Block &block, const TileRead &read) {
  for (size_t axis = 0; axis < block.sizes.size(); ++axis)
    if (static_cast<AxisId>(axis) != block.along && block.sizes[axis] > 1 &&
        read.strides[axis] == 1)
      return static_cast<AxisId>(axis);
  return -1;
}

double TileModel::countTurned(Counts &made, const Block &block, const TileRead &read,
                              AxisId turned) const {
  // As many rows as a vector has elements, each of some registers, become a vector for each
  // element of a row. Rows that are shorter than a register are put together first. Each shuffle
  // takes elements of two registers, and each step halves the rows that a register is still to get
  // elements of.
  auto row = static_cast<double>(block.sizes[turned]);
  double elements = getElements(block);
  double vectors = countVectors(block, [&](size_t axis) { return read.isMoved[axis] != 0; }) / row;
  double registers =
      row < lanes ? std::ceil(elements * row / lanes) : elements * std::ceil(row / lanes);
  double joins = row < lanes ? elements - registers : 0;
  double steps = std::ceil(std::log2(std::min({row, elements, static_cast<double>(lanes)})));
  made.shuffles += vectors * (joins + registers * steps);
  return vectors * elements * std::ceil(row / lanes);
}

void TileModel::findTests(Block &block, const PlanRanges &ranges,
                          const LoopVariables &variables) const {
  block.tests.resize(reads.size());
  block.isNever.assign(reads.size(), 0);
  for (size_t number = 0; number < reads.size(); ++number) {
    const StageRead &read = reads[number].read;
    if (reads[number].isComputed || !read.isGuarded)
      continue;
    for (size_t i = 0; i < read.constraints.size(); ++i) {
      const auto &[form, isEqual] = read.constraints[i];
      if (form.kind != IndexKind::Affine) {
        block.tests[number].push_back({i, std::numeric_limits<double>::infinity()});
        continue;
      }
      LoopExpr sum = form.constant;
      int64_t least = 0, most = 0;
      for (size_t axis = 0; axis < ranges.size(); ++axis) {
        int64_t coefficient = form.coefficients[axis];
        if (coefficient == 0)
          continue;
        sum.add(ranges[axis].offset, coefficient);
        (coefficient < 0 ? least : most) += coefficient * (block.sizes[axis] - 1);
      }
      auto [low, high] = variables.getBounds(sum);
      low += least;
      high += most;
      block.isNever[number] |= high < 0 || (isEqual && low > 0);
      if (low < 0 || (isEqual && high > 0))
        block.tests[number].push_back(
            {i, static_cast<double>(isEqual ? high - low : std::min<int64_t>(-low, high - low))});
    }
  }
}

bool TileModel::isGuarded(const Block &block) const {
  for (size_t number = 0; number < reads.size(); ++number)
    for (const Block::Test &test : block.tests[number])
      for (size_t axis = 0; axis < block.sizes.size(); ++axis)
        if (block.sizes[axis] > 1 && !block.isNever[number] &&
            reads[number].read.constraints[test.constraint].form.coefficients[axis] != 0)
          return true;
  return false;
}

bool TileModel::countTests(Counts &made, const Block &block, size_t read, double loads) const {
  // What is the same in the loops right around is tested before them.
  bool varies = false;
  for (const Block::Test &test : block.tests[read]) {
    const auto &coefficients = reads[read].read.constraints[test.constraint].form.coefficients;
    double values = 1, same = -1;
    for (size_t axis = 0; axis < block.sizes.size(); ++axis) {
      if (coefficients[axis] == 0)
        continue;
      values += std::abs(static_cast<double>(coefficients[axis])) *
                static_cast<double>(block.sizes[axis] * block.getCopies(axis) - 1);
      if (!block.axisRepeats.empty())
        same = same < 0 ? block.axisRepeats[axis] : std::min(same, block.axisRepeats[axis]);
    }
    double tests = std::min(values, test.numRefused);
    made.other += testInstructions * tests / std::max(same, 1.0);
    varies |= tests > 1 || (tests > 0 && same <= 1);
  }
  if (varies)
    made.other += branchInstructions * loads;
  return varies;
}

double TileModel::countLoads(const Block &block, const TileRead &read) const {
  double loads = countVectors(block, [&](size_t axis) { return read.isMoved[axis] != 0; });
  if (block.along != -1)
    return loads;
  // Elements that overlapping windows share are loaded once.
  double elements = 1;
  for (const IndexExpression &index : read.read.indices) {
    double span = 1;
    for (size_t axis = 0; axis < block.sizes.size(); ++axis)
      span += std::abs(static_cast<double>(index.coefficients[axis])) *
              static_cast<double>(block.sizes[axis] * block.getCopies(axis) - 1);
    elements *= span;
  }
  return std::min(loads, elements);
}

void TileModel::countReads(Counts &made, const Block &block) const {
  AxisId along = block.along;
  double kept = 0, free = countFree(made);
  for (size_t number = 0; number < reads.size(); ++number) {
    const TileRead &read = reads[number];
    if (read.isComputed || block.isNever[number])
      continue;
    double loads = countLoads(block, read);
    double repeats = block.getRepeats(number);
    bool isTested = countTests(made, block, number, loads / repeats);
    // An operand of one operation is loaded by it.
    // An intrinsic loads what it takes at once.
    bool isApart = along != -1 && !isTensorized && read.isMoved[along] && read.strides[along] != 1;
    bool isUsedOnce = loads == made.vectors && !isApart && !isTested;
    // What loops around use again waits in registers, or on the stack.
    if (repeats > 1 && (kept += loads) > free) {
      made.loads += loads;
      made.folded += isUsedOnce ? loads : 0;
    }
    if (isApart) {
      AxisId turned = getTurnedAxis(block, read);
      if (turned != -1) {
        Counts once;
        loads = countTurned(once, block, read, turned) / repeats;
        made.shuffles += once.shuffles / repeats;
      } else {
        // Elements that are not side by side are fetched and put together one by one.
        loads *= getElements(block) / repeats;
        countMoves(made, block, loads);
      }
    } else {
      loads /= repeats;
    }
    made.loads += loads;
    if (isUsedOnce && repeats <= 1)
      made.folded += loads;
  }
  made.folded = std::min(made.folded, made.simple);
}
