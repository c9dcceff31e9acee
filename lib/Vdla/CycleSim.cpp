//===-- CycleSim.cpp - how long a program takes -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/CycleSim.h"

#include "DramTimer.h"

#include "dl/Vdla/TokenMachine.h"
#include "dl/Vdla/Verify.h"

#include <algorithm>
#include <limits>

using namespace dl::vdla;

const char *dl::vdla::getName(Cause cause) {
  static constexpr const char *names[numCauses] = {"busy", "dram",  "token",
                                                   "room", "empty", "done"};
  return names[unsigned(cause)];
}

/// More steps than this take more cycles than any run may.
static constexpr int64_t mostSteps = int64_t(1) << 40;
static constexpr int64_t never = std::numeric_limits<int64_t>::max();

namespace {
/// A run.
class CycleRun {
public:
  CycleRun(const DeviceModel &model, const Program &program, const CycleOptions &options)
      : model(model), config(model.getConfig()), program(program), options(options),
        machine(model, program, Bounds::MachineByStep), dram(config.dram) {
    result.tokenStalls.resize(config.queues.size());
    result.roomStalls.resize(config.queues.size());
    if (options.contents)
      state.emplace(model, program, *options.contents);
  }
  bool run(std::string &error);
  CycleResult take() { return std::move(result); }

private:
  /// What a stage is at.
  struct StageState {
    int64_t instruction = -1, begin = 0;
    /// When work begins, and when it is over; `never` until the last request of a transfer is
    /// served.
    int64_t workBegin = 0, workEnd = never;
    /// Whether the work is over and only tokens have to be pushed.
    bool isPushing = false;
    RequestStream requests;
    /// Of a transfer: when its last data is there, and when the scratchpad is through.
    int64_t lastData = 0, sramEnd = 0;
  };

  bool step(std::string &error);
  bool finishWork(unsigned stage, std::string &error);
  void start(unsigned stage);
  void serveDram();
  int64_t findNextTime() const;
  void account(int64_t cycles);

  const DeviceModel &model;
  const Config &config;
  const Program &program;
  const CycleOptions &options;
  TokenMachine machine;
  DramTimer dram;
  std::optional<MachineState> state;
  CycleResult result;
  std::array<StageState, numStages> stages;
  int64_t now = 0, nextDispatch = 0;
  unsigned nextStage = 0;
};
} // namespace

void CycleRun::start(unsigned stage) {
  StageState &at = stages[stage];
  at = {};
  at.instruction = machine.start(Stage(stage));
  at.begin = now;
  at.workBegin = now + config.pipeline.issue;
  const Instruction &instruction = program.instructions[size_t(at.instruction)];
  ++result.stages[stage].instructions;
  switch (instruction.kind) {
  case InstructionKind::Load:
  case InstructionKind::Store: {
    TransferShape shape = getShape(model, instruction);
    at.requests = RequestStream(shape, instruction.kind == InstructionKind::Store);
    at.sramEnd = at.workBegin + shape.getSramElements();
    if (at.requests.isEmpty())
      at.workEnd = at.sramEnd + config.pipeline.transferLatency;
    break;
  }
  case InstructionKind::Gemm: {
    int64_t steps = std::min(getLoop(instruction).getSteps(), mostSteps);
    at.workEnd = at.workBegin + steps * config.pipeline.gemmInterval + config.pipeline.gemmLatency;
    result.gemmSteps += steps;
    result.gemmCycles += steps * config.pipeline.gemmInterval;
    if (multiplies(instruction))
      result.macs += steps * model.getMacsPerStep();
    break;
  }
  case InstructionKind::Alu: {
    int64_t steps = std::min(getLoop(instruction).getSteps(), mostSteps);
    at.workEnd = at.workBegin + steps * config.pipeline.aluInterval + config.pipeline.aluLatency;
    result.aluSteps += steps;
    break;
  }
  case InstructionKind::Configure:
  case InstructionKind::Nop:
  case InstructionKind::Finish:
    at.workEnd = at.workBegin;
    break;
  }
}

bool CycleRun::finishWork(unsigned stage, std::string &error) {
  StageState &at = stages[stage];
  at.isPushing = true;
  if (state && !state->execute(at.instruction, error)) {
    error = "instruction " + describe(program, at.instruction) + ": " + error;
    return false;
  }
  return true;
}

