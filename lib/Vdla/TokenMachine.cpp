//===-- TokenMachine.cpp - which instruction can run next -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/TokenMachine.h"

#include <algorithm>
#include <cassert>

using namespace dl::vdla;

static constexpr FieldId popFields[2] = {FieldId::PopPrev, FieldId::PopNext};
static constexpr FieldId pushFields[2] = {FieldId::PushPrev, FieldId::PushNext};

std::optional<std::string> dl::vdla::checkTokens(const DeviceModel &model,
                                                 const Instruction &instruction) {
  Stage stage = model.getStage(instruction);
  for (const FieldId *fields : {popFields, pushFields})
    for (unsigned i = 0; i < 2; ++i)
      if (instruction.has(fields[i]) && model.getQueue(stage, fields[i]) < 0)
        return std::string("expected no ") + getName(fields[i]) + ", since stage " +
               getName(stage) + " has no " + (i == 0 ? "previous" : "next") + " stage";
  return std::nullopt;
}

TokenMachine::TokenMachine(const DeviceModel &model, const Program &program, Bounds bounds)
    : model(model), program(program), bounds(bounds), pushed(model.getConfig().queues.size()),
      popped(pushed.size()) {
  running.fill(-1);
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction &instruction = program.instructions[i];
    Stage stage = model.getStage(instruction);
    stages.push_back(stage);
    instructions[unsigned(stage)].push_back(int64_t(i));
    Tokens mine;
    for (unsigned k = 0; k < 2; ++k) {
      if (instruction.has(popFields[k]))
        mine.pops[k] = model.getQueue(stage, popFields[k]);
      if (instruction.has(pushFields[k]))
        mine.pushes[k] = model.getQueue(stage, pushFields[k]);
    }
    tokens.push_back(mine);
  }
  dispatchAll();
}

/// In the order of the program: one that has no room holds back all behind it.
bool TokenMachine::canDispatch() const {
  if (dispatched == int64_t(stages.size()))
    return false;
  unsigned stage = unsigned(stages[size_t(dispatched)]);
  return bounds == Bounds::Tokens ||
         dispatchedOf[stage] - started[stage] < model.getConfig().fifos[stage];
}

void TokenMachine::dispatchOne() {
  assert(canDispatch() && "asked before");
  ++dispatchedOf[unsigned(stages[size_t(dispatched)])];
  ++dispatched;
}

void TokenMachine::dispatchAll() {
  while (bounds != Bounds::MachineByStep && canDispatch())
    dispatchOne();
}

bool TokenMachine::isDispatched(Stage stage) const {
  int64_t head = getHead(stage);
  return head >= 0 && head < dispatched;
}

int64_t TokenMachine::getHead(Stage stage) const {
  const std::vector<int64_t> &list = instructions[unsigned(stage)];
  int64_t next = started[unsigned(stage)];
  return next < int64_t(list.size()) ? list[size_t(next)] : -1;
}

bool TokenMachine::canStart(Stage stage) const {
  int64_t head = getHead(stage);
  if (head < 0 || head >= dispatched || running[unsigned(stage)] >= 0)
    return false;
  for (int queue : tokens[size_t(head)].pops)
    if (queue >= 0 && getTokens(unsigned(queue)) == 0)
      return false;
  return true;
}

int64_t TokenMachine::start(Stage stage) {
  assert(canStart(stage) && "asked before");
  int64_t head = getHead(stage);
  for (int queue : tokens[size_t(head)].pops)
    if (queue >= 0)
      ++popped[size_t(queue)];
  ++started[unsigned(stage)];
  running[unsigned(stage)] = head;
  dispatchAll();
  return head;
}

bool TokenMachine::canFinish(Stage stage) const {
  int64_t instruction = running[unsigned(stage)];
  if (instruction < 0)
    return false;
  if (bounds == Bounds::Tokens)
    return true;
  for (int queue : tokens[size_t(instruction)].pushes)
    if (queue >= 0 &&
        getTokens(unsigned(queue)) >= model.getConfig().queues[size_t(queue)].capacity)
      return false;
  return true;
}

