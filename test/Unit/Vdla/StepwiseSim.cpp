//===-- StepwiseSim.cpp - the cycle model, cycle by cycle -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StepwiseSim.h"

#include <algorithm>
#include <deque>

using namespace dl::vdla;
using namespace dl::vdla::test;

using F = FieldId;

namespace {
struct Unit {
  std::deque<int64_t> waiting;
  int64_t instruction = -1, issueLeft = 0, workLeft = 0, sramLeft = 0, visibleLeft = 0;
  /// Bytes of requests that are not served yet, and cycles until data of those served is there.
  std::deque<int64_t> requests;
  std::vector<int64_t> arrivals;
  bool isTransfer = false, isWrite = false, isPushing = false;
  int64_t numLeft = 0;
};

class Stepper {
public:
  Stepper(const DeviceModel &model, const Program &program)
      : model(model), config(model.getConfig()), program(program), tokens(config.queues.size()) {
    result.tokenStalls.resize(tokens.size());
    result.roomStalls.resize(tokens.size());
    for (const Instruction &instruction : program.instructions)
      ++units[size_t(model.getStage(instruction))].numLeft;
  }
  std::optional<CycleResult> run();

private:
  int queueOf(int64_t instruction, F field) const {
    const Instruction &of = program.instructions[size_t(instruction)];
    return of.has(field) ? model.getQueue(model.getStage(of), field) : -1;
  }
  /// The first queue that keeps an instruction from starting, or from ending.
  int findEmpty(int64_t instruction) const {
    for (F field : {F::PopPrev, F::PopNext})
      if (int queue = queueOf(instruction, field); queue >= 0 && tokens[size_t(queue)] == 0)
        return queue;
    return -1;
  }
  int findFull(int64_t instruction) const {
    for (F field : {F::PushPrev, F::PushNext})
      if (int queue = queueOf(instruction, field);
          queue >= 0 && tokens[size_t(queue)] >= config.queues[size_t(queue)].capacity)
        return queue;
    return -1;
  }
  void start(Unit &unit);
  bool isWorkOver(const Unit &unit) const {
    return unit.issueLeft == 0 && unit.requests.empty() && unit.arrivals.empty() &&
           unit.workLeft == 0 && unit.sramLeft == 0 && unit.visibleLeft == 0;
  }
  bool settle();
  void serve();
  void pass();

  const DeviceModel &model;
  const Config &config;
  const Program &program;
  std::array<Unit, numStages> units;
  std::vector<int64_t> tokens;
  CycleResult result;
  size_t next = 0;
  bool hasDispatched = false;
  int64_t portLeft = 0;
  size_t owner = 0, turn = 0;
};
} // namespace

void Stepper::start(Unit &unit) {
  unit.instruction = unit.waiting.front();
  unit.waiting.pop_front();
  --unit.numLeft;
  for (F field : {F::PopPrev, F::PopNext})
    if (int queue = queueOf(unit.instruction, field); queue >= 0)
      --tokens[size_t(queue)];
  const Instruction &of = program.instructions[size_t(unit.instruction)];
  auto get = [&](F field) { return of.get(field); };
  unit.issueLeft = config.pipeline.issue;
  unit.isTransfer = isTransfer(of);
  if (unit.isTransfer) {
    unit.isWrite = of.kind == InstructionKind::Store;
    const PoolForm none = {"", 0, 1, 1};
    const PoolForm &pool = unit.isWrite ? model.getPool(of) : none;
    unit.sramLeft = (get(F::PadTop) + get(F::Y) * pool.y + get(F::PadBottom)) *
                    (get(F::PadLeft) + get(F::X) * pool.x + get(F::PadRight));
    unit.visibleLeft = config.pipeline.transferLatency;
    int64_t row = get(F::X) * model.getDramElementBytes(of), rows = row > 0 ? get(F::Y) : 0;
    if (get(F::Stride) == get(F::X) || rows == 1) {
      row *= rows;
      rows = rows > 0;
    }
    for (; rows > 0; --rows)
      for (int64_t bytes = row; bytes > 0; bytes -= config.dram.burstBytes)
        unit.requests.push_back(std::min(bytes, config.dram.burstBytes));
  } else if (of.kind == InstructionKind::Gemm || of.kind == InstructionKind::Alu) {
    bool isGemm = of.kind == InstructionKind::Gemm;
    const Pipeline &pipe = config.pipeline;
    unit.workLeft = get(F::UopCount) * get(F::IterOut) * get(F::IterIn) *
                        (isGemm ? pipe.gemmInterval : pipe.aluInterval) +
                    (isGemm ? pipe.gemmLatency : pipe.aluLatency);
  }
}

