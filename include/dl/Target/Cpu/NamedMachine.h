//===-- NamedMachine.h - the machine that a user names ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From --target and --mcpu to LLVM's names and to the record that a module carries.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_NAMEDMACHINE_H
#define DL_TARGET_CPU_NAMEDMACHINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace dl::cpu {

/// What code is made for.
struct NamedMachine {
  /// As createTargetMachine takes them; the triple is whole.
  std::string cpu, triple;
  /// The record that the target is; null where it is a triple.
  mlir::OwningOpRef<mlir::ModuleOp> record;
};

/// `target` is a triple, the name of a stock record or the file of a record. A record with
/// a triple names its CPU, too; one without is a machine that only data describes, and code
/// of it runs here.
llvm::Expected<NamedMachine> findMachine(mlir::MLIRContext *context, llvm::StringRef cpu,
                                         llvm::StringRef target);

/// The machine as a module's attribute: what its record says, and what getCpuTarget knows of
/// the CPU. Entries of others stay.
llvm::Expected<mlir::Attribute> describeMachine(mlir::MLIRContext *context,
                                                const NamedMachine &machine);

} // namespace dl::cpu

#endif // DL_TARGET_CPU_NAMEDMACHINE_H