void TokenMachine::finish(Stage stage) {
  assert(canFinish(stage) && "asked before");
  for (int queue : tokens[size_t(running[unsigned(stage)])].pushes)
    if (queue >= 0)
      ++pushed[size_t(queue)];
  running[unsigned(stage)] = -1;
}

bool TokenMachine::isDone() const {
  for (unsigned stage = 0; stage < numStages; ++stage)
    if (running[stage] >= 0 || getHead(Stage(stage)) >= 0)
      return false;
  return true;
}

int TokenMachine::getWaitedQueue(Stage stage, bool &isPush) const {
  int64_t instruction = running[unsigned(stage)];
  isPush = instruction >= 0;
  if (isPush) {
    for (int queue : tokens[size_t(instruction)].pushes)
      if (queue >= 0 &&
          getTokens(unsigned(queue)) >= model.getConfig().queues[size_t(queue)].capacity)
        return queue;
    return -1;
  }
  int64_t head = getHead(stage);
  if (head >= 0)
    for (int queue : tokens[size_t(head)].pops)
      if (queue >= 0 && getTokens(unsigned(queue)) == 0)
        return queue;
  return -1;
}

/// The instruction of `stage` that is number `position` of those with `queue` among some fields.
template <typename GetT>
static int64_t findNumber(const std::vector<int64_t> &list, int64_t position, GetT get) {
  for (int64_t instruction : list)
    if (get(instruction) && position-- == 0)
      return instruction;
  return -1;
}

int64_t TokenMachine::findPush(unsigned queue, int64_t position) const {
  Stage from = model.getConfig().queues[queue].from;
  return findNumber(instructions[unsigned(from)], position, [&](int64_t i) {
    const auto &pushes = tokens[size_t(i)].pushes;
    return std::count(pushes.begin(), pushes.end(), int(queue)) > 0;
  });
}

int64_t TokenMachine::findPop(unsigned queue, int64_t position) const {
  Stage to = model.getConfig().queues[queue].to;
  return findNumber(instructions[unsigned(to)], position, [&](int64_t i) {
    const auto &pops = tokens[size_t(i)].pops;
    return std::count(pops.begin(), pops.end(), int(queue)) > 0;
  });
}

std::string TokenMachine::describeStuck() const {
  std::string text;
  for (unsigned i = 0; i < numStages; ++i) {
    Stage stage = Stage(i);
    bool isPush = false;
    int queue = getWaitedQueue(stage, isPush);
    int64_t waiting = isPush ? running[i] : getHead(stage);
    if (waiting < 0)
      continue;
    text += (text.empty() ? "" : "; ") + ("instruction " + describe(program, waiting));
    if (queue < 0) {
      text += " is not dispatched, since the command queue of stage " +
              std::string(getName(stages[size_t(dispatched)])) + ", " +
              std::to_string(model.getConfig().fifos[unsigned(stages[size_t(dispatched)])]) +
              " long, is full at instruction " + describe(program, dispatched);
      continue;
    }
    const TokenQueue &desc = model.getConfig().queues[size_t(queue)];
    std::string name = std::string(getName(desc.from)) + " to " + getName(desc.to);
    int64_t partner = isPush ? findPop(unsigned(queue), popped[size_t(queue)])
                             : findPush(unsigned(queue), popped[size_t(queue)]);
    text += isPush ? " waits for room among the " + std::to_string(desc.capacity) +
                         " tokens from " + name + ", which "
                   : " waits for a token from " + name + ", which ";
    text += partner < 0 ? std::string("no instruction ") + (isPush ? "pops" : "pushes")
                        : "instruction " + describe(program, partner) +
                              (isPush ? " would pop" : " would push");
  }
  return text;
}