/// All that takes no time. Whether something happened.
bool Stepper::settle() {
  bool hasChanged = false;
  if (!hasDispatched && next < program.instructions.size()) {
    size_t stage = size_t(model.getStage(program.instructions[next]));
    if (int64_t(units[stage].waiting.size()) < config.fifos[stage]) {
      units[stage].waiting.push_back(int64_t(next++));
      hasDispatched = hasChanged = true;
    }
  }
  for (Unit &unit : units) {
    if (unit.instruction >= 0 && isWorkOver(unit))
      unit.isPushing = true;
    if (unit.isPushing && findFull(unit.instruction) < 0) {
      for (F field : {F::PushPrev, F::PushNext})
        if (int queue = queueOf(unit.instruction, field); queue >= 0)
          ++tokens[size_t(queue)];
      unit.instruction = -1;
      unit.isPushing = false;
      hasChanged = true;
    }
    if (unit.instruction < 0 && !unit.waiting.empty() && findEmpty(unit.waiting.front()) < 0) {
      start(unit);
      hasChanged = true;
    }
  }
  return hasChanged;
}

void Stepper::serve() {
  if (portLeft > 0)
    return;
  int64_t reads = 0;
  for (const Unit &unit : units)
    reads += unit.isWrite ? 0 : int64_t(unit.arrivals.size());
  for (size_t i = 0; i < numStages; ++i) {
    size_t stage = (turn + i) % numStages;
    Unit &unit = units[stage];
    if (unit.instruction < 0 || unit.requests.empty() || unit.issueLeft > 0 ||
        (!unit.isWrite && reads >= config.dram.outstanding))
      continue;
    portLeft = (unit.requests.front() + config.dram.bytesPerCycle - 1) / config.dram.bytesPerCycle;
    unit.arrivals.push_back(portLeft + (unit.isWrite ? 0 : config.dram.latency));
    unit.requests.pop_front();
    owner = stage;
    turn = (stage + 1) % numStages;
    return;
  }
}

/// One cycle: what each unit does in it, and what is then left.
void Stepper::pass() {
  for (size_t stage = 0; stage < numStages; ++stage) {
    Unit &unit = units[stage];
    auto count = [&](Cause cause) { ++result.stages[stage].cycles[size_t(cause)]; };
    if (unit.isPushing) {
      count(Cause::Room);
      ++result.roomStalls[size_t(findFull(unit.instruction))];
    } else if (unit.instruction < 0) {
      if (unit.numLeft == 0)
        count(Cause::Done);
      else if (unit.waiting.empty())
        count(Cause::Empty);
      else {
        count(Cause::Token);
        ++result.tokenStalls[size_t(findEmpty(unit.waiting.front()))];
      }
    } else if (unit.issueLeft > 0) {
      count(Cause::Busy);
      --unit.issueLeft;
    } else {
      bool isMoving = portLeft > 0 && owner == stage;
      bool waits = !unit.requests.empty() || !unit.arrivals.empty();
      count(waits && !isMoving ? Cause::Dram : Cause::Busy);
      unit.workLeft = std::max<int64_t>(unit.workLeft - 1, 0);
      if (!waits && unit.sramLeft == 0)
        unit.visibleLeft = std::max<int64_t>(unit.visibleLeft - 1, 0);
      unit.sramLeft = std::max<int64_t>(unit.sramLeft - 1, 0);
    }
  }
  for (Unit &unit : units) {
    for (int64_t &left : unit.arrivals)
      --left;
    unit.arrivals.erase(std::remove(unit.arrivals.begin(), unit.arrivals.end(), 0),
                        unit.arrivals.end());
  }
  portLeft = std::max<int64_t>(portLeft - 1, 0);
  hasDispatched = false;
  ++result.cycles;
}

std::optional<CycleResult> Stepper::run() {
  while (true) {
    while (settle()) {
    }
    bool isDone = next == program.instructions.size();
    bool isIdle = true;
    for (const Unit &unit : units) {
      isDone &= unit.instruction < 0 && unit.waiting.empty();
      isIdle &= unit.instruction < 0 || unit.isPushing;
    }
    if (isDone)
      return result;
    // A cycle after the last dispatch nothing can change any more.
    if (isIdle && !hasDispatched && portLeft == 0)
      return std::nullopt;
    serve();
    pass();
  }
}

std::optional<CycleResult> dl::vdla::test::runStepwise(const DeviceModel &model,
                                                       const Program &program) {
  return Stepper(model, program).run();
}
