//===-- CpuFeaturesTest.cpp - what this machine's CPU can do ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
extern "C" {
#include "../../../lib/Runtime/model.h"
}

#include "gtest/gtest.h"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#if defined(__x86_64__) && defined(__linux__)

namespace {

/// What the system lists, which leaves out what it has no registers saved for.
std::set<std::string> readFlags() {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string line; std::getline(file, line);)
    if (line.rfind("flags", 0) == 0) {
      std::istringstream words(line.substr(line.find(':') + 1));
      for (std::string word; words >> word;)
        flags.insert(word);
      break;
    }
  return flags;
}

} // namespace

TEST(CpuFeatures, AreThoseThatTheSystemLists) {
  std::set<std::string> flags = readFlags();
  if (flags.empty())
    GTEST_SKIP() << "the system lists none";
  // By the names of LLVM and of Linux; no CPU has both the new ones of Intel's and the old of
  // AMD's.
  const std::pair<const char *, const char *> names[] = {
      {"sse3", "pni"},          {"ssse3", "ssse3"},
      {"fma", "fma"},           {"cx16", "cx16"},
      {"sse4.1", "sse4_1"},     {"sse4.2", "sse4_2"},
      {"movbe", "movbe"},       {"popcnt", "popcnt"},
      {"aes", "aes"},           {"avx", "avx"},
      {"f16c", "f16c"},         {"bmi", "bmi1"},
      {"avx2", "avx2"},         {"bmi2", "bmi2"},
      {"avx512f", "avx512f"},   {"avx512dq", "avx512dq"},
      {"avx512bw", "avx512bw"}, {"avx512vnni", "avx512_vnni"},
      {"gfni", "gfni"},         {"vaes", "vaes"},
      {"sahf", "lahf_lm"},      {"lzcnt", "abm"},
      {"sse4a", "sse4a"},       {"xop", "xop"},
      {"fma4", "fma4"},         {"tbm", "tbm"}};
  dlc_model model = {};
  model.abi_version = DLC_ABI_VERSION;
  model.struct_size = sizeof(model);
  model.name = "features";
  model.num_cpu_features = 1;
  for (auto [name, flag] : names) {
    model.cpu_features = &name;
    dlc_error error = {};
    EXPECT_EQ(dlc_check_cpu(&model, &error), flags.count(flag) ? DLC_OK : DLC_ERROR_CPU) << name;
    EXPECT_EQ(std::string(error.message),
              flags.count(flag) ? std::string()
                                : std::string("model 'features': expected a CPU with 1 features "
                                              "that this one lacks: ") +
                                      name + "; compile the model with --mcpu for this machine");
  }
}

#endif
