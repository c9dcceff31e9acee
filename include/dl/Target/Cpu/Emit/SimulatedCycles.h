//===-- SimulatedCycles.h - cycles of code by LLVM's model of a CPU -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many cycles the code of a module takes on a CPU that need not be here: LLVM's simulation of a
// pipeline (llvm-mca) of each basic block, times how often it runs. The same on every machine.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_EMIT_SIMULATEDCYCLES_H
#define DL_TARGET_CPU_EMIT_SIMULATEDCYCLES_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace dl::cpu {

/// Cycles of one run of an optimized module: of a call of each of its functions that no other one
/// calls, and of all that these call.
///
/// Blocks run as often as the trip counts of loops say, which are known where extents are, and
/// guards that compare a loop's number with a constant; other branches are taken half the time. A
/// loop of one block is simulated as several iterations in a row, others once from an empty
/// pipeline. Each access to memory is one of the first cache, a call of another library's function
/// takes 40 cycles: this judges register tiles, instructions and loops, not what is in which cache.
/// An error for a CPU whose pipeline LLVM does not describe.
llvm::Expected<double> simulateCycles(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace dl::cpu

#endif // DL_TARGET_CPU_EMIT_SIMULATEDCYCLES_H
