//===-- FeaturesByName.h - the features of a kernel by name ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tests ask of a vector of features.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_TUNING_FEATURESBYNAME_H
#define DL_TEST_UNIT_TUNING_FEATURESBYNAME_H

#include "dl/Tuning/Features.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace dl::tuning {

/// The features of a kernel, by their names.
class Features {
public:
  explicit Features(const schedule::KernelSchedule &kernel,
                    const schedule::EstimateOptions &options = {}) {
    schedule::LoopPlan plan;
    auto refusal = schedule::buildLoopPlan(kernel, plan);
    EXPECT_FALSE(refusal) << refusal->reason;
    if (!refusal)
      values = extractFeatures(kernel, plan, schedule::estimate(kernel, plan, options), options);
  }

  float get(const std::string &group, const std::string &name) const {
    const std::vector<FeatureName> &names = getFeatureNames();
    for (size_t i = 0; i < values.size(); ++i)
      if (names[i].group == group && names[i].name == name)
        return values[i];
    ADD_FAILURE() << "no feature " << group << ", " << name;
    return NAN;
  }
  /// What a logarithm was taken of.
  double getCount(const std::string &group, const std::string &name) const {
    float value = get(group, name);
    return std::copysign(std::exp2(std::abs(static_cast<double>(value))) - 1, value);
  }
  void expectCount(const std::string &group, const std::string &name, double expected) const {
    EXPECT_FLOAT_EQ(get(group, name),
                    std::copysign(static_cast<float>(std::log2(std::abs(expected) + 1)), expected))
        << group << ", " << name << ": " << getCount(group, name);
  }
  void expect(const std::string &group, const std::string &name, double expected) const {
    EXPECT_FLOAT_EQ(get(group, name), static_cast<float>(expected)) << group << ", " << name;
  }
  void expectMissing(const std::string &group, const std::string &name) const {
    EXPECT_TRUE(std::isnan(get(group, name))) << group << ", " << name;
  }
  /// The alternatives that are the case, of which there should be one.
  std::string getChosen(const std::string &group, const std::string &what,
                        const std::vector<std::string> &alternatives) const {
    std::string chosen;
    for (const std::string &each : alternatives)
      if (get(group, what + " " + each) == 1)
        chosen += each;
    return chosen;
  }
  std::string getPosition(const std::string &annotation) const {
    return getChosen("annotations", annotation,
                     {"nowhere", "inner spatial", "middle spatial", "outer spatial",
                      "inner reduction", "outer reduction", "mixed positions"});
  }
  std::string getUse(const std::string &buffer) const {
    return getChosen(buffer, "is", {"read", "written", "both"});
  }
  std::string getReuse(const std::string &buffer) const {
    return getChosen(buffer, "reuse", {"loop", "serial", "none"});
  }
  std::string getTails() const {
    return getChosen("tails", "steps left over",
                     {"none", "peeled", "guarded", "shifted", "masked", "mixed"});
  }
  /// Operations of all stages on numbers.
  double getOperations() const {
    double all = 0;
    for (const char *kind :
         {"sums", "products", "extrema", "roundings", "quotients", "functions"}) {
      all += getCount("other stages", kind);
      for (const char *what : {"formula ", "combination "})
        all += getCount("arithmetic", std::string(what) + kind);
    }
    return all;
  }
  bool isFinite() const {
    for (float value : values)
      if (std::isinf(value))
        return false;
    return values.size() == getFeatureNames().size();
  }
  bool operator==(const Features &other) const {
    return values.size() == other.values.size() &&
           std::memcmp(values.data(), other.values.data(), values.size() * sizeof(float)) == 0;
  }

  FeatureVector values;
};

} // namespace dl::tuning

#endif // DL_TEST_UNIT_TUNING_FEATURESBYNAME_H
