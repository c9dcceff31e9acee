//===-- Searches.h - the searches that there are -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random search, a genetic one, evolution and simulated annealing under a cost model. Each is a
// class of its own in lib/Tuning; here they are made by their names.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_SEARCHES_H
#define DL_TUNING_SEARCHES_H

#include "dl/Tuning/SearchStrategy.h"

#include <memory>

namespace dl::tuning {

/// What a search may be told.
struct SearchSettings {
  /// Equal seeds propose equal candidates, given equal measurements.
  uint64_t seed = 0;
  /// The share of a batch that is taken by chance, not by the model (epsilon-greedy).
  double epsilon = 0.1;
  /// Candidates that are looked at for each batch.
  size_t looks = 192;
};

/// "random", "genetic", "evolution" or "annealing"; null for other names. The space and the model
/// outlive the search. The first two do not ask the model.
std::unique_ptr<SearchStrategy> createSearch(const std::string &name, Space &space,
                                             CostModel &model, const SearchSettings &settings);

bool isSearch(const std::string &name);

/// The names of all searches, for options: "evolution, annealing, genetic or random".
std::string listSearches();

} // namespace dl::tuning

#endif // DL_TUNING_SEARCHES_H
