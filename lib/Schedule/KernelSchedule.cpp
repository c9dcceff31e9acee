//===-- KernelSchedule.cpp - the stages of a kernel and their trees -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries that look across stages: who reads whom, through inlined stages.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/KernelSchedule.h"

#include <algorithm>
#include <numeric>
#include <utility>

using namespace dl::schedule;

LoopExpr IndexExpression::getSum() const {
  if (kind == IndexKind::QuasiAffine)
    return digits;
  LoopExpr sum = constant;
  for (size_t axis = 0; axis < coefficients.size(); ++axis)
    if (coefficients[axis] != 0)
      sum.terms.push_back({LoopAtom{static_cast<int>(axis)}, coefficients[axis]});
  return sum;
}

std::optional<int64_t> IndexExpression::getStep(AxisId axis) const {
  // An element that data names may be anywhere.
  if (kind == IndexKind::Gathered && (dataAxes.empty() || dataAxes[axis]))
    return std::nullopt;
  if (kind == IndexKind::Gathered)
    return coefficients[axis];
  if (kind == IndexKind::Affine)
    return coefficients[axis];
  int64_t step = 0;
  for (const LoopExpr::Term &term : digits.terms) {
    if (term.atom.variable == axis)
      step += term.coefficient;
    else if (term.atom.dependsOn(axis))
      return std::nullopt;
  }
  return step;
}

void IndexExpression::replaceDigits(const std::vector<LoopExpr> &values,
                                    const LoopVariables &axes) {
  digits = kind == IndexKind::QuasiAffine ? axes.replace(digits, values) : LoopExpr();
}

Work &Work::operator+=(const Work &other) {
  sums += other.sums;
  products += other.products;
  extrema += other.extrema;
  roundings += other.roundings;
  quotients += other.quotients;
  functions += other.functions;
  integers += other.integers;
  return *this;
}

const MatchingIntrinsic *StageSchedule::lookupIntrinsic(const std::string &intrinsic) const {
  for (const MatchingIntrinsic &matching : intrinsics)
    if (matching.shape.name == intrinsic)
      return &matching;
  return nullptr;
}

int64_t StageSchedule::getElementBytes() const {
  return std::accumulate(resultBytes.begin(), resultBytes.end(), int64_t(0));
}

int KernelSchedule::lookup(const std::string &name) const {
  for (int stage = 0; stage < size(); ++stage)
    if (stages[stage].name == name)
      return stage;
  return -1;
}

std::string KernelSchedule::makeStageName(const std::string &name) const {
  std::string result = name;
  for (int suffix = 1; lookup(result) != -1; ++suffix)
    result = name + "_" + std::to_string(suffix);
  return result;
}

bool KernelSchedule::isSharedByBlock(int stage) const {
  const MemoryScope *scope = target->lookupScope(stages[stage].tree.getStorage().scope);
  return scope && scope->sharing == Sharing::Block;
}

int KernelSchedule::getAttachStage(int stage) const {
  const IterationTree &tree = stages[stage].tree;
  return tree.getPlacement() == Placement::At ? lookup(tree.getAttachStage()) : -1;
}

void KernelSchedule::insertStage(int position, StageSchedule stage) {
  // Only stages from there on read these.
  for (size_t other = position; other < stages.size(); ++other)
    for (StageRead &read : stages[other].reads.write())
      if (read.stage >= position)
        ++read.stage;
  stages.insert(position, std::move(stage));
}

std::vector<int> KernelSchedule::getAttached(int stage, AxisId axis) const {
  std::vector<int> attached;
  for (int other = 0; other < size(); ++other)
    if (getAttachStage(other) == stage &&
        (axis == -1 || stages[other].tree.getAttachAxis() == axis))
      attached.push_back(other);
  return attached;
}

LoopVariables dl::schedule::getAxisVariables(const IterationTree &tree) {
  LoopVariables axes;
  for (AxisId root : tree.getRoots())
    axes.add(tree[root].extent == dynamicExtent ? unknownExtent
                                                : std::max<int64_t>(tree[root].extent, 1));
  return axes;
}

/// The axes of the reading stage that the data in `expr` follows from; none of it where it is added
/// to more than a linear form.
static std::vector<bool> composeDataAxes(const IndexExpression &expr, const StageRead &outer,
                                         size_t numAxes) {
  std::vector<bool> axes(numAxes, false);
  for (size_t d = 0; d < outer.indices.size(); ++d) {
    const IndexExpression &index = outer.indices[d];
    bool isData = expr.kind == IndexKind::Gathered && (expr.dataAxes.empty() || expr.dataAxes[d]);
    if (expr.coefficients[d] == 0 && !isData)
      continue;
    bool isLinear = index.kind == IndexKind::Affine || !index.dataAxes.empty();
    if (expr.kind == IndexKind::QuasiAffine || !isLinear ||
        (expr.kind == IndexKind::Gathered && expr.dataAxes.empty()))
      return {};
    for (size_t axis = 0; axis < numAxes; ++axis) {
      bool follows = !index.dataAxes.empty() && index.dataAxes[axis];
      if (follows || (isData && index.coefficients[axis] != 0))
        axes[axis] = true;
    }
  }
  return axes;
}

