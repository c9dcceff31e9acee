//===-- FunctionalSimTest.cpp - kernels in many orders against plain loops ===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "OddMachine.h"
#include "RandomInstructions.h"
#include "TilePrograms.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/FunctionalSim.h"
#include "dl/Vdla/Verify.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

std::string describeFindings(const std::vector<Finding> &findings) {
  std::string text;
  for (const Finding &finding : findings)
    text += finding.message + "\n";
  return text;
}

/// Runs a kernel in eight orders, from scratchpads with different contents.
void expectExact(const DeviceModel &model, const Kernel &kernel) {
  EXPECT_EQ(describeFindings(verify(model, kernel.program)), "")
      << disassemble(model, kernel.program);
  FunctionalOptions options;
  for (unsigned run = 0; run < 8; ++run) {
    constexpr Order orders[] = {Order::Program,    Order::LoadFirst, Order::ComputeFirst,
                                Order::StoreFirst, Order::Random,    Order::Random,
                                Order::Delay,      Order::Delay};
    options.order = orders[run];
    options.seed = run;
    options.initialByte = uint8_t(37 * run);
    options.victim = int64_t(kernel.program.instructions.size() * (run - 5) / 3);
    options.bounds = run % 2 == 0 ? Bounds::Machine : Bounds::Tokens;
    BufferContents contents = kernel.contents;
    std::string error;
    ASSERT_TRUE(runFunctional(model, kernel.program, contents, options, error)) << error;
    ASSERT_EQ(contents[kernel.output], kernel.expected) << "run " << run;
  }
}

TEST(FunctionalSimTest, Convolutions) {
  std::mt19937_64 random = makeRandom(6);
  for (const std::string &name : machineNames)
    for (unsigned i = 0; i < 12; ++i) {
      ConvShape shape;
      shape.height = draw(random, 3, 9);
      shape.width = draw(random, 3, 9);
      shape.icb = draw(random, 1, 3);
      shape.ocb = draw(random, 1, 3);
      shape.kernel = draw(random, 1, 3);
      shape.dilation = shape.kernel > 1 ? draw(random, 1, 2) : 1;
      shape.padding = draw(random, 1, 2);
      shape.stride = draw(random, 1, 2);
      shape.tileRows = draw(random, 1, 3);
      shape.contexts = draw(random, 1, 2);
      shape.rounding = Rounding(draw(random, 0, 3));
      shape.relu = draw(random, 0, 1);
      shape.saturate = draw(random, 0, 3) > 0;
      shape.inpZeroPoint = draw(random, -3, 3);
      shape.outZeroPoint = draw(random, -20, 20);
      SCOPED_TRACE(name + " " + std::to_string(i));
      expectExact(getMachine(name), makeConv(getMachine(name), shape, random));
    }
}

TEST(FunctionalSimTest, ConvolutionWithPooledStores) {
  std::mt19937_64 random = makeRandom(7);
  ConvShape shape;
  shape.height = shape.width = 8;
  shape.ocb = 2;
  shape.pools = true;
  for (const std::string &name : machineNames)
    expectExact(getMachine(name), makeConv(getMachine(name), shape, random));
}

TEST(FunctionalSimTest, OddMachine) {
  std::mt19937_64 random = makeRandom(25);
  DeviceModel model = makeModel(makeOddMachine());
  ConvShape shape;
  shape.height = 7;
  shape.icb = shape.ocb = 3;
  shape.inpZeroPoint = 3;
  for (shape.contexts = 1; shape.contexts <= 2; ++shape.contexts)
    expectExact(model, makeConv(model, shape, random));
  expectExact(model, makeAdd(model, 37, 8, 2, random));
  expectExact(model, makePool(model, 7, 6, random));
}

TEST(FunctionalSimTest, Dense) {
  std::mt19937_64 random = makeRandom(8);
  ConvShape shape;
  shape.height = shape.width = shape.kernel = shape.tileRows = 1;
  shape.padding = 0;
  shape.icb = 7;
  shape.ocb = 5;
  for (const std::string &name : machineNames)
    expectExact(getMachine(name), makeConv(getMachine(name), shape, random));
}

