//===-- RuleSpace.cpp - all that the rules could have decided -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions to rules, rules to a kernel, the kernel to its plan, estimate and features.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/RuleSpace.h"

#include "dl/Schedule/Estimate.h"
#include "dl/Schedule/Legality.h"
#include "dl/Support/ContentCache.h"
#include "dl/Tuning/Features.h"
#include "dl/Tuning/Record.h"

#include <limits>

using namespace dl::schedule;
using namespace dl::tuning;

std::string dl::tuning::hashLoops(const KernelSchedule &kernel) {
  dl::ContentHash hash;
  for (const StageSchedule &stage : kernel.stages)
    hash.add(stage.tree.str());
  for (const std::vector<int64_t> &shape : kernel.operands) {
    hash.add(shape.size());
    for (int64_t extent : shape)
      hash.add(static_cast<uint64_t>(extent));
  }
  return hash.finish();
}

RuleSpace::RuleSpace(KernelSchedule given, int64_t threads)
    : plain(std::move(given)), threads(threads) {
  options.parallel = threads > 1;
  options.isWide = true;
}

CandidateRef RuleSpace::finish(KernelSchedule kernel, Trace trace) const {
  LoopPlan plan;
  if (buildLoopPlan(kernel, plan))
    return nullptr;
  EstimateOptions estimates;
  estimates.threads = threads;
  estimates.isRepeated = true;
  Estimate expected;
  expected.seconds = std::numeric_limits<double>::infinity();
  if (!kernel.target->caches.empty())
    expected = estimate(kernel, plan, estimates);
  auto candidate = std::make_shared<Candidate>();
  candidate->hash = hashLoops(kernel);
  candidate->estimate = expected.seconds;
  candidate->features = extractFeatures(kernel, plan, expected, estimates);
  candidate->trace = std::move(trace);
  candidate->kernel = std::move(kernel);
  return candidate;
}

namespace {
/// Takes any candidate, by the numbers of a search.
class ChanceOfSearch : public Decider {
public:
  explicit ChanceOfSearch(std::mt19937_64 &random) : random(random) {}
  size_t decide(const Choice &choice) override { return random() % choice.candidates.size(); }

private:
  std::mt19937_64 &random;
};
} // namespace

CandidateRef RuleSpace::make(const std::vector<Choice> &decisions, std::mt19937_64 &random) {
  ChanceOfSearch chance(random);
  RecordDecides decider(decisions, chance);
  KernelSchedule kernel = plain;
  Trace trace = applyRules(kernel, options, decider);
  return finish(std::move(kernel), std::move(trace));
}

CandidateRef RuleSpace::makeDefault() {
  RulesDecide rules;
  KernelSchedule kernel = plain;
  Trace trace = applyRules(kernel, options, rules);
  return finish(std::move(kernel), std::move(trace));
}

CandidateRef RuleSpace::replay(const std::vector<Choice> &choices,
                               const std::vector<TraceStep> &steps) const {
  KernelSchedule kernel = plain;
  if (llvm::Error error = applySteps(kernel, steps)) {
    llvm::consumeError(std::move(error));
    return nullptr;
  }
  return finish(std::move(kernel), {steps, choices});
}
