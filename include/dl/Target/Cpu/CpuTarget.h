//===-- CpuTarget.h - what is known of a CPU ---------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of a CPU, from what LLVM and stock records know of it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_CPUTARGET_H
#define DL_TARGET_CPU_CPUTARGET_H

#include "dl/Schedule/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace dl::cpu {

/// A CPU in LLVM's spelling, or "native", of a triple; see createTargetMachine. What LLVM
/// knows of it; before that comes its stock record, and before that, of this machine, what
/// the kernel says of its caches. An unknown name is an error.
llvm::Expected<schedule::Target> getCpuTarget(mlir::MLIRContext *context, llvm::StringRef cpu,
                                              llvm::StringRef triple = "");

/// What a module's code is made for: as its record of a machine says, or this machine's.
llvm::Triple getTriple(mlir::ModuleOp module);

/// True where intrinsics of a module's schedules require tile registers.
bool usesTiles(mlir::ModuleOp module);

} // namespace dl::cpu

#endif // DL_TARGET_CPU_CPUTARGET_H
