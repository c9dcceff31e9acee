//===-- Ensemble.h - what a cost model of boosted trees has learned -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several boosters whose margins are averaged, perhaps on top of others that were trained before on
// other tasks. A file holds all of them: it is a model of XGBoost, the first booster, that carries
// the others as attributes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_ENSEMBLE_H
#define DL_LIB_TUNING_ENSEMBLE_H

#include "Booster.h"

namespace dl::tuning {

struct Ensemble {
  std::vector<Booster> members;
  /// What the members were trained on top of, or null, and what its margin is multiplied by.
  std::shared_ptr<const Ensemble> base;
  double discount = 0;

  bool isEmpty() const { return members.empty() && !base; }
  /// The mean margin of the members plus the discounted one of the base. An error where the rows
  /// have another number of features than those that were learned from.
  llvm::Expected<std::vector<double>> predict(const FeatureRows &rows) const;
  /// For each row what the features add to that margin, and at last what remains.
  llvm::Expected<std::vector<std::vector<double>>> explain(const FeatureRows &rows,
                                                           const FeatureMatrix &matrix) const;

  /// The bytes of a file: "json" or "ubj". Precondition: there are members.
  llvm::Expected<std::string> save(const XGBoostRef &library, llvm::StringRef format) const;
  /// The inverse. All boosters get the parameters, and must have the objective.
  static llvm::Expected<Ensemble> load(const XGBoostRef &library, llvm::StringRef bytes,
                                       llvm::StringRef objective,
                                       const Booster::Parameters &parameters);

private:
  llvm::Error checkFeatures(const FeatureRows &rows) const;
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_ENSEMBLE_H
