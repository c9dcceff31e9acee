//===-- TaskSection.cpp - a task on the page ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TaskSection.h. All that is not ours goes through escapeHtml.
//
//===----------------------------------------------------------------------===//
#include "TaskSection.h"

#include "Curve.h"
#include "Printable.h"
#include "StepText.h"

#include "dl/Tuning/Features.h"
#include "dl/Tuning/Report/Explain.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace schedule = dl::schedule;
using namespace dl::tuning;
using llvm::StringRef;

/// What is shown of long lists.
static constexpr size_t mostSteps = 200, mostMessages = 8;

std::string dl::tuning::getAnchor(const TaskHistory &history) {
  return "t-" + history.task.substr(0, hashDigits);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

static void writeHead(const TaskHistory &history, llvm::raw_ostream &os) {
  os << "<h2><bdi>" << escapeHtml(history.getName()) << "</bdi></h2>\n<p class=\"facts\">";
  if (history.kernel && !history.kernel->nodes.empty())
    os << "computes <bdi>" << escapeHtml(history.kernel->nodes, 400) << "</bdi>; ";
  os << llvm::formatv("for <bdi>{0}</bdi>, {1} {2}; task <code>{3}</code></p>\n",
                      escapeHtml(history.target), history.threads,
                      history.threads == 1 ? "thread" : "threads",
                      escapeHtml(StringRef(history.task).take_front(hashDigits)));
}

static void writeFigure(const TaskHistory &history, llvm::raw_ostream &os) {
  if (history.trials.empty() && history.finals.empty()) {
    os << "<p>No trial has a time or an outcome to be shown.</p>\n";
    return;
  }
  os << "<figure>\n";
  writeCurve(history, os);
  if (!history.trials.empty())
    os << llvm::formatv("<div class=\"reader\" hidden=\"\"><label>Trial <input type=\"range\" "
                        "min=\"1\" max=\"{0}\" value=\"1\"></label><output></output></div>\n",
                        history.trials.size());
  os << "<figcaption><span class=\"key dot\">trial</span> <span class=\"key best\">best so "
        "far</span> <span class=\"key rules\">the rules' schedule</span> <span class=\"key "
        "final\">finalist, measured again in several placements; its trial has a ring</span>";
  if (history.outcomes[0] != history.getNumRecords())
    os << " <span class=\"key failed\">failure</span>";
  os << "</figcaption>\n</figure>\n";
  if (history.elsewhere > 0)
    os << "<p class=\"note\">" << history.elsewhere
       << " records with weights elsewhere than the best had them are not shown.</p>\n";
}

static void writeOutcomes(const TaskHistory &history, llvm::raw_ostream &os) {
  os << "<table class=\"outcomes\"><caption>Outcomes of all records</caption><tr>";
  for (size_t outcome = 0; outcome < numOutcomes; ++outcome)
    if (history.outcomes[outcome] > 0)
      os << "<th scope=\"col\">" << getOutcomeName(static_cast<Outcome>(outcome)) << "</th>";
  os << "</tr>\n<tr>";
  for (size_t count : history.outcomes)
    if (count > 0)
      os << "<td>" << count << "</td>";
  os << "</tr></table>\n";
  llvm::MapVector<std::pair<size_t, StringRef>, size_t> messages;
  for (const TaskHistory::Trial &trial : history.trials) {
    const Measurement &measurement = trial.record->measurement;
    if (!measurement.isOk())
      ++messages[{static_cast<size_t>(measurement.outcome), measurement.message}];
  }
  if (messages.empty())
    return;
  auto sorted = messages.takeVector();
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  os << "<ul class=\"messages\">\n";
  for (const auto &[what, count] : llvm::ArrayRef(sorted).take_front(mostMessages))
    os << llvm::formatv("<li>{0} x {1}: <bdi>{2}</bdi></li>\n", count,
                        getOutcomeName(static_cast<Outcome>(what.first)), escapeHtml(what.second));
  if (sorted.size() > mostMessages)
    os << "<li>and " << sorted.size() - mostMessages << " other messages</li>\n";
  os << "</ul>\n";
}

static void writeTimes(const TaskHistory &history, llvm::raw_ostream &os) {
  if (!history.best) {
    os << "<p><strong>No schedule was right.</strong></p>\n";
    return;
  }
  double best = history.getSeconds(*history.best);
  os << "<p class=\"times\">";
  if (history.rules)
    os << llvm::formatv("The rules' schedule takes <strong>{0} us</strong>, the best one "
                        "<strong>{1} us</strong>: speed-up <strong>{2:f3}</strong>.",
                        formatMicroseconds(history.getSeconds(*history.rules)),
                        formatMicroseconds(best), history.getSeconds(*history.rules) / best);
  else
    os << llvm::formatv("The best schedule takes <strong>{0} us</strong>; the rules' was not "
                        "measured.",
                        formatMicroseconds(best));
  for (auto [number, trial] : llvm::enumerate(history.trials))
    if (trial.record->hash == history.best->hash) {
      os << llvm::formatv(" Trial {0} found it (<bdi>{1}</bdi>).", number + 1,
                          escapeHtml(trial.record->search));
      break;
    }
  os << "</p>\n";
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void writeSteps(StringRef title, const std::vector<std::string> &steps,
                       const std::vector<std::string> *others, llvm::raw_ostream &os) {
  llvm::StringSet<> known;
  if (others)
    known.insert(others->begin(), others->end());
  os << "<div><h4>" << title << "</h4>\n<ol>\n";
  for (const std::string &step : llvm::ArrayRef(steps).take_front(mostSteps)) {
    bool isOwn = others && !known.contains(step);
    os << (isOwn ? "<li class=\"own\">" : "<li>") << escapeHtml(step, 300) << "</li>\n";
  }
  os << "</ol>\n";
  if (steps.size() > mostSteps)
    os << "<p>and " << steps.size() - mostSteps << " more</p>\n";
  if (steps.empty())
    os << "<p>none: the plain loops</p>\n";
  os << "</div>\n";
}

/// The kernel under the steps of a record, or null.
static CandidateRef replay(const std::optional<TaskReplay> &task, const Record &record) {
  return task ? task->replay(record) : nullptr;
}

/// A template's author knows the steps: what was decided tells more.
static std::vector<std::string> describeChoices(const std::vector<schedule::Choice> &choices) {
  std::vector<std::string> lines;
  for (const schedule::Choice &choice : choices)
    lines.push_back(choice.name + " = " + std::to_string(choice.getValue()));
  return lines;
}

static void writeSchedules(const TaskHistory &history, const std::optional<TaskReplay> &task,
                           llvm::raw_ostream &os) {
  if (!history.best)
    return;
  auto describe = [&](const Record &record) {
    if (!record.templateHash.empty())
      return describeChoices(record.choices);
    CandidateRef candidate = replay(task, record);
    return describeSteps(record.steps, candidate ? &candidate->kernel : nullptr);
  };
  bool isRules = history.rules && history.rules->hash == history.best->hash;
  os << "<details><summary>Steps of the best schedule"
     << (isRules          ? ", which is the rules'"
         : !history.rules ? ""
                          : " beside those of the rules")
     << "</summary>\n";
  if (CandidateRef candidate = replay(task, *history.best)) {
    os << "<p class=\"stages\">";
    for (const std::string &line : describeStages(candidate->kernel))
      os << "<code>" << escapeHtml(line, 300) << "</code> ";
    os << "</p>\n";
  }
  std::vector<std::string> best = describe(*history.best), rules;
  os << "<div class=\"pair\">\n";
  if (history.rules && !isRules) {
    rules = describe(*history.rules);
    writeSteps("Best", best, &rules, os);
    writeSteps("Rules", rules, &best, os);
  } else {
    writeSteps("Best", best, nullptr, os);
  }
  os << "</div>\n</details>\n";
}

//===----------------------------------------------------------------------===//
// Why
//===----------------------------------------------------------------------===//

static void writeFeature(const Explanation::Feature &feature, llvm::raw_ostream &os) {
  os << llvm::formatv(
      "<tr><th scope=\"row\">{0}</th><td>{1}</td><td>{2}</td><td>{3}</td><td>{4}</td>"
      "<td>{5}</td></tr>\n",
      escapeHtml(getFeatureNames()[feature.index].name),
      formatFeature(feature.index, feature.bestValue),
      formatFeature(feature.index, feature.otherValue), formatPercent(feature.best),
      formatPercent(feature.other), formatPercent(feature.getDifference()));
}

static void writeExplanation(const TaskHistory &history, const Explanation &explanation,
                             llvm::raw_ostream &os) {
  for (const std::string &line : describeExplanation(history, explanation))
    os << "<p>" << escapeHtml(line, 400) << "</p>\n";
  os << "<div class=\"wide\"><table class=\"why\"><caption>What each feature adds, in percent of "
        "the fastest's speed</caption>\n<thead><tr><th scope=\"col\">feature</th><th "
        "scope=\"col\">best</th><th scope=\"col\">"
     << explanation.otherName
     << "</th><th scope=\"col\">adds to best</th><th scope=\"col\">adds to the other</th><th "
        "scope=\"col\">difference</th></tr></thead>\n";
  for (const Explanation::Group &group : explanation.groups) {
    os << llvm::formatv("<tbody><tr class=\"group\"><th scope=\"rowgroup\" colspan=\"5\">{0} "
                        "<span>{1}</span></th><td>{2}</td></tr>\n",
                        escapeHtml(group.name), escapeHtml(describeGroup(group)),
                        formatPercent(group.difference));
    for (const Explanation::Feature &feature : group.features)
      writeFeature(feature, os);
    os << "</tbody>\n";
  }
  os << llvm::formatv("<tfoot><tr><th scope=\"row\" colspan=\"5\">{0} features of other "
                      "groups</th><td>{1}</td></tr>\n<tr><th scope=\"row\" "
                      "colspan=\"5\">all</th><td>{2}</td></tr></tfoot></table></div>\n",
                      explanation.numOthers, formatPercent(explanation.others),
                      formatPercent(explanation.bestScore - explanation.otherScore));
}

void dl::tuning::writeTaskSection(const Database &database, const TaskHistory &history,
                                  StringRef xgboost, llvm::raw_ostream &os) {
  os << "<section id=\"" << escapeHtml(getAnchor(history)) << "\">\n";
  writeHead(history, os);
  writeTimes(history, os);
  writeFigure(history, os);
  writeOutcomes(history, os);
  std::optional<TaskReplay> task;
  std::string problem;
  if (llvm::Expected<TaskReplay> made = TaskReplay::create(database, history))
    task.emplace(std::move(*made));
  else
    problem = llvm::toString(made.takeError());
  writeSchedules(history, task, os);
  if (history.best) {
    os << "<details><summary>Why this schedule</summary>\n";
    if (task) {
      llvm::Expected<Explanation> why = explain(database, history, *task, Against::Any, xgboost);
      if (why)
        writeExplanation(history, *why, os);
      else
        problem = llvm::toString(why.takeError());
    }
    if (!problem.empty())
      os << "<p>Nothing can be told: " << escapeHtml(problem, 400) << ".</p>\n";
    os << "</details>\n";
  }
  os << "</section>\n";
}
