//===-- Table.h - schedules of which all times are known -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recorded table: the schedules of one kernel that a database has measurements of. Searches on
// it are compared without a clock, and every one of them sees the same times.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TABLE_H
#define DL_TUNING_TABLE_H

#include "dl/Tuning/Database.h"
#include "dl/Tuning/RuleSpace.h"

#include <map>
#include <unordered_map>

namespace dl::tuning {

class Table {
public:
  /// The records of a task that `space` can make again; of several of one schedule, the one of most
  /// placements, the last among equals. The rules' own and failures are left out.
  Table(const Database &database, llvm::StringRef task, RuleSpace &space);
  /// Of schedules that are given, for tests.
  explicit Table(std::vector<std::pair<CandidateRef, Measurement>> entries);

  size_t size() const { return entries.size(); }
  const CandidateRef &getCandidate(size_t number) const { return entries[number].first; }
  /// Seconds in the median placement, relative to the reference work that ran beside it.
  double getSeconds(size_t number) const { return seconds[number]; }
  /// The fastest of those that were measured in the most placements: the shortest of many single
  /// measurements is short by chance.
  double getBestSeconds() const;
  double getMedianSeconds() const;
  /// The number of the schedule of this hash.
  std::optional<size_t> lookup(const std::string &hash) const;
  /// How far decisions are from those of an entry: for each choice that both have, how many of the
  /// values in the table lie between the two as a share of all, for others 1.
  double getDistance(const std::vector<schedule::Choice> &decisions, size_t number) const;

private:
  void index();
  /// Where a value lies among those of a choice, from 0 to 1.
  double getPlace(const std::string &choice, int64_t value) const;

  std::vector<std::pair<CandidateRef, Measurement>> entries;
  std::vector<double> seconds;
  std::unordered_map<std::string, size_t> byHash;
  /// The values of each choice, ascending.
  std::map<std::string, std::vector<int64_t>> values;
};

/// The entries of a table as a space: decisions lead to the nearest entry that was not given
/// before.
class TableSpace : public Space {
public:
  explicit TableSpace(const Table &table) : table(table), given(table.size(), false) {}

  CandidateRef make(const std::vector<schedule::Choice> &decisions,
                    std::mt19937_64 &random) override;
  CandidateRef makeDefault() override { return nullptr; }

private:
  const Table &table;
  std::vector<bool> given;
};

/// Measures by looking up. The machine's speed has been divided out of all times.
class TableRunner : public Runner {
public:
  explicit TableRunner(const Table &table) : table(table) {}

  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override;

private:
  const Table &table;
};

} // namespace dl::tuning

#endif // DL_TUNING_TABLE_H