/// Puts the indices of `outer`, a read of an inlined stage, for the axes of that
/// stage in `expr`. `tree` is that of the reading stage.
static IndexExpression compose(const IndexExpression &expr, const StageRead &outer,
                               const IterationTree &tree) {
  size_t numAxes = tree.getRoots().size();
  IndexExpression result;
  result.kind = expr.kind;
  result.constant = expr.constant;
  result.coefficients.assign(numAxes, 0);
  for (size_t d = 0; d < outer.indices.size(); ++d) {
    int64_t factor = expr.coefficients[d];
    if (factor == 0)
      continue;
    const IndexExpression &index = outer.indices[d];
    result.kind = std::max(result.kind, index.kind);
    result.constant += factor * index.constant;
    for (size_t axis = 0; axis < numAxes; ++axis)
      result.coefficients[axis] += factor * index.coefficients[axis];
  }
  if (result.kind == IndexKind::Affine)
    return result;
  if (result.kind == IndexKind::QuasiAffine) {
    std::vector<LoopExpr> values;
    for (const IndexExpression &index : outer.indices)
      values.push_back(index.kind == IndexKind::Gathered ? LoopExpr() : index.getSum());
    result.digits = getAxisVariables(tree).replace(expr.getSum(), values);
  }
  if (result.kind == IndexKind::Gathered)
    result.dataAxes = composeDataAxes(expr, outer, numAxes);
  if (!result.dataAxes.empty())
    return result;
  // Only the dependence counts; sums of factors must not cancel.
  result.constant = 0;
  std::fill(result.coefficients.begin(), result.coefficients.end(), 0);
  auto depends = [](const IndexExpression &index, size_t axis) {
    return index.coefficients[axis] != 0 || (!index.dataAxes.empty() && index.dataAxes[axis]);
  };
  for (size_t d = 0; d < outer.indices.size(); ++d)
    for (size_t axis = 0; depends(expr, d) && axis < numAxes; ++axis)
      if (depends(outer.indices[d], axis))
        result.coefficients[axis] = 1;
  return result;
}

/// True if two reads are of the same element wherever their reader is.
static bool areSame(const StageRead &a, const StageRead &b) {
  auto isUnknown = [](const IndexExpression &index) { return index.kind == IndexKind::Gathered; };
  return a.stage == b.stage && a.operand == b.operand && a.isGuarded == b.isGuarded &&
         a.constraints == b.constraints && a.indices == b.indices &&
         std::none_of(a.indices.begin(), a.indices.end(), isUnknown);
}

/// Appends a read unless it is known. What reads the same stage twice is followed once: formulas
/// such as x * sigmoid(x), one in the other, would else be followed twice as often each.
static void addRead(std::vector<StageRead> &all, StageRead read) {
  if (std::none_of(all.begin(), all.end(),
                   [&](const StageRead &known) { return areSame(known, read); }))
    all.push_back(std::move(read));
}

/// The read `inner` of the stage that `outer` reads, over the axes of the reader.
static StageRead composeRead(const StageRead &inner, const StageRead &outer,
                             const IterationTree &tree) {
  StageRead access;
  access.stage = inner.stage;
  access.operand = inner.operand;
  access.isGuarded = outer.isGuarded || inner.isGuarded;
  for (const IndexExpression &index : inner.indices)
    access.indices.push_back(compose(index, outer, tree));
  for (const Constraint &constraint : inner.constraints)
    access.constraints.push_back({compose(constraint.form, outer, tree), constraint.isEqual});
  return access;
}

std::vector<StageRead> KernelSchedule::collectReads(int stage, int least) const {
  std::vector<StageRead> all;
  for (const StageRead &read : stages[stage].reads)
    if (read.stage >= least)
      addRead(all, read);
  for (size_t i = 0; i < all.size(); ++i) {
    StageRead outer = all[i];
    if (outer.stage == -1 || outer.stage == least || !stages[outer.stage].isInlined())
      continue;
    for (const StageRead &inner : stages[outer.stage].reads) {
      if (inner.stage < least)
        continue;
      StageRead access = composeRead(inner, outer, stages[stage].tree);
      auto own = std::exchange(access.constraints, outer.constraints);
      for (const Constraint &constraint : own)
        access.constraints.push_back(constraint);
      addRead(all, std::move(access));
    }
  }
  return all;
}

std::vector<StageRead> KernelSchedule::getAllReads(int stage) const {
  return collectReads(stage, -1);
}

std::vector<StageRead> KernelSchedule::getAccesses(int reader, int producer) const {
  std::vector<StageRead> accesses = collectReads(reader, producer);
  accesses.erase(std::remove_if(accesses.begin(), accesses.end(),
                                [&](const StageRead &read) { return read.stage != producer; }),
                 accesses.end());
  return accesses;
}

