//===-- FakeRunner.h - measures nothing --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_TUNING_MEASURE_FAKERUNNER_H
#define DL_TEST_UNIT_TUNING_MEASURE_FAKERUNNER_H

#include "dl/Tuning/Measure/TaskRunner.h"

#include <map>

namespace dl::tuning {

inline Measurement makeTime(double microseconds) {
  Measurement result;
  result.outcome = Outcome::Ok;
  result.seconds = {microseconds * 1e-6};
  return result;
}

inline Measurement makeFailure(Outcome outcome, std::string message) {
  Measurement result;
  result.outcome = outcome;
  result.message = std::move(message);
  return result;
}

/// Says what a test wants to be measured, and notes what it is asked for.
class FakeRunner : public TaskRunner {
public:
  /// Of the rules' schedule by the name of the task; 80 us for others.
  std::map<std::string, Measurement> rules;
  Measurement checked = makeTime(80);
  /// By the numbers of trials, over all tasks.
  std::function<Measurement(size_t)> measure = [](size_t) { return makeTime(50); };
  /// By the name of the task and the number of the finalist, of which the first is the rules'
  /// schedule.
  std::function<Measurement(const std::string &, size_t)> measureFinal =
      [](const std::string &, size_t) { return makeTime(80); };

  /// Told of each task before it is measured.
  std::function<void(const std::string &)> onTask = [](const std::string &) {};

  /// What was called, in order.
  std::string log;
  std::vector<std::string> hashes;

  Measurement setTask(const Task &task) override {
    log += "task " + task.name + "; ";
    name = task.name;
    onTask(name);
    auto known = rules.find(task.name);
    return known == rules.end() ? makeTime(80) : known->second;
  }
  void setWeights(WeightsPlace place, int64_t innerCacheBytes) override {
    log += std::string("weights ") + getWeightsPlaceName(place) + " " +
           std::to_string(innerCacheBytes) + "; ";
  }
  Measurement check() override {
    log += "check; ";
    return checked;
  }
  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override {
    log += "run " + std::to_string(candidates.size()) + "; ";
    std::vector<Measurement> results;
    for (const CandidateRef &candidate : candidates) {
      results.push_back(measure(hashes.size()));
      hashes.push_back(candidate->hash);
    }
    return results;
  }
  std::vector<Measurement> runFinalists(const std::vector<CandidateRef> &candidates,
                                        int64_t rounds) override {
    log += std::to_string(candidates.size()) + " finalists " + std::to_string(rounds) + " times" +
           (isInterrupted ? " unless interrupted; " : "; ");
    std::vector<Measurement> results;
    for (size_t number = 0; number < candidates.size(); ++number)
      results.push_back(measureFinal(name, number));
    return results;
  }

private:
  std::string name;
};

} // namespace dl::tuning

#endif // DL_TEST_UNIT_TUNING_MEASURE_FAKERUNNER_H
