//===-- Translate.h - programs in and out of MLIR ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly and binaries of the accelerator from modules with a vdla.program, and back.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_VDLA_TRANSLATE_H
#define DL_TARGET_VDLA_TRANSLATE_H

#include "dl/Dialect/Vdla/IR/Programs.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace dl::vdla {

/// The machine that an option says: the name of one that comes along, or that of a JSON file,
/// which ends in ".json". Emits an error where it is none.
mlir::FailureOr<ConfigAttr> readConfigOption(llvm::StringRef option, mlir::MLIRContext *context);

/// A program with its machine, which the attribute keeps.
struct MachineProgram {
  ConfigAttr config;
  LocatedProgram program;
};

/// The one program of a module. Emits an error where there are others or none, or where it is not
/// on a level that instructions can be read off (readProgram).
mlir::FailureOr<MachineProgram> readOnlyProgram(mlir::ModuleOp module);

mlir::LogicalResult printAssembly(mlir::ModuleOp module, llvm::raw_ostream &os);
mlir::LogicalResult printBinary(mlir::ModuleOp module, llvm::raw_ostream &os);

/// A module with the machine and one program of instructions, which stand at the lines of the
/// text. Null, with an error at the fault, for what is no program of the machine.
mlir::OwningOpRef<mlir::ModuleOp> importAssembly(llvm::MemoryBufferRef text, ConfigAttr config);
mlir::OwningOpRef<mlir::ModuleOp> importBinary(llvm::MemoryBufferRef bytes, ConfigAttr config);

} // namespace dl::vdla

#endif // DL_TARGET_VDLA_TRANSLATE_H
