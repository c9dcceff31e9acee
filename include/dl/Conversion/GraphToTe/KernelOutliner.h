//===-- KernelOutliner.h - make kernels and share equal ones ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outlines te programs as kernel functions; equal kernels become one function.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_GRAPHTOTE_KERNELOUTLINER_H
#define DL_CONVERSION_GRAPHTOTE_KERNELOUTLINER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace dl {
class SymbolicSizes;

/// A kernel to be made: its name, the values it reads and what builds its body.
struct KernelRequest {
  /// The kernel's name; a number is appended where it is taken.
  std::string name;
  /// The node that the kernel is made for.
  mlir::Location loc;
  /// Values of the caller that become arguments.
  llvm::SmallVector<mlir::Value> operands;
  /// Operands for which the caller can give another layout (constants read as
  /// weights).
  llvm::SmallVector<bool> layoutFree;
  llvm::SmallVector<mlir::Type> results;
  /// Emits the te program on the arguments and appends its results.
  std::function<llvm::LogicalResult(mlir::OpBuilder &, mlir::ValueRange,
                                    llvm::SmallVectorImpl<mlir::Value> &)>
      build;
  /// The device that the kernel is for; null for the CPU.
  mlir::StringAttr device = {};
};

class KernelOutliner {
public:
  explicit KernelOutliner(mlir::ModuleOp module) : module(module), symbols(module) {}

  /// The kernel for a request: an equal one made before, or a new one. Sizes that
  /// types do not tell come from `sizes`, and `results` gets the dims of the results;
  /// without it the program has its extents.
  mlir::FailureOr<mlir::func::FuncOp>
  getKernel(const KernelRequest &request, SymbolicSizes *sizes = nullptr,
            llvm::SmallVectorImpl<llvm::SmallVector<mlir::AffineExpr>> *results = nullptr);

  /// Gives each kernel the fused location of its uses.
  void setLocations();

  unsigned getNumKernels() const { return uses.size(); }

private:
  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  /// Kernels by their name before it was made unique.
  llvm::StringMap<llvm::SmallVector<mlir::func::FuncOp>> kernels;
  llvm::MapVector<mlir::func::FuncOp, llvm::SetVector<mlir::Location>> uses;
};

} // namespace dl

#endif // DL_CONVERSION_GRAPHTOTE_KERNELOUTLINER_H
