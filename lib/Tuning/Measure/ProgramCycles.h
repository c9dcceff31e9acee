//===-- ProgramCycles.h - cycles of a kernel's program ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How long a scheduled kernel takes on an accelerator. Input: a module of the te level with one
// kernel that is for the device vdla, which no call reaches. Output: the module with its program,
// and the cycles of that in the machine's model.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_MEASURE_PROGRAMCYCLES_H
#define DL_LIB_TUNING_MEASURE_PROGRAMCYCLES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace dl::tuning {

/// Makes the program of the kernel, by the schedule that it names or that of the rules, proves it
/// right and times it. A DiagnosedError where a pass has told what is wrong.
llvm::Expected<int64_t> simulateProgram(mlir::ModuleOp module, llvm::StringRef kernel);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_MEASURE_PROGRAMCYCLES_H
