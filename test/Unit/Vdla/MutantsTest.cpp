//===-- MutantsTest.cpp - programs with a token more or fewer ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every token of generated programs is taken away, and put where there was none, one at a time: the
// checker finds each. On random small programs it agrees with running them in adverse orders.
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "ProgramOracle.h"
#include "SmallPrograms.h"
#include "TilePrograms.h"

#include "dl/Vdla/Assembly.h"
#include "dl/Vdla/TokenMachine.h"
#include "dl/Vdla/Verify.h"

using namespace dl::vdla;
using namespace dl::vdla::test;

namespace {

constexpr FieldId tokenFields[] = {FieldId::PopPrev, FieldId::PopNext, FieldId::PushPrev,
                                   FieldId::PushNext};

Kernel makeKernel(const DeviceModel &model, unsigned number, std::mt19937_64 &random) {
  ConvShape shape;
  shape.contexts = 1 + number % 2;
  switch (number / 2) {
  case 0:
    shape.height = 10;
    shape.icb = 2;
    return makeConv(model, shape, random);
  case 1:
    shape.height = 5;
    shape.ocb = 2;
    return makeConv(model, shape, random);
  case 2:
    shape.kernel = 1;
    shape.padding = 0;
    shape.icb = 5;
    return makeConv(model, shape, random);
  default:
    return makeAdd(model, 29, 6, shape.contexts, random);
  }
}
constexpr unsigned numKernels = 8;

/// How many mutants with a token more or fewer were made of kernels of a machine.
unsigned checkTokens(const DeviceModel &model) {
  std::mt19937_64 random = makeRandom(14);
  unsigned mutants = 0;
  for (unsigned k = 0; k < numKernels; ++k) {
    Kernel kernel = makeKernel(model, k, random);
    if (kernel.program.instructions.empty() || !verify(model, kernel.program).empty()) {
      ADD_FAILURE() << "kernel " << k << " of " << model.getConfig().name;
      continue;
    }
    for (size_t i = 0; i < kernel.program.instructions.size(); ++i)
      for (FieldId field : tokenFields) {
        Program mutant = kernel.program;
        Instruction &instruction = mutant.instructions[i];
        instruction.set(field, 1 - instruction.get(field));
        ++mutants;
        EXPECT_FALSE(verify(model, mutant).empty())
            << getName(field) << " of instruction " << i << "\n"
            << disassemble(model, mutant);
      }
  }
  return mutants;
}

TEST(MutantsTest, EachTokenMatters) {
  for (const std::string &name : machineNames)
    EXPECT_GE(checkTokens(getMachine(name)), 1000u) << name;
}

/// Takes away a push and the pop that takes its token.
TEST(MutantsTest, EachPairMatters) {
  std::mt19937_64 random = makeRandom(15);
  const DeviceModel &model = getMachine("paper");
  unsigned unflagged = 0, pairs = 0;
  for (unsigned k = 0; k < numKernels; ++k) {
    Kernel kernel = makeKernel(model, k, random);
    TokenMachine machine(model, kernel.program, Bounds::Machine);
    for (unsigned queue = 0; queue < model.getConfig().queues.size(); ++queue)
      for (int64_t token = 0; machine.findPush(queue, token) >= 0; ++token) {
        Program mutant = kernel.program;
        auto take = [&](int64_t index, FieldId prev, FieldId next) {
          Instruction &instruction = mutant.instructions[size_t(index)];
          Stage stage = model.getStage(instruction);
          instruction.set(model.getQueue(stage, prev) == int(queue) ? prev : next, 0);
        };
        take(machine.findPush(queue, token), FieldId::PushPrev, FieldId::PushNext);
        take(machine.findPop(queue, token), FieldId::PopPrev, FieldId::PopNext);
        ++pairs;
        bool isFlagged = !verify(model, mutant).empty();
        unflagged += !isFlagged;
        // A token that another one makes superfluous may go.
        EXPECT_EQ(isFlagged, !judge(model, mutant, kernel.contents).empty())
            << disassemble(model, mutant);
      }
  }
  EXPECT_GE(pairs, 100u);
  EXPECT_LE(unflagged, pairs / 10);
}

TEST(MutantsTest, AgreesWithAdverseOrders) {
  std::mt19937_64 random = makeRandom(16);
  Config narrow = readMachine("paper");
  narrow.fifos = {2, 2, 2};
  for (TokenQueue &queue : narrow.queues)
    queue.capacity = 2;
  std::vector<DeviceModel> models = {makeModel(narrow)};
  for (const std::string &name : machineNames)
    models.push_back(getMachine(name));
  std::map<std::string, unsigned> verdicts;
  for (unsigned i = 0; i < 2000; ++i) {
    const DeviceModel &model = models[i % models.size()];
    Program program = makeSmallProgram(model, random);
    std::string error;
    std::optional<BufferContents> contents = allocateBuffers(model, program, 1 << 20, error);
    ASSERT_TRUE(contents) << error;
    std::vector<Finding> findings = verify(model, program);
    bool isCut = false;
    for (const Finding &finding : findings)
      isCut |= finding.rule <= Rule::MicroOps;
    ASSERT_FALSE(isCut) << findings.front().message;
    std::string verdict = judge(model, program, *contents);
    ASSERT_EQ(verdict.empty(), findings.empty())
        << "program " << i << " " << verdict << "\n"
        << (findings.empty() ? "" : findings.front().message) << "\n"
        << disassemble(model, program);
    ++verdicts[verdict];
  }
  // All kinds of programs were among them.
  for (const char *verdict : {"", "stuck", "finish too early", "reads what nothing wrote",
                              "depends on the order", "tokens left"})
    EXPECT_GE(verdicts[verdict], 5u) << verdict;
  for (const auto &[verdict, count] : verdicts)
    RecordProperty(verdict.empty() ? "right" : verdict, int(count));
}

} // namespace
