//===-- FeaturesStage.h - features of one stage -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: the groups that are written for the stage with most operations.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_FEATURESSTAGE_H
#define DL_LIB_TUNING_FEATURESSTAGE_H

#include "FeaturesAccess.h"
#include "FeaturesWriter.h"

namespace dl::tuning {

/// The caches, buffers and samples of a curve that there are features for.
constexpr size_t featureCaches = 3, featureBuffers = 5, featureSamples = 10;

/// Bytes of a cache of the target; missing where it has fewer caches.
inline double getCacheBytes(const schedule::Target &target, size_t cache) {
  return cache < target.caches.size() ? static_cast<double>(target.caches[cache].bytes)
                                      : missingFeature;
}

/// True if some live axis of the stage is annotated so.
bool hasAnnotation(const schedule::IterationTree &tree, schedule::Annotation annotation);

/// Writes all groups of the heaviest stage; as missing where no stage has code that runs.
void writeHeaviestStage(FeatureWriter &writer, const PlanSummary &plan);

/// The buffers that there are groups for, in their order.
std::vector<schedule::Source> findBuffers(const PlanSummary &plan);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_FEATURESSTAGE_H
