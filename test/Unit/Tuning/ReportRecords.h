//===-- ReportRecords.h - records to report on -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_TUNING_REPORTRECORDS_H
#define DL_TEST_UNIT_TUNING_REPORTRECORDS_H

#include "../../../lib/Tuning/Report/Curve.h"

#include "dl/Tuning/Report/Report.h"

#include "gtest/gtest.h"

namespace dl::tuning {

using Lines = std::vector<std::string>;

inline constexpr double micro = 1e-6;

/// A database of one task, for the most part.
class ReportRecords : public testing::Test {
protected:
  static std::string makeHash(char digit) { return std::string(64, digit); }

  void addKernel(char task = 'a', int64_t threads = 1) {
    KernelRecord kernel{makeHash(task), "small", threads, "product", "MatMul_0", "module {}"};
    ASSERT_FALSE(bool(database.append(kernel)));
  }
  static Record make(llvm::StringRef search, int64_t trial, char hash,
                     std::vector<double> microseconds) {
    Record record;
    record.task = makeHash('a');
    record.target = "small";
    record.search = search.str();
    record.trial = trial;
    record.hash = makeHash(hash);
    record.measurement.outcome = Outcome::Ok;
    for (double each : microseconds)
      record.measurement.seconds.push_back(each * micro);
    return record;
  }
  static Record makeFailed(int64_t trial, char hash, Outcome outcome, std::string message = "why") {
    Record record = make("evolution", trial, hash, {});
    record.measurement.outcome = outcome;
    record.measurement.message = std::move(message);
    return record;
  }
  void add(const Record &record) { ASSERT_FALSE(bool(database.append(record))); }
  void addSearch() {
    addKernel();
    add(make("rules", 0, '1', {8}));
    add(make("evolution", 0, '2', {16}));
    add(makeFailed(1, '3', Outcome::Crash));
    add(make("evolution", 2, '4', {4}));
    add(make("evolution", 3, '5', {5}));
    add(makeFailed(4, '6', Outcome::WrongAnswer));
    add(make("rules", 0, '1', {8, 9, 8}));
    add(make("final", 0, '4', {4, 4.5, 4.2}));
    add(make("final", 0, '5', {5, 5, 4.9}));
    Record elsewhere = make("evolution", 5, '7', {1});
    elsewhere.measurement.weights = WeightsPlace::Memory;
    elsewhere.measurement.simulator = "llvm-mca";
    add(elsewhere);
  }
  TaskHistory getHistory() {
    std::vector<TaskHistory> histories = readHistories(database);
    EXPECT_EQ(histories.size(), 1u);
    return histories.front();
  }
  std::string getCurve() {
    std::string text;
    llvm::raw_string_ostream os(text);
    writeCurve(getHistory(), os);
    return text;
  }
  std::string getData() {
    std::string text;
    llvm::raw_string_ostream os(text);
    writeCurveData(getHistory(), os);
    return text;
  }
  std::string getPage() {
    std::string text;
    llvm::raw_string_ostream os(text);
    writePage(database, readHistories(database), "records", "none.so", os);
    return text;
  }
  /// The lines of a text that have a part in them.
  static Lines findLines(llvm::StringRef text, llvm::StringRef part) {
    llvm::SmallVector<llvm::StringRef> all;
    text.split(all, '\n');
    Lines found;
    for (llvm::StringRef line : all)
      if (line.contains(part))
        found.push_back(line.str());
    return found;
  }

  Database database;
};

} // namespace dl::tuning

#endif // DL_TEST_UNIT_TUNING_REPORTRECORDS_H
