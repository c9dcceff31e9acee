//===-- TaskSchedulerTest.cpp - which kernel is tuned next ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trials go to tasks without any, then where they promise most, and end where nothing is left.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/TaskScheduler.h"
#include "dl/Tuning/Mutation.h"

#include <gtest/gtest.h>

#include <map>

using namespace dl::tuning;
using dl::schedule::Choice;

namespace {

/// How often each task is chosen in 400 draws.
std::map<int, int> countChoices(const std::vector<TaskProgress> &tasks) {
  TaskScheduler scheduler(1);
  std::map<int, int> counts;
  for (int draw = 0; draw < 400; ++draw)
    ++counts[scheduler.choose(tasks)];
  return counts;
}

TEST(TaskSchedulerTest, TasksWithoutBatchesAreFirst) {
  std::vector<TaskProgress> tasks(2);
  tasks[0].best = {4, 3};
  tasks[1].best = {1e-6};
  EXPECT_EQ(TaskScheduler(0).choose(tasks), 1);
}

TEST(TaskSchedulerTest, TimeOfARunDecides) {
  std::vector<TaskProgress> tasks(2);
  tasks[0].best = tasks[1].best = {4, 3, 2.9};
  tasks[1].uses = 5;
  std::map<int, int> counts = countChoices(tasks);
  EXPECT_GT(counts[1], 350);
  // Some trials go to others.
  EXPECT_GT(counts[0], 2);
}

TEST(TaskSchedulerTest, ConvergedTasksWait) {
  std::vector<TaskProgress> tasks(2);
  tasks[0].uses = 100;
  tasks[0].best = {4, 3, 3, 3, 3, 3, 3, 3};
  tasks[1].best = {4, 3, 2.5};
  std::map<int, int> counts = countChoices(tasks);
  EXPECT_EQ(counts[1], 400);
  tasks[1].isExhausted = true;
  EXPECT_EQ(TaskScheduler(0).choose(tasks), 0);
  tasks[0].isExhausted = true;
  EXPECT_EQ(TaskScheduler(0).choose(tasks), -1);
  EXPECT_EQ(TaskScheduler(0).choose({}), -1);
}

std::vector<Choice> makeChoices(size_t count) {
  std::vector<Choice> choices(count);
  for (size_t number = 0; number < count; ++number) {
    choices[number].name = std::to_string(number);
    choices[number].candidates = {1, 2, 4, 8};
    choices[number].decision = number % 4;
  }
  return choices;
}

TEST(MutationTest, ChangesSomeChoices) {
  std::mt19937_64 random(2);
  std::map<size_t, int> changes;
  std::vector<Choice> start = makeChoices(6);
  for (int draw = 0; draw < 600; ++draw) {
    std::vector<Choice> mutant = mutate(start, random);
    ASSERT_EQ(mutant.size(), start.size());
    size_t changed = 0;
    for (size_t number = 0; number < start.size(); ++number) {
      ASSERT_LT(mutant[number].decision, 4u);
      changed += mutant[number].decision != start[number].decision;
    }
    ++changes[changed];
  }
  EXPECT_EQ(changes[0], 0);
  EXPECT_GT(changes[1], 350);
  EXPECT_GT(changes[2], 80);
}

TEST(MutationTest, ChoicesOfOneCandidateStay) {
  std::mt19937_64 random(2);
  std::vector<Choice> fixed(2);
  fixed[0].candidates = fixed[1].candidates = {7};
  EXPECT_EQ(mutate(fixed, random), fixed);
  EXPECT_TRUE(mutate({}, random).empty());
}

TEST(MutationTest, CrossingTakesFromBoth) {
  std::mt19937_64 random(2);
  std::vector<Choice> one = makeChoices(8), other = makeChoices(8);
  for (Choice &choice : other)
    choice.decision = (choice.decision + 1) % 4;
  other.pop_back();
  size_t fromOther = 0;
  for (int draw = 0; draw < 100; ++draw) {
    std::vector<Choice> mixed = cross(one, other, random);
    ASSERT_EQ(mixed.size(), 8u);
    for (size_t number = 0; number < 7; ++number)
      fromOther += mixed[number].decision == other[number].decision;
    EXPECT_EQ(mixed[7], one[7]);
  }
  EXPECT_NEAR(static_cast<double>(fromOther), 350, 60);
}

} // namespace
