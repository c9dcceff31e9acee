//===-- LocalizeAddresses.h - addresses from a loop's own bases -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop strength reduction takes an address apart into the terms of all loops around it, and
// looks at the ways to put them together again. A tile in a deep nest has hundreds of addresses
// of six terms each, whose terms of outer loops stand before the loop already.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_LOCALIZEADDRESSES_H
#define DL_LIB_TARGET_CPU_EMIT_LOCALIZEADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace dl::cpu {

/// Hides from scalar evolution, up to code generation, how the pointers that a loop does not
/// change were computed (llvm.launder.invariant.group, which alias analysis looks through and
/// codegen-prepare removes). Pointers of a loop that differ by constants stay so.
struct LocalizeAddressesPass : llvm::PassInfoMixin<LocalizeAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_LOCALIZEADDRESSES_H
