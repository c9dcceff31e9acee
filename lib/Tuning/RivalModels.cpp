//===-- RivalModels.cpp - with and without what others teach ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each batch is a test of both models, on schedules that they were not trained on.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/RivalModels.h"

#include "dl/Tuning/BackTest.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

using namespace dl::tuning;

/// What a comparison counts once there is the next one.
static constexpr double memory = 0.7;

void RivalModels::compare(const std::vector<MeasuredRow> &fresh) {
  std::vector<CandidateRef> candidates;
  std::vector<double> seconds;
  for (const MeasuredRow &row : fresh) {
    candidates.push_back(row.candidate);
    seconds.push_back(row.seconds);
  }
  lead = memory * lead + computePairAccuracy(taught->predict(candidates), seconds) -
         computePairAccuracy(alone->predict(candidates), seconds);
  isCompared = true;
}

void RivalModels::train(const std::vector<MeasuredRow> &rows) {
  std::vector<MeasuredRow> own;
  llvm::copy_if(rows, std::back_inserter(own),
                [](const MeasuredRow &row) { return !row.isForeign; });
  if (isTaught && own.size() > numRows + 1)
    compare({own.begin() + static_cast<std::ptrdiff_t>(numRows), own.end()});
  numRows = own.size();
  isTaught = own.size() < rows.size();
  alone->train(own);
  if (isTaught)
    taught->train(rows);
}

/// The place of each score among all, the largest first.
static std::vector<size_t> getPlaces(const std::vector<double> &scores) {
  std::vector<size_t> order(scores.size()), places(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  for (size_t place = 0; place < order.size(); ++place)
    places[order[place]] = place;
  return places;
}

std::vector<double> RivalModels::predict(const std::vector<CandidateRef> &candidates) const {
  if (!isTaught)
    return alone->predict(candidates);
  if (isCompared)
    return (lead < 0 ? alone : taught)->predict(candidates);
  std::vector<size_t> first = getPlaces(taught->predict(candidates)),
                      second = getPlaces(alone->predict(candidates));
  std::vector<double> scores;
  for (auto [one, other] : llvm::zip_equal(first, second))
    scores.push_back(-static_cast<double>(std::min(2 * one, 2 * other + 1)));
  return scores;
}
