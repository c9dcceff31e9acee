//===-- EstimateModel.cpp - the estimate as a cost model -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/Tuning/EstimateModel.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/EstimateModel.h"

#include <cmath>
#include <limits>

using namespace dl::tuning;

std::vector<double> EstimateModel::predict(const std::vector<CandidateRef> &candidates) const {
  std::vector<double> scores;
  scores.reserve(candidates.size());
  for (const CandidateRef &candidate : candidates)
    scores.push_back(candidate->estimate >= 0 ? -std::log(candidate->estimate)
                                              : -std::numeric_limits<double>::infinity());
  return scores;
}
