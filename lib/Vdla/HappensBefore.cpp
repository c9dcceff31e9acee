//===-- HappensBefore.cpp - which instruction comes before which ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HappensBefore.h"

#include <algorithm>
#include <deque>

using namespace dl::vdla;

void HappensBefore::collect(const DeviceModel &model, const Program &program) {
  positions.resize(program.instructions.size());
  clocks.resize(program.instructions.size());
  for (const Instruction &instruction : program.instructions) {
    Stage stage = model.getStage(instruction);
    positions[stages.size()] = int64_t(instructions[unsigned(stage)].size());
    instructions[unsigned(stage)].push_back(int64_t(stages.size()));
    stages.push_back(stage);
  }
}

HappensBefore HappensBefore::getSequence(const DeviceModel &model, const Program &program) {
  HappensBefore result;
  result.collect(model, program);
  Clock now = {};
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    result.order.push_back(int64_t(i));
    result.clocks[i] = now;
    ++now[unsigned(result.stages[i])];
  }
  return result;
}

HappensBefore::HappensBefore(const DeviceModel &model, const Program &program) {
  collect(model, program);
  TokenMachine machine(model, program, Bounds::Tokens);
  // What a token carries: what has finished when it is pushed.
  std::vector<std::deque<Clock>> tokens(model.getConfig().queues.size());
  std::array<Clock, numStages> now = {};
  auto run = [&](Stage stage) {
    int64_t index = machine.start(stage);
    const Instruction &instruction = program.instructions[size_t(index)];
    Clock &clock = now[unsigned(stage)];
    for (FieldId field : {FieldId::PopPrev, FieldId::PopNext})
      if (instruction.has(field)) {
        std::deque<Clock> &queue = tokens[size_t(model.getQueue(stage, field))];
        for (unsigned i = 0; i < numStages; ++i)
          clock[i] = std::max(clock[i], queue.front()[i]);
        queue.pop_front();
      }
    clocks[size_t(index)] = clock;
    ++clock[unsigned(stage)];
    for (FieldId field : {FieldId::PushPrev, FieldId::PushNext})
      if (instruction.has(field))
        tokens[size_t(model.getQueue(stage, field))].push_back(clock);
    order.push_back(index);
    machine.finish(stage);
  };
  // The first of the program that can, so that messages name instructions in its order.
  while (true) {
    int next = -1;
    for (unsigned i = 0; i < numStages; ++i)
      if (machine.canStart(Stage(i)) &&
          (next < 0 || machine.getHead(Stage(i)) < machine.getHead(Stage(next))))
        next = int(i);
    if (next < 0)
      break;
    run(Stage(next));
  }
  if (!machine.isDone())
    stuck = machine.describeStuck();
}
