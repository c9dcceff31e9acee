//===-- Explain.cpp - why a schedule is fast ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records to rows, rows to a model, and the model's contributions to groups of features.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Report/Explain.h"

#include "Printable.h"

#include "dl/Tuning/Features.h"
#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Measure/TemplateSpace.h"
#include "dl/Tuning/RuleSpace.h"
#include "dl/Tuning/XGBoostModel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace schedule = dl::schedule;
using namespace dl::tuning;
using llvm::StringRef;

/// Features that are listed; others are summed.
static constexpr size_t mostFeatures = 14;
/// What adds less is not listed.
static constexpr double leastDifference = 5e-4;

//===----------------------------------------------------------------------===//
// TaskReplay
//===----------------------------------------------------------------------===//

struct TaskReplay::State {
  KernelReader reader;
  std::unique_ptr<RuleSpace> rules;
  /// By the hash.
  llvm::StringMap<std::unique_ptr<Space>> templates;
};

TaskReplay::TaskReplay(std::unique_ptr<State> state) : state(std::move(state)) {}
TaskReplay::TaskReplay(TaskReplay &&) = default;
TaskReplay::~TaskReplay() = default;

llvm::Expected<TaskReplay> TaskReplay::create(const Database &database,
                                              const TaskHistory &history) {
  if (!history.kernel)
    return llvm::createStringError("no line of the database tells what its kernel is");
  auto state = std::make_unique<State>();
  const std::string &module = history.kernel->module;
  auto rules = state->reader.readSpace(module, history.threads,
                                       history.best ? history.best->sizes : std::vector<int64_t>());
  if (!rules)
    return rules.takeError();
  state->rules = std::move(*rules);
  for (const Record *record : database.lookup(history.task)) {
    const TemplateRecord *known = database.lookupTemplate(record->templateHash);
    if (!known || state->templates.contains(known->hash))
      continue;
    auto space = TemplateSpace::create(module, *known, history.threads, state->reader);
    if (space)
      state->templates[known->hash] = std::move(*space);
    else
      // Its records cannot be made again, then.
      llvm::consumeError(space.takeError());
  }
  return TaskReplay(std::move(state));
}

CandidateRef TaskReplay::replay(const Record &record) const {
  if (record.templateHash.empty())
    return state->rules->replay(record);
  auto space = state->templates.find(record.templateHash);
  return space == state->templates.end() ? nullptr : space->second->replay(record);
}

//===----------------------------------------------------------------------===//
// explain
//===----------------------------------------------------------------------===//

static llvm::Expected<const Record *> chooseOther(const TaskHistory &history, Against against) {
  bool isRules = history.rules && history.rules->hash == history.best->hash;
  if (against == Against::Rules && isRules)
    return llvm::createStringError("the rules' schedule is the best; compare it with the runner-up "
                                   "(--against=runner-up)");
  if (against == Against::Rules && !history.rules)
    return llvm::createStringError("the rules' schedule was not measured; compare with the "
                                   "runner-up (--against=runner-up)");
  if (against != Against::RunnerUp && history.rules && !isRules)
    return history.rules;
  if (!history.runnerUp)
    return llvm::createStringError("only one schedule of it is right");
  return history.runnerUp;
}

namespace {
/// What the model is trained on: each schedule once, by its record of most placements.
struct Rows {
  std::vector<MeasuredRow> rows;
  size_t numFailed = 0, numIllegal = 0;

  Rows(const Database &database, const TaskHistory &history, const TaskReplay &replay) {
    llvm::StringMap<const Record *> records;
    std::vector<StringRef> order;
    for (const Record *record : database.lookup(history.task)) {
      if (!history.isComparable(*record))
        continue;
      auto [entry, isNew] = records.try_emplace(record->hash, record);
      if (isNew)
        order.push_back(record->hash);
      else if (record->measurement.seconds.size() >= entry->second->measurement.seconds.size())
        entry->second = record;
    }
    for (StringRef hash : order) {
      const Record &record = *records[hash];
      CandidateRef candidate = replay.replay(record);
      if (!candidate) {
        ++numIllegal;
        continue;
      }
      numFailed += record.measurement.isOk() ? 0 : 1;
      rows.push_back({std::move(candidate), history.getMedianSeconds(record), 0});
    }
  }
};
} // namespace

/// The buffers of a candidate's groups by name.
static std::vector<std::string> nameBuffers(const Candidate &candidate, int64_t threads) {
  schedule::LoopPlan plan;
  std::vector<std::string> names;
  if (schedule::buildLoopPlan(candidate.kernel, plan))
    return names;
  schedule::EstimateOptions options;
  options.threads = threads;
  for (const schedule::Source &source : getFeatureBuffers(candidate.kernel, plan, options))
    names.push_back(source.stage == -1 ? "operand " + std::to_string(source.operand)
                                       : makePrintable(candidate.kernel[source.stage].name, 40));
  return names;
}

