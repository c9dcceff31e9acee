//===-- Choice.h - what rules leave to a decision ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A choice is a number that a rule takes from a list. Who decides it is another's affair: the
// rule itself, chance, or a record of what was decided before. The rules with all choices
// open are a space of schedules; with all decided they are one.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_CHOICE_H
#define DL_SCHEDULE_CHOICE_H

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace dl::schedule {

/// One number of several. Names are unique within a kernel: `matmul.j tile`.
struct Choice {
  std::string name;
  /// Ascending, none twice, at least one.
  std::vector<int64_t> candidates;
  /// Index of the one that was taken.
  size_t decision = 0;

  int64_t getValue() const { return candidates[decision]; }
  bool operator==(const Choice &other) const {
    return name == other.name && candidates == other.candidates && decision == other.decision;
  }
};

/// Decides choices, in the order in which rules come to them.
class Decider {
public:
  virtual ~Decider() = default;
  /// An index into the candidates. `choice` has the decision that the rule would take.
  virtual size_t decide(const Choice &choice) = 0;
  /// The same where each candidate has a probability above 0 that somebody gave; their sum is 1.
  /// Who does not draw has no use for them.
  virtual size_t decideByPrior(const Choice &choice, const std::vector<double> &probabilities) {
    return decide(choice);
  }
};

/// Takes what the rules take.
class RulesDecide : public Decider {
public:
  size_t decide(const Choice &choice) override { return choice.decision; }
};

/// Takes any candidate, all alike or by their probabilities, with the numbers of another. Equal
/// numbers decide alike everywhere.
class DrawDecides : public Decider {
public:
  explicit DrawDecides(std::mt19937_64 &random) : random(random) {}
  size_t decide(const Choice &choice) override { return random() % choice.candidates.size(); }
  size_t decideByPrior(const Choice &choice, const std::vector<double> &probabilities) override;

private:
  std::mt19937_64 &random;
};

/// The same with numbers of its own, which follow from a seed.
class ChanceDecides : public Decider {
public:
  explicit ChanceDecides(uint64_t seed) : random(seed), draws(random) {}
  ChanceDecides(const ChanceDecides &) = delete;
  size_t decide(const Choice &choice) override { return draws.decide(choice); }
  size_t decideByPrior(const Choice &choice, const std::vector<double> &probabilities) override {
    return draws.decideByPrior(choice, probabilities);
  }

private:
  std::mt19937_64 random;
  DrawDecides draws;
};

/// Takes what was decided before: of the choice of this name the same number, or the nearest
/// one where the candidates are others now. What has no record is left to another.
class RecordDecides : public Decider {
public:
  RecordDecides(std::vector<Choice> record, Decider &other)
      : record(std::move(record)), other(other) {}
  size_t decide(const Choice &choice) override;
  size_t decideByPrior(const Choice &choice, const std::vector<double> &probabilities) override;

private:
  /// The index of what was decided; none where that is not known.
  std::optional<size_t> lookup(const Choice &choice) const;

  std::vector<Choice> record;
  Decider &other;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_CHOICE_H
