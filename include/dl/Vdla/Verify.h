//===-- Verify.h - proving a program right ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is straight-line code for three stages, each in order, and queues have one producer and
// one consumer, so that the token that an instruction pops is known: which instruction comes before
// which is one fixed partial order, and the check is exact. Races are found by vector clocks
// (Fidge 1988, Mattern 1989) with the last accesses of each element, as in FastTrack (Flanagan and
// Freund, PLDI 2009).
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_VERIFY_H
#define DL_VDLA_VERIFY_H

#include "dl/Vdla/Program.h"

namespace dl::vdla {

/// The rules, by the numbers that messages begin with.
enum class Rule : uint8_t {
  /// (V1) Names, buffers and values can be written down.
  WellFormed = 1,
  /// (V2) Fields fit each other: loops have steps, an epilogue is asked for where there is one,
  /// only inp and acc are padded, tokens go to neighbours.
  Instruction,
  /// (V3) Positions are inside of scratchpads, for each micro-op and each step of its loops.
  ScratchpadBounds,
  /// (V4) Transfers are inside of their buffers, which may be read or written.
  DramBounds,
  /// (V5) Micro-ops come from the program's buffer, and those that are used are loaded before.
  MicroOps,
  /// (V6) Stages do not wait for each other for ever, with queues as long as the machine's.
  Deadlock,
  /// (V7) Each token that is pushed is popped.
  Leftover,
  /// (V8) The last instruction is a finish, the only one, and it comes after all others.
  Finish,
  /// (V9) Of two instructions that touch an element of a scratchpad, one of them writing, tokens
  /// tell which is first, whatever the lengths of queues.
  ScratchpadRace,
  /// (V10) The same for bytes of a buffer.
  DramRace,
  /// (V11) What is read from a scratchpad was written by this program: by an instruction before,
  /// or by an earlier step of the same one (which is asked of loops of up to 2^20 steps).
  Uninitialized,
  /// (V12) Where accumulators are not forwarded, no step of a loop reads one sooner after a write
  /// than the pipeline is long.
  WriteDistance
};

/// A rule that is broken.
struct Finding {
  Rule rule;
  /// The instruction at fault and the other one involved, or -1.
  int64_t instruction, other;
  /// Begins with the rule's number; names both instructions and what is missing.
  std::string message;
};

/// What is wrong with a program, in the order of rules and instructions, at most `maxFindings`.
/// Nothing: it runs to its end with the same result in every order.
std::vector<Finding> verify(const DeviceModel &model, const Program &program,
                            size_t maxFindings = 16);

/// Of a program whose instructions run one after the other as they stand, all rules but those of
/// tokens: V1 to V5, V11, V12, and that the last instruction is the only finish.
std::vector<Finding> verifyInOrder(const DeviceModel &model, const Program &program,
                                   size_t maxFindings = 16);

/// Rules V1 to V5 alone: what a runtime asks of every binary before it runs it.
std::vector<Finding> verifyBounds(const DeviceModel &model, const Program &program,
                                  size_t maxFindings = 16);

} // namespace dl::vdla

#endif // DL_VDLA_VERIFY_H
