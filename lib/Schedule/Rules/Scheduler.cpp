//===-- Scheduler.cpp - a kernel as rules see it --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of a kernel that several rules ask for, choices, and steps with their trace.
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"

#include <algorithm>
#include <numeric>

using namespace dl::schedule;

Trace dl::schedule::applyRules(KernelSchedule &kernel, RuleOptions options, Decider &decider) {
  Scheduler scheduler(kernel, options, decider);
  scheduler.run();
  return scheduler.takeTrace();
}

void Scheduler::run() {
  if (kernel.target->tensorUnit)
    return scheduleTensorUnit(*this);
  inlineStages();
  // From the results backwards: a rule may take producers along with a stage.
  for (int stage = kernel.size() - 1; stage >= 0; --stage) {
    if (isDone(stage))
      continue;
    // Nothing is computed along an axis of no elements: no tile has its size.
    if (getVolume(stage) == 0) {
      markDone(stage);
      continue;
    }
    int before = kernel.size();
    if (!scheduleRows(*this, stage) && !scheduleColumns(*this, stage) &&
        !scheduleReduction(*this, stage))
      schedulePointwise(*this, stage);
    // Copies that a rule made lie before the stages that it took along.
    stage += kernel.size() - before;
  }
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

bool dl::schedule::isCostly(const Work &formula) {
  return formula.functions > 0 || formula.quotients > 0;
}

int64_t Scheduler::getLanes(int stage) const {
  // An index is as wide as the machine's.
  int64_t bytes = kernel[stage].resultBytes.front();
  return std::max<int64_t>(1, kernel.target->vector.bytes / (bytes == 0 ? 8 : bytes));
}

int Scheduler::getNumAxes(int stage) const {
  return static_cast<int>(kernel[stage].tree.getRoots().size());
}

int Scheduler::getNumSpatial(int stage) const { return kernel[stage].tree.getNumSpatial(); }

int64_t Scheduler::getExtent(int stage, AxisId root) const {
  int64_t extent = kernel[stage].tree[root].extent;
  return extent == dynamicExtent ? assumedExtent : extent;
}

int64_t Scheduler::getVolume(int stage) const {
  int64_t volume = 1;
  for (AxisId root : kernel[stage].tree.getRoots())
    volume *= getExtent(stage, root);
  return volume;
}

double Scheduler::countElements(const StageRead &read) const {
  double elements = 1;
  for (int64_t extent : kernel.getShape(read))
    elements *= static_cast<double>(extent == dynamicExtent ? assumedExtent : extent);
  return elements;
}

bool Access::isAffine() const {
  auto isData = [](const IndexExpression &index) { return index.kind == IndexKind::Gathered; };
  return std::none_of(read.indices.begin(), read.indices.end(), isData) &&
         std::none_of(read.constraints.begin(), read.constraints.end(),
                      [&](const Constraint &constraint) { return isData(constraint.form); });
}

/// How far a step along an axis moves an index, where that is the same for all steps.
static std::optional<int64_t> getStep(const IndexExpression &index, AxisId axis) {
  // Digits of an axis that has too few steps to reach them, as in `r floordiv 3` of three: such an
  // axis is best looped over.
  if (index.kind == IndexKind::QuasiAffine && index.coefficients[axis] != 0 &&
      !index.digits.dependsOn(axis))
    return std::nullopt;
  return index.getStep(axis);
}

/// The same inside of blocks of the axis: a sum has digits of the axis alone.
static std::optional<Access::InBlocks> getStepInBlocks(const IndexExpression &index, AxisId axis) {
  if (std::optional<int64_t> step = index.getStep(axis))
    return Access::InBlocks{*step, 0};
  if (index.kind != IndexKind::QuasiAffine)
    return std::nullopt;
  Access::InBlocks found{0, 0};
  for (const auto &[atom, coefficient] : index.digits.terms) {
    if (!atom.dependsOn(axis))
      continue;
    if (atom.sum) {
      const auto &terms = atom.sum->terms;
      if (terms.size() != 1 || terms[0].atom.variable != axis || terms[0].coefficient != 1 ||
          atom.sum->constant != 0)
        return std::nullopt;
      found.size = std::gcd(found.size, atom.divisor);
    }
    found.stride += !atom.sum || atom.isRemainder ? coefficient : 0;
  }
  return found;
}

Access Scheduler::getAccess(const StageRead &read, int numAxes) const {
  Access access;
  access.read = read;
  access.strides.assign(numAxes, 0);
  access.inBlocks.assign(numAxes, Access::InBlocks{0, 0});
  std::vector<int64_t> shape = kernel.getShape(read);
  int64_t scale = 1;
  for (size_t dim = read.indices.size(); dim-- > 0;) {
    const IndexExpression &index = read.indices[dim];
    for (AxisId axis = 0; axis < numAxes; ++axis) {
      std::optional<int64_t> step = getStep(index, axis);
      if (!step || !access.strides[axis])
        access.strides[axis] = std::nullopt;
      else
        *access.strides[axis] += *step * scale;
      auto inBlocks = getStepInBlocks(index, axis);
      std::optional<Access::InBlocks> &sum = access.inBlocks[axis];
      if (sum && inBlocks)
        sum = {sum->stride + inBlocks->stride * scale, std::gcd(sum->size, inBlocks->size)};
      else
        sum = std::nullopt;
    }
    // What the kernel does not know the shape of is taken for a vector.
    if (dim < shape.size())
      scale *= shape[dim] == dynamicExtent ? assumedExtent : shape[dim];
  }
  return access;
}

std::vector<Access> Scheduler::getAccesses(int stage) const {
  std::vector<Access> accesses;
  for (const StageRead &read : kernel[stage].reads)
    accesses.push_back(getAccess(read, getNumAxes(stage)));
  return accesses;
}

std::vector<Access> Scheduler::getAllAccesses(int stage) const {
  std::vector<Access> accesses;
  for (const StageRead &read : kernel.getAllReads(stage))
    accesses.push_back(getAccess(read, getNumAxes(stage)));
  return accesses;
}

int dl::schedule::findPlainDim(const StageRead &read, AxisId axis) {
  int found = -1;
  for (size_t dim = 0; dim < read.indices.size(); ++dim) {
    const IndexExpression &index = read.indices[dim];
    if (index.coefficients[axis] == 0)
      continue;
    auto numUsed = std::count_if(index.coefficients.begin(), index.coefficients.end(),
                                 [](int64_t coefficient) { return coefficient != 0; });
    if (found != -1 || index.kind != IndexKind::Affine || index.constant != 0 || numUsed != 1 ||
        index.coefficients[axis] != 1)
      return -1;
    found = static_cast<int>(dim);
  }
  return found;
}

/// True if a read is at its stage's spatial axes in their order.
bool dl::schedule::isIdentityRead(const StageRead &read, int numSpatial) {
  if (read.isGuarded || static_cast<int>(read.indices.size()) != numSpatial)
    return false;
  for (AxisId axis = 0; axis < numSpatial; ++axis) {
    const IndexExpression &index = read.indices[axis];
    if (index.kind != IndexKind::Affine || index.constant != 0)
      return false;
    for (AxisId other = 0; other < static_cast<AxisId>(index.coefficients.size()); ++other)
      if (index.coefficients[other] != (other == axis ? 1 : 0))
        return false;
  }
  return true;
}

bool Scheduler::isReadPointwise(int producer, int reader) const {
  auto isPointwise = [&](int by) {
    const SharedVector<StageRead> &reads = kernel[by].reads;
    return std::all_of(reads.begin(), reads.end(), [&](const StageRead &read) {
      bool isOnTheWay = read.stage == producer ||
                        (read.stage > producer && read.stage < by &&
                         kernel[read.stage].isInlined() && kernel.reads(read.stage, producer));
      return !isOnTheWay || isIdentityRead(read, getNumSpatial(by));
    });
  };
  std::vector<int> inlined = kernel.getInlined(reader);
  return isPointwise(reader) && std::all_of(inlined.begin(), inlined.end(), isPointwise);
}

bool Scheduler::isExpensive(int stage) const {
  auto hasFunctions = [&](int of) {
    const Work &formula = kernel[of].formula;
    return formula.functions > 0 || formula.roundings > 0;
  };
  std::vector<int> inlined = kernel.getInlined(stage);
  return hasFunctions(stage) || std::any_of(inlined.begin(), inlined.end(), hasFunctions);
}

/// The same of one read: `x[i, j floordiv 2]` has each element twice along j.
static int64_t getRepeatsOfRead(const Access &access, AxisId axis) {
  if (access.strides[axis])
    return 1;
  const auto &inBlocks = access.inBlocks[axis];
  if (!inBlocks || inBlocks->stride != 0 || inBlocks->size > mostRepeats || access.read.isGuarded)
    return 0;
  const dl::SharedVector<IndexExpression> &indices = access.read.indices;
  for (size_t dim = 0; dim + 1 < indices.size(); ++dim)
    if (indices[dim].coefficients[axis] != 0)
      return 0;
  return inBlocks->size;
}

int64_t Scheduler::getRepeats(int stage, AxisId axis) const {
  std::set<std::pair<int, AxisId>> known;
  return getRepeats(stage, axis, known);
}

int64_t Scheduler::getRepeats(int stage, AxisId axis,
                              std::set<std::pair<int, AxisId>> &known) const {
  if (!known.insert({stage, axis}).second)
    return 1;
  int64_t repeats = 1;
  for (const Access &access : getAccesses(stage)) {
    repeats = std::lcm(repeats, getRepeatsOfRead(access, axis));
    if (access.read.stage == -1 || !kernel[access.read.stage].isInlined())
      continue;
    const SharedVector<IndexExpression> &indices = access.read.indices;
    for (size_t dim = 0; dim < indices.size(); ++dim)
      if (indices[dim].coefficients[axis] != 0)
        repeats = std::lcm(repeats, getRepeats(access.read.stage, static_cast<AxisId>(dim), known));
  }
  return repeats <= mostRepeats ? repeats : 0;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

int64_t Scheduler::choose(int stage, const std::string &what, std::vector<int64_t> candidates,
                          int64_t preferred) {
  candidates.push_back(preferred);
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  Choice choice{kernel[stage].name + " " + what, std::move(candidates)};
  choice.decision =
      std::lower_bound(choice.candidates.begin(), choice.candidates.end(), preferred) -
      choice.candidates.begin();
  // What is no choice is not asked for.
  if (choice.candidates.size() == 1)
    return preferred;
  choice.decision = decider.decide(choice);
  trace.choices.push_back(std::move(choice));
  return trace.choices.back().getValue();
}

int64_t Scheduler::choose(int stage, const Axis &axis, const std::string &what,
                          std::vector<int64_t> candidates, int64_t preferred) {
  return choose(stage, kernel[stage].tree[axis.id].name + " " + what, std::move(candidates),
                preferred);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::vector<Axis> Scheduler::getAxes(int stage) const {
  std::vector<Axis> axes;
  const IterationTree &tree = kernel[stage].tree;
  for (AxisId root : tree.getRoots())
    axes.push_back({root, getExtent(stage, root), tree[root].kind == AxisKind::Reduction,
                    tree[root].extent == dynamicExtent});
  return axes;
}

bool Scheduler::masksShortRows(int stage) const {
  const VectorRegisters &registers = getRegisters();
  if (registers.hasMasks || !registers.loadsParts)
    return registers.hasMasks;
  constexpr int64_t leastBytes = 4;
  auto isLoaded = [](int64_t bytes) { return bytes >= leastBytes; };
  const auto &results = kernel[stage].resultBytes;
  const auto &reads = kernel[stage].reads;
  return std::all_of(results.begin(), results.end(), isLoaded) &&
         std::all_of(reads.begin(), reads.end(),
                     [&](const StageRead &read) { return isLoaded(kernel.getElementBytes(read)); });
}

TailPolicy Scheduler::chooseTail(int stage, const Axis &axis, int64_t factor, TailPolicy wanted) {
  if (!axis.isDynamic && axis.extent % factor == 0)
    return TailPolicy::Peel;
  // A second copy of the loops for the rest has no tests, but one of vectors has a step for each
  // power of two.
  TailPolicy preferred = TailPolicy::Peel;
  std::vector<int64_t> legal;
  for (TailPolicy tail : {TailPolicy::Guard, TailPolicy::Shift, TailPolicy::Mask}) {
    if (Split(stage, axis.id, factor, tail).check(kernel))
      continue;
    legal.push_back(static_cast<int64_t>(tail));
    if (tail == wanted && (tail != TailPolicy::Mask || masksShortRows(stage)))
      preferred = tail;
  }
  legal.push_back(static_cast<int64_t>(TailPolicy::Peel));
  return static_cast<TailPolicy>(
      choose(stage, axis, "tail", std::move(legal), static_cast<int64_t>(preferred)));
}

std::pair<Axis, Axis> Scheduler::split(int stage, const Axis &axis, int64_t factor,
                                       TailPolicy wanted) {
  Split step(stage, axis.id, factor, chooseTail(stage, axis, factor, wanted));
  auto [outer, inner] = step.apply(kernel);
  trace.steps.push_back(step);
  int64_t steps = (axis.extent + factor - 1) / factor;
  bool hasTail = axis.isDynamic && step.getTail() != TailPolicy::Mask;
  return {{outer, steps, axis.isReduction, axis.isDynamic, hasTail},
          {inner, factor, axis.isReduction}};
}

std::pair<Axis, Axis> Scheduler::cut(int stage, const Axis &axis, int64_t factor) {
  Split step(stage, axis.id, factor, TailPolicy::Peel);
  auto [outer, inner] = step.apply(kernel);
  trace.steps.push_back(step);
  return {{outer, (axis.extent + factor - 1) / factor, axis.isReduction},
          {inner, factor, axis.isReduction}};
}

void Scheduler::reorder(int stage, const std::vector<Axis> &axes) {
  std::vector<AxisId> order;
  for (const Axis &axis : axes)
    order.push_back(axis.id);
  attempt(Reorder(stage, std::move(order)));
}
