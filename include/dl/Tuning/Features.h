//===-- Features.h - a schedule as numbers for a cost model -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the model of the cost reads: from the plain kernel and its plan, before any loop is made.
// The groups are those of Ansor ("Ansor: Generating High-Performance Tensor Programs for Deep
// Learning", 2020), with the estimate's account of the machine beside them. docs/Tuning.md
// explains each.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_FEATURES_H
#define DL_TUNING_FEATURES_H

#include "dl/Schedule/Estimate.h"
#include "dl/Tuning/Candidate.h"

namespace dl::tuning {

/// What a feature tells.
struct FeatureName {
  /// The group, such as "arithmetic" or "buffer 0".
  std::string group;
  /// Its name in the group, such as "products".
  std::string name;
  /// The feature is the logarithm of 1 more than what it tells, to the base 2, with its sign.
  bool isLogarithm = false;
};

/// All features, in the order of the vectors. The list is the same for all kernels and machines.
const std::vector<FeatureName> &getFeatureNames();

/// The features of a legal kernel whose plan and estimate are given. The vector is as long as
/// getFeatureNames().
FeatureVector extractFeatures(const schedule::KernelSchedule &kernel,
                              const schedule::LoopPlan &plan, const schedule::Estimate &estimate,
                              const schedule::EstimateOptions &options);

/// What the groups "buffer 0", "buffer 1" and so on are about in this kernel: its stages and
/// operands, as many as there are.
std::vector<schedule::Source> getFeatureBuffers(const schedule::KernelSchedule &kernel,
                                                const schedule::LoopPlan &plan,
                                                const schedule::EstimateOptions &options);

} // namespace dl::tuning

#endif // DL_TUNING_FEATURES_H
