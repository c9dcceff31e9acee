//===-- FeaturesWriter.h - values of features beside their names -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Features: takes features in their order. One function writes a group, for its values
// or for its names, so that the two agree.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_FEATURESWRITER_H
#define DL_LIB_TUNING_FEATURESWRITER_H

#include "dl/Tuning/Features.h"

#include <cmath>
#include <limits>

namespace dl::tuning {

constexpr double missingFeature = std::numeric_limits<double>::quiet_NaN();

class FeatureWriter {
public:
  /// Writes values from `next` on, where there is room for all, or appends names.
  explicit FeatureWriter(float *next) : next(next) {}
  explicit FeatureWriter(std::vector<FeatureName> &names) : names(&names) {}

  /// A name in one or two parts, of which the second may be a number.
  struct Label {
    Label(const char *first) : first(first) {}
    Label(const char *first, const char *second) : first(first), second(second) {}
    Label(const char *first, size_t number) : first(first), number(static_cast<int>(number)) {}

    const char *first, *second = nullptr;
    int number = -1;
  };

  /// All that follows is of this group; missing, whatever the values, if `isKnown` is false.
  void beginGroup(Label name, bool isKnown = true) {
    isGroupKnown = isKnown;
    if (names)
      group = getText(name);
  }

  /// A value as it is. One that is not finite is missing.
  void add(Label name, double value) { write(name, value, /*isLogarithm=*/false); }
  /// A logarithm as addCount makes it.
  void addLogarithm(Label name, double value) { write(name, value, /*isLogarithm=*/true); }
  /// A count, or what may be as large as one: its logarithm, with its sign.
  void addCount(Label name, double value) {
    bool isWritten = next && isGroupKnown && value != 0 && std::isfinite(value);
    addLogarithm(
        name, isWritten ? std::copysign(std::log2(static_cast<float>(std::abs(value) + 1)), value)
                        : value);
  }
  /// One feature for each alternative: 1 for the one that is the case, 0 for others.
  template <size_t N>
  void addAlternatives(const char *what, const char *const (&alternatives)[N], size_t chosen) {
    for (size_t i = 0; i < N; ++i)
      add({what, alternatives[i]}, i == chosen ? 1 : 0);
  }

private:
  void write(Label name, double value, bool isLogarithm) {
    if (names)
      return names->push_back({group, getText(name), isLogarithm});
    *next++ = static_cast<float>(isGroupKnown && std::isfinite(value) ? value : missingFeature);
  }
  static std::string getText(Label name) {
    std::string text = name.first;
    if (name.second)
      text = text + " " + name.second;
    if (name.number != -1)
      text = text + " " + std::to_string(name.number);
    return text;
  }

  float *next = nullptr;
  std::vector<FeatureName> *names = nullptr;
  std::string group;
  bool isGroupKnown = true;
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_FEATURESWRITER_H
