//===-- FunctionalSim.cpp - running a program in any legal order ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/FunctionalSim.h"

#include "Shapes.h"

#include <random>

using namespace dl::vdla;

namespace {
/// Chooses among the stages that can go on.
class StageChooser {
public:
  StageChooser(const FunctionalOptions &options) : options(options), random(options.seed) {}

  /// One of `ready`, whose next instructions are `heads`.
  unsigned choose(const std::vector<unsigned> &ready, const std::vector<int64_t> &heads) {
    switch (options.order) {
    case Order::Program:
      break;
    case Order::Random:
      return unsigned(random() % ready.size());
    case Order::LoadFirst:
      return find(ready, Stage::Load);
    case Order::ComputeFirst:
      return find(ready, Stage::Compute);
    case Order::StoreFirst:
      return find(ready, Stage::Store);
    case Order::Delay:
      for (unsigned i = 0; i < ready.size(); ++i)
        if (heads[i] != options.victim)
          return i;
      return 0;
    }
    unsigned first = 0;
    for (unsigned i = 1; i < ready.size(); ++i)
      if (heads[i] < heads[first])
        first = i;
    return first;
  }

private:
  static unsigned find(const std::vector<unsigned> &ready, Stage stage) {
    for (unsigned i = 0; i < ready.size(); ++i)
      if (ready[i] == unsigned(stage))
        return i;
    return unsigned(ready.size() - 1);
  }

  const FunctionalOptions &options;
  std::mt19937_64 random;
};
} // namespace

/// Steps of a loop, or elements of a transfer.
static int64_t countSteps(const DeviceModel &model, const Instruction &instruction) {
  if (isTransfer(instruction))
    return getShape(model, instruction).getSramElements();
  return getLoop(instruction).getSteps();
}

static bool checkRun(const DeviceModel &model, const Program &program,
                     const BufferContents &buffers, std::string &error) {
  if (std::optional<std::string> reason = checkWellFormed(model, program)) {
    error = *reason;
    return false;
  }
  for (size_t i = 0; i < program.instructions.size(); ++i)
    if (std::optional<std::string> reason = checkTokens(model, program.instructions[i])) {
      error = "instruction " + describe(program, int64_t(i)) + ": " + *reason;
      return false;
    }
  if (buffers.size() != program.buffers.size()) {
    error = "expected the contents of " + std::to_string(program.buffers.size()) +
            " buffers, got " + std::to_string(buffers.size());
    return false;
  }
  for (size_t i = 0; i < buffers.size(); ++i)
    if (int64_t(buffers[i].size()) != program.buffers[i].bytes) {
      error = "expected " + std::to_string(program.buffers[i].bytes) + " bytes for buffer " +
              program.buffers[i].name + ", got " + std::to_string(buffers[i].size());
      return false;
    }
  return true;
}

std::optional<std::vector<int64_t>>
dl::vdla::runFunctional(const DeviceModel &model, const Program &program, BufferContents &buffers,
                        const FunctionalOptions &options, std::string &error) {
  if (!checkRun(model, program, buffers, error))
    return std::nullopt;
  MachineState state(model, program, buffers);
  state.fill(options.initialByte);
  TokenMachine machine(model, program, options.bounds);
  StageChooser chooser(options);
  std::vector<int64_t> order, heads;
  std::vector<unsigned> ready;
  int64_t steps = 0;
  while (true) {
    for (unsigned stage = 0; stage < numStages; ++stage)
      if (machine.canFinish(Stage(stage)))
        machine.finish(Stage(stage));
    ready.clear();
    heads.clear();
    for (unsigned stage = 0; stage < numStages; ++stage)
      if (machine.canStart(Stage(stage))) {
        ready.push_back(stage);
        heads.push_back(machine.getHead(Stage(stage)));
      }
    if (ready.empty())
      break;
    int64_t instruction = machine.start(Stage(ready[chooser.choose(ready, heads)]));
    int64_t more = countSteps(model, program.instructions[size_t(instruction)]);
    if (more > options.maxSteps - steps) {
      error = "stopped at instruction " + describe(program, instruction) + " after " +
              std::to_string(options.maxSteps) + " steps; allow more";
      return std::nullopt;
    }
    steps += more;
    if (!state.execute(instruction, error)) {
      error = "instruction " + describe(program, instruction) + ": " + error;
      return std::nullopt;
    }
    order.push_back(instruction);
  }
  if (!machine.isDone()) {
    error = "the program is stuck: " + machine.describeStuck();
    return std::nullopt;
  }
  return order;
}
