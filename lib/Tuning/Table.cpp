//===-- Table.cpp - schedules of which all times are known -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a table from records, and looks schedules up in it by their loops or by their decisions.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Table.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace dl::tuning;

Table::Table(const Database &database, llvm::StringRef task, RuleSpace &space) {
  for (const Record *record : database.lookup(task)) {
    if (!record->measurement.isOk() || record->search == "rules")
      continue;
    auto [entry, isNew] = byHash.try_emplace(record->hash, entries.size());
    if (!isNew) {
      Measurement &known = entries[entry->second].second;
      if (record->measurement.seconds.size() >= known.seconds.size())
        known = record->measurement;
      continue;
    }
    CandidateRef candidate = space.replay(*record);
    if (candidate && candidate->hash == record->hash)
      entries.push_back({std::move(candidate), record->measurement});
    else
      byHash.erase(entry);
  }
  index();
}

Table::Table(std::vector<std::pair<CandidateRef, Measurement>> given) : entries(std::move(given)) {
  index();
}

void Table::index() {
  byHash.clear();
  double reference = 0;
  for (const auto &[candidate, measurement] : entries) {
    byHash[candidate->hash] = seconds.size();
    if (reference == 0)
      reference = measurement.reference;
    double scale = measurement.reference > 0 ? reference / measurement.reference : 1;
    std::vector<double> placements = measurement.seconds;
    auto middle = placements.begin() + static_cast<std::ptrdiff_t>(placements.size() / 2);
    std::nth_element(placements.begin(), middle, placements.end());
    seconds.push_back(*middle * scale);
    for (const schedule::Choice &choice : candidate->trace.choices)
      values[choice.name].push_back(choice.getValue());
  }
  for (auto &[name, list] : values) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

double Table::getBestSeconds() const {
  size_t most = 0;
  for (const auto &entry : entries)
    most = std::max(most, entry.second.seconds.size());
  double best = std::numeric_limits<double>::infinity();
  for (size_t number = 0; number < entries.size(); ++number)
    if (entries[number].second.seconds.size() == most)
      best = std::min(best, seconds[number]);
  return best;
}

double Table::getMedianSeconds() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}

std::optional<size_t> Table::lookup(const std::string &hash) const {
  auto entry = byHash.find(hash);
  return entry == byHash.end() ? std::nullopt : std::optional(entry->second);
}

double Table::getPlace(const std::string &choice, int64_t value) const {
  const std::vector<int64_t> &list = values.at(choice);
  auto place = std::lower_bound(list.begin(), list.end(), value) - list.begin();
  return list.size() < 2 ? 0 : static_cast<double>(place) / static_cast<double>(list.size() - 1);
}

double Table::getDistance(const std::vector<schedule::Choice> &decisions, size_t number) const {
  const std::vector<schedule::Choice> &own = entries[number].first->trace.choices;
  double distance = 0;
  size_t shared = 0;
  for (const schedule::Choice &choice : decisions) {
    auto other = std::find_if(own.begin(), own.end(), [&](const schedule::Choice &made) {
      return made.name == choice.name;
    });
    if (other == own.end()) {
      distance += 1;
      continue;
    }
    ++shared;
    distance += std::abs(getPlace(choice.name, choice.getValue()) -
                         getPlace(choice.name, other->getValue()));
  }
  return distance + static_cast<double>(own.size() - shared);
}

CandidateRef TableSpace::make(const std::vector<schedule::Choice> &decisions,
                              std::mt19937_64 &random) {
  std::vector<size_t> left;
  for (size_t number = 0; number < table.size(); ++number)
    if (!given[number])
      left.push_back(number);
  if (left.empty())
    return nullptr;
  size_t chosen = left[random() % left.size()];
  if (!decisions.empty()) {
    double nearest = std::numeric_limits<double>::infinity();
    for (size_t number : left)
      if (double distance = table.getDistance(decisions, number); distance < nearest) {
        nearest = distance;
        chosen = number;
      }
  }
  given[chosen] = true;
  return table.getCandidate(chosen);
}

std::vector<Measurement> TableRunner::run(const std::vector<CandidateRef> &candidates) {
  std::vector<Measurement> results;
  for (const CandidateRef &candidate : candidates) {
    Measurement &result = results.emplace_back();
    if (std::optional<size_t> number = table.lookup(candidate->hash)) {
      result.outcome = Outcome::Ok;
      result.seconds = {table.getSeconds(*number)};
    }
  }
  return results;
}
