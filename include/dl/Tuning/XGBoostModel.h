//===-- XGBoostModel.h - a cost model of boosted trees -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Learns from measurements how features of a schedule make it fast, with XGBoost ("XGBoost: A
// Scalable Tree Boosting System", 2016), which is loaded when the first model is made. Equal rows
// and options give equal scores, with any number of threads.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_XGBOOSTMODEL_H
#define DL_TUNING_XGBOOSTMODEL_H

#include "dl/Tuning/CostModel.h"

#include "llvm/Support/Error.h"

namespace dl::tuning {

class XGBoostLibrary;
struct Ensemble;

/// How trees are trained. Every parameter of XGBoost that matters is given, because defaults differ
/// between its versions.
struct XGBoostOptions {
  enum class Objective : uint8_t {
    /// Of two schedules of a task the faster is to get the larger score (rank:pairwise), as in
    /// "Learning to Optimize Tensor Programs" (2018).
    Pairwise,
    /// The speed relative to the fastest schedule of the task, 0 for failures, with errors weighted
    /// by that speed, as in "Ansor: Generating High-Performance Tensor Programs for Deep Learning"
    /// (2020): what matters is which of the fast ones is the fastest.
    WeightedSquares,
    /// What is left when the estimate is divided out: the logarithm of estimate over time, less the
    /// task's median, with errors weighted as for WeightedSquares. The score is that of the
    /// estimate with this as a correction, so that it says something of kernels of which nothing
    /// was measured.
    Residual
  };

  Objective objective = Objective::WeightedSquares;
  /// Trees of a model.
  int rounds = 80;
  /// The longest path of a tree.
  int depth = 5;
  /// Values of a feature are sorted into at most so many bins.
  int bins = 64;
  /// What a tree's answer is multiplied by.
  double eta = 0.2;
  /// The least gain of a split.
  double gamma = 0.001;
  /// The least sum of weights on either side of a split.
  double minChildWeight = 0.3;
  /// What large answers of a leaf cost.
  double lambda = 1;
  /// The least weight of a row: what a failure counts, where the fastest counts 1.
  double minWeight = 0.05;
  /// Where the objective is Pairwise: the number of others that each row is compared with in a
  /// round. One, the default of XGBoost, orders rows much worse.
  int pairs = 16;
  /// Models whose scores are averaged. Those of several are trained with different seeds, each tree
  /// on another part of the rows.
  int models = 1;
  /// How large that part is; a single model uses all, but for Residual.
  double subsample = 0.8;
  /// The share of the features that each tree may use.
  double columns = 1;
  unsigned seed = 43;
  /// Several are slower than one where cores are busy, because they wait for each other in loops.
  /// A process that has used several must not fork to train in the child: that hangs in the OpenMP
  /// runtime (https://github.com/dmlc/xgboost/issues/7044).
  int threads = 1;
};

/// See above. One thread at a time may use a model.
/// Those for a model that is to order schedules of kernels it has seen nothing of: Residual, with
/// weak trees. Chosen on three of six recorded tables, judged on the others (`./dev
/// tuning-tables`).
XGBoostOptions getPriorOptions();
/// Those for what some hundred schedules of the same kernel, in other sizes or on other machines,
/// add to it.
XGBoostOptions getTaughtOptions();

class XGBoostModel : public CostModel {
public:
  /// Loads the library at `library`, or the installed one where that is empty. The error tells how
  /// to get one, or which option has a value that it refuses.
  static llvm::Expected<std::unique_ptr<XGBoostModel>> create(const XGBoostOptions &options,
                                                              llvm::StringRef library = "");
  ~XGBoostModel() override;

  /// "xgboost", "xgboost-rank" for the objective Pairwise, "xgboost-residual" for Residual.
  std::string getName() const override;
  /// Fewer than 2 rows teach nothing: all scores are those of the base, or 0.
  void train(const std::vector<MeasuredRow> &rows) override;
  /// Margins of the trees. Relative speeds where the objective is WeightedSquares, negative
  /// logarithms of seconds, up to a constant, where it is Residual.
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override;
  /// Scores are 0 from a failed training to the next that succeeds, and where a prediction fails.
  llvm::Error takeError() override;

  /// For each candidate what each feature adds to its score, and at last what all scores start
  /// from; together they are the score. Lundberg et al., "Consistent Individualized Feature
  /// Attribution for Tree Ensembles" (2018).
  llvm::Expected<std::vector<std::vector<double>>>
  explain(const std::vector<CandidateRef> &candidates) const;

  /// Writes all that was learned, with the base, whole or not at all: as JSON or UBJ, by the
  /// extension. XGBoost reads it, too, but only the first model. An error before any training.
  llvm::Error save(llvm::StringRef path) const;
  /// Replaces all that was learned; the scores are those before `save`. Errors: a file of another
  /// objective, of a newer version of XGBoost, or damaged. Of the last XGBoost sees only some: it
  /// does not check all of what strangers write.
  llvm::Error load(llvm::StringRef path);
  /// An error where what was learned is not of so many features.
  llvm::Error checkFeatures(size_t count) const;

  /// From now on what was saved at `path`, learned on other tasks, is the base: the start of each
  /// training. Its discounted margin is the start of what the trees correct, and part of the score.
  llvm::Error continueTraining(llvm::StringRef path);
  /// What margins of the base are multiplied by, from the next training on; at first 1.
  void setBaseDiscount(double discount) { baseDiscount = discount; }
  /// How much a base is still worth with so many rows of the task's own: half of it after each 64,
  /// nothing below 0.05. From AutoTVM ("Learning to Optimize Tensor Programs", 2018).
  static double getBaseDiscount(size_t ownRows);

private:
  XGBoostModel(const XGBoostOptions &options, std::shared_ptr<const XGBoostLibrary> library);
  llvm::Expected<Ensemble> readFile(llvm::StringRef path) const;
  llvm::Expected<Ensemble> learn(const std::vector<MeasuredRow> &rows) const;
  void remember(llvm::Error error) const;

  XGBoostOptions options;
  std::shared_ptr<const XGBoostLibrary> library;
  std::shared_ptr<const Ensemble> learned, base;
  double baseDiscount = 1;
  /// What takeError() tells; empty: nothing.
  mutable std::string problem;
};

} // namespace dl::tuning

#endif // DL_TUNING_XGBOOSTMODEL_H
