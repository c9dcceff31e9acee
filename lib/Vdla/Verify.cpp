//===-- Verify.cpp - proving a program right --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verifier.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace dl::vdla;

std::string dl::vdla::describeMissingEdge(const DeviceModel &model, const Program &program,
                                          int64_t first, int64_t second) {
  int from = int(model.getStage(program.instructions[size_t(first)]));
  int to = int(model.getStage(program.instructions[size_t(second)]));
  bool isNeighbour = from - to == 1 || to - from == 1;
  return "no token orders them; push one from " + std::string(getName(Stage(from))) + " to " +
         (isNeighbour ? "" : "compute and from there to ") + getName(Stage(to)) +
         " in or after instruction " + describe(program, first) +
         " and pop it in or before instruction " + describe(program, second);
}

namespace {
/// Walks the instructions in an order that tokens allow, and knows of each element who touched it
/// last.
class Walk {
public:
  Walk(const DeviceModel &model, const Program &program, const HappensBefore *order,
       Findings &findings)
      : model(model), program(program), order(order), findings(findings),
        uops(size_t(model.getDepth(Memory::Uop))), loaded(model.getDepth(Memory::Uop)) {
    for (unsigned i = 0; i < numMemories; ++i)
      touches[i].resize(order ? size_t(model.getDepth(Memory(i))) : 0);
  }

  void visit(int64_t index);

private:
  /// Who wrote an element last and, by stage, who read it last; -1: nobody.
  struct Touch {
    int64_t write = -1;
    std::array<int64_t, numStages> reads = {-1, -1, -1};
  };
  void loadMicroOps(const Instruction &load);
  void touch(int64_t index, const Access &access);
  void reportUnwritten(int64_t index, const Access &access, int64_t first, int64_t count);
  void report(int64_t first, int64_t second, bool isWriteFirst, const Access &access,
              int64_t element);

  const DeviceModel &model;
  const Program &program;
  /// Null where only bounds are asked for.
  const HappensBefore *order;
  Findings &findings;
  std::vector<MicroOp> uops;
  ElementSet loaded;
  std::array<std::vector<Touch>, numMemories> touches;
  std::set<std::pair<int64_t, int64_t>> reported;
};
} // namespace

void Walk::loadMicroOps(const Instruction &load) {
  TransferShape shape = getShape(model, load);
  int64_t position = shape.sram;
  for (int64_t y = 0; y < shape.y; ++y)
    for (int64_t x = 0; x < shape.x; ++x, ++position) {
      uops[size_t(position)] = program.microOps[size_t(shape.dram + y * shape.stride + x)];
      loaded.insert(position);
    }
}

void Walk::report(int64_t first, int64_t second, bool isWriteFirst, const Access &access,
                  int64_t element) {
  if (!reported.insert({first, second}).second)
    return;
  std::string place = std::string(getName(access.memory)) + "[" + std::to_string(element) + "]";
  findings.add(Rule::ScratchpadRace, second, first,
               "instruction " + describe(program, second) +
                   (access.kind == AccessKind::Write ? " writes " : " reads ") + place +
                   ", which instruction " + describe(program, first) +
                   (isWriteFirst ? " writes, and " : " reads, and ") +
                   describeMissingEdge(model, program, first, second));
}

void Walk::touch(int64_t index, const Access &access) {
  Stage stage = order->getStage(index);
  bool isWrite = access.kind == AccessKind::Write;
  std::vector<Touch> &memory = touches[unsigned(access.memory)];
  int64_t missing = -1, missingCount = 0;
  access.elements.forEach([&](int64_t element) {
    Touch &last = memory[size_t(element)];
    if (last.write < 0 && !isWrite && missingCount++ == 0)
      missing = element;
    if (last.write >= 0 && last.write != index && !order->isBefore(last.write, index))
      report(last.write, index, true, access, element);
    if (!isWrite) {
      last.reads[unsigned(stage)] = index;
      return;
    }
    for (int64_t read : last.reads)
      if (read >= 0 && read != index && !order->isBefore(read, index))
        report(read, index, false, access, element);
    last.write = index;
  });
  // A micro-op that nothing loads is V5's.
  if (missingCount > 0 && access.memory != Memory::Uop)
    reportUnwritten(index, access, missing, missingCount);
}