/// One request, of the stage whose turn it is.
void CycleRun::serveDram() {
  if (!dram.isFree(now))
    return;
  for (unsigned i = 0; i < numStages; ++i) {
    unsigned stage = (nextStage + i) % numStages;
    StageState &at = stages[stage];
    if (at.instruction < 0 || at.requests.isEmpty() || at.workBegin > now ||
        !dram.canTake(at.requests.isWrite))
      continue;
    int64_t bytes = at.requests.take(config.dram.burstBytes);
    bool isWrite = at.requests.isWrite;
    at.lastData = dram.serve(stage, bytes, isWrite, now);
    (isWrite ? result.bytesWritten : result.bytesRead) += bytes;
    if (at.requests.isEmpty())
      at.workEnd = std::max(at.lastData, at.sramEnd) + config.pipeline.transferLatency;
    nextStage = (stage + 1) % numStages;
    return;
  }
}

/// All that happens now.
bool CycleRun::step(std::string &error) {
  dram.advance(now);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    if (nextDispatch <= now && machine.canDispatch()) {
      machine.dispatchOne();
      nextDispatch = now + 1;
      hasChanged = true;
    }
    for (unsigned stage = 0; stage < numStages; ++stage) {
      StageState &at = stages[stage];
      if (at.instruction >= 0 && !at.isPushing && at.workEnd <= now && !finishWork(stage, error))
        return false;
      if (at.isPushing && machine.canFinish(Stage(stage))) {
        machine.finish(Stage(stage));
        if (options.recordsTimeline)
          result.timeline.push_back({at.instruction, at.begin, now});
        at = {};
        hasChanged = true;
      }
      if (at.instruction < 0 && machine.canStart(Stage(stage))) {
        start(stage);
        hasChanged = true;
      }
    }
  }
  serveDram();
  return true;
}

/// When something changes after now, or never.
int64_t CycleRun::findNextTime() const {
  int64_t next = never;
  auto consider = [&](int64_t time) {
    if (time > now && time < next)
      next = time;
  };
  consider(dram.getFreeTime());
  if (machine.canDispatch())
    consider(nextDispatch);
  for (const StageState &at : stages) {
    if (at.instruction < 0 || at.isPushing)
      continue;
    consider(at.workBegin);
    consider(at.workEnd);
    if (at.requests.isEmpty())
      consider(at.lastData);
    else if (!dram.canTake(at.requests.isWrite))
      consider(dram.getNextArrival());
  }
  return next;
}

/// Says of each stage what it does in the cycles from now on.
void CycleRun::account(int64_t cycles) {
  for (unsigned i = 0; i < numStages; ++i) {
    const StageState &at = stages[i];
    Cause cause = Cause::Busy;
    bool isPush = false;
    if (at.instruction < 0 || at.isPushing) {
      int queue = machine.getWaitedQueue(Stage(i), isPush);
      if (isPush) {
        cause = Cause::Room;
        result.roomStalls[size_t(queue)] += cycles;
      } else if (machine.getHead(Stage(i)) < 0) {
        cause = Cause::Done;
      } else if (!machine.isDispatched(Stage(i))) {
        cause = Cause::Empty;
      } else {
        cause = Cause::Token;
        result.tokenStalls[size_t(queue)] += cycles;
      }
    } else if (now >= at.workBegin && !dram.isServing(i, now) &&
               (!at.requests.isEmpty() || now < at.lastData)) {
      cause = Cause::Dram;
    }
    result.stages[i].cycles[unsigned(cause)] += cycles;
  }
}

bool CycleRun::run(std::string &error) {
  int64_t mostCycles = std::min(options.maxCycles, mostSteps);
  while (true) {
    if (!step(error))
      return false;
    if (machine.isDone())
      break;
    int64_t next = findNextTime();
    if (next == never) {
      error = "the program is stuck: " + machine.describeStuck();
      return false;
    }
    if (next > mostCycles) {
      error = "stopped after " + std::to_string(mostCycles) + " cycles; allow more";
      return false;
    }
    account(next - now);
    now = next;
  }
  result.cycles = now;
  result.dramBusyCycles = dram.getBusyCycles();
  return true;
}

std::optional<CycleResult> dl::vdla::runCycles(const DeviceModel &model, const Program &program,
                                               const CycleOptions &options, std::string &error) {
  std::vector<Finding> findings = verifyBounds(model, program, 1);
  if (!findings.empty()) {
    error = findings.front().message;
    return std::nullopt;
  }
  if (options.contents) {
    BufferContents &contents = *options.contents;
    bool fits = contents.size() == program.buffers.size();
    for (size_t i = 0; fits && i < contents.size(); ++i)
      fits = int64_t(contents[i].size()) == program.buffers[i].bytes;
    if (!fits) {
      error = "expected contents for the " + std::to_string(program.buffers.size()) +
              " buffers of the program, each as long as it says";
      return std::nullopt;
    }
  }
  CycleRun run(model, program, options);
  if (!run.run(error))
    return std::nullopt;
  return run.take();
}
