//===-- BackTest.h - how well scores order measured schedules -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the scores of a cost model with times that it was not trained on: of one task, the
// larger score for the smaller time. Times of schedules that failed are infinite: they come last,
// and none of them before another.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_BACKTEST_H
#define DL_TUNING_BACKTEST_H

#include "llvm/ADT/ArrayRef.h"

namespace dl::tuning {

/// Spearman's rank correlation, 1 where the order is right and -1 where it is the reverse. Equal
/// values share the mean of their ranks; 0 where all scores, or all times, are equal.
double computeRankCorrelation(llvm::ArrayRef<double> scores, llvm::ArrayRef<double> seconds);

/// The share of pairs in the right order, among those in which the slower takes at least
/// 1 + `margin` times as long. Equal scores are right by half; 0.5 where there is no such pair.
double computePairAccuracy(llvm::ArrayRef<double> scores, llvm::ArrayRef<double> seconds,
                           double margin = 0.05);

/// The share of the truly best `count` among those with the best scores. Of few rows it is a
/// quarter, at least one, and no more than did not fail; 0 where all failed. Of equal scores the
/// slower row is taken first, so that a model that says nothing gains nothing by the order of the
/// rows.
double computeRecall(llvm::ArrayRef<double> scores, llvm::ArrayRef<double> seconds,
                     size_t count = 30);

/// The shortest time among the `count` best scores over the shortest of all, which is 1 if it is
/// among them; infinite where all these failed, and 1 where all rows did. Equal scores as above.
double computeTopRatio(llvm::ArrayRef<double> scores, llvm::ArrayRef<double> seconds,
                       size_t count = 64);

/// All of these.
struct BackTest {
  double rankCorrelation = 0, pairAccuracy = 0, recall = 0, topRatio = 0;
};
BackTest runBackTest(llvm::ArrayRef<double> scores, llvm::ArrayRef<double> seconds);

} // namespace dl::tuning

#endif // DL_TUNING_BACKTEST_H