std::vector<int> KernelSchedule::getInlined(int stage) const {
  std::vector<int> inlined;
  std::vector<bool> isRead(stage + 1, false);
  isRead[stage] = true;
  for (int reader = stage; reader >= 0; --reader) {
    if (!isRead[reader])
      continue;
    if (reader != stage)
      inlined.push_back(reader);
    for (const StageRead &read : stages[reader].reads)
      if (read.stage >= 0 && read.stage < reader && stages[read.stage].isInlined())
        isRead[read.stage] = true;
  }
  return inlined;
}

bool KernelSchedule::reads(int reader, int producer) const {
  auto isRead = [&](int by) {
    const SharedVector<StageRead> &all = stages[by].reads;
    return std::any_of(all.begin(), all.end(),
                       [&](const StageRead &read) { return read.stage == producer; });
  };
  std::vector<int> inlined = getInlined(reader);
  return isRead(reader) || std::any_of(inlined.begin(), inlined.end(), isRead);
}

bool KernelSchedule::readsUnderCondition(int reader, int producer) const {
  std::vector<StageRead> accesses = getAccesses(reader, producer);
  return std::any_of(accesses.begin(), accesses.end(),
                     [](const StageRead &read) { return read.isGuarded; });
}

int64_t KernelSchedule::getElementBytes(const StageRead &read) const {
  if (read.stage != -1)
    return stages[read.stage].getElementBytes() / stages[read.stage].getNumResults();
  bool isKnown = read.operand >= 0 && read.operand < static_cast<int>(operandBytes.size());
  return isKnown ? operandBytes[read.operand] : 0;
}

OperandLayout KernelSchedule::getLayout(int operand) const {
  bool isKnown = operand < static_cast<int>(operandLayouts.size());
  return isKnown ? operandLayouts[operand] : OperandLayout::Fixed;
}

std::vector<int64_t> KernelSchedule::getShape(const StageRead &read) const {
  if (read.stage == -1)
    return read.operand != -1 ? operands[read.operand] : std::vector<int64_t>();
  std::vector<int64_t> shape;
  const IterationTree &tree = stages[read.stage].tree;
  for (AxisId root : tree.getRoots())
    if (tree[root].kind == AxisKind::Spatial)
      shape.push_back(tree[root].extent);
  return shape;
}

std::vector<Constraint> KernelSchedule::getConstraints(int stage) const {
  std::vector<Constraint> constraints;
  for (const StageRead &read : getAllReads(stage))
    for (const Constraint &constraint : read.constraints)
      if (std::find(constraints.begin(), constraints.end(), constraint) == constraints.end())
        constraints.push_back(constraint);
  return constraints;
}

std::vector<Constraint> KernelSchedule::getNeeds(int stage) const {
  std::vector<StageRead> factors;
  for (const StageRead &read : stages[stage].reads)
    if (read.isFactor)
      addRead(factors, read);
  std::vector<Constraint> needs;
  for (size_t i = 0; i < factors.size(); ++i) {
    StageRead factor = factors[i];
    if (factor.isZeroOutside)
      needs.insert(needs.end(), factor.constraints.begin(), factor.constraints.end());
    if (factor.stage < 0 || stages[factor.stage].tree.hasReduction())
      continue;
    for (const StageRead &inner : stages[factor.stage].reads) {
      if (!inner.isFactor)
        continue;
      StageRead access = composeRead(inner, factor, stages[stage].tree);
      access.isZeroOutside = inner.isZeroOutside;
      addRead(factors, std::move(access));
    }
  }
  return needs;
}

std::vector<std::pair<AxisId, int64_t>> KernelSchedule::getGuardCuts(int stage) const {
  std::vector<std::pair<AxisId, int64_t>> cuts;
  for (const auto &[form, isEqual] : getConstraints(stage)) {
    auto isUsed = [](int64_t coefficient) { return coefficient != 0; };
    auto used = std::find_if(form.coefficients.begin(), form.coefficients.end(), isUsed);
    if (form.kind != IndexKind::Affine || used == form.coefficients.end() || std::abs(*used) != 1 ||
        std::any_of(used + 1, form.coefficients.end(), isUsed))
      continue;
    auto axis = static_cast<AxisId>(used - form.coefficients.begin());
    int64_t value = -*used * form.constant;
    // From `value` on, up to it, or there alone.
    if (*used == 1 || isEqual)
      cuts.push_back({axis, value});
    if (*used == -1 || isEqual)
      cuts.push_back({axis, value + 1});
  }
  return cuts;
}

int KernelSchedule::getUpdateReader(int producer) const {
  // The producer, and what it is inlined into.
  std::vector<bool> isPart(size(), false);
  isPart[producer] = true;
  for (int reader = producer + 1; reader < size(); ++reader) {
    const SharedVector<StageRead> &all = stages[reader].reads;
    if (!stages[reader].isInlined() || std::none_of(all.begin(), all.end(), [&](const auto &read) {
          return read.stage >= 0 && isPart[read.stage];
        }))
      continue;
    if (stages[reader].isInUpdates)
      return reader;
    isPart[reader] = true;
  }
  return -1;
}

std::vector<int> KernelSchedule::getReaders(int producer) const {
  std::vector<int> readers;
  for (int reader = producer + 1; reader < size(); ++reader)
    if (!stages[reader].isInlined() && reads(reader, producer))
      readers.push_back(reader);
  return readers;
}
