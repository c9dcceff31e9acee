//===-- Candidate.cpp - what follows from a schedule ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel with trees to its plan, estimate and features.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Candidate.h"

#include "dl/Schedule/Estimate.h"
#include "dl/Support/ContentCache.h"
#include "dl/Tuning/Features.h"

#include <algorithm>
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

/// The terms that a stage computes; of an extent that a run decides, one for each iteration.
static double countTerms(const StageSchedule &stage) {
  double terms = 1;
  for (AxisId root : stage.tree.getRoots())
    terms *= static_cast<double>(std::max<int64_t>(stage.tree[root].extent, 1));
  return terms;
}

std::string dl::tuning::hashWork(const KernelSchedule &kernel) {
  constexpr double leastShare = 1.0 / 32;
  double most = 0;
  for (const StageSchedule &stage : kernel.stages)
    most = std::max(most, countTerms(stage));
  dl::ContentHash hash;
  for (const StageSchedule &stage : kernel.stages)
    if (countTerms(stage) >= leastShare * most)
      hash.add(stage.tree.str());
  return hash.finish();
}

CandidateRef dl::tuning::makeCandidate(KernelSchedule kernel, Trace trace, int64_t threads,
                                       std::string templateHash) {
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
  candidate->workHash = hashWork(kernel);
  candidate->estimate = expected.seconds;
  candidate->features = extractFeatures(kernel, plan, expected, estimates);
  candidate->trace = std::move(trace);
  candidate->templateHash = std::move(templateHash);
  candidate->kernel = std::move(kernel);
  return candidate;
}
