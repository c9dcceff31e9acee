//===-- KernelReader.h - kernels of tasks as plain data ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The modules of tasks are texts. A reader parses them in one context, which takes longer to set up
// than a kernel takes to be read, and gives them the intrinsics of what is compiled for.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_KERNELREADER_H
#define DL_TUNING_MEASURE_KERNELREADER_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Tuning/RuleSpace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace dl::tuning {

/// Declares the intrinsics of what the kernels of a module are for, all the same device: their
/// accelerator, or the CPU that is named (empty: this machine's). Diagnostics tell what is wrong.
llvm::LogicalResult loadIntrinsics(mlir::ModuleOp module, const std::string &target,
                                   const std::string &cpu);

class KernelReader {
public:
  /// Of what kernels are compiled for, as CompileOptions has it; empty: this machine.
  explicit KernelReader(std::string target = "", std::string cpu = "");
  ~KernelReader();

  /// The kernel of a task's module, with canonical names and with intrinsics.
  llvm::Expected<schedule::KernelSchedule> read(llvm::StringRef module);
  /// The space of the rules for the kernel, of whose open extents `sizes` tell what stands for
  /// them.
  llvm::Expected<std::unique_ptr<RuleSpace>> readSpace(llvm::StringRef module, int64_t threads,
                                                       llvm::ArrayRef<int64_t> sizes = {});
  /// The kernel as if its open extents were these.
  llvm::Expected<schedule::KernelSchedule> readSized(llvm::StringRef module,
                                                     llvm::ArrayRef<int64_t> sizes);
  /// The module itself, of the reader's context.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> readModule(llvm::StringRef module);
  static mlir::func::FuncOp getKernel(mlir::ModuleOp module);

  mlir::MLIRContext &getContext() { return *context; }

private:
  std::string target, cpu;
  std::unique_ptr<mlir::MLIRContext> context;
};

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_KERNELREADER_H
