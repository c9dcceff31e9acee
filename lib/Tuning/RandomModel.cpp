//===-- RandomModel.cpp - a cost model that knows nothing -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scores are the bits of a hash that is defined for all machines.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/RandomModel.h"

#include "llvm/Support/xxhash.h"

using namespace dl::tuning;

std::vector<double> RandomModel::predict(const std::vector<CandidateRef> &candidates) const {
  std::vector<double> scores;
  scores.reserve(candidates.size());
  for (const CandidateRef &candidate : candidates) {
    uint64_t bits = llvm::xxh3_64bits(std::to_string(seed) + ":" + candidate->hash);
    // As many bits as a double holds.
    scores.push_back(static_cast<double>(bits >> 11) * 0x1p-53);
  }
  return scores;
}