TEST(FunctionalSimTest, AddAndPool) {
  std::mt19937_64 random = makeRandom(9);
  for (const std::string &name : machineNames) {
    expectExact(getMachine(name), makeAdd(getMachine(name), 37, 8, 1, random));
    expectExact(getMachine(name), makeAdd(getMachine(name), 37, 8, 2, random));
    expectExact(getMachine(name), makePool(getMachine(name), 7, 6, random));
  }
}

/// Runs a text on buffers of zeros, or says why not.
std::string run(const std::string &text, FunctionalOptions options = {}) {
  const DeviceModel &model = getMachine("paper");
  std::string error;
  std::optional<Program> program = assemble(model, "program p\n" + text, error);
  if (!program)
    return error;
  std::optional<BufferContents> contents = allocateBuffers(model, *program, 1 << 20, error);
  if (!contents || !runFunctional(model, *program, *contents, options, error))
    return error;
  return "ran";
}

TEST(FunctionalSimTest, SaysWhyItStops) {
  EXPECT_EQ(run("finish\n"), "ran");
  EXPECT_EQ(run("finish pop_prev\n"),
            "the program is stuck: instruction 0 (finish) waits for a token from load to compute, "
            "which no instruction pushes");
  EXPECT_EQ(run("nop load pop_next push_next\nnop compute pop_prev push_prev\n"),
            "the program is stuck: instruction 0 (nop) waits for a token from compute to load, "
            "which instruction 1 (nop) would push; instruction 1 (nop) waits for a token from load "
            "to compute, which instruction 0 (nop) would push");
  EXPECT_EQ(run("nop load pop_prev\n"),
            "instruction 0 (nop): expected no pop_prev, since stage load has no previous stage");
  EXPECT_EQ(run("nop store push_next\n"),
            "instruction 0 (nop): expected no push_next, since stage store has no next stage");
  EXPECT_EQ(run("buffer x in 16\nload inp dram=%x y=1 x=2 stride=1\n"),
            "instruction 0 (load): expected a transfer to end in the 1 elements of buffer x, got "
            "2");
  EXPECT_EQ(run("load inp y=1 x=2 stride=1\n"),
            "instruction 0 (load): expected a transfer relative to a buffer");
  EXPECT_EQ(run("buffer x in 160\nload inp dram=%x sram=2047 y=1 x=2\n"),
            "instruction 0 (load): expected a transfer to end in the 2048 elements of inp, got "
            "2049");
  EXPECT_EQ(run("buffer x in 160\nload inp dram=%x sram=2046 y=1 x=2\n"), "ran");
  EXPECT_EQ(run("buffer u microops 4\nuop dst=9\nload uop dram=%u y=1 x=1\n"
                "gemm mac uop_count=1 iter_out=1 iter_in=2041 dst_in=1\n"),
            "instruction 1 (gemm): expected a position in the 2048 elements of acc, got 2049");
  std::string load = "buffer u microops 4\nuop src=9 wgt=9\nload uop dram=%u y=1 x=1\n";
  EXPECT_EQ(run(load + "gemm mac uop_count=1 iter_out=2039 iter_in=1 src_out=1\n"), "ran");
  EXPECT_EQ(run(load + "gemm mac uop_count=1 iter_out=2040 iter_in=1 src_out=1\n"),
            "instruction 1 (gemm): expected a position in the 2048 elements of inp, got 2048");
  EXPECT_EQ(run(load + "gemm mac uop_count=1 iter_out=119 iter_in=1 wgt_out=1\n"), "ran");
  EXPECT_EQ(run(load + "gemm mac uop_count=1 iter_out=120 iter_in=1 wgt_out=1\n"),
            "instruction 1 (gemm): expected a position in the 128 elements of wgt, got 128");
  // What is reset reads nothing, nor does a number.
  EXPECT_EQ(run(load + "gemm reset uop_count=1 iter_out=2040 iter_in=1 src_out=1 wgt_out=1\n"),
            "ran");
  EXPECT_EQ(run(load + "alu add uop_count=1 iter_out=2040 iter_in=1 src_out=1\n"),
            "instruction 1 (alu): expected a position in the 2048 elements of acc, got 2048");
  EXPECT_EQ(run(load + "alu add uop_count=1 iter_out=2040 iter_in=1 src_out=1 use_imm\n"), "ran");
  // The micro-op behind the last one may be anywhere.
  EXPECT_EQ(
      run("buffer u microops 8\nuop\nuop dst=2047 src=2047 wgt=127\nload uop dram=%u y=1 x=2\n"
          "gemm mac uop_count=1 iter_out=1 iter_in=2 dst_in=1 src_in=1 wgt_in=1\n"
          "alu add uop_count=1 iter_out=1 iter_in=2 dst_in=1 src_in=1\n"),
      "ran");
  EXPECT_EQ(run("gemm mac uop_begin=8190 uop_count=3 iter_out=1 iter_in=1\n"),
            "instruction 0 (gemm): expected micro-ops that end in the 8192 elements of uop, got "
            "8193");
  EXPECT_EQ(run("buffer y out 16\nstore requantize dram=%y y=1 x=1 scale_base=64\n"),
            "instruction 0 (store): expected scales in the 64 elements of scale, got 64");
  std::string store = "buffer y out 48\nstore requantize dram=%y y=3 x=1 stride=1 scale_base=";
  EXPECT_EQ(run(store + "61 scale_step\n"), "ran");
  EXPECT_EQ(run(store + "62 scale_step\n"),
            "instruction 0 (store): expected scales in the 64 elements of scale, got 64");
  EXPECT_EQ(run(store + "63\n"), "ran");
  FunctionalOptions options;
  options.maxSteps = 1000;
  EXPECT_EQ(run("gemm mac uop_count=1000 iter_out=4095 iter_in=4095\n", options),
            "stopped at instruction 0 (gemm) after 1000 steps; allow more");
  // As many as it takes are enough, of all instructions together.
  std::string loops = "gemm mac uop_count=10 iter_out=10 iter_in=6\n"
                      "gemm mac uop_count=10 iter_out=10 iter_in=4\n";
  EXPECT_EQ(run(loops, options), "ran");
  options.maxSteps = 999;
  EXPECT_EQ(run(loops, options), "stopped at instruction 1 (gemm) after 999 steps; allow more");
  EXPECT_EQ(run("buffer x in 1048570\nbuffer y in 6\nbuffer z in 0\nfinish\n"), "ran");
  EXPECT_EQ(run("buffer x in 1048577\nfinish\n"),
            "expected buffer x and those before it to have at most 1048576 bytes more, got "
            "1048577");
  EXPECT_EQ(run("buffer u microops 8\nuop dst=9\nfinish\n"),
            "expected buffer u to have the 4 bytes of the program's micro-ops, got 8");
}

