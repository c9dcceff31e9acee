//===-- FunctionalSim.h - running a program in any legal order --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes whole instructions one after the other, in an order that the machine may take. A program
// without races gives the same results in all of them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_FUNCTIONALSIM_H
#define DL_VDLA_FUNCTIONALSIM_H

#include "dl/Vdla/MachineState.h"
#include "dl/Vdla/TokenMachine.h"

namespace dl::vdla {

/// Which of the stages that can go on does.
/// - Program: the one whose instruction comes first in the program;
/// - Random: any, by the seed;
/// - LoadFirst, ComputeFirst, StoreFirst: this one whenever it can;
/// - Delay: any but the one whose instruction is the `victim`, as long as another can. So whatever
///   does not have to wait for the victim happens before it.
enum class Order : uint8_t { Program, Random, LoadFirst, ComputeFirst, StoreFirst, Delay };

struct FunctionalOptions {
  Order order = Order::Program;
  uint64_t seed = 0;
  int64_t victim = -1;
  /// Tokens: also orders that only longer queues than the machine's would allow.
  Bounds bounds = Bounds::Machine;
  /// Steps of loops and elements of transfers, after which the run is stopped.
  int64_t maxSteps = int64_t(1) << 40;
  /// What the scratchpads hold before.
  uint8_t initialByte = 0;
};

/// Runs a program on `buffers`. Returns the instructions in the order that was taken, or nothing
/// and `error`: the program is not well formed, gets stuck, leaves a memory, or takes too long.
std::optional<std::vector<int64_t>> runFunctional(const DeviceModel &model, const Program &program,
                                                  BufferContents &buffers,
                                                  const FunctionalOptions &options,
                                                  std::string &error);

} // namespace dl::vdla

#endif // DL_VDLA_FUNCTIONALSIM_H
