//===-- Machines.h - the shipped configurations, for tests ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_MACHINES_H
#define DL_TEST_VDLA_MACHINES_H

#include "dl/Vdla/DeviceModel.h"

#include "gtest/gtest.h"

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace dl::vdla::test {

/// All configurations in share/dl/vdla.
inline const std::vector<std::string> machineNames = {"paper", "weights-256k", "block-8x8",
                                                      "block-32x32"};

inline std::string readMachineText(const std::string &name) {
  std::ifstream file(std::string(DL_VDLA_CONFIGS) + "/" + name + ".json");
  EXPECT_TRUE(file.good()) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline Config readMachine(const std::string &name) {
  std::string error;
  std::optional<Config> config = parseConfig(readMachineText(name), error);
  EXPECT_TRUE(config) << name << ": " << error;
  return config.value_or(Config());
}

inline DeviceModel makeModel(const Config &config) {
  std::string error;
  std::optional<DeviceModel> model = DeviceModel::create(config, error);
  EXPECT_TRUE(model) << error;
  return *model;
}

inline const DeviceModel &getMachine(const std::string &name) {
  static std::map<std::string, DeviceModel> models;
  auto found = models.find(name);
  if (found == models.end())
    found = models.emplace(name, makeModel(readMachine(name))).first;
  return found->second;
}

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_MACHINES_H
