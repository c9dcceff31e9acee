//===-- TokenMachine.h - which instruction can run next ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stages, command queues and token queues without data: the state from which simulators and the
// checker choose the next instruction. Stages are deterministic, queues have one producer and one
// consumer each, and a full queue makes its producer wait; so whether a program gets stuck does
// not depend on the choices (Kahn, "The semantics of a simple language for parallel programming",
// 1974).
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_TOKENMACHINE_H
#define DL_VDLA_TOKENMACHINE_H

#include "dl/Vdla/Program.h"

namespace dl::vdla {

/// What bounds the machine: its real command queues and token queues, or the tokens alone. With
/// MachineByStep instructions are dispatched when dispatchOne says so, not at once.
enum class Bounds : uint8_t { Machine, MachineByStep, Tokens };

class TokenMachine {
public:
  /// `program` is well formed and its tokens go to neighbours (checkTokens).
  TokenMachine(const DeviceModel &model, const Program &program, Bounds bounds);

  /// The next instruction of a stage that has not started, or -1.
  int64_t getHead(Stage stage) const;
  /// Whether that is dispatched, the one before has finished, and its tokens are there.
  bool canStart(Stage stage) const;
  /// Takes the tokens and dispatches what there is room for. Returns the instruction.
  int64_t start(Stage stage);
  /// The instruction that has started and has not finished, or -1.
  int64_t getRunning(Stage stage) const { return running[unsigned(stage)]; }
  /// Whether there is room for the tokens of the running instruction.
  bool canFinish(Stage stage) const;
  void finish(Stage stage);

  /// Whether the next instruction of the program has room in its stage's command queue.
  bool canDispatch() const;
  void dispatchOne();
  /// Whether the next instruction of a stage is in its command queue.
  bool isDispatched(Stage stage) const;

  bool isDone() const;
  /// Tokens in a queue.
  int64_t getTokens(unsigned queue) const { return pushed[queue] - popped[queue]; }
  int64_t getPopped(unsigned queue) const { return popped[queue]; }

  /// The queue that a stage's head or running instruction waits for, or -1: it waits for
  /// `isPush` ? room in it : a token.
  int getWaitedQueue(Stage stage, bool &isPush) const;
  /// One line on why nothing can go on; both instructions and the edge.
  std::string describeStuck() const;
  /// The instruction that pushes (or pops) the token number `position` of a queue, or -1.
  int64_t findPush(unsigned queue, int64_t position) const;
  int64_t findPop(unsigned queue, int64_t position) const;

  const std::vector<int64_t> &getInstructions(Stage stage) const {
    return instructions[unsigned(stage)];
  }

private:
  struct Tokens {
    /// Queues, or -1.
    std::array<int, 2> pops = {-1, -1}, pushes = {-1, -1};
  };
  void dispatchAll();

  const DeviceModel &model;
  const Program &program;
  Bounds bounds;
  std::vector<Tokens> tokens;
  std::vector<Stage> stages;
  std::array<std::vector<int64_t>, numStages> instructions;
  std::array<int64_t, numStages> started = {}, dispatchedOf = {}, running;
  int64_t dispatched = 0;
  std::vector<int64_t> pushed, popped;
};

/// Why a token of an instruction has nowhere to go, or nothing.
std::optional<std::string> checkTokens(const DeviceModel &model, const Instruction &instruction);

} // namespace dl::vdla

#endif // DL_VDLA_TOKENMACHINE_H
