//===-- BlockCounts.h - how often the blocks of machine code run ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Target/Cpu/Emit: code of a module with, for each basic block, where it is and how
// often a call of its function runs it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_BLOCKCOUNTS_H
#define DL_LIB_TARGET_CPU_EMIT_BLOCKCOUNTS_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <map>
#include <string>
#include <vector>

namespace dl::cpu {

struct CountedBlock {
  /// How often it runs in one call of its function, and how often in a row as a loop of its own.
  double runs = 0, inRow = 1;
  /// Its machine code.
  std::string code;
};

struct CountedFunction {
  std::vector<CountedBlock> blocks;
  /// The functions that it calls, with how often it does so in one call of its own.
  std::vector<std::pair<std::string, double>> calls;
};

/// Generates code for an optimized module. Its branches get weights: the trip counts of loops.
llvm::Expected<std::map<std::string, CountedFunction>> countBlocks(llvm::Module &module,
                                                                   llvm::TargetMachine &machine);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_BLOCKCOUNTS_H