static void fillBuffers(Explanation &result, const std::vector<std::string> &best,
                        const std::vector<std::string> &other) {
  for (Explanation::Group &group : result.groups) {
    StringRef number = group.name;
    size_t index = 0;
    if (!number.consume_front("buffer ") || number.getAsInteger(10, index))
      continue;
    auto getName = [&](const std::vector<std::string> &names) -> std::string {
      return index < names.size() ? names[index] : "none";
    };
    group.buffer = getName(best);
    if (group.buffer != getName(other))
      group.buffer += " (best), " + getName(other) + " (" + result.otherName + ")";
  }
}

/// Puts contributions into groups, the largest differences first.
static void fillGroups(Explanation &result, const std::vector<double> &best,
                       const std::vector<double> &other, const FeatureVector &bestValues,
                       const FeatureVector &otherValues) {
  const std::vector<FeatureName> &names = getFeatureNames();
  std::vector<Explanation::Feature> features;
  for (size_t index = 0; index < names.size(); ++index)
    features.push_back({index, best[index], other[index], bestValues[index], otherValues[index]});
  llvm::sort(features, [](const auto &a, const auto &b) {
    return std::make_pair(-std::abs(a.getDifference()), a.index) <
           std::make_pair(-std::abs(b.getDifference()), b.index);
  });
  auto find = [&](const std::string &name) -> Explanation::Group & {
    for (Explanation::Group &group : result.groups)
      if (group.name == name)
        return group;
    return result.groups.emplace_back(Explanation::Group{name, "", 0, {}});
  };
  for (const Explanation::Feature &feature : llvm::ArrayRef(features).take_front(mostFeatures))
    if (std::abs(feature.getDifference()) >= leastDifference)
      find(names[feature.index].group).features.push_back(feature);
  for (const Explanation::Feature &feature : features) {
    auto group = llvm::find_if(result.groups, [&](const Explanation::Group &listed) {
      return listed.name == names[feature.index].group;
    });
    result.numOthers += group == result.groups.end() ? 1 : 0;
    (group == result.groups.end() ? result.others : group->difference) += feature.getDifference();
  }
  llvm::sort(result.groups, [](const auto &a, const auto &b) {
    return std::make_pair(-std::abs(a.difference), a.name) <
           std::make_pair(-std::abs(b.difference), b.name);
  });
}

llvm::Expected<Explanation> dl::tuning::explain(const Database &database,
                                                const TaskHistory &history,
                                                const TaskReplay &replay, Against against,
                                                StringRef xgboost) {
  if (!history.best)
    return llvm::createStringError("no record of it is ok");
  llvm::Expected<const Record *> other = chooseOther(history, against);
  if (!other)
    return other.takeError();
  Explanation result;
  result.best = history.best;
  result.other = *other;
  result.otherName = *other == history.rules ? "rules" : "runner-up";
  std::vector<CandidateRef> pair = {replay.replay(*history.best), replay.replay(**other)};
  if (!pair[0] || !pair[1])
    return llvm::createStringError(llvm::Twine("the steps of ") +
                                   (pair[0] ? "the other schedule" : "the best schedule") +
                                   " are not legal on this machine");
  llvm::Expected<std::unique_ptr<XGBoostModel>> model =
      XGBoostModel::create(XGBoostOptions(), xgboost);
  if (!model)
    return model.takeError();
  Rows rows(database, history, replay);
  result.numRows = rows.rows.size();
  result.numFailed = rows.numFailed;
  result.numIllegal = rows.numIllegal;
  if (size_t right = result.numRows - result.numFailed; right < leastExplainedRows)
    return llvm::createStringError(
        "too few records: a model can tell something from " + llvm::Twine(leastExplainedRows) +
        " schedules with times on, and there are " + llvm::Twine(right) + "; tune it further");
  (*model)->train(rows.rows);
  std::vector<double> scores = (*model)->predict(pair);
  if (llvm::Error error = (*model)->takeError())
    return error;
  llvm::Expected<std::vector<std::vector<double>>> parts = (*model)->explain(pair);
  if (!parts)
    return parts.takeError();
  result.bestScore = scores[0];
  result.otherScore = scores[1];
  fillGroups(result, (*parts)[0], (*parts)[1], pair[0]->features, pair[1]->features);
  fillBuffers(result, nameBuffers(*pair[0], history.threads),
              nameBuffers(*pair[1], history.threads));
  return result;
}
