//===-- Panels.cpp - copies of what vectors read --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights are packed once, when a model is compiled. Both operands of a product of inputs are
// where others left them: in rows of 300 floats each vector of a line's size is in two lines, in
// rows of 1024 all that a tile reads is in few sets of a cache, and the rows are in as many pages.
// So the columns that a tile reads are copied once (the packed B of Goto and van de Geijn, "Anatomy
// of High-Performance Matrix Multiplication", 2008), and all rows of the other operand meet them
// there.
//
//===----------------------------------------------------------------------===//
#include "Panels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>

using namespace dl::schedule;

/// Rows that pay for a copy, each vector of which is loaded and stored once, where the rows of a
/// panel reach all sets of the first cache; those that pay for one of what would be loaded element
/// by element; and terms: fewer are waited for less than their sums. Measured on a Xeon with AMX:
/// of 300 rows 0.83 to 0.9 of the time, with a stride of 4 KiB 0.4, of a transposed operand 0.5 to
/// 0.75.
static constexpr int64_t leastRows = 64, leastTurnedRows = 20, leastTerms = 32;

/// Vectors of a tile at most.
static constexpr int64_t mostVectors = 4;

namespace {
/// A product and the operand that its vectors read.
struct Product {
  Access vectors;
  AxisId axis = -1;
  Axis terms;
  /// Steps of the other operand that meet the same vector, and of axes that move both operands.
  int64_t rows = 1, shared = 1;
  /// Terms lie side by side, as those of a matrix that is transposed.
  bool isTurned = false;

  /// Elements from one term's vectors to the next one's.
  int64_t getStride() const { return std::abs(*vectors.strides[terms.id]); }
};
} // namespace

/// A product of two operands of static shape, if nobody can pack that of the vectors ahead, in
/// which these or the terms lie side by side.
static std::optional<Product> findProduct(const Scheduler &scheduler, int reduction) {
  std::vector<Access> accesses = scheduler.getAccesses(reduction);
  std::vector<Axis> axes = scheduler.getAxes(reduction);
  int numSpatial = scheduler.getNumSpatial(reduction);
  auto isKnown = [](const Access &access) {
    return access.isAffine() && !access.read.isGuarded &&
           std::all_of(access.strides.begin(), access.strides.end(),
                       [](const std::optional<int64_t> &stride) { return stride.has_value(); });
  };
  if (accesses.size() != 2 || !std::all_of(accesses.begin(), accesses.end(), isKnown))
    return std::nullopt;
  // Windows along several axes overlap: a copy would hold what they share.
  auto numTerms = std::count_if(axes.begin() + numSpatial, axes.end(),
                                [](const Axis &axis) { return axis.extent > 1; });
  Product product;
  for (AxisId axis = 0; axis < numSpatial; ++axis)
    if (axes[axis].extent > 1)
      product.axis = axis;
  if (product.axis == -1 || numTerms != 1 ||
      accesses[0].dependsOn(product.axis) == accesses[1].dependsOn(product.axis))
    return std::nullopt;
  bool isFirst = accesses[0].dependsOn(product.axis);
  product.vectors = accesses[isFirst ? 0 : 1];
  const Access &other = accesses[isFirst ? 1 : 0];
  int operand = product.vectors.read.operand;
  if (operand == -1 || operand == other.read.operand ||
      scheduler.getKernel().getLayout(operand) == OperandLayout::Free ||
      findPlainDim(product.vectors.read, product.axis) == -1)
    return std::nullopt;
  for (const Axis &axis : axes) {
    bool movesVectors = product.vectors.dependsOn(axis.id), movesOther = other.dependsOn(axis.id);
    if (axis.isReduction)
      product.terms = axis.extent > 1 ? axis : product.terms;
    else if (axis.id != product.axis)
      (movesVectors && movesOther ? product.shared : product.rows) *= movesOther ? axis.extent : 1;
  }
  // What is turned has a known shape.
  const std::vector<int64_t> &shape = scheduler.getKernel().operands[operand];
  bool isStatic = std::find(shape.begin(), shape.end(), dynamicExtent) == shape.end();
  product.isTurned = product.vectors.isContiguousIn(product.terms.id) && isStatic;
  // The size of a panel is known.
  if (axes[product.axis].isDynamic || product.terms.isDynamic ||
      !product.vectors.dependsOn(product.terms.id) ||
      !(product.isTurned || product.vectors.isContiguousIn(product.axis)))
    return std::nullopt;
  return product;
}