void Walk::reportUnwritten(int64_t index, const Access &access, int64_t first, int64_t count) {
  const Instruction &instruction = program.instructions[size_t(index)];
  bool isLoop =
      instruction.kind == InstructionKind::Gemm || instruction.kind == InstructionKind::Alu;
  // What an earlier step of the same loop writes is no fault, but takes longer to tell.
  if (access.memory == Memory::Acc && isLoop)
    if (std::optional<ElementSet> reads = collectFirstReads(model, instruction, uops)) {
      count = 0;
      access.elements.forEach([&](int64_t element) {
        bool isFault =
            reads->contains(element) && touches[unsigned(Memory::Acc)][size_t(element)].write < 0;
        if (isFault && count++ == 0)
          first = element;
      });
      if (count == 0)
        return;
    }
  findings.add(Rule::Uninitialized, index, -1,
               "instruction " + describe(program, index) + " reads " + getName(access.memory) +
                   "[" + std::to_string(first) + "] and " + std::to_string(count - 1) +
                   " more elements that no instruction before it writes; load or initialise "
                   "them");
}

void Walk::visit(int64_t index) {
  const Instruction &instruction = program.instructions[size_t(index)];
  if (!checkInstruction(model, program, index, findings) ||
      !checkBounds(model, program, index, uops, loaded, findings))
    return;
  if (order) {
    checkWriteDistance(model, program, index, uops, findings);
    for (const Access &access : collectAccesses(model, instruction, uops))
      touch(index, access);
  }
  if (instruction.kind == InstructionKind::Load && model.getLoad(instruction).memory == Memory::Uop)
    loadMicroOps(instruction);
}

/// V8, apart from what comes before the finish.
static bool checkFinish(const Program &program, Findings &findings) {
  int64_t last = int64_t(program.instructions.size()) - 1;
  bool isGood = true;
  for (int64_t i = 0; i < last; ++i)
    if (program.instructions[size_t(i)].kind == InstructionKind::Finish) {
      findings.add(Rule::Finish, i, last,
                   "expected one finish, the last instruction, got instruction " +
                       describe(program, i) + " of " + std::to_string(last + 1));
      isGood = false;
    }
  if (last < 0 || program.instructions.back().kind != InstructionKind::Finish) {
    findings.add(Rule::Finish, last, -1,
                 "expected the last instruction to be a finish, got " +
                     (last < 0 ? std::string("none") : "instruction " + describe(program, last)));
    isGood = false;
  }
  return isGood;
}

/// V8: all stages have come to their end when the finish starts.
static void checkBeforeFinish(const DeviceModel &model, const Program &program,
                              const HappensBefore &order, Findings &findings) {
  int64_t finish = int64_t(program.instructions.size()) - 1;
  for (unsigned i = 0; i < numStages; ++i) {
    const std::vector<int64_t> &list = order.getInstructions(Stage(i));
    if (list.empty() || list.back() == finish || order.isBefore(list.back(), finish))
      continue;
    findings.add(Rule::Finish, finish, list.back(),
                 "instruction " + describe(program, finish) + " may come before instruction " +
                     describe(program, list.back()) +
                     " has finished: " + describeMissingEdge(model, program, list.back(), finish));
  }
}

