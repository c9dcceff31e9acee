//===-- Machine.h - LLVM's machine for a CPU --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM knows of a CPU, by the names that a user gives, and what functions are told of it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_MACHINE_H
#define DL_TARGET_CPU_MACHINE_H

#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace dl::cpu {

/// The machine for a CPU's name in LLVM's spelling, or "native". `level` is 0 to 3, `triple`
/// is "aarch64-linux-gnu" or the like; empty: this machine's. Without a name of a CPU it is
/// this one or, for another architecture, what every CPU of that has.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef cpu, unsigned level, llvm::StringRef triple = "");

/// The triple that a user means: "aarch64" is "aarch64-unknown-linux-gnu"; empty: this
/// machine's. An error where code is made for none such.
llvm::Expected<llvm::Triple> resolveTriple(llvm::StringRef given);

/// Whether code of a target runs on no machine of this one's architecture.
bool isForeign(const llvm::Triple &triple);

/// Tells LLVM's passes what the machine can do when they work on this function; of one
/// with baseline attributes, nothing changes.
void setTargetAttributes(llvm::Function &function, const llvm::TargetMachine &machine);
/// The plain instruction set of the module's target, for functions that run before the
/// CPU is known to have more.
void setBaselineAttributes(llvm::Function &function);

} // namespace dl::cpu

#endif // DL_TARGET_CPU_MACHINE_H