TEST(FunctionalSimTest, ContentsFitTheProgram) {
  const DeviceModel &model = getMachine("paper");
  std::mt19937_64 random = makeRandom(10);
  Kernel kernel = makeAdd(model, 4, 4, 1, random);
  std::string error;
  BufferContents contents = kernel.contents;
  contents[1].pop_back();
  EXPECT_FALSE(runFunctional(model, kernel.program, contents, {}, error));
  EXPECT_EQ(error, "expected 64 bytes for buffer b, got 63");
  contents.clear();
  EXPECT_FALSE(runFunctional(model, kernel.program, contents, {}, error));
  EXPECT_EQ(error, "expected the contents of 5 buffers, got 0");
  kernel.program.name.clear();
  EXPECT_FALSE(runFunctional(model, kernel.program, contents, {}, error));
  EXPECT_EQ(error, "expected a program's name of letters, digits, '_', '.' and '-', got ''");
}

TEST(FunctionalSimTest, BuffersOfMicroOpsThatTheMachineLacks) {
  Program program;
  program.microOps.resize(1);
  program.microOps[0].dst = 2048;
  std::string error;
  EXPECT_FALSE(allocateBuffers(getMachine("paper"), program, 16, error));
  EXPECT_EQ(error, "expected dst of a micro-op from 0 to 2047, got 2048");
  program.microOps.clear();
  program.buffers = {{"x", -1, Direction::In}};
  EXPECT_FALSE(allocateBuffers(getMachine("paper"), program, 16, error));
  EXPECT_EQ(error, "expected buffer x and those before it to have at most 16 bytes more, got -1");
}

