//===-- Booster.cpp - trees of XGBoost and the rows that they are trained on -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the C interface. What the library returns lies in its own memory until the next call on
// the thread, and is copied.
//
//===----------------------------------------------------------------------===//
#include "Booster.h"

#include "llvm/Support/JSON.h"

#include <cmath>

using namespace dl::tuning;
using llvm::StringRef;

/// Keeps the library from printing on this thread.
static llvm::Error silence(const XGBoostLibrary &library) {
  return library.check(library.XGBSetGlobalConfig(R"({"verbosity": 0})"), "cannot set up XGBoost");
}

//===----------------------------------------------------------------------===//
// FeatureRows
//===----------------------------------------------------------------------===//

llvm::Expected<FeatureRows> FeatureRows::create(llvm::ArrayRef<CandidateRef> candidates) {
  FeatureRows rows;
  rows.numRows = candidates.size();
  size_t length = candidates.front()->features.size();
  rows.values.reserve(rows.numRows * length);
  for (const CandidateRef &candidate : candidates) {
    const FeatureVector &features = candidate->features;
    if (features.empty() || features.size() != length)
      return llvm::createStringError("expected equally many features, at least one, of each "
                                     "schedule, got %zu and %zu; extract "
                                     "all with the same version",
                                     length, features.size());
    // The library refuses rows with infinite values. Trees compare, so that any large one will do.
    for (float value : features)
      rows.values.push_back(std::isinf(value) ? std::copysign(1e30f, value) : value);
  }
  return rows;
}

std::string FeatureRows::describe() const {
  return "{\"data\": [" + std::to_string(reinterpret_cast<uintptr_t>(values.data())) +
         ", true], \"shape\": [" + std::to_string(numRows) + ", " +
         std::to_string(getNumColumns()) + "], \"typestr\": \"<f4\", \"version\": 3}";
}

//===----------------------------------------------------------------------===//
// FeatureMatrix
//===----------------------------------------------------------------------===//

llvm::Expected<FeatureMatrix> FeatureMatrix::create(XGBoostRef library, const FeatureRows &rows,
                                                    int threads) {
  if (llvm::Error error = silence(*library))
    return error;
  std::string options = "{\"missing\": NaN, \"nthread\": " + std::to_string(threads) + "}";
  DMatrixHandle handle = nullptr;
  if (llvm::Error error = library->check(
          library->XGDMatrixCreateFromDense(rows.describe().c_str(), options.c_str(), &handle),
          "cannot give the features to the cost model"))
    return error;
  FeatureMatrix matrix;
  matrix.handle = std::unique_ptr<void, Free>(handle, Free{std::move(library)});
  return matrix;
}

llvm::Error FeatureMatrix::set(const char *field, llvm::ArrayRef<float> values) {
  const XGBoostLibrary &library = *handle.get_deleter().library;
  return library.check(
      library.XGDMatrixSetFloatInfo(handle.get(), field, values.data(), values.size()),
      "cannot give the times to the cost model");
}

llvm::Error FeatureMatrix::setGroups(llvm::ArrayRef<unsigned> sizes) {
  const XGBoostLibrary &library = *handle.get_deleter().library;
  return library.check(
      library.XGDMatrixSetUIntInfo(handle.get(), "group", sizes.data(), sizes.size()),
      "cannot give the tasks to the cost model");
}

//===----------------------------------------------------------------------===//
// Booster
//===----------------------------------------------------------------------===//

llvm::Expected<Booster> Booster::create(XGBoostRef library, const FeatureMatrix *matrix) {
  if (llvm::Error error = silence(*library))
    return error;
  DMatrixHandle matrices[] = {matrix ? matrix->getHandle() : nullptr};
  BoosterHandle handle = nullptr;
  if (llvm::Error error = library->check(
          library->XGBoosterCreate(matrices, matrix ? 1 : 0, &handle), "cannot make a cost model"))
    return error;
  Booster booster;
  booster.handle = std::unique_ptr<void, Free>(handle, Free{std::move(library)});
  return booster;
}

llvm::Expected<Booster> Booster::load(XGBoostRef library, StringRef bytes) {
  // Old versions take anything else for the format of still older ones.
  if (!bytes.starts_with("{"))
    return llvm::createStringError("expected a model of XGBoost in JSON or UBJ");
  llvm::Expected<Booster> booster = create(library, nullptr);
  if (!booster)
    return booster.takeError();
  if (llvm::Error error = library->check(
          library->XGBoosterLoadModelFromBuffer(booster->handle.get(), bytes.data(), bytes.size()),
          "cannot read the cost model"))
    return error;
  return booster;
}

