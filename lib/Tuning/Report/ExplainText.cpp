//===-- ExplainText.cpp - an explanation in words -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is printed of an explanation, in a terminal or beside the table of a page.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Report/Explain.h"

#include "Printable.h"

#include "dl/Tuning/Features.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace dl::tuning;
using llvm::StringRef;

/// What the groups are about that every kernel has.
static StringRef describeFeatureGroup(StringRef group) {
  return llvm::StringSwitch<StringRef>(group)
      .Case("estimate", "what the formula of the rules expects")
      .Case("kernel", "stages, buffers, recomputation, parallel iterations")
      .Case("target", "the machine")
      .Case("arithmetic", "operations of the heaviest stage by kind")
      .Case("annotations", "vectorized, unrolled and parallel axes of the heaviest stage")
      .Case("register tile", "what the innermost code keeps in registers")
      .Case("tails", "what is left over where factors do not divide extents")
      .Case("loops", "the loops around the register tile, from inside and outside")
      .Case("buffer 0", "most cache lines of a tile")
      .StartsWith("buffer ", "by cache lines of a tile")
      .Case("intensity", "operations for each byte, from the innermost loop outwards")
      .Case("other stages", "all stages but the heaviest one")
      .Default("");
}

std::string dl::tuning::describeGroup(const Explanation::Group &group) {
  StringRef words = describeFeatureGroup(group.name);
  return group.buffer.empty() ? words.str() : group.buffer + ", " + words.str();
}

std::string dl::tuning::formatFeature(size_t index, double value) {
  if (std::isnan(value))
    return "-";
  if (getFeatureNames()[index].isLogarithm)
    value = std::copysign(std::exp2(std::abs(value)) - 1, value);
  // Values are kept as 32-bit logarithms: whole numbers come back nearly whole.
  if (std::abs(value - std::round(value)) < 1e-5 * std::max(1.0, std::abs(value)))
    value = std::round(value);
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isWhole = value == std::round(value) || std::abs(value) >= 1e3;
  if (std::abs(value) < 1e6 && isWhole)
    os << std::llround(value);
  else
    os << llvm::format("%.3g", value);
  return text;
}

static std::string formatShare(double share) { return llvm::formatv("{0:f1} %", share * 100); }

std::vector<std::string> dl::tuning::describeExplanation(const TaskHistory &history,
                                                         const Explanation &explanation) {
  std::vector<std::string> lines;
  std::string other = explanation.otherName == "rules" ? "the rules' schedule" : "the runner-up";
  double ratio = history.getSeconds(*explanation.best) / history.getSeconds(*explanation.other);
  lines.push_back(llvm::formatv("The best schedule takes {0} us, {1} {2} us: {3:f3} of the time.",
                                formatMicroseconds(history.getSeconds(*explanation.best)), other,
                                formatMicroseconds(history.getSeconds(*explanation.other)), ratio));
  std::string learned =
      llvm::formatv("The model learned from {0} schedules", explanation.numRows).str();
  if (explanation.numFailed > 0)
    learned += llvm::formatv(", {0} of which failed", explanation.numFailed);
  if (explanation.numIllegal > 0)
    learned += llvm::formatv("; not legal here: {0}", explanation.numIllegal);
  lines.push_back(learned +
                  llvm::formatv(". Of the speed of the fastest it gives the best schedule {0}, the "
                                "other {1}.",
                                formatShare(explanation.bestScore),
                                formatShare(explanation.otherScore))
                      .str());
  double difference = explanation.bestScore - explanation.otherScore;
  if (difference == 0)
    lines.push_back("The model does not tell the two apart.");
  else if ((difference > 0) != (ratio < 1))
    lines.push_back("The model orders the two the other way round than they were measured: what it "
                    "says of them here is not why the best one is faster.");
  return lines;
}

std::string dl::tuning::formatPercent(double share) {
  std::string digits = llvm::formatv("{0:f1}", std::abs(share) * 100);
  return (digits == "0.0" ? "" : share < 0 ? "-" : "+") + digits;
}

void dl::tuning::printExplanation(const TaskHistory &history, const Explanation &explanation,
                                  llvm::raw_ostream &os) {
  for (const std::string &line : describeExplanation(history, explanation))
    os << line << "\n";
  os << "What each feature adds to that, in percent of the fastest's speed:\n";
  auto printRow = [&](StringRef name, StringRef best, StringRef other, StringRef bestAdds,
                      StringRef otherAdds, StringRef difference) {
    os << llvm::formatv("{0,-44}{1,11}{2,11}{3,9}{4,9}{5,12}\n", name, best, other, bestAdds,
                        otherAdds, difference);
  };
  printRow("", "best", explanation.otherName, "adds", "adds", "difference");
  for (const Explanation::Group &group : explanation.groups) {
    os << llvm::formatv("{0,-84}{1,12}\n", group.name + ": " + describeGroup(group),
                        formatPercent(group.difference));
    for (const Explanation::Feature &feature : group.features)
      printRow("  " + getFeatureNames()[feature.index].name,
               formatFeature(feature.index, feature.bestValue),
               formatFeature(feature.index, feature.otherValue), formatPercent(feature.best),
               formatPercent(feature.other), formatPercent(feature.getDifference()));
  }
  printRow(llvm::formatv("{0} features of other groups", explanation.numOthers).str(), "", "", "",
           "", formatPercent(explanation.others));
  printRow("all", "", "", "", "", formatPercent(explanation.bestScore - explanation.otherScore));
}
