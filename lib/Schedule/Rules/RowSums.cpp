//===-- RowSums.cpp - the rule for sums along rows ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Means of rows, dot products, a matrix times a vector: the terms of one element of the result
// are vectors, whose lanes are added up at the end.
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"

#include <algorithm>

using namespace dl::schedule;

/// How many elements of the result use one element of the others with one each of this operand: the
/// columns of a product for its right operand.
static int64_t countColumns(const std::vector<Access> &accesses, const Access &access,
                            const std::vector<Axis> &axes) {
  int64_t columns = 1;
  for (const Axis &axis : axes)
    if (!axis.isReduction && access.dependsOn(axis.id) &&
        std::any_of(accesses.begin(), accesses.end(),
                    [&](const Access &other) { return !other.dependsOn(axis.id); }))
      columns *= axis.extent;
  return columns;
}

/// Rows of so many vectors are long beside what adding up the lanes takes.
static constexpr int64_t longRow = 16;

bool dl::schedule::reducesRows(const Scheduler &scheduler, int reduction) {
  std::vector<Access> accesses = scheduler.getAccesses(reduction);
  std::vector<Axis> axes = scheduler.getAxes(reduction);
  const KernelSchedule &kernel = scheduler.getKernel();
  int64_t lanes = scheduler.getLanes(reduction);
  const Axis &row = axes.back();
  if (accesses.empty() || kernel[reduction].isOrdered || !row.isReduction || row.extent < lanes)
    return false;
  // A masked vector has room for more columns than the steps that a rest is taken apart into.
  int64_t few = lanes / (scheduler.getRegisters().hasMasks ? 4 : 2), numLong = 0;
  bool hasTerms = false;
  if (row.extent < longRow * lanes)
    few = 1;
  for (const Access &access : accesses) {
    // One number for all terms, as what they are compared with, is in all lanes.
    if (!access.dependsOn(row.id) && accesses.size() > 1)
      continue;
    hasTerms = true;
    bool isFew = countColumns(accesses, access, axes) <= few;
    numLong += !isFew;
    int operand = access.read.operand;
    if (accesses.size() > 1 && operand != -1 && kernel.getLayout(operand) == OperandLayout::Free) {
      // More columns than a few are best in vectors, of an operand that is packed for them.
      if (!isFew || !access.isAffine() || access.read.isGuarded ||
          findPlainDim(access.read, row.id) == -1)
        return false;
      continue;
    }
    if (!access.isContiguousIn(row.id) ||
        std::any_of(axes.begin(), axes.end() - 1, [&](const Axis &axis) {
          return axis.extent != 1 && access.isContiguousIn(axis.id);
        }))
      return false;
  }
  return hasTerms && numLong <= 1;
}

/// Asks callers for operands whose elements are side by side along the rows.
static void turnOperands(Scheduler &scheduler, int reduction) {
  AxisId row = scheduler.getAxes(reduction).back().id;
  for (const Access &access : scheduler.getAccesses(reduction)) {
    int operand = access.read.operand;
    if (operand == -1 || scheduler.getKernel().getLayout(operand) != OperandLayout::Free ||
        access.isContiguousIn(row))
      continue;
    std::vector<int64_t> shape = scheduler.getKernel().operands[operand];
    int last = findPlainDim(access.read, row);
    std::vector<TransformLayout::Digit> digits;
    for (int dim = 0; dim < static_cast<int>(shape.size()); ++dim)
      if (dim != last)
        digits.push_back({dim, 1, shape[dim]});
    digits.push_back({last, 1, shape[last]});
    scheduler.transformLayout(reduction, {-1, operand}, std::move(digits));
  }
}

bool dl::schedule::scheduleRowSums(Scheduler &scheduler, int reduction, int root) {
  std::vector<Axis> outer = scheduler.getAxes(root);
  outer.resize(scheduler.getNumSpatial(root));
  turnOperands(scheduler, reduction);
  vectorizeInner(scheduler, reduction);
  scheduler.markDone(reduction);
  if (reduction != root && scheduler.isExpensive(root)) {
    outer = scheduler.getAxes(reduction);
    outer.resize(scheduler.getNumSpatial(reduction));
    scheduler.parallelize(reduction, outer);
    return false;
  }
  scheduler.markDone(root);
  if (reduction != root && !outer.empty())
    scheduler.computeAt(reduction, root, outer.back());
  scheduler.parallelize(root, outer);
  return true;
}
