//===-- measure_again.cpp - the schedules of a table measured once more ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures each schedule of a database on this machine in all placements of stack and buffers, each
// in three processes of which the fastest counts, and appends what it finds to another database:
// what a search took one measurement of becomes a table whose times can be trusted. Schedules that
// the other database has already are left out, so that it goes on where it was ended.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Measure/Tuner.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace dl::tuning;
namespace cl = llvm::cl;

/// The schedules of a task in the order of the file, each once, without those that `known` has.
static std::vector<std::pair<const Record *, CandidateRef>>
listSchedules(const Database &database, const KernelRecord &kernel, RuleSpace &space,
              const Database &known) {
  llvm::StringSet<> seen;
  for (const Record *record : known.lookup(kernel.task))
    seen.insert(record->hash);
  std::vector<std::pair<const Record *, CandidateRef>> schedules;
  for (const Record *record : database.lookup(kernel.task)) {
    if (!record->measurement.isOk() || record->search == rulesSearchName ||
        !seen.insert(record->hash).second)
      continue;
    CandidateRef candidate = space.replay(*record);
    if (candidate && candidate->hash == record->hash)
      schedules.push_back({record, std::move(candidate)});
  }
  return schedules;
}

/// False where time is over.
static llvm::Expected<bool> measure(const Database &database, const KernelRecord &kernel,
                                    LocalRunner &runner, Database &out,
                                    std::chrono::steady_clock::time_point end) {
  auto plain = KernelReader().read(kernel.module);
  if (!plain)
    return plain.takeError();
  RuleSpace space(*plain, kernel.threads);
  if (llvm::Error error = out.append(kernel))
    return error;
  auto schedules = listSchedules(database, kernel, space, out);
  llvm::outs() << kernel.name << ": " << schedules.size() << " schedules\n";
  llvm::outs().flush();
  Task task;
  task.key = kernel.task;
  task.name = kernel.name;
  task.target = kernel.target;
  task.threads = kernel.threads;
  task.module = kernel.module;
  if (Measurement rules = runner.setTask(task); !rules.isOk())
    return llvm::createStringError("the rules' schedule of %s gives no results: %s",
                                   kernel.name.c_str(), rules.message.c_str());
  // A process may have a share of the core alone, which the next one has not.
  constexpr int64_t rounds = 3;
  constexpr size_t batch = 32;
  for (size_t begin = 0; begin < schedules.size(); begin += batch) {
    if (std::chrono::steady_clock::now() >= end)
      return false;
    std::vector<CandidateRef> candidates;
    for (size_t i = begin; i < std::min(begin + batch, schedules.size()); ++i)
      candidates.push_back(schedules[i].second);
    std::vector<Measurement> results = runner.runFinalists(candidates, rounds);
    for (auto [i, result] : llvm::enumerate(results)) {
      Record record = *schedules[begin + i].first;
      record.measurement = result;
      if (llvm::Error error = out.append(record))
        return error;
    }
  }
  return true;
}

static llvm::Error run(const std::string &table, const std::string &output, double seconds) {
  auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(int64_t(seconds * 1e3));
  auto warn = [&](size_t line, llvm::StringRef text) {
    llvm::errs() << table << ":" << line << ": warning: " << text << "\n";
  };
  auto runner = LocalRunner::create({});
  if (!runner)
    return runner.takeError();
  auto database = Database::open(table, warn);
  if (!database)
    return database.takeError();
  auto out = Database::open(output, warn);
  if (!out)
    return out.takeError();
  if (database->getKernels().empty())
    return llvm::createStringError("%s: expected the kernel of a table and its records, got none; "
                                   "give the database of a tuner",
                                   table.c_str());
  for (const KernelRecord &kernel : database->getKernels()) {
    llvm::Expected<bool> goesOn = measure(*database, kernel, **runner, *out, end);
    if (!goesOn)
      return goesOn.takeError();
    if (!*goesOn)
      break;
  }
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  cl::opt<std::string> table(cl::Positional, cl::Required, cl::desc("<table.jsonl>"));
  cl::opt<std::string> output(cl::Positional, cl::Required, cl::desc("<output.jsonl>"));
  cl::opt<double> seconds("seconds", cl::init(3600), cl::desc("End after so many (default: 3600)"));
  cl::ParseCommandLineOptions(argc, argv, "measures the schedules of a table in all placements\n");
  if (llvm::Error error = run(table, output, seconds)) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
