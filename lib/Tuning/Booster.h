//===-- Booster.h - trees of XGBoost and the rows that they are trained on -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XGBoost's objects as C++ ones, which free themselves. Whatever the library refuses is an error
// with its text.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_BOOSTER_H
#define DL_LIB_TUNING_BOOSTER_H

#include "dl/Tuning/Candidate.h"

#include "XGBoostLibrary.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace dl::tuning {

using XGBoostRef = std::shared_ptr<const XGBoostLibrary>;

/// Features of schedules, row after row.
class FeatureRows {
public:
  /// An error where a schedule has none, or another number of them than the first.
  static llvm::Expected<FeatureRows> create(llvm::ArrayRef<CandidateRef> candidates);

  size_t getNumRows() const { return numRows; }
  size_t getNumColumns() const { return values.size() / numRows; }
  /// Address and shape as XGBoost reads them: NumPy's array interface in JSON.
  std::string describe() const;

private:
  size_t numRows = 0;
  std::vector<float> values;
};

/// A copy of rows in the library, with what is known of each.
class FeatureMatrix {
public:
  static llvm::Expected<FeatureMatrix> create(XGBoostRef library, const FeatureRows &rows,
                                              int threads);

  /// A number for each row: "label", "weight" or "base_margin".
  llvm::Error set(const char *field, llvm::ArrayRef<float> values);
  /// How many rows each group has; one group's rows follow each other.
  llvm::Error setGroups(llvm::ArrayRef<unsigned> sizes);

  DMatrixHandle getHandle() const { return handle.get(); }

private:
  struct Free {
    XGBoostRef library;
    void operator()(void *handle) const { library->XGDMatrixFree(handle); }
  };
  std::unique_ptr<void, Free> handle;
};

/// One model of XGBoost. What it predicts are margins: sums over its trees, before the objective
/// makes anything else of them.
class Booster {
public:
  using Parameters = std::vector<std::pair<const char *, std::string>>;

  /// One without trees. `matrix`, which it will be trained on, may be null.
  static llvm::Expected<Booster> create(XGBoostRef library, const FeatureMatrix *matrix);
  /// One from the bytes of a file in JSON or UBJ.
  static llvm::Expected<Booster> load(XGBoostRef library, llvm::StringRef bytes);

  llvm::Error set(const Parameters &parameters);
  /// The name of the objective. When asked for it, the library checks the values of all parameters.
  llvm::Expected<std::string> getObjective() const;
  llvm::Expected<size_t> getNumFeatures() const;

  /// Adds trees to those that are there: one a round.
  llvm::Error train(const FeatureMatrix &matrix, int rounds);
  /// The margin of each row.
  llvm::Expected<std::vector<float>> predict(const FeatureRows &rows) const;
  /// What each feature adds to the margin, and what remains: SHAP values ("Consistent
  /// Individualized Feature Attribution for Tree Ensembles", 2018) of one row after the other, each
  /// one longer than its features.
  llvm::Expected<std::vector<float>> explain(const FeatureMatrix &matrix) const;

  /// Texts that a file carries with the trees.
  llvm::Error setAttribute(const char *name, std::optional<llvm::StringRef> value);
  llvm::Expected<std::optional<std::string>> getAttribute(const char *name) const;
  /// The bytes of a file: "json" or "ubj".
  llvm::Expected<std::string> save(llvm::StringRef format) const;

private:
  struct Free {
    XGBoostRef library;
    void operator()(void *handle) const { library->XGBoosterFree(handle); }
  };
  const XGBoostLibrary &getLibrary() const { return *handle.get_deleter().library; }

  std::unique_ptr<void, Free> handle;
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_BOOSTER_H