/// The share of the first cache's sets that rows begin in: strides of powers of two leave few, so
/// that a panel is fetched again for each step of rows.
static double getShareOfSets(const Target &target, int64_t stride) {
  const Cache &cache = target.caches.front();
  int64_t sets = cache.bytes / (target.lineBytes * std::max<int64_t>(1, cache.ways));
  return stride % target.lineBytes == 0
             ? 1.0 / static_cast<double>(
                         std::gcd(stride / target.lineBytes, std::max<int64_t>(1, sets)))
             : 1.0;
}

/// True if panels are worth it.
static bool arePreferred(const Scheduler &scheduler, int reduction, const Product &product,
                         int64_t columns, int64_t panels) {
  const KernelSchedule &kernel = scheduler.getKernel();
  const Target &target = *kernel.target;
  int64_t terms = product.terms.extent, size = kernel.getElementBytes(product.vectors.read);
  int64_t ofResult = columns * kernel[reduction].resultBytes.front();
  if (target.caches.empty() || columns <= 2 * scheduler.getLanes(reduction) || terms < leastTerms ||
      terms * mostVectors * target.vector.bytes > target.getNearBytes() / 2 ||
      (scheduler.getOptions().parallel && !scheduler.areShared(panels)))
    return false;
  // Loops along the vectors outside of those over rows write pieces of rows: each line of a large
  // result is waited for.
  if (constexpr int64_t longTerms = 256; terms < longTerms &&
                                         product.rows * ofResult > target.getNearBytes() &&
                                         getShareOfSets(target, ofResult) <= 1.0 / 8)
    return false;
  if (product.isTurned)
    return product.rows >= leastTurnedRows;
  return static_cast<double>(product.rows) >=
         std::max(12.0, leastRows * std::sqrt(getShareOfSets(target, product.getStride() * size)));
}

/// Stores a copy with the elements of a dimension side by side.
static void turn(Scheduler &scheduler, int copy, int innermost) {
  const IterationTree &tree = scheduler.getKernel()[copy].tree;
  std::vector<TransformLayout::Digit> digits;
  for (int dim = 0; dim < tree.getNumSpatial(); ++dim)
    if (dim != innermost)
      digits.push_back({dim, 1, tree[dim].extent});
  digits.push_back({innermost, 1, tree[innermost].extent});
  scheduler.transformLayout(copy + 1, {copy, -1}, std::move(digits));
}

bool dl::schedule::copyPanels(Scheduler &scheduler, int reduction) {
  std::optional<Product> product = findProduct(scheduler, reduction);
  if (!product)
    return false;
  int64_t width = mostVectors * scheduler.getLanes(reduction);
  int64_t columns = scheduler.getExtent(reduction, product->axis);
  int64_t panels = product->shared * ((columns + width - 1) / width);
  // Rows that lie one after the other are a panel already.
  if (columns <= scheduler.getLanes(reduction) || product->rows < 2 ||
      (columns <= width && !product->isTurned && product->getStride() == columns))
    return false;
  int operand = product->vectors.read.operand;
  if (!scheduler.chooseWhether(reduction, "panels of operand " + std::to_string(operand),
                               arePreferred(scheduler, reduction, *product, columns, panels)))
    return false;
  int copy = scheduler.cacheRead(reduction, {-1, operand});
  if (copy == -1)
    return false;
  if (product->isTurned)
    turn(scheduler, copy, findPlainDim(product->vectors.read, product->axis));
  return true;
}