llvm::Error Booster::set(const Parameters &parameters) {
  for (const auto &[name, value] : parameters)
    if (llvm::Error error =
            getLibrary().check(getLibrary().XGBoosterSetParam(handle.get(), name, value.c_str()),
                               "cannot set up the cost model"))
      return error;
  return llvm::Error::success();
}

llvm::Expected<std::string> Booster::getObjective() const {
  bst_ulong length = 0;
  const char *text = nullptr;
  if (llvm::Error error =
          getLibrary().check(getLibrary().XGBoosterSaveJsonConfig(handle.get(), &length, &text),
                             "cannot set up the cost model"))
    return error;
  llvm::Expected<llvm::json::Value> config = llvm::json::parse(StringRef(text, length));
  if (!config)
    return config.takeError();
  const llvm::json::Object *object = config->getAsObject();
  for (const char *part : {"learner", "objective"})
    object = object ? object->getObject(part) : nullptr;
  std::optional<StringRef> name = object ? object->getString("name") : std::nullopt;
  if (!name)
    return llvm::createStringError("expected XGBoost to name the objective of a cost model");
  return name->str();
}

llvm::Expected<size_t> Booster::getNumFeatures() const {
  bst_ulong count = 0;
  if (llvm::Error error = getLibrary().check(
          getLibrary().XGBoosterGetNumFeature(handle.get(), &count), "cannot ask the cost model"))
    return error;
  return count;
}

llvm::Error Booster::train(const FeatureMatrix &matrix, int rounds) {
  for (int round = 0; round < rounds; ++round)
    if (llvm::Error error = getLibrary().check(
            getLibrary().XGBoosterUpdateOneIter(handle.get(), round, matrix.getHandle()),
            "cannot train the cost model"))
      return error;
  return llvm::Error::success();
}

/// `type` 1 asks for margins, 2 for what features add to them.
static std::string makePredictOptions(int type) {
  return "{\"type\": " + std::to_string(type) +
         ", \"training\": false, \"iteration_begin\": 0, \"iteration_end\": 0, "
         "\"strict_shape\": false, \"missing\": NaN, \"cache_id\": 0}";
}

static std::vector<float> copy(const float *values, const bst_ulong *shape, bst_ulong rank) {
  size_t size = 1;
  for (bst_ulong dim = 0; dim < rank; ++dim)
    size *= shape[dim];
  return std::vector<float>(values, values + size);
}

llvm::Expected<std::vector<float>> Booster::predict(const FeatureRows &rows) const {
  const bst_ulong *shape = nullptr;
  const float *values = nullptr;
  bst_ulong rank = 0;
  if (llvm::Error error =
          getLibrary().check(getLibrary().XGBoosterPredictFromDense(
                                 handle.get(), rows.describe().c_str(),
                                 makePredictOptions(1).c_str(), nullptr, &shape, &rank, &values),
                             "cannot ask the cost model"))
    return error;
  return copy(values, shape, rank);
}

llvm::Expected<std::vector<float>> Booster::explain(const FeatureMatrix &matrix) const {
  const bst_ulong *shape = nullptr;
  const float *values = nullptr;
  bst_ulong rank = 0;
  if (llvm::Error error =
          getLibrary().check(getLibrary().XGBoosterPredictFromDMatrix(
                                 handle.get(), matrix.getHandle(), makePredictOptions(2).c_str(),
                                 &shape, &rank, &values),
                             "cannot explain the cost model"))
    return error;
  return copy(values, shape, rank);
}

llvm::Error Booster::setAttribute(const char *name, std::optional<StringRef> value) {
  return getLibrary().check(
      getLibrary().XGBoosterSetAttr(handle.get(), name, value ? value->str().c_str() : nullptr),
      "cannot save the cost model");
}

llvm::Expected<std::optional<std::string>> Booster::getAttribute(const char *name) const {
  const char *value = nullptr;
  int found = 0;
  if (llvm::Error error =
          getLibrary().check(getLibrary().XGBoosterGetAttr(handle.get(), name, &value, &found),
                             "cannot read the cost model"))
    return error;
  return found ? std::optional<std::string>(value) : std::nullopt;
}

llvm::Expected<std::string> Booster::save(StringRef format) const {
  bst_ulong length = 0;
  const char *bytes = nullptr;
  std::string options = ("{\"format\": \"" + format + "\"}").str();
  if (llvm::Error error = getLibrary().check(
          getLibrary().XGBoosterSaveModelToBuffer(handle.get(), options.c_str(), &length, &bytes),
          "cannot save the cost model"))
    return error;
  return std::string(bytes, length);
}
