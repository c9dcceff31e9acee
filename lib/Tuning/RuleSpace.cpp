//===-- RuleSpace.cpp - all that the rules could have decided -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions to rules, rules to a kernel, the kernel to a candidate.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/RuleSpace.h"

#include "dl/Tuning/Record.h"

using namespace dl::schedule;
using namespace dl::tuning;

RuleSpace::RuleSpace(KernelSchedule given, int64_t threads, std::optional<KernelSchedule> sized)
    : plain(std::move(given)), sized(std::move(sized)), threads(threads) {
  options.parallel = threads > 1;
  options.threads = threads;
  options.isWide = true;
  options.memory = std::make_shared<RuleMemory>();
}

CandidateRef RuleSpace::finish(KernelSchedule kernel, Trace trace) const {
  if (!sized)
    return makeCandidate(std::move(kernel), std::move(trace), threads);
  // Rules add no stage, and steps no root.
  for (int stage = 0; stage < kernel.size(); ++stage)
    for (AxisId root : (*sized)[stage].tree.getRoots())
      if (kernel[stage].tree[root].extent == dynamicExtent)
        kernel[stage].tree.setExtent(root, (*sized)[stage].tree[root].extent);
  for (size_t operand = 0; operand < kernel.operands.size(); ++operand)
    for (size_t dim = 0; dim < kernel.operands[operand].size(); ++dim)
      if (kernel.operands[operand][dim] == dynamicExtent)
        kernel.operands[operand][dim] = sized->operands[operand][dim];
  return makeCandidate(std::move(kernel), std::move(trace), threads);
}

CandidateRef RuleSpace::make(const std::vector<Choice> &decisions, std::mt19937_64 &random) {
  DrawDecides chance(random);
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

CandidateRef RuleSpace::replay(const Record &record) {
  return record.templateHash.empty() ? replay(record.choices, record.steps) : nullptr;
}
