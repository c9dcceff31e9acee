//===-- CycleSimTest.cpp - how long programs take ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "SmallPrograms.h"
#include "StepwiseSim.h"
#include "TilePrograms.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/CycleSim.h"
#include "dl/Vdla/Roofline.h"
#include "dl/Vdla/Verify.h"

#include <numeric>

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

CycleResult run(const DeviceModel &model, const Program &program) {
  std::string error;
  std::optional<CycleResult> result = runCycles(model, program, {}, error);
  EXPECT_TRUE(result) << error;
  return result.value_or(CycleResult());
}

CycleResult run(const std::string &text, const Config &config) {
  DeviceModel model = makeModel(config);
  std::string error;
  std::optional<Program> program = assemble(model, "program p\n" + text, error);
  EXPECT_TRUE(program) << error;
  return run(model, *program);
}

constexpr const char *head =
    "buffer x in 65536\nbuffer y out 65536\nbuffer u microops 4\nuop dst=0\n";

TEST(CycleSimTest, EachInstructionTakesWhatTheModelSays) {
  Config config = readMachine("paper");
  // Issue.
  EXPECT_EQ(run("finish\n", config).cycles, 1);
  // Issue, 16 bytes at 8 a cycle, latency, until visible.
  std::string load = std::string(head) + "load inp dram=%x y=1 x=1\n";
  EXPECT_EQ(run(load, config).cycles, 1 + 2 + 64 + 2);
  // Four requests of 64 bytes follow each other.
  EXPECT_EQ(run(std::string(head) + "load inp dram=%x y=1 x=16\n", config).cycles, 1 + 32 + 64 + 2);
  // Rows of 16 bytes are requests of their own, as fast as long ones.
  EXPECT_EQ(run(std::string(head) + "load inp dram=%x y=16 x=1 stride=2\n", config).cycles,
            1 + 32 + 64 + 2);
  // Padding takes a cycle an element.
  EXPECT_EQ(run(std::string(head) + "load inp dram=%x y=1 x=1 pad_bottom=15 pad_right=15\n", config)
                .cycles,
            1 + 256 + 2);
  // Writes do not wait for an answer.
  EXPECT_EQ(run(std::string(head) + "store narrow dram=%y y=1 x=16\n", config).cycles, 1 + 32 + 2);
  // A loop of 5 x 7 steps, behind the load of its micro-op.
  std::string loop = std::string(head) + "load uop dram=%u y=1 x=1\ngemm reset uop_count=1 "
                                         "iter_out=5 iter_in=7\n";
  int64_t loadCycles = 1 + 1 + 64 + 2;
  EXPECT_EQ(run(loop, config).cycles, loadCycles + 1 + 35 + 4);
  config.pipeline.gemmInterval = 2;
  EXPECT_EQ(run(loop, config).cycles, loadCycles + 1 + 70 + 4);
}

TEST(CycleSimTest, OutstandingReadsHideLatency) {
  Config config = readMachine("paper");
  std::string load = std::string(head) + "load inp dram=%x y=1 x=16\n";
  config.dram.outstanding = 1;
  EXPECT_EQ(run(load, config).cycles, 1 + 4 * (8 + 64) + 2);
  config.dram.outstanding = 2;
  EXPECT_EQ(run(load, config).cycles, 1 + 8 + 64 + 8 + 64 + 8 + 2);
  config.dram.latency = 0;
  EXPECT_EQ(run(load, config).cycles, 1 + 32 + 2);
}

TEST(CycleSimTest, StagesShareThePort) {
  Config config = readMachine("paper");
  std::string both =
      std::string(head) + "load inp dram=%x y=1 x=16\nload acc_narrow dram=%x y=1 x=16\n";
  CycleResult result = run(both, config);
  EXPECT_EQ(result.dramBusyCycles, 64);
  EXPECT_EQ(result.bytesRead, 512);
  // The second comes a cycle later, and they take turns.
  EXPECT_EQ(result.cycles, 1 + 64 + 64 + 2);
}

