//===-- XGBoostModel.cpp - a cost model of boosted trees -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measurements as labels, weights and groups, and the parameters of the training.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/XGBoostModel.h"

#include "Ensemble.h"
#include "TrainingSet.h"

#include "dl/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace dl::tuning;
using llvm::StringRef;
using Objective = XGBoostOptions::Objective;

static const char *getObjectiveName(Objective objective) {
  return objective == Objective::Pairwise ? "rank:pairwise" : "reg:squarederror";
}

static std::string toText(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.17g", value);
  return text;
}

/// Of member `model` of an ensemble, trained on `numTasks` tasks.
static Booster::Parameters makeParameters(const XGBoostOptions &options,
                                          const XGBoostLibrary &library, int model,
                                          size_t numTasks) {
  bool ranks = options.objective == Objective::Pairwise, isNew = library.getMajor() >= 2;
  // Before version 2 each thread draws pairs of the tasks that it is given, so that they would
  // depend on the number of threads.
  int threads = ranks && !isNew && numTasks > 1 ? 1 : options.threads;
  Booster::Parameters parameters = {
      {"verbosity", "0"},
      {"nthread", std::to_string(threads)},
      {"seed", std::to_string(options.seed + model)},
      // Boosters of a thread share a generator.
      {"seed_per_iteration", "1"},
      {"objective", getObjectiveName(options.objective)},
      {"base_score", "0"},
      {"booster", "gbtree"},
      {"tree_method", "hist"},
      {"grow_policy", "depthwise"},
      {"num_parallel_tree", "1"},
      {"max_depth", std::to_string(options.depth)},
      {"max_bin", std::to_string(options.bins)},
      {"eta", toText(options.eta)},
      {"gamma", toText(options.gamma)},
      {"min_child_weight", toText(options.minChildWeight)},
      {"max_delta_step", "0"},
      {"lambda", toText(options.lambda)},
      {"alpha", "0"},
      {"subsample", options.models > 1 || options.objective == Objective::Residual
                        ? toText(options.subsample)
                        : "1"},
      {"sampling_method", "uniform"},
      {"colsample_bytree", toText(options.columns)},
      {"colsample_bylevel", "1"},
      {"colsample_bynode", "1"}};
  if (!ranks)
    return parameters;
  std::string pairs = std::to_string(options.pairs);
  Booster::Parameters own =
      isNew ? Booster::Parameters{{"lambdarank_pair_method", "mean"},
                                  {"lambdarank_num_pair_per_sample", pairs},
                                  {"lambdarank_normalization", "0"},
                                  {"lambdarank_score_normalization", "0"},
                                  {"lambdarank_unbiased", "0"}}
            : Booster::Parameters{{"num_pairsample", pairs}, {"fix_list_weight", "0"}};
  llvm::append_range(parameters, own);
  return parameters;
}

/// Those that a model from a file needs in order to predict.
static Booster::Parameters makeLoadParameters(const XGBoostOptions &options) {
  return {{"verbosity", "0"}, {"nthread", std::to_string(options.threads)}};
}

//===----------------------------------------------------------------------===//
// XGBoostModel
//===----------------------------------------------------------------------===//

XGBoostModel::XGBoostModel(const XGBoostOptions &options,
                           std::shared_ptr<const XGBoostLibrary> library)
    : options(options), library(std::move(library)), learned(std::make_shared<Ensemble>()) {}

XGBoostModel::~XGBoostModel() = default;

