//===-- GenerateCode.h - machine code of a module ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_GENERATECODE_H
#define DL_LIB_TARGET_CPU_EMIT_GENERATECODE_H

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace dl::cpu {

/// Writes an object or assembly of a module; `last` sees the machine functions as they are printed.
/// On x86-64 sums of vectors of integers are taken in the order in which they stand.
llvm::Error generateCode(llvm::Module &module, llvm::TargetMachine &machine,
                         llvm::CodeGenFileType type, llvm::raw_pwrite_stream &os,
                         std::unique_ptr<llvm::MachineFunctionPass> last = nullptr);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_GENERATECODE_H
