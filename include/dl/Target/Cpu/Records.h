//===-- Records.h - records of machines in files ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files with a module that describes a machine, and those among them that come with the
// compiler: share/dl/targets.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_RECORDS_H
#define DL_TARGET_CPU_RECORDS_H

#include "dl/Schedule/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace dl::cpu {

/// The names of the stock records, sorted.
std::vector<std::string> listStockRecords();
/// The file of the stock record of this name; empty where there is none.
std::string findStockRecord(llvm::StringRef name);
/// The file of the stock intrinsics of an architecture; empty where there is none.
std::string findStockIntrinsics(const llvm::Triple &triple);
/// Whether what a user gives as a target is the path of a record.
bool isRecordFile(llvm::StringRef target);

/// A module from a file. An error, with the place, where it is none.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> readRecordFile(llvm::StringRef file,
                                                                 mlir::MLIRContext *context);
/// The machine that it describes, on top of what else is known of it; see
/// schedule::readTargetRecord.
llvm::Expected<schedule::Target> readRecord(mlir::ModuleOp record,
                                            const schedule::Target &base = {});

} // namespace dl::cpu

#endif // DL_TARGET_CPU_RECORDS_H