TEST(CycleSimTest, CountsCausesOfStalls) {
  Config config = readMachine("paper");
  config.queues[0].capacity = 1;
  CycleResult result =
      run(std::string(head) + "nop load push_next\nnop load push_next\nload acc_narrow "
                              "dram=%x y=1 x=1\nnop compute pop_prev\nnop compute pop_prev\n"
                              "nop compute pop_prev pop_next\nnop load push_next\nload scale "
                              "dram=%x y=1 x=1 push_prev\n",
          config);
  auto get = [&](Stage stage, Cause cause) {
    return result.stages[unsigned(stage)].cycles[unsigned(cause)];
  };
  EXPECT_GT(get(Stage::Load, Cause::Room), 0);
  EXPECT_EQ(get(Stage::Load, Cause::Room), result.roomStalls[0]);
  EXPECT_GT(get(Stage::Compute, Cause::Token), 0);
  EXPECT_EQ(get(Stage::Compute, Cause::Token), result.tokenStalls[0] + result.tokenStalls[3]);
  EXPECT_GT(get(Stage::Compute, Cause::Dram), 60);
  EXPECT_GT(get(Stage::Store, Cause::Empty), 0);
  EXPECT_GT(get(Stage::Load, Cause::Done), 0);
  EXPECT_STREQ(getName(Cause::Dram), "dram");
  for (const StageCounters &stage : result.stages)
    EXPECT_EQ(std::accumulate(stage.cycles.begin(), stage.cycles.end(), int64_t(0)), result.cycles);
}

TEST(CycleSimTest, FirstInstructionWaitsForAToken) {
  CycleResult result =
      run("nop compute pop_prev\nnop load push_next\nfinish\n", readMachine("paper"));
  // The load is dispatched a cycle later and takes one.
  EXPECT_EQ(result.stages[unsigned(Stage::Compute)].cycles[unsigned(Cause::Token)], 2);
  EXPECT_EQ(result.stages[unsigned(Stage::Compute)].cycles[unsigned(Cause::Empty)], 0);
}

ConvShape getLayer() {
  ConvShape shape;
  shape.height = shape.width = 14;
  shape.icb = 4;
  shape.ocb = 4;
  shape.tileRows = 7;
  return shape;
}

TEST(CycleSimTest, ComputesAndTimesTheSame) {
  for (const std::string &name : machineNames) {
    std::mt19937_64 random = makeRandom(12);
    const DeviceModel &model = getMachine(name);
    ConvShape shape = getLayer();
    shape.ocb = 2;
    shape.relu = true;
    Kernel kernel = makeConv(model, shape, random);
    CycleOptions options;
    options.contents = &kernel.contents;
    std::string error;
    std::optional<CycleResult> result = runCycles(model, kernel.program, options, error);
    ASSERT_TRUE(result) << error;
    EXPECT_EQ(kernel.contents[kernel.output], kernel.expected);
    EXPECT_EQ(result->cycles, run(model, kernel.program).cycles);
    EXPECT_EQ(result->macs, kernel.macs);
    EXPECT_EQ(result->gemmCycles, result->gemmSteps);
    for (const StageCounters &stage : result->stages)
      EXPECT_EQ(std::accumulate(stage.cycles.begin(), stage.cycles.end(), int64_t(0)),
                result->cycles);
  }
}

TEST(CycleSimTest, EqualsTheModelCycleByCycle) {
  std::mt19937_64 random = makeRandom(26);
  unsigned numStuck = 0;
  for (unsigned i = 0; i < 400; ++i) {
    Config config = readMachine("paper");
    config.dram = {draw(random, 1, 20), draw(random, 0, 40), draw(random, 8, 70),
                   draw(random, 1, 4)};
    Pipeline &pipe = config.pipeline;
    for (int64_t *cycles :
         {&pipe.issue, &pipe.gemmLatency, &pipe.aluLatency, &pipe.transferLatency})
      *cycles = draw(random, 0, 5);
    pipe.gemmInterval = draw(random, 1, 3);
    pipe.aluInterval = draw(random, 1, 3);
    for (TokenQueue &queue : config.queues)
      queue.capacity = draw(random, 1, 4);
    for (int64_t &fifo : config.fifos)
      fifo = draw(random, 1, 4);
    DeviceModel model = makeModel(config);
    Program program = makeSmallProgram(model, random);
    std::optional<CycleResult> expected = runStepwise(model, program);
    std::string error;
    std::optional<CycleResult> result = runCycles(model, program, {}, error);
    ASSERT_EQ(bool(result), bool(expected)) << error << "\n" << disassemble(model, program);
    if (!result) {
      ++numStuck;
      continue;
    }
    ASSERT_EQ(result->cycles, expected->cycles) << disassemble(model, program);
    EXPECT_EQ(result->tokenStalls, expected->tokenStalls);
    EXPECT_EQ(result->roomStalls, expected->roomStalls);
    for (unsigned stage = 0; stage < numStages; ++stage)
      ASSERT_EQ(result->stages[stage].cycles, expected->stages[stage].cycles)
          << stage << "\n"
          << disassemble(model, program);
  }
  EXPECT_LT(numStuck, 200u);
}

