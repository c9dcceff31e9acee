//===-- TileVectors.cpp - the vectors of a register tile ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many vectors a tile has, along which axes, and what becomes of a rest of them.
//
//===----------------------------------------------------------------------===//
#include "TileChooser.h"
#include "dl/Schedule/LoopRuns.h"

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>

using namespace dl::schedule;

/// What a rest in steps of powers of two must take more than one in a whole step, which reads its
/// operands as they lie: not in blocks.
static constexpr double shiftGain = 1.1;

/// True where an operand of the vectors that callers can give in blocks is more than the near
/// caches hold: as it lies, its rows are brought again for each step.
bool TileChooser::isBestInBlocks() const {
  const KernelSchedule &kernel = scheduler.getKernel();
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    int operand = access.read.operand;
    if (operand == -1 || !access.dependsOn(tile.vectorAxis) ||
        kernel.getLayout(operand) != OperandLayout::Free)
      return false;
    int64_t bytes = kernel.getElementBytes(access.read);
    for (int64_t extent : kernel.operands[operand])
      bytes *= extent;
    return bytes > kernel.target->getNearBytes();
  });
}

/// True where the rest of the columns is best computed in a whole step that begins earlier: 15 of
/// 47 are 8, 4, 2 and 1 otherwise.
bool TileChooser::isBetterShifted(int64_t vectors, int64_t reuse) {
  int64_t all = extent(tile.vectorAxis), size = tile.sizes[tile.vectorAxis];
  // A single row streams its operand, each element once.
  if (size < scheduler.getLanes(reduction) || all % size == 0 || all < size || reuse < 4 ||
      accesses.size() < 2 || axes[tile.vectorAxis].isDynamic || !scheduler.getOptions().vectorize ||
      isBestInBlocks())
    return false;
  int64_t rows = std::min(reuse, costs.countRows(vectors));
  double peeled = costs.getColumns(tile, rows);
  tile.shiftsTail = true;
  double shifted = costs.getColumns(tile, rows);
  tile.shiftsTail = false;
  return shifted * shiftGain < peeled;
}

std::vector<int64_t> dl::schedule::countTo(int64_t last) {
  std::vector<int64_t> numbers;
  for (int64_t number = 1; number <= last; ++number)
    numbers.push_back(number);
  return numbers;
}

/// A size whose steps, the last one masked, take the least time: a rest of 7 of 39 columns is
/// best in a third vector, not in a second step of two. At most `vectors` long.
int64_t TileChooser::chooseMaskedSize(int64_t lanes, int64_t vectors, int64_t reuse) {
  int64_t all = extent(tile.vectorAxis), best = lanes;
  double bestCost = std::numeric_limits<double>::max();
  for (int64_t count = 1; count <= vectors && (count == 1 || (count / 2) * lanes < all);
       count *= 2) {
    int64_t rows = std::min(reuse, costs.countRows(count)), size = count * lanes;
    double cost = static_cast<double>((all + size - 1) / size) * costs.getStep(rows, count) /
                  static_cast<double>(rows);
    if (cost <= bestCost) {
      bestCost = cost;
      best = size;
    }
  }
  return best;
}

int64_t TileChooser::countTerms() const {
  int64_t terms = 1;
  for (const Axis &axis : axes)
    terms *= axis.isReduction ? axis.extent : 1;
  return terms;
}

/// The one that takes the least time for all of the axis, in a tile that has `rows` rows without
/// it, and that time. A tile stays in a block of the axis, such as the outputs of a group.
std::pair<int64_t, double> TileChooser::findSize(AxisId axis, int64_t rows, int64_t room) const {
  std::pair<int64_t, double> best = {1, std::numeric_limits<double>::max()};
  int64_t block = blocks[axis] != 0 ? blocks[axis] : extent(axis);
  for (int64_t size = 1; size <= std::min(room, block); ++size) {
    int64_t whole = block / size, rest = block % size;
    double cost = static_cast<double>(whole) * costs.getColumns(tile, rows * size);
    // A tail costs its time and a second copy of the code.
    if (rest > 0)
      cost = (cost + costs.getColumns(tile, rows * rest)) * costs.getTailCost();
    if (cost <= best.second)
      best = {size, cost};
  }
  best.second *= static_cast<double>(extent(axis)) / static_cast<double>(block);
  return best;
}

