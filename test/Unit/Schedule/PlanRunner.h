//===-- PlanRunner.h - runs plans without numbers ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the loops of a plan one iteration after the other and notes, in the place of
// numbers, which element each place of each buffer holds and which terms were added: what
// a plan computes, told by nothing but counting.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_SCHEDULE_PLANRUNNER_H
#define DL_TEST_UNIT_SCHEDULE_PLANRUNNER_H

#include "dl/Schedule/LoopPlan.h"

#include <functional>
#include <set>

namespace dl::schedule {

class PlanRunner {
public:
  /// `extent` is the value of all that are known only at run time.
  PlanRunner(const KernelSchedule &kernel, const LoopPlan &plan, int64_t extent)
      : kernel(kernel), plan(plan), extent(extent), values(plan.variables.size(), 0),
        visible(kernel.size(), nullptr), slots(kernel.size()) {
    for (int variable = 0; variable < plan.variables.size(); ++variable)
      if (plan.about[variable].kind == PlanVariable::Extent)
        values[variable] = extent;
  }

  /// True if all elements of the stages at root are computed, from elements that are there.
  bool isRight() {
    for (int stage = 0; stage < kernel.size() && isSound; ++stage) {
      if (kernel[stage].tree.getPlacement() != Placement::Root)
        continue;
      Buffer whole = {getWhole(stage), {}};
      run(plan.stages[stage], {stage, &whole, nullptr});
      forEach(whole.box, [&](const Point &point) { isSound &= whole.holds(point); });
    }
    return isSound;
  }

private:
  using Point = std::vector<int64_t>;
  struct Box {
    Point offset, size;
  };
  /// The elements that the places of a buffer hold; the place of an element is its distance
  /// from the box's offset.
  struct Buffer {
    Box box;
    std::map<Point, Point> held;

    Point getPlace(const Point &element) const {
      Point place = element;
      for (size_t d = 0; d < place.size(); ++d)
        place[d] -= box.offset[d];
      return place;
    }
    bool contains(const Point &element) const {
      Point place = getPlace(element);
      for (size_t d = 0; d < place.size(); ++d)
        if (place[d] < 0 || place[d] >= box.size[d])
          return false;
      return true;
    }
    bool holds(const Point &element) const {
      auto found = held.find(getPlace(element));
      return contains(element) && found != held.end() && found->second == element;
    }
  };
  /// Where the tiles of a stage go: a buffer, or the accumulators of its elements.
  struct Target {
    int stage;
    Buffer *buffer;
    std::map<Point, std::set<Point>> *terms;
  };

  int64_t getExtent(int stage, AxisId root) const {
    int64_t own = kernel[stage].tree[root].extent;
    return own == dynamicExtent ? extent : own;
  }
  Box getWhole(int stage, AxisKind kind = AxisKind::Spatial) const {
    Box box;
    for (AxisId root : kernel[stage].tree.getRoots())
      if (kernel[stage].tree[root].kind == kind) {
        box.offset.push_back(0);
        box.size.push_back(getExtent(stage, root));
      }
    return box;
  }
  Box getBox(int stage, const PlanRanges &ranges) const {
    Box box;
    for (size_t axis = 0; axis < ranges.size(); ++axis) {
      const PlanRange &range = ranges[axis];
      box.offset.push_back(range.offset.evaluate(values));
      int64_t size = range.isDynamic() ? getExtent(stage, static_cast<AxisId>(axis)) : range.size;
      if (range.isMasked)
        size = std::min(size, range.end.evaluate(values) - box.offset.back());
      box.size.push_back(size);
    }
    return box;
  }
  static void forEach(const Box &box, const std::function<void(const Point &)> &visit) {
    Point point = box.offset;
    std::function<void(size_t)> next = [&](size_t axis) {
      if (axis == point.size())
        return visit(point);
      for (int64_t i = 0; i < box.size[axis]; ++i) {
        point[axis] = box.offset[axis] + i;
        next(axis + 1);
      }
    };
    next(0);
  }

  void run(const PlanBlock &block, Target target) {
    std::vector<Buffer *> before = visible;
    std::vector<std::unique_ptr<Buffer>> own;
    for (const PlanNode &node : block)
      if (isSound)
        run(node, target, own);
    visible = before;
  }

  void run(const PlanNode &node, Target target, std::vector<std::unique_ptr<Buffer>> &own) {
    switch (node.kind) {
    case PlanKind::Loop: {
      int64_t count = node.counts[0].evaluate(values);
      for (int64_t i = 0; i < count; ++i) {
        if (!node.variables.empty())
          values[node.variables[0]] = i;
        run(node.blocks[0], target);
      }
      return;
    }
    case PlanKind::Parallel:
      return runParallel(node, 0, target);
    case PlanKind::Guard: {
      int64_t count = node.counts[0].evaluate(values);
      for (int64_t i = 0; i < count; ++i) {
        values[node.variables[0]] = i;
        run(node.blocks[i + 1 == count], target);
      }
      return;
    }
    case PlanKind::Version:
      return run(
          node.blocks[getExtent(node.stage, node.leaves[0]) != node.counts[0].evaluate(values)],
          target);
    case PlanKind::Clamp:
      values[node.variables[0]] = std::min(std::max<int64_t>(node.place.evaluate(values), 0),
                                           plan.variables.getExtent(node.variables[0]) - 1);
      return;
    case PlanKind::Init:
      return runInit(node, target);
    case PlanKind::Part:
      return runPart(node, own);
    case PlanKind::Pipeline: {
      slots[node.producer] = {};
      run(node.blocks[0], target);
      int64_t count = node.counts[0].evaluate(values);
      for (int64_t i = 0; i < count; ++i) {
        values[node.variables[0]] = i;
        run(node.blocks[1], target);
        run(node.blocks[2], target);
      }
      return run(node.blocks[3], target);
    }
    case PlanKind::Tile:
      return runTile(node, target);
    }
  }

