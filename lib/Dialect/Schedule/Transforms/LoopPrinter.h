//===-- LoopPrinter.h - the loops of a kernel as text ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what schedule-apply will make of a kernel. Input: a kernel at the te level
// whose trees are legal. Output: text, and the line of each loop.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_LOOPPRINTER_H
#define DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_LOOPPRINTER_H

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/Footprint.h"
#include "dl/Schedule/LoopPlan.h"
#include "dl/Schedule/LoopRuns.h"

#include <set>

namespace dl::schedule {

/// Prints the loops of one kernel.
class LoopPrinter {
public:
  LoopPrinter(mlir::func::FuncOp function, llvm::raw_ostream &os, LoopLines &lines);

  void print();

private:
  llvm::raw_ostream &line(unsigned depth);

  /// The stages of a kernel, or of a step of a scan, that no other one computes.
  void printBlock(mlir::Block &block, unsigned depth);
  void printStage(int stage, unsigned depth);
  void printLeaves(int stage, llvm::ArrayRef<std::vector<LeafPart>> parts, int position,
                   unsigned depth);
  void printFormula(int stage, unsigned depth);
  static std::string formatLoop(const IterationTree &tree, AxisId leaf,
                                llvm::ArrayRef<LeafPart> parts);
  /// The buffers of a stage: where, how many, of which shape, how many bytes.
  std::string formatStorage(int stage, const Footprint &footprint);
  std::string formatReads(mlir::Region &body);
  std::string formatRead(te::ReadOp read);
  std::string formatIndex(mlir::AffineExpr expr, te::ReadOp read);
  static std::string formatShape(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);

  // Stages that schedules do not change.
  void printScan(te::ScanOp scan, unsigned depth);
  void printScatter(te::ScatterOp scatter, unsigned depth);
  void printExtern(te::ExternOp call, unsigned depth);
  void printSequentialLoop(llvm::StringRef stage, llvm::StringRef axis, mlir::OpFoldResult extent,
                           unsigned depth, llvm::StringRef remark = "");
  /// True where the kernel, or a step of a scan, gives what the operation makes.
  static bool isReturned(mlir::Operation *op);
  /// Shape and bytes: `3x10xf32, 120 bytes`.
  static std::string formatTensor(mlir::Type type);
  /// An axis by its name, a constant by its value, what is read as `[...]`.
  static std::string nameIndex(mlir::Value index);
  /// An operand by its number, a stage's result by the stage.
  static std::string nameTensor(mlir::Value tensor);

  mlir::func::FuncOp function;
  llvm::raw_ostream &os;
  LoopLines &lines;
  llvm::SmallVector<te::ComputeOp> stages;
  KernelSchedule kernel;
  /// The leaves of stages whose loops leave out iterations that add only zeros.
  std::set<std::pair<int, AxisId>> shortened;
};

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_LOOPPRINTER_H
