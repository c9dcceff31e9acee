//===-- ChooseByEstimate.cpp - choices that the estimate decides ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search over the decisions of the rules, one choice after the other.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Schedule/Estimate.h"

#include <algorithm>
#include <utility>

using namespace dl::schedule;

namespace {
class EstimateSearch {
public:
  EstimateSearch(const KernelSchedule &start, RuleOptions rules, SearchOptions search)
      : start(start), rules(rules), search(search) {}

  /// What the rules are to be told, the rest being left to them.
  std::vector<Choice> run();

private:
  struct Candidate {
    std::vector<Choice> record, choices;
    double seconds = 0;
  };

  std::optional<Candidate> evaluate(std::vector<Choice> record);
  bool improve(size_t position);

  const KernelSchedule &start;
  RuleOptions rules;
  SearchOptions search;
  int64_t evaluated = 0;
  Candidate best;
};
} // namespace

/// Nothing where the schedule has no plan.
std::optional<EstimateSearch::Candidate> EstimateSearch::evaluate(std::vector<Choice> record) {
  ++evaluated;
  KernelSchedule kernel = start;
  RulesDecide byRules;
  RecordDecides decider(record, byRules);
  Candidate candidate{std::move(record), applyRules(kernel, rules, decider).choices};
  LoopPlan plan;
  if (buildLoopPlan(kernel, plan))
    return std::nullopt;
  EstimateOptions options;
  options.isRepeated = true;
  candidate.seconds = estimate(kernel, plan, options).seconds;
  return candidate;
}

/// Tries the other candidates of a choice; true if one of them is better.
bool EstimateSearch::improve(size_t position) {
  Choice choice = best.choices[position];
  bool isBetter = false;
  for (size_t decision = 0; decision < choice.candidates.size(); ++decision) {
    if (decision == choice.decision || evaluated >= search.candidates)
      continue;
    std::vector<Choice> record = best.record;
    auto known = std::find_if(record.begin(), record.end(),
                              [&](const Choice &made) { return made.name == choice.name; });
    if (known == record.end())
      known = record.insert(record.end(), choice);
    known->decision = decision;
    if (std::optional<Candidate> other = evaluate(std::move(record));
        other && other->seconds < best.seconds) {
      best = std::move(*other);
      isBetter = true;
    }
  }
  return isBetter;
}

std::vector<Choice> EstimateSearch::run() {
  std::optional<Candidate> byRules = evaluate({});
  if (!byRules)
    return {};
  best = *byRules;
  bool isBetter = true;
  while (isBetter && evaluated < search.candidates) {
    isBetter = false;
    for (size_t position = 0; position < best.choices.size(); ++position)
      isBetter |= improve(position);
  }
  return best.seconds * search.gain <= byRules->seconds ? best.record : std::vector<Choice>();
}

Trace dl::schedule::applyRulesByEstimate(KernelSchedule &kernel, RuleOptions options,
                                         SearchOptions search) {
  RulesDecide byRules;
  std::vector<Choice> record;
  if (search.candidates > 1 && !kernel.target->caches.empty())
    record = EstimateSearch(kernel, options, search).run();
  RecordDecides decider(std::move(record), byRules);
  return applyRules(kernel, options, decider);
}