  void runParallel(const PlanNode &node, size_t number, Target target) {
    if (number == node.variables.size()) {
      Buffer share = {getBox(node.stage, node.ranges), {}};
      run(node.blocks[0], {node.stage, &share, nullptr});
      for (const auto &[place, element] : share.held) {
        isSound &= target.buffer && target.buffer->contains(element);
        if (isSound)
          target.buffer->held[target.buffer->getPlace(element)] = element;
      }
      return;
    }
    int64_t count = node.counts[number].evaluate(values);
    for (int64_t i = 0; i < count; ++i) {
      values[node.variables[number]] = i;
      runParallel(node, number + 1, target);
    }
  }

  void runInit(const PlanNode &node, Target target) {
    std::map<Point, std::set<Point>> terms;
    Box box = getBox(node.stage, node.ranges);
    forEach(box, [&](const Point &element) { terms[element]; });
    run(node.blocks[0], {node.stage, nullptr, &terms});
    size_t numTerms = 1;
    for (int64_t size : getWhole(node.stage, AxisKind::Reduction).size)
      numTerms *= size;
    for (const auto &[element, added] : terms) {
      isSound &= added.size() == numTerms && target.buffer && target.buffer->contains(element);
      if (isSound)
        target.buffer->held[target.buffer->getPlace(element)] = element;
    }
  }

  void runPart(const PlanNode &node, std::vector<std::unique_ptr<Buffer>> &own) {
    Box box = getBox(node.stage, node.ranges);
    if (!node.hasSlot) {
      Buffer *part = own.emplace_back(new Buffer{box, {}}).get();
      run(node.blocks[0], {node.stage, part, nullptr});
      visible[node.stage] = part;
      return;
    }
    int64_t slot = node.place.evaluate(values);
    Buffer &part = slots[node.stage][slot];
    if (node.blocks.empty()) {
      // What is there is where it was made, whatever the box says.
      visible[node.stage] = own.emplace_back(new Buffer{box, part.held}).get();
      return;
    }
    part = {box, part.held};
    run(node.blocks[0], {node.stage, &part, nullptr});
  }

  void runTile(const PlanNode &node, Target target) {
    size_t numSpatial = getWhole(node.stage).size.size();
    forEach(getBox(node.stage, node.ranges), [&](const Point &point) {
      Point element(point.begin(), point.begin() + numSpatial);
      Point term(point.begin() + numSpatial, point.end());
      Box reductions = getWhole(node.stage, AxisKind::Reduction);
      for (size_t d = 0; d < term.size(); ++d)
        isSound &= term[d] >= 0 && term[d] < reductions.size[d];
      checkReads(node.stage, point);
      if (kernel[node.stage].tree.hasReduction()) {
        isSound &= target.terms && target.terms->count(element) &&
                   (*target.terms)[element].insert(term).second;
        return;
      }
      isSound &= target.buffer && target.buffer->contains(element);
      if (isSound)
        target.buffer->held[target.buffer->getPlace(element)] = element;
    });
  }

  void checkReads(int stage, const Point &point) {
    for (int producer = 0; producer < stage; ++producer) {
      if (kernel[producer].tree.getPlacement() != Placement::At)
        continue;
      for (const StageRead &read : kernel.getAccesses(stage, producer)) {
        Point element;
        bool isInside = true;
        for (size_t d = 0; d < read.indices.size(); ++d) {
          int64_t index = read.indices[d].constant;
          for (size_t axis = 0; axis < point.size(); ++axis)
            index += read.indices[d].coefficients[axis] * point[axis];
          element.push_back(index);
          isInside &= index >= 0 && index < getExtent(producer, static_cast<AxisId>(d));
        }
        if (isInside)
          isSound &= visible[producer] && visible[producer]->holds(element);
      }
    }
  }

  const KernelSchedule &kernel;
  const LoopPlan &plan;
  int64_t extent;
  bool isSound = true;
  std::vector<int64_t> values;
  /// The part of each stage that what runs can read.
  std::vector<Buffer *> visible;
  /// The two buffers of each stage that is computed a step ahead.
  std::vector<std::map<int64_t, Buffer>> slots;
};

} // namespace dl::schedule

#endif // DL_TEST_UNIT_SCHEDULE_PLANRUNNER_H