/// V6 with the machine's queues and V7.
static void checkQueues(const DeviceModel &model, const Program &program, Findings &findings) {
  TokenMachine machine(model, program, Bounds::Machine);
  for (bool hasRun = true; hasRun;) {
    hasRun = false;
    for (unsigned i = 0; i < numStages; ++i) {
      Stage stage = Stage(i);
      while (machine.canFinish(stage) || machine.canStart(stage)) {
        hasRun = true;
        if (machine.canFinish(stage))
          machine.finish(stage);
        else
          machine.start(stage);
      }
    }
  }
  if (!machine.isDone()) {
    findings.add(Rule::Deadlock, -1, -1, "the program is stuck: " + machine.describeStuck());
    return;
  }
  for (unsigned queue = 0; queue < model.getConfig().queues.size(); ++queue) {
    int64_t left = machine.getTokens(queue);
    if (left == 0)
      continue;
    const TokenQueue &desc = model.getConfig().queues[queue];
    int64_t push = machine.findPush(queue, machine.getPopped(queue));
    findings.add(Rule::Leftover, push, -1,
                 std::to_string(left) + " tokens from " + getName(desc.from) + " to " +
                     getName(desc.to) +
                     " are left at the end, the first one pushed by instruction " +
                     describe(program, push) + "; pop them or push fewer");
  }
}

std::vector<Finding> dl::vdla::verifyBounds(const DeviceModel &model, const Program &program,
                                            size_t maxFindings) {
  Findings findings(maxFindings);
  if (std::optional<std::string> reason = checkWellFormed(model, program)) {
    findings.add(Rule::WellFormed, -1, -1, *reason);
    return findings.take();
  }
  Walk walk(model, program, nullptr, findings);
  for (int64_t i = 0; i < int64_t(program.instructions.size()) && !findings.isFull(); ++i)
    walk.visit(i);
  return findings.take();
}

std::vector<Finding> dl::vdla::verifyInOrder(const DeviceModel &model, const Program &program,
                                             size_t maxFindings) {
  Findings findings(maxFindings);
  if (std::optional<std::string> reason = checkWellFormed(model, program)) {
    findings.add(Rule::WellFormed, -1, -1, *reason);
    return findings.take();
  }
  checkFinish(program, findings);
  HappensBefore order = HappensBefore::getSequence(model, program);
  Walk walk(model, program, &order, findings);
  for (int64_t index : order.getOrder())
    if (!findings.isFull())
      walk.visit(index);
  return findings.take();
}

std::vector<Finding> dl::vdla::verify(const DeviceModel &model, const Program &program,
                                      size_t maxFindings) {
  Findings findings(maxFindings);
  if (std::optional<std::string> reason = checkWellFormed(model, program)) {
    findings.add(Rule::WellFormed, -1, -1, *reason);
    return findings.take();
  }
  // Without tokens that go somewhere and an end there is no order to ask for.
  bool isGood = checkFinish(program, findings);
  for (const Instruction &instruction : program.instructions)
    isGood &= !checkTokens(model, instruction);
  std::optional<HappensBefore> order;
  if (isGood) {
    order.emplace(model, program);
    if (!order->isComplete()) {
      findings.add(Rule::Deadlock, -1, -1, "the program is stuck: " + order->getStuck());
      isGood = false;
    } else {
      checkQueues(model, program, findings);
    }
  }
  if (!isGood) {
    Walk walk(model, program, nullptr, findings);
    for (int64_t i = 0; i < int64_t(program.instructions.size()) && !findings.isFull(); ++i)
      walk.visit(i);
    return findings.take();
  }
  checkBeforeFinish(model, program, *order, findings);
  Findings bounds(maxFindings);
  Walk walk(model, program, &*order, bounds);
  for (int64_t index : order->getOrder())
    if (!bounds.isFull())
      walk.visit(index);
  std::vector<Finding> result = findings.take(), more = bounds.take();
  bool hasBounds = std::none_of(more.begin(), more.end(), [](const Finding &finding) {
    return finding.rule <= Rule::MicroOps;
  });
  if (hasBounds) {
    Findings dram(maxFindings);
    checkDramRaces(model, program, *order, dram);
    std::vector<Finding> races = dram.take();
    more.insert(more.end(), races.begin(), races.end());
  }
  result.insert(result.end(), more.begin(), more.end());
  std::sort(result.begin(), result.end(), [](const Finding &a, const Finding &b) {
    return std::tie(a.rule, a.instruction, a.other, a.message) <
           std::tie(b.rule, b.instruction, b.other, b.message);
  });
  if (result.size() > maxFindings)
    result.resize(maxFindings);
  return result;
}
