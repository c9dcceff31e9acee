//===-- Ensemble.cpp - what a cost model of boosted trees has learned -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes are texts: boosters among them are written in UBJ and base 64.
//
//===----------------------------------------------------------------------===//
#include "Ensemble.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::tuning;
using llvm::StringRef;

/// The attributes of a file.
static constexpr const char *membersAttribute = "dl.members", *baseAttribute = "dl.base",
                            *discountAttribute = "dl.discount", *libraryAttribute = "dl.xgboost";

static std::string getMemberAttribute(size_t member) {
  return "dl.member." + std::to_string(member);
}

llvm::Error Ensemble::checkFeatures(const FeatureRows &rows) const {
  for (const Booster &member : members) {
    llvm::Expected<size_t> count = member.getNumFeatures();
    if (!count)
      return count.takeError();
    if (*count != rows.getNumColumns())
      return llvm::createStringError(
          "expected the %zu features of the schedules that the cost model was trained on, got %zu; "
          "train it again with this version",
          *count, rows.getNumColumns());
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<double>> Ensemble::predict(const FeatureRows &rows) const {
  if (llvm::Error error = checkFeatures(rows))
    return error;
  std::vector<double> margins(rows.getNumRows());
  for (const Booster &member : members) {
    llvm::Expected<std::vector<float>> part = member.predict(rows);
    if (!part)
      return part.takeError();
    for (size_t row = 0; row < margins.size(); ++row)
      margins[row] += (*part)[row] / static_cast<double>(members.size());
  }
  if (!base || discount == 0)
    return margins;
  llvm::Expected<std::vector<double>> part = base->predict(rows);
  if (!part)
    return part.takeError();
  for (size_t row = 0; row < margins.size(); ++row)
    margins[row] += discount * (*part)[row];
  return margins;
}

llvm::Expected<std::vector<std::vector<double>>>
Ensemble::explain(const FeatureRows &rows, const FeatureMatrix &matrix) const {
  if (llvm::Error error = checkFeatures(rows))
    return error;
  size_t length = rows.getNumColumns() + 1;
  std::vector<std::vector<double>> result(rows.getNumRows(), std::vector<double>(length));
  for (const Booster &member : members) {
    llvm::Expected<std::vector<float>> part = member.explain(matrix);
    if (!part)
      return part.takeError();
    for (size_t i = 0; i < part->size(); ++i)
      result[i / length][i % length] += (*part)[i] / static_cast<double>(members.size());
  }
  if (!base || discount == 0)
    return result;
  llvm::Expected<std::vector<std::vector<double>>> part = base->explain(rows, matrix);
  if (!part)
    return part.takeError();
  for (size_t row = 0; row < result.size(); ++row)
    for (size_t i = 0; i < length; ++i)
      result[row][i] += discount * (*part)[row][i];
  return result;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

llvm::Expected<std::string> Ensemble::save(const XGBoostRef &library, StringRef format) const {
  // A copy, so that the first member does not keep the others as texts.
  llvm::Expected<std::string> bytes = members.front().save("ubj");
  if (!bytes)
    return bytes.takeError();
  llvm::Expected<Booster> file = Booster::load(library, *bytes);
  if (!file)
    return file.takeError();
  if (llvm::Error error = file->setAttribute(membersAttribute, std::to_string(members.size())))
    return error;
  if (llvm::Error error = file->setAttribute(libraryAttribute, std::to_string(library->getMajor())))
    return error;
  for (size_t i = 1; i < members.size(); ++i) {
    llvm::Expected<std::string> member = members[i].save("ubj");
    if (!member)
      return member.takeError();
    if (llvm::Error error =
            file->setAttribute(getMemberAttribute(i).c_str(), llvm::encodeBase64(*member)))
      return error;
  }
  if (base && discount != 0) {
    llvm::Expected<std::string> below = base->save(library, "ubj");
    if (!below)
      return below.takeError();
    std::string factor;
    llvm::raw_string_ostream(factor) << llvm::format("%.17g", discount);
    if (llvm::Error error = file->setAttribute(baseAttribute, llvm::encodeBase64(*below)))
      return error;
    if (llvm::Error error = file->setAttribute(discountAttribute, factor))
      return error;
  }
  return file->save(format);
}

/// The bytes in an attribute; an error where there is none.
static llvm::Expected<std::string> readBytes(const Booster &booster, const char *name) {
  llvm::Expected<std::optional<std::string>> text = booster.getAttribute(name);
  if (!text)
    return text.takeError();
  if (!*text)
    return llvm::createStringError("expected the attribute '%s' of the cost model", name);
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(**text, bytes))
    return error;
  return std::string(bytes.begin(), bytes.end());
}

/// A number in an attribute, or `otherwise` where there is none.
static llvm::Expected<double> readNumber(const Booster &booster, const char *name,
                                         double otherwise) {
  llvm::Expected<std::optional<std::string>> text = booster.getAttribute(name);
  if (!text)
    return text.takeError();
  double value = otherwise;
  if (*text && StringRef(**text).getAsDouble(value))
    return llvm::createStringError("expected a number in the attribute '%s' of the cost model, got "
                                   "'%s'",
                                   name, (*text)->c_str());
  return value;
}

llvm::Expected<Ensemble> Ensemble::load(const XGBoostRef &library, StringRef bytes,
                                        StringRef objective,
                                        const Booster::Parameters &parameters) {
  Ensemble result;
  auto add = [&](StringRef memberBytes) -> llvm::Error {
    llvm::Expected<Booster> member = Booster::load(library, memberBytes);
    if (!member)
      return member.takeError();
    if (llvm::Error error = member->set(parameters))
      return error;
    llvm::Expected<std::string> own = member->getObjective();
    if (!own)
      return own.takeError();
    if (*own != objective)
      return llvm::createStringError(
          "expected a cost model of the objective '%s', got one of '%s'; "
          "give that objective or another file",
          objective.str().c_str(), own->c_str());
    result.members.push_back(std::move(*member));
    return llvm::Error::success();
  };
  if (llvm::Error error = add(bytes))
    return error;
  // Old versions take what newer ones write for something else, as where margins start.
  llvm::Expected<double> version = readNumber(result.members[0], libraryAttribute, 0);
  if (!version)
    return version.takeError();
  if (*version > library->getMajor())
    return llvm::createStringError("expected a cost model of XGBoost %d or older, got one of %g; "
                                   "load that library or train the model again",
                                   library->getMajor(), *version);
  llvm::Expected<double> count = readNumber(result.members[0], membersAttribute, 1);
  if (!count)
    return count.takeError();
  for (size_t i = 1; static_cast<double>(i) < *count; ++i) {
    llvm::Expected<std::string> member =
        readBytes(result.members[0], getMemberAttribute(i).c_str());
    if (!member)
      return member.takeError();
    if (llvm::Error error = add(*member))
      return error;
  }
  llvm::Expected<double> factor = readNumber(result.members[0], discountAttribute, 0);
  if (!factor)
    return factor.takeError();
  if (*factor == 0)
    return result;
  llvm::Expected<std::string> below = readBytes(result.members[0], baseAttribute);
  if (!below)
    return below.takeError();
  llvm::Expected<Ensemble> base = load(library, *below, objective, parameters);
  if (!base)
    return base.takeError();
  result.discount = *factor;
  result.base = std::make_shared<const Ensemble>(std::move(*base));
  return result;
}