/// What all rows and columns take with the vectors of the tile, of which it has so many.
double TileChooser::getCost(int64_t vectors) const {
  int64_t most = costs.countRows(vectors), rows = 1;
  double cost = costs.getColumns(tile, 1);
  bool isOutside = false;
  for (auto axis = tile.reuseAxes.rbegin(); axis != tile.reuseAxes.rend(); ++axis) {
    isOutside |= most / rows < 2;
    if (isOutside) {
      cost *= static_cast<double>(extent(*axis));
      continue;
    }
    auto [size, all] = findSize(*axis, rows, most / rows);
    cost = all;
    rows *= size;
    isOutside = size < extent(*axis);
  }
  return cost;
}

/// How many vectors of an axis take the least time with the rows that are best with them: three are
/// best in one step of three. `preferred` unless another number is better by more than the count of
/// slots is off.
int64_t TileChooser::chooseVectorCount(AxisId axis, int64_t have, int64_t preferred) {
  preferred = std::min(extent(axis), preferred);
  if (preferred * have < 2)
    return preferred;
  auto getAll = [&](int64_t count) {
    tile.sizes[axis] = count;
    return getCost(count * have);
  };
  int64_t best = preferred;
  double bestCost = getAll(best);
  // Those of lane by lane products are all alive at once.
  int64_t most = std::max(preferred, scheduler.getRegisters().count / 2 / have);
  for (int64_t count = 1; count <= std::min({extent(axis), preferred + 2, most}); ++count)
    if (double cost = getAll(count); cost * costs.getTailCost() < bestCost) {
      best = count;
      bestCost = cost;
    }
  tile.sizes[axis] = 1;
  return best;
}

/// True where a step along the vectors moves an index that a reduction axis moves too.
bool TileChooser::movesWindow() const {
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    return std::any_of(
        access.read.indices.begin(), access.read.indices.end(), [&](const IndexExpression &index) {
          return index.coefficients[tile.vectorAxis] != 0 &&
                 std::any_of(index.coefficients.begin() + numSpatial, index.coefficients.end(),
                             [](int64_t coefficient) { return coefficient != 0; });
        });
  });
}

/// The reduction axis that moves rows of vectors, all of one operand, as their other axis does: a
/// window's, as in a depthwise convolution; -1 where a vector is a term of one row of the result.
AxisId TileChooser::findWindow() const {
  constexpr int64_t mostTerms = 49;
  if (accesses.size() < 2 || !tile.reuseAxes.empty() || tile.vectorAxes.empty())
    return -1;
  AxisId rows = tile.vectorAxes.back(), window = -1;
  int64_t numMoved = 0;
  for (const Access &access : accesses) {
    numMoved += access.dependsOn(tile.vectorAxis);
    for (const IndexExpression &index : access.read.indices)
      for (auto axis = static_cast<AxisId>(numSpatial); axis < static_cast<AxisId>(axes.size());
           ++axis)
        if (index.coefficients[rows] != 0 && index.coefficients[axis] == 1 && extent(axis) > 1)
          window = axis;
  }
  bool isKnown =
      std::none_of(axes.begin(), axes.end(), [](const Axis &axis) { return axis.isDynamic; });
  bool isWindow = isKnown && numMoved == 1 && countTerms() <= mostTerms &&
                  !scheduler.getKernel()[reduction].isOrdered;
  return isWindow ? window : -1;
}

/// Cycles of a tile of so many rows of one vector, whose terms LLVM writes out: the multiply-adds,
/// and loads that they do not hide wholly, of rows that several of them use and of weights for
/// which there is no register.
double TileChooser::getWindowCost(int64_t rows) const {
  int64_t terms = countTerms(), step = 1, window = extent(tile.windowAxis);
  for (const Access &access : accesses)
    for (const IndexExpression &index : access.read.indices)
      if (index.coefficients[tile.windowAxis] != 0)
        step = std::max(step, std::abs(index.coefficients[tile.vectorAxes.back()]));
  int64_t loads = std::min(rows * window, step * (rows - 1) + window) * (terms / window);
  constexpr int64_t passing = 2;
  if (terms + rows + passing > scheduler.getRegisters().count)
    loads += terms;
  return 0.5 * static_cast<double>(rows * terms) + 0.25 * static_cast<double>(loads);
}