TEST(CycleSimTest, TwoContextsHideLatency) {
  std::mt19937_64 random = makeRandom(13);
  const DeviceModel &model = getMachine("weights-256k");
  ConvShape shape = getLayer();
  shape.contexts = 1;
  Kernel serial = makeConv(model, shape, random);
  shape.contexts = 2;
  Kernel parallel = makeConv(model, shape, random);
  CycleResult one = run(model, serial.program), two = run(model, parallel.program);
  EXPECT_EQ(one.macs, two.macs);
  EXPECT_LT(two.cycles, one.cycles);
  Roofline roofline = computeRoofline(model, two, parallel.macs);
  EXPECT_EQ(roofline.peak, 256);
  EXPECT_NEAR(roofline.intensity, double(parallel.macs) / double(two.bytesRead + two.bytesWritten),
              1e-9);
  EXPECT_EQ(roofline.bound, std::min(256.0, 8 * roofline.intensity));
  EXPECT_LE(roofline.getShareOfBound(), 1);
  EXPECT_GT(roofline.getShareOfBound(), computeRoofline(model, one, serial.macs).getShareOfBound());
}

TEST(CycleSimTest, SaysWhyItStops) {
  const DeviceModel &model = getMachine("paper");
  std::string error;
  auto refuse = [&](const std::string &text, CycleOptions options = {}) {
    EXPECT_FALSE(runCycles(model, *assemble(model, "program p\n" + text, error), options, error));
    return error;
  };
  EXPECT_EQ(refuse("finish pop_prev\n"),
            "the program is stuck: instruction 0 (finish) waits for a token from load to compute, "
            "which no instruction pushes");
  EXPECT_EQ(refuse("load inp y=1 x=1\n"),
            "(V4) instruction 0 (load): expected a buffer that dram counts from; name one");
  BufferContents contents(2);
  CycleOptions options;
  options.contents = &contents;
  EXPECT_EQ(refuse("finish\n", options),
            "expected contents for the 0 buffers of the program, each as long as it says");
  for (size_t bytes : {size_t(4), size_t(6)}) {
    contents = {std::vector<uint8_t>(3), std::vector<uint8_t>(bytes)};
    EXPECT_EQ(refuse("buffer x in 3\nbuffer y out 5\nfinish\n", options),
              "expected contents for the 2 buffers of the program, each as long as it says");
  }
  contents = {std::vector<uint8_t>(3), std::vector<uint8_t>(5)};
  Program program = *assemble(model, "program p\nbuffer x in 3\nbuffer y out 5\nfinish\n", error);
  EXPECT_TRUE(runCycles(model, program, options, error)) << error;
  options = {};
  options.maxCycles = 50;
  EXPECT_EQ(refuse(std::string(head) + "load inp dram=%x y=1 x=1\n", options),
            "stopped after 50 cycles; allow more");
  // As many as it takes are enough.
  std::string text = std::string(head) + "load inp dram=%x y=1 x=1 push_next\nfinish pop_prev\n";
  program = *assemble(model, "program p\n" + text, error);
  options.maxCycles = runCycles(model, program, {}, error)->cycles;
  EXPECT_TRUE(runCycles(model, program, options, error)) << error;
  --options.maxCycles;
  EXPECT_EQ(refuse(text, options),
            "stopped after " + std::to_string(options.maxCycles) + " cycles; allow more");
}

} // namespace
