//===-- HostileTest.cpp - texts and bytes of strangers ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damaged programs, configurations and assembly go through all that reads them: each is refused
// with a reason or means something, and nothing crashes, hangs or takes much memory.
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "RandomInstructions.h"
#include "TilePrograms.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/Binary.h"
#include "dl/Vdla/CycleSim.h"
#include "dl/Vdla/FunctionalSim.h"
#include "dl/Vdla/Verify.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

/// Changes, adds or removes a few bytes, moves some of them, or draws other digits.
template <typename TextT> TextT damage(TextT text, std::mt19937_64 &random) {
  using Char = typename TextT::value_type;
  for (unsigned changes = unsigned(draw(random, 1, 3)); changes > 0 && !text.empty(); --changes) {
    auto at = text.begin() + draw(random, 0, int64_t(text.size()) - 1);
    switch (random() % 10) {
    case 0:
      text.erase(at);
      break;
    case 1:
      text.insert(at, Char(random()));
      break;
    case 2:
      *at = text[size_t(draw(random, 0, int64_t(text.size()) - 1))];
      break;
    case 3:
      *at = Char(random() % 2 ? 0 : 0xff);
      break;
    case 4: {
      TextT part(at, at + std::min<int64_t>(draw(random, 1, 40), text.end() - at));
      text.insert(text.begin() + draw(random, 0, int64_t(text.size())), part.begin(), part.end());
      break;
    }
    case 5:
    case 6:
    case 7:
      while (at + 1 != text.end() && (*at < '0' || *at > '9'))
        ++at;
      *at = Char('0' + random() % 10);
      break;
    default:
      *at = Char(*at ^ (1 << random() % 8));
    }
  }
  return text;
}

/// Runs whatever the checker's bounds let through, and what they do not.
void runBriefly(const DeviceModel &model, const Program &program) {
  std::vector<Finding> findings = verify(model, program);
  std::string error;
  std::optional<BufferContents> contents = allocateBuffers(model, program, 1 << 20, error);
  if (!contents)
    return;
  FunctionalOptions options;
  options.maxSteps = 10000;
  bool ran = runFunctional(model, program, *contents, options, error).has_value();
  EXPECT_TRUE(ran || !findings.empty() || error.rfind("stopped", 0) == 0) << error;
  CycleOptions cycleOptions;
  cycleOptions.contents = &*contents;
  cycleOptions.maxCycles = 10000;
  runCycles(model, program, cycleOptions, error);
}

TEST(HostileTest, DamagedBinaries) {
  std::mt19937_64 random = makeRandom(17);
  std::vector<std::vector<Kernel>> kernels;
  for (const std::string &name : machineNames)
    kernels.push_back(
        {makeAdd(getMachine(name), 9, 4, 2, random), makePool(getMachine(name), 3, 3, random)});
  unsigned numRead = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    size_t machine = i / 2 % machineNames.size();
    const DeviceModel &model = getMachine(machineNames[machine]);
    std::string error;
    std::vector<uint8_t> bytes =
        damage(*writeBinary(model, kernels[machine][i % 2].program, error), random);
    std::optional<Program> program = readBinary(model, bytes.data(), bytes.size(), error);
    if (!program) {
      EXPECT_FALSE(error.empty());
      continue;
    }
    ++numRead;
    EXPECT_EQ(*writeBinary(model, *program, error), bytes);
    runBriefly(model, *program);
  }
  EXPECT_GT(numRead, 200u);
}

TEST(HostileTest, AnyInstructions) {
  std::mt19937_64 random = makeRandom(18);
  for (unsigned i = 0; i < 2000; ++i) {
    const DeviceModel &model = getMachine(machineNames[i % machineNames.size()]);
    runBriefly(model, makeRandomCode(model, random, unsigned(draw(random, 1, 6))));
  }
}

TEST(HostileTest, DamagedAssembly) {
  std::mt19937_64 random = makeRandom(19);
  std::vector<std::string> texts;
  for (const std::string &name : machineNames)
    texts.push_back(
        disassemble(getMachine(name), makePool(getMachine(name), 3, 3, random).program));
  unsigned numRead = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    const DeviceModel &model = getMachine(machineNames[i % machineNames.size()]);
    std::string error;
    std::optional<Program> program =
        assemble(model, damage(texts[i % texts.size()], random), error);
    if (!program) {
      EXPECT_FALSE(error.empty());
      continue;
    }
    ++numRead;
    EXPECT_EQ(assemble(model, disassemble(model, *program), error), program) << error;
    runBriefly(model, *program);
  }
  EXPECT_GT(numRead, 200u);
}

TEST(HostileTest, DamagedConfigurations) {
  std::mt19937_64 random = makeRandom(20);
  std::vector<std::string> texts;
  for (const std::string &name : machineNames)
    texts.push_back(readMachineText(name));
  unsigned numRead = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    std::string error;
    std::optional<Config> config = parseConfig(damage(texts[i % texts.size()], random), error);
    if (!config) {
      EXPECT_FALSE(error.empty());
      continue;
    }
    ++numRead;
    std::string printed = printConfig(*config);
    std::optional<Config> again = parseConfig(printed, error);
    ASSERT_TRUE(again) << error;
    EXPECT_EQ(printConfig(*again), printed);
    if (i % 8 == 0) {
      DeviceModel model = makeModel(*config);
      runBriefly(model, makeRandomCode(model, random, 3));
    }
  }
  EXPECT_GT(numRead, 100u);
}

} // namespace