int64_t TileChooser::chooseWindowRows() const {
  int64_t all = extent(tile.vectorAxes.back()), best = 1;
  double bestCost = std::numeric_limits<double>::max();
  for (int64_t rows : countTo(std::min<int64_t>(all, 8))) {
    double cost = static_cast<double>(all / rows) * getWindowCost(rows);
    if (int64_t rest = all % rows)
      cost = (cost + getWindowCost(rest)) * costs.getTailCost();
    if (cost <= bestCost) {
      bestCost = cost;
      best = rows;
    }
  }
  return best;
}

/// Elements that lie so far apart are loaded with what is between them.
static constexpr int64_t longestStep = 8;

/// Of more steps than these, what a rest takes is little.
static constexpr int64_t fewSteps = 8;

/// How long the tile is along the lanes and along the other axis of the vectors where a few rows
/// use them again: three rows of three vectors are better than two and one of four.
std::pair<int64_t, int64_t> TileChooser::findVectorsOfFewRows(int64_t lanes, int64_t reuse) {
  AxisId axis = tile.vectorAxis, other = tile.vectorAxes.back();
  std::pair<int64_t, int64_t> best;
  double bestCost = std::numeric_limits<double>::max();
  for (int64_t have = 1; have <= 8 && have * lanes <= extent(axis); have *= 2)
    for (int64_t count = 1; count <= std::min(extent(other), 8 / have); ++count) {
      tile.sizes[axis] = have * lanes;
      tile.sizes[other] = count;
      double cost = costs.getAll(tile, have * count, reuse);
      if (cost * costs.getTailCost() < bestCost) {
        bestCost = cost;
        best = {have * lanes, count};
      }
    }
  tile.sizes[axis] = tile.sizes[other] = 1;
  return best;
}

/// The same of lanes alone: the longest tile that has all rows, at most `longest`. Vectors that
/// each row has to be given anew come from the second cache, which gives half of what products
/// take.
int64_t TileChooser::findLengthOfFewRows(int64_t lanes, int64_t reuse, int64_t longest) const {
  int64_t size = longest;
  while (size > lanes && costs.countRows(size / lanes) < reuse)
    size /= 2;
  return size;
}

/// True for rows of less than two vectors whose sums are long beside storing them in pieces: such a
/// row is one step, for which no mask is made at run time.
bool TileChooser::isBestInPart(AxisId axis, int64_t lanes) const {
  constexpr int64_t leastTerms = 16;
  return accesses.size() >= 2 && extent(axis) < 2 * lanes && countTerms() >= leastTerms &&
         scheduler.masksShortRows(reduction);
}

/// True for sums over one axis whose vectors lie in memory one after the other.
bool TileChooser::isProduct() const {
  auto isLong = [](const Axis &axis) { return axis.isReduction && axis.extent != 1; };
  return std::count_if(axes.begin(), axes.end(), isLong) == 1 &&
         std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
           int64_t stride = *access.strides[tile.vectorAxis];
           return stride == 0 || stride == 1;
         });
}

/// Two vectors, or four where rows take less time with them. Few rows wait for a panel of vectors
/// that comes from afar: the fewer at a time, the longer.
int64_t TileChooser::chooseVectorsOfRows(int64_t lanes, int64_t rows) {
  constexpr int64_t leastRows = 64;
  AxisId axis = tile.vectorAxis;
  if (!costs.hasLines() || rows < leastRows || axes[axis].isDynamic || extent(axis) < 4 * lanes)
    return 2;
  auto getAll = [&](int64_t vectors) {
    tile.sizes[axis] = vectors * lanes;
    double all = costs.getAll(tile, vectors, rows);
    tile.sizes[axis] = 1;
    return all;
  };
  return getAll(4) < getAll(2) ? 4 : 2;
}

/// True where all rows fit beside one vector and the vectors, of more than the nearer caches hold,
/// are best read once: from the last cache, a line takes as long as 16 products. What is broadcast
/// to rows that are far apart, as those of a matrix, comes from too many lines then.
bool TileChooser::isBestOnce(int64_t rows) const {
  constexpr int64_t leastRows = 12, mostRows = 24, nearLines = 16;
  if (!costs.hasLines() || accesses.size() != 2 || rows < leastRows || rows > mostRows ||
      std::any_of(axes.begin(), axes.end(), [](const Axis &axis) { return axis.isDynamic; }))
    return false;
  const KernelSchedule &kernel = scheduler.getKernel();
  bool areNear = true, isFar = false;
  for (const Access &access : accesses) {
    int64_t bytes = kernel.getElementBytes(access.read);
    if (access.dependsOn(tile.vectorAxis))
      isFar |= scheduler.countElements(access.read) * static_cast<double>(bytes) >
               static_cast<double>(kernel.target->getNearBytes());
    for (AxisId axis : tile.reuseAxes)
      areNear &= std::abs(*access.strides[axis]) * bytes <= nearLines * kernel.target->lineBytes;
  }
  return areNear && isFar;
}