llvm::Expected<std::unique_ptr<XGBoostModel>> XGBoostModel::create(const XGBoostOptions &options,
                                                                   StringRef library) {
  for (auto [name, value] : {std::pair("rounds", options.rounds), std::pair("depth", options.depth),
                             std::pair("pairs", options.pairs), std::pair("models", options.models),
                             std::pair("threads", options.threads)})
    if (value < 1)
      return llvm::createStringError("expected the %s of the cost model to be at least 1, got %d",
                                     name, value);
  llvm::Expected<XGBoostRef> loaded = XGBoostLibrary::load(library);
  if (!loaded)
    return loaded.takeError();
  // The library looks at the values before the first training starts.
  llvm::Expected<Booster> booster = Booster::create(*loaded, nullptr);
  if (!booster)
    return booster.takeError();
  if (llvm::Error error = booster->set(makeParameters(options, **loaded, 0, 1)))
    return error;
  if (llvm::Error error = booster->set({{"num_feature", "1"}}))
    return error;
  if (llvm::Expected<std::string> objective = booster->getObjective(); !objective)
    return objective.takeError();
  return std::unique_ptr<XGBoostModel>(new XGBoostModel(options, *loaded));
}

std::string XGBoostModel::getName() const {
  return options.objective == Objective::Pairwise   ? "xgboost-rank"
         : options.objective == Objective::Residual ? "xgboost-residual"
                                                    : "xgboost";
}

XGBoostOptions dl::tuning::getPriorOptions() {
  XGBoostOptions options;
  options.objective = Objective::Residual;
  options.rounds = 100;
  options.depth = 4;
  options.eta = 0.05;
  options.minChildWeight = 60;
  options.subsample = 0.7;
  options.columns = 0.5;
  options.gamma = 0;
  return options;
}

XGBoostOptions dl::tuning::getTaughtOptions() {
  XGBoostOptions options = getPriorOptions();
  options.minChildWeight = 10;
  return options;
}

llvm::Error XGBoostModel::checkFeatures(size_t count) const {
  for (const Ensemble *part = learned.get(); part; part = part->base.get())
    for (const Booster &member : part->members) {
      llvm::Expected<size_t> own = member.getNumFeatures();
      if (!own)
        return own.takeError();
      if (*own != count)
        return llvm::createStringError("expected a cost model of the %zu features of this version, "
                                       "got one of %zu; train it again",
                                       count, *own);
    }
  return llvm::Error::success();
}

llvm::Expected<Ensemble> XGBoostModel::learn(const std::vector<MeasuredRow> &rows) const {
  Ensemble result;
  result.base = base;
  result.discount = baseDiscount;
  if (rows.size() < 2)
    return result;
  TrainingSet set(rows, options.objective);
  llvm::Expected<FeatureRows> features = FeatureRows::create(set.candidates);
  if (!features)
    return features.takeError();
  llvm::Expected<FeatureMatrix> matrix = FeatureMatrix::create(library, *features, options.threads);
  if (!matrix)
    return matrix.takeError();
  if (llvm::Error error = matrix->set("label", set.labels))
    return error;
  if (options.objective == Objective::Pairwise) {
    if (llvm::Error error = matrix->setGroups(set.groups))
      return error;
  } else {
    if (llvm::Error error = matrix->set("weight", set.getWeights(options)))
      return error;
  }
  if (base && baseDiscount != 0) {
    llvm::Expected<std::vector<double>> margins = result.predict(*features);
    if (!margins)
      return margins.takeError();
    if (llvm::Error error =
            matrix->set("base_margin", std::vector<float>(margins->begin(), margins->end())))
      return error;
  }
  std::vector<Booster> members;
  for (int model = 0; model < options.models; ++model) {
    llvm::Expected<Booster> member = Booster::create(library, &*matrix);
    if (!member)
      return member.takeError();
    if (llvm::Error error =
            member->set(makeParameters(options, *library, model, set.groups.size())))
      return error;
    if (llvm::Error error = member->train(*matrix, options.rounds))
      return error;
    members.push_back(std::move(*member));
  }
  result.members = std::move(members);
  return result;
}

void XGBoostModel::train(const std::vector<MeasuredRow> &rows) {
  learned = std::make_shared<Ensemble>();
  llvm::Expected<Ensemble> result = learn(rows);
  if (result)
    learned = std::make_shared<Ensemble>(std::move(*result));
  else
    remember(result.takeError());
}

