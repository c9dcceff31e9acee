//===-- Sampler.cpp - decisions for choices that have none ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists divisors and candidates for who decides, and keeps what was decided.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Sampler.h"

#include "mlir/Dialect/Transform/IR/TransformOps.h"

using namespace mlir;
using namespace dl::schedule;

/// How many choices stand before one in its sequence: what tells it from others.
static std::string getNumber(Operation *op) {
  Operation *sequence = op->getParentOfType<transform::NamedSequenceOp>();
  int64_t number = 0;
  (sequence ? sequence : op)->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (inner == op)
      return WalkResult::interrupt();
    number += isa<SampleTileOp, SampleCategoricalOp>(inner);
    return WalkResult::advance();
  });
  return std::to_string(number);
}

size_t Sampler::take(Choice choice, llvm::function_ref<size_t(const Choice &)> decide) {
  choice.decision = decide(choice);
  size_t decision = choice.decision;
  if (choices)
    choices->push_back(std::move(choice));
  return decision;
}

int64_t Sampler::decideDivisor(const std::string &name, int64_t extent, int64_t max) {
  Choice choice{name, {}};
  std::vector<int64_t> &divisors = choice.candidates;
  // Of huge extents: those that are small, and what they leave.
  for (int64_t small = 1; small <= std::min<int64_t>(extent / small, 1 << 16); ++small) {
    if (extent % small != 0)
      continue;
    if (small <= max)
      divisors.push_back(small);
    if (extent / small != small && extent / small <= max)
      divisors.push_back(extent / small);
  }
  llvm::sort(divisors);
  if (divisors.empty())
    return 1;
  std::vector<int64_t> candidates = divisors;
  return candidates[take(std::move(choice),
                         [&](const Choice &open) { return decider.decide(open); })];
}

SmallVector<int64_t> Sampler::decide(SampleTileOp op, const StageSchedule &stage, AxisId axis) {
  auto [entry, isNew] = decisions.try_emplace(op, Attribute());
  if (isNew) {
    int64_t max = op.getMaxInnermost().value_or(std::numeric_limits<int64_t>::max());
    int64_t rest = std::max<int64_t>(1, stage.tree.getExtent(axis));
    std::string name = getNumber(op) + " " + stage.name + " " + stage.tree[axis].name + " factor ";
    SmallVector<int64_t> factors(op->getNumResults(), 1);
    for (size_t i = factors.size() - 1; i > 0; --i) {
      factors[i] =
          decideDivisor(name + std::to_string(i), rest, i + 1 == factors.size() ? max : rest);
      rest /= factors[i];
    }
    // Of one factor there is nothing to choose.
    factors[0] = factors.size() == 1 ? std::min(rest, max) : rest;
    entry->second = DenseI64ArrayAttr::get(op.getContext(), factors);
  }
  return SmallVector<int64_t>(cast<DenseI64ArrayAttr>(entry->second).asArrayRef());
}

int64_t Sampler::decide(SampleCategoricalOp op) {
  auto [entry, isNew] = decisions.try_emplace(op, Attribute());
  if (isNew) {
    // What has no probability is no candidate.
    std::optional<ArrayRef<double>> given = op.getProbabilities();
    std::vector<int64_t> indices, values;
    std::vector<double> probabilities;
    for (auto [index, value] : llvm::enumerate(op.getCandidates())) {
      if (given && (*given)[index] == 0)
        continue;
      indices.push_back(static_cast<int64_t>(index));
      values.push_back(value);
      if (given)
        probabilities.push_back((*given)[index]);
    }
    // Numbers tell more than where they stand, but only in order each stands for one candidate.
    bool isAscending = llvm::is_sorted(values, std::less_equal<>());
    size_t taken = take(
        {getNumber(op) + " choice", isAscending ? values : indices}, [&](const Choice &choice) {
          return given ? decider.decideByPrior(choice, probabilities) : decider.decide(choice);
        });
    entry->second = IntegerAttr::get(IntegerType::get(op.getContext(), 64), indices[taken]);
  }
  return cast<IntegerAttr>(entry->second).getInt();
}