void TileChooser::chooseVectors(int64_t lanes) {
  AxisId axis = tile.vectorAxis;
  int64_t reuse = 1;
  for (AxisId other : tile.reuseAxes)
    reuse *= extent(other);
  // Without rows that reuse a vector, independent vectors hide the latency.
  int64_t vectors = reuse >= 4 ? 2 : 8;
  // Without a product there is nothing to reuse: long steps along the rows that are read keep
  // memory streaming. Rows of windows overlap.
  int64_t registers = scheduler.getRegisters().count;
  bool isStream = accesses.size() < 2 && !movesWindow();
  if (accesses.size() < 2)
    vectors = isStream ? std::max<int64_t>(1, registers / 2) : 1;
  tile.windowAxis = findWindow();
  if (tile.windowAxis != -1 || isBestOnce(reuse))
    vectors = 1;
  else if (vectors == 2 && isProduct())
    vectors = chooseVectorsOfRows(lanes, reuse);
  int64_t size = std::min(extent(axis), lanes), least = size;
  while (size < lanes * vectors && size * 2 <= extent(axis))
    size *= 2;
  // A rest is run in powers of two.
  std::bitset<64> steps(extent(axis) < lanes ? extent(axis) : extent(axis) % size);
  // Elements that lie far apart are loaded one by one.
  bool isContiguous = std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    return *access.strides[axis] >= 0 && *access.strides[axis] <= longestStep;
  });
  // Several steps that stream have masks to compute for each element: one has constant ones.
  bool isOneStep = extent(axis) <= lanes * registers * 3 / 4;
  // A rest of one piece is a step as long as the others: one of two vectors is shorter than both.
  bool isOnePiece = steps.count() == 1 && size < extent(axis) && isProduct();
  tile.masksTail =
      scheduler.getOptions().vectorize && isContiguous && !axes[axis].isDynamic && !hasPanels &&
      (scheduler.getRegisters().hasMasks
           ? steps.count() > 1 && extent(axis) / size < fewSteps && (!isStream || isOneStep)
           : (steps.count() > 1 || isOnePiece) && isBestInPart(axis, lanes));
  if (tile.masksTail) {
    least = roundUpToPower(std::min(extent(axis), lanes));
    if (!scheduler.getRegisters().hasMasks)
      size = least * ((extent(axis) + least - 1) / least);
    else
      size = isStream ? roundUpToPower(extent(axis)) : chooseMaskedSize(least, vectors, reuse);
  }
  int64_t preferred = 0;
  if (!tile.masksTail && accesses.size() >= 2 && reuse > 1 && vectors == 8 && size >= lanes &&
      !axes[axis].isDynamic) {
    if (tile.vectorAxes.empty())
      size = findLengthOfFewRows(lanes, reuse, size);
    else if (!axes[tile.vectorAxes.back()].isDynamic)
      std::tie(size, preferred) = findVectorsOfFewRows(lanes, reuse);
  }
  std::vector<int64_t> candidates;
  for (int64_t candidate = least;
       candidate <= std::min(extent(axis), lanes * std::max<int64_t>(8, vectors)); candidate *= 2)
    candidates.push_back(candidate);
  if (int64_t chosen = scheduler.choose(reduction, axes[axis], "tile", candidates, size);
      chosen != size) {
    size = chosen;
    preferred = 0;
  }
  tile.sizes[axis] = size;
  tile.masksTail &= extent(axis) % size != 0;
  int64_t have = std::max<int64_t>(1, size / lanes);
  if (tile.windowAxis != -1)
    preferred = chooseWindowRows();
  else if (have >= vectors || tile.vectorAxes.empty() || accesses.size() < 2)
    return;
  AxisId other = tile.vectorAxes.back();
  int64_t count = preferred != 0 ? preferred : chooseVectorCount(other, have, vectors / have);
  tile.sizes[other] = scheduler.choose(reduction, axes[other], "tile",
                                       countTo(std::min(extent(other), 8 / have)), count);
}