std::vector<double> XGBoostModel::predict(const std::vector<CandidateRef> &candidates) const {
  std::vector<double> zeros(candidates.size());
  if (options.objective == Objective::Residual)
    for (auto [zero, candidate] : llvm::zip_equal(zeros, candidates))
      if (std::isfinite(candidate->estimate) && candidate->estimate > 0)
        zero = -std::log(candidate->estimate);
  if (candidates.empty() || learned->isEmpty())
    return zeros;
  llvm::Expected<FeatureRows> rows = FeatureRows::create(candidates);
  llvm::Expected<std::vector<double>> scores =
      rows ? learned->predict(*rows) : llvm::Expected<std::vector<double>>(rows.takeError());
  if (!scores) {
    remember(scores.takeError());
    return zeros;
  }
  for (auto [score, zero] : llvm::zip_equal(*scores, zeros))
    score += zero;
  return std::move(*scores);
}

llvm::Expected<std::vector<std::vector<double>>>
XGBoostModel::explain(const std::vector<CandidateRef> &candidates) const {
  if (candidates.empty())
    return std::vector<std::vector<double>>();
  llvm::Expected<FeatureRows> rows = FeatureRows::create(candidates);
  if (!rows)
    return rows.takeError();
  llvm::Expected<FeatureMatrix> matrix = FeatureMatrix::create(library, *rows, options.threads);
  if (!matrix)
    return matrix.takeError();
  return learned->explain(*rows, *matrix);
}

void XGBoostModel::remember(llvm::Error error) const {
  std::string text = llvm::toString(std::move(error));
  if (problem.empty())
    problem = std::move(text);
}

llvm::Error XGBoostModel::takeError() {
  if (problem.empty())
    return llvm::Error::success();
  return llvm::createStringError(std::exchange(problem, ""));
}

//===----------------------------------------------------------------------===//
// Files and bases
//===----------------------------------------------------------------------===//

llvm::Error XGBoostModel::save(StringRef path) const {
  StringRef extension = llvm::sys::path::extension(path);
  if (extension != ".json" && extension != ".ubj")
    return llvm::createStringError("expected a name that ends in .json or .ubj for the cost model, "
                                   "got '%s'",
                                   path.str().c_str());
  if (learned->members.empty())
    return llvm::createStringError("expected a trained cost model to write to '%s', got one "
                                   "without trees; train it on at least 2 rows",
                                   path.str().c_str());
  llvm::Expected<std::string> bytes = learned->save(library, extension.drop_front());
  if (!bytes)
    return bytes.takeError();
  return dl::writeOutput(path, [&](llvm::raw_ostream &os) { os << *bytes; });
}

llvm::Expected<Ensemble> XGBoostModel::readFile(StringRef path) const {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  llvm::Expected<Ensemble> result =
      Ensemble::load(library, (*buffer)->getBuffer(), getObjectiveName(options.objective),
                     makeLoadParameters(options));
  if (!result)
    return llvm::createFileError(path, result.takeError());
  return result;
}

llvm::Error XGBoostModel::load(StringRef path) {
  llvm::Expected<Ensemble> file = readFile(path);
  if (!file)
    return file.takeError();
  learned = std::make_shared<Ensemble>(std::move(*file));
  return llvm::Error::success();
}

llvm::Error XGBoostModel::continueTraining(StringRef path) {
  llvm::Expected<Ensemble> file = readFile(path);
  if (!file)
    return file.takeError();
  base = std::make_shared<Ensemble>(std::move(*file));
  auto start = std::make_shared<Ensemble>();
  start->base = base;
  start->discount = baseDiscount;
  learned = std::move(start);
  return llvm::Error::success();
}

double XGBoostModel::getBaseDiscount(size_t ownRows) {
  double discount = std::exp2(-static_cast<double>(ownRows) / 64);
  return discount < 0.05 ? 0 : discount;
}
