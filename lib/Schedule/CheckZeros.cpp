//===-- CheckZeros.cpp - what loops leave out is zero ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the loops around an iteration that is left out, value by value, and asks what the tiles
// inside would read. Knows nothing of how the first and the last iteration were found.
//
//===----------------------------------------------------------------------===//
#include "CheckZeros.h"

#include <algorithm>

using namespace dl::schedule;

namespace {
class ZeroChecker {
public:
  ZeroChecker(const KernelSchedule &kernel, const LoopPlan &plan)
      : kernel(kernel), plan(plan), values(plan.variables.size(), 0) {}

  bool check(const PlanBlock &block) {
    return std::all_of(block.begin(), block.end(), [&](const PlanNode &node) {
      bool skips = !node.firsts.empty() || !node.ends.empty();
      return (!skips || checkLoop(node)) &&
             std::all_of(node.blocks.begin(), node.blocks.end(),
                         [&](const PlanBlock &inner) { return check(inner); });
    });
  }

  std::optional<PlanFault> fault;

private:
  static void findTiles(const PlanBlock &block, std::vector<const PlanNode *> &tiles) {
    for (const PlanNode &node : block) {
      if (node.kind == PlanKind::Tile)
        tiles.push_back(&node);
      // What is computed for the tiles is read by them alone.
      if (node.kind != PlanKind::Part)
        for (const PlanBlock &inner : node.blocks)
          findTiles(inner, tiles);
    }
  }

  /// True if no term of a tile where the variables are now is other than 0.
  bool isZero(const PlanNode &tile, const std::vector<Constraint> &needs) const {
    return std::any_of(needs.begin(), needs.end(), [&](const Constraint &need) {
      const IndexExpression &form = need.form;
      if (form.kind != IndexKind::Affine || need.isEqual)
        return false;
      int64_t most = form.constant;
      for (size_t axis = 0; axis < tile.ranges.size(); ++axis)
        if (int64_t factor = form.coefficients[axis]; factor != 0) {
          const PlanRange &range = tile.ranges[axis];
          if (range.isDynamic())
            return false;
          most += factor * range.offset.evaluate(values);
          most += factor > 0 ? factor * (range.size - 1) : 0;
        }
      return most < 0;
    });
  }

  bool checkLoop(const PlanNode &loop) {
    // Of what is asked of other axes nothing depends on the loop.
    std::vector<Constraint> needs = kernel.getNeeds(loop.stage);
    AxisId root = kernel[loop.stage].tree.getRootsOf(loop.leaves[0]).front();
    needs.erase(
        std::remove_if(needs.begin(), needs.end(),
                       [&](const Constraint &need) { return need.form.coefficients[root] == 0; }),
        needs.end());
    std::vector<const PlanNode *> tiles;
    for (const PlanBlock &block : loop.blocks)
      findTiles(block, tiles);
    auto isAsked = [&](int variable) {
      auto depends = [&](const LoopExpr &place) { return place.dependsOn(variable); };
      return std::any_of(loop.firsts.begin(), loop.firsts.end(), depends) ||
             std::any_of(loop.ends.begin(), loop.ends.end(), depends) ||
             std::any_of(tiles.begin(), tiles.end(), [&](const PlanNode *tile) {
               for (const Constraint &need : needs)
                 for (size_t axis = 0; axis < tile->ranges.size(); ++axis)
                   if (need.form.coefficients[axis] != 0 && depends(tile->ranges[axis].offset))
                     return true;
               return false;
             });
    };
    std::vector<int> asked;
    for (int variable = 0; variable < plan.variables.size(); ++variable)
      if (variable != loop.variables[0] && isAsked(variable))
        asked.push_back(variable);
    bool isRight = kernel[loop.stage].isSum && checkValues(loop, needs, tiles, asked, 0);
    std::fill(values.begin(), values.end(), 0);
    if (!isRight)
      fault = PlanFault{loop.stage, "leaves out iterations of axis " +
                                        kernel[loop.stage].tree[loop.leaves[0]].name +
                                        " that add more than zeros"};
    return isRight;
  }

  /// Of a variable with many values, some of them that lie evenly, and the last one.
  bool checkValues(const PlanNode &loop, const std::vector<Constraint> &needs,
                   const std::vector<const PlanNode *> &tiles, const std::vector<int> &asked,
                   size_t next) {
    int64_t most = asked.size() == 1 ? 64 : asked.size() == 2 ? 24 : 8;
    if (next == asked.size())
      return checkIterations(loop, needs, tiles);
    int64_t extent = plan.variables.getExtent(asked[next]);
    if (plan.about[asked[next]].kind == PlanVariable::Extent)
      return false;
    int64_t step = std::max<int64_t>(1, extent / most);
    for (int64_t value = 0; value < extent;
         value = std::max(value + 1, std::min(value + step, extent - 1))) {
      values[asked[next]] = value;
      if (!checkValues(loop, needs, tiles, asked, next + 1))
        return false;
    }
    return true;
  }

  bool checkIterations(const PlanNode &loop, const std::vector<Constraint> &needs,
                       const std::vector<const PlanNode *> &tiles) {
    int64_t first = 0, end = loop.counts[0].evaluate(values), count = end;
    for (const LoopExpr &place : loop.firsts)
      first = std::max(first, place.evaluate(values));
    for (const LoopExpr &place : loop.ends)
      end = std::min(end, place.evaluate(values));
    for (int64_t i = 0; i < count; ++i) {
      values[loop.variables[0]] = i;
      if ((i < first || i >= end) &&
          !std::all_of(tiles.begin(), tiles.end(),
                       [&](const PlanNode *tile) { return isZero(*tile, needs); }))
        return false;
    }
    return true;
  }

  const KernelSchedule &kernel;
  const LoopPlan &plan;
  /// Of the variables, now.
  std::vector<int64_t> values;
};
} // namespace

std::optional<PlanFault> dl::schedule::checkZeros(const KernelSchedule &kernel,
                                                  const LoopPlan &plan) {
  ZeroChecker checker(kernel, plan);
  for (const PlanBlock &block : plan.stages)
    if (!checker.check(block))
      break;
  return checker.fault;
}
