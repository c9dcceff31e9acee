//===-- BackTest.cpp - how well scores order measured schedules -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/Tuning/BackTest.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/BackTest.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

using namespace dl::tuning;
using llvm::ArrayRef;

/// Rows in an order.
template <typename Compare> static std::vector<size_t> sortRows(size_t count, Compare isBefore) {
  std::vector<size_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0);
  llvm::sort(rows, isBefore);
  return rows;
}

/// The rank of each value from the smallest on, the mean where several are equal.
static std::vector<double> computeRanks(ArrayRef<double> values) {
  std::vector<size_t> rows = sortRows(
      values.size(), [&](size_t left, size_t right) { return values[left] < values[right]; });
  std::vector<double> ranks(values.size());
  for (size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && values[rows[end]] == values[rows[begin]])
      ++end;
    for (size_t i = begin; i < end; ++i)
      ranks[rows[i]] = (begin + end - 1) / 2.0;
  }
  return ranks;
}

double dl::tuning::computeRankCorrelation(ArrayRef<double> scores, ArrayRef<double> seconds) {
  assert(scores.size() == seconds.size() && "a score for each time");
  std::vector<double> left = computeRanks(scores), right = computeRanks(seconds);
  double mean = (static_cast<double>(left.size()) - 1) / 2, product = 0, leftSquares = 0,
         rightSquares = 0;
  for (size_t i = 0; i < left.size(); ++i) {
    product += (left[i] - mean) * (right[i] - mean);
    leftSquares += (left[i] - mean) * (left[i] - mean);
    rightSquares += (right[i] - mean) * (right[i] - mean);
  }
  if (leftSquares == 0 || rightSquares == 0)
    return 0;
  return -product / std::sqrt(leftSquares * rightSquares);
}

double dl::tuning::computePairAccuracy(ArrayRef<double> scores, ArrayRef<double> seconds,
                                       double margin) {
  assert(scores.size() == seconds.size() && "a score for each time");
  double right = 0, pairs = 0;
  for (size_t fast = 0; fast < seconds.size(); ++fast)
    for (size_t slow = 0; slow < seconds.size(); ++slow) {
      if (!(seconds[fast] < seconds[slow]) || seconds[slow] < (1 + margin) * seconds[fast])
        continue;
      ++pairs;
      right += scores[fast] > scores[slow] ? 1 : scores[fast] == scores[slow] ? 0.5 : 0;
    }
  return pairs == 0 ? 0.5 : right / pairs;
}

/// Rows from the best score on.
static std::vector<size_t> sortByScore(ArrayRef<double> scores, ArrayRef<double> seconds) {
  assert(scores.size() == seconds.size() && "a score for each time");
  return sortRows(scores.size(), [&](size_t left, size_t right) {
    return scores[left] != scores[right] ? scores[left] > scores[right]
                                         : seconds[left] > seconds[right];
  });
}

double dl::tuning::computeRecall(ArrayRef<double> scores, ArrayRef<double> seconds, size_t count) {
  size_t numOk = llvm::count_if(seconds, [](double time) { return !std::isinf(time); });
  count = std::min({count, std::max<size_t>(seconds.size() / 4, 1), numOk});
  if (count == 0)
    return 0;
  std::vector<double> times = seconds.vec();
  llvm::sort(times);
  // All that are as fast as the last of them are equally good.
  size_t found = 0;
  std::vector<size_t> rows = sortByScore(scores, seconds);
  for (size_t i = 0; i < count; ++i)
    found += seconds[rows[i]] <= times[count - 1];
  return static_cast<double>(found) / count;
}

double dl::tuning::computeTopRatio(ArrayRef<double> scores, ArrayRef<double> seconds,
                                   size_t count) {
  double best = std::numeric_limits<double>::infinity(), found = best;
  std::vector<size_t> rows = sortByScore(scores, seconds);
  for (size_t i = 0; i < rows.size(); ++i) {
    best = std::min(best, seconds[rows[i]]);
    if (i < count)
      found = std::min(found, seconds[rows[i]]);
  }
  return std::isinf(best) ? 1 : found / best;
}

BackTest dl::tuning::runBackTest(ArrayRef<double> scores, ArrayRef<double> seconds) {
  return {computeRankCorrelation(scores, seconds), computePairAccuracy(scores, seconds),
          computeRecall(scores, seconds), computeTopRatio(scores, seconds)};
}
