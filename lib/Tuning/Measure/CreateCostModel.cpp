//===-- CreateCostModel.cpp - cost models by their names ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a search asks, and what it asks before anything was measured.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Programs.h"
#include "dl/Tuning/EstimateModel.h"
#include "dl/Tuning/Features.h"
#include "dl/Tuning/GuidedModel.h"
#include "dl/Tuning/Measure/Tuner.h"
#include "dl/Tuning/RandomModel.h"
#include "dl/Tuning/RivalModels.h"
#include "dl/Tuning/XGBoostModel.h"

using namespace dl::tuning;

/// Measurements from which on a model that learns is asked in the place of the estimate.
static constexpr size_t leastRows = 24;

std::string dl::tuning::findShippedModel() { return dl::findDataFile("tuning/prior.ubj"); }

bool dl::tuning::usesShippedModel(const TuneOptions &options) {
  return options.model == "xgboost" && options.prior == "shipped" && !findShippedModel().empty() &&
         options.runner.simulator != vdlaSimulatorName;
}

/// What is asked before there are enough rows of a kernel: a correction of the estimate, to which
/// is added what rows of other kernels and machines teach.
static llvm::Expected<std::unique_ptr<CostModel>> createPrior(const TuneOptions &options) {
  // The model that ships knows CPUs, and so does the estimate.
  if (options.runner.simulator == vdlaSimulatorName)
    return std::make_unique<RandomModel>(options.seed);
  auto prior = XGBoostModel::create(getTaughtOptions(), options.xgboost);
  if (!prior)
    return prior.takeError();
  std::string file = options.prior == "shipped"    ? findShippedModel()
                     : options.prior == "estimate" ? ""
                                                   : options.prior;
  if (!file.empty()) {
    if (llvm::Error error = (*prior)->continueTraining(file))
      return error;
    if (llvm::Error error = (*prior)->checkFeatures(getFeatureNames().size()))
      return llvm::createFileError(file, std::move(error));
  }
  return std::unique_ptr<CostModel>(std::move(*prior));
}

llvm::Expected<std::unique_ptr<CostModel>> dl::tuning::createCostModel(const TuneOptions &options) {
  if (options.model == "estimate")
    return std::make_unique<EstimateModel>();
  if (options.model == "random")
    return std::make_unique<RandomModel>(options.seed);
  if (options.model != "xgboost")
    return llvm::createStringError("expected a cost model xgboost, estimate or random, got '" +
                                   options.model + "'");
  XGBoostOptions settings;
  settings.seed = static_cast<unsigned>(options.seed);
  settings.threads = options.modelThreads;
  auto learned = XGBoostModel::create(settings, options.xgboost);
  if (!learned)
    return learned.takeError();
  auto alone = XGBoostModel::create(settings, options.xgboost);
  if (!alone)
    return alone.takeError();
  auto prior = createPrior(options);
  if (!prior)
    return prior.takeError();
  return std::make_unique<GuidedModel>(
      std::move(*prior), std::make_unique<RivalModels>(std::move(*alone), std::move(*learned)),
      leastRows);
}