// The checker refuses padding of other memories than inp and acc. Simulators fill them all the
// same.
TEST(FunctionalSimTest, PadsOfEveryMemory) {
  const DeviceModel &model = getMachine("paper");
  std::string error;
  // All inputs are 1: a step with weights of one value adds 16 times that.
  Program program = *assemble(
      model,
      "program p\nbuffer x in 16\nbuffer w in 512\nbuffer s in 288\nbuffer y out 64\n"
      "buffer z out 16\nbuffer u microops 8\nuop dst=0 src=0 wgt=0\nuop dst=0 src=0 wgt=1\n"
      "load inp dram=%x y=1 x=1\nload wgt dram=%w y=1 x=2\nload scale dram=%s y=1 x=2\n"
      "load uop dram=%u y=1 x=2\n"
      // Element 0 of wgt becomes the smallest, that of scale zeros, micro-op 1 becomes 0.
      "load wgt dram=%w y=1 x=1 pad=minimum pad_left=1\n"
      "load scale dram=%s y=1 x=1 pad_left=1\nload uop dram=%u y=1 x=1 pad_right=1\n"
      "gemm mac uop_begin=1 uop_count=1 iter_out=1 iter_in=1 init_count=1\n"
      "store accumulator dram=%y y=1 x=1\n"
      "store requantize dram=%z y=1 x=1 saturate\nfinish\n",
      error);
  BufferContents contents = *allocateBuffers(model, program, 1 << 20, error);
  std::fill(contents[0].begin(), contents[0].end(), uint8_t(1));
  std::fill(contents[1].begin(), contents[1].end(), uint8_t(3));
  std::fill(contents[2].begin(), contents[2].end(), uint8_t(1));
  std::fill(contents[4].begin(), contents[4].end(), uint8_t(9));
  ASSERT_TRUE(runFunctional(model, program, contents, {}, error)) << error;
  // 16 products of 1 and -128, in little-endian words; times a multiplier of 0.
  for (size_t i = 0; i < 64; ++i)
    EXPECT_EQ(contents[3][i], i % 4 == 0 ? 0 : i % 4 == 1 ? 0xf8 : 0xff) << i;
  EXPECT_EQ(contents[4], std::vector<uint8_t>(16, 0));
}

TEST(FunctionalSimTest, FiniteQueuesHoldBack) {
  Config config = readMachine("paper");
  for (TokenQueue &queue : config.queues)
    queue.capacity = 1;
  config.fifos = {1, 1, 1};
  DeviceModel model = makeModel(config);
  auto run = [&](const std::string &text) {
    std::string error;
    Program program = *assemble(model, "program p\n" + text, error);
    BufferContents contents;
    return runFunctional(model, program, contents, {}, error) ? "ran" : error;
  };
  EXPECT_EQ(run("nop load push_next\nnop load push_next\nnop compute pop_prev\nfinish pop_prev\n"),
            "ran");
  EXPECT_EQ(run("nop load push_next\nnop load push_next\nnop load\nnop load\nfinish pop_prev\n"),
            "the program is stuck: instruction 1 (nop) waits for room among the 1 tokens from "
            "load to compute, which instruction 4 (finish) would pop; instruction 4 (finish) is "
            "not dispatched, since the command queue of stage load, 1 long, is full at "
            "instruction 3 (nop)");
  EXPECT_EQ(run("nop load push_next\nnop load push_next\nfinish\n"),
            "the program is stuck: instruction 1 (nop) waits for room among the 1 tokens from "
            "load to compute, which no instruction pops");
}

} // namespace
