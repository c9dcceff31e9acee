//===-- ModelReport.h - what became of a model ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that the compiler knows of a model while it goes down: its graph with groups, its kernels
// with their schedules, loops and estimates, its memory, and what passes refused to do. As data,
// and as one page of HTML.
//
//===----------------------------------------------------------------------===//
#ifndef DL_REPORT_MODELREPORT_H
#define DL_REPORT_MODELREPORT_H

#include "dl/Schedule/Estimate.h"
#include "dl/Schedule/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace dl {

/// An operator, or a group that is one kernel, of the optimised graph; an input or an output.
struct ReportNode {
  /// "conv", the operators of a group in order, or the name of an input or output.
  std::string title;
  /// The model's nodes, joined by '+'.
  std::string nodes;
  /// Of the (first) result: "1x64x56x56xf32".
  std::string type;
  bool isTensor = false;
  /// The nodes whose results it takes, by their places in the list.
  std::vector<unsigned> operands;
};

/// A kernel.
struct ReportKernel {
  std::string name;
  /// Bytes of operands and results; 0 where a size is known only at run time.
  int64_t bytes = 0;
  /// As schedule-print-loops prints them, and the sequence that makes them.
  std::string loops, sequence;
  /// None where no legal loops can be made.
  std::optional<schedule::Estimate> estimate;
};

/// A call of a kernel.
struct ReportCall {
  std::string kernel, nodes;
  /// Microseconds of a run, and the largest error in units of the largest value of the reference,
  /// where they were measured.
  std::optional<double> measured, error;
};

/// A buffer of the arena, from the call that fills it to the last one that reads it.
struct ReportBuffer {
  int64_t offset = 0, bytes = 0;
  size_t first = 0, last = 0;
};

/// What a pass says.
struct ReportRemark {
  std::string pass, name, nodes, function, reason;
  /// Bytes that are written and read again because of it, where that is known.
  int64_t bytes = 0;
};

class ModelReport {
public:
  /// The name of the model, and threads of a run.
  ModelReport(llvm::StringRef name, int64_t threads) : name(name), threads(threads) {}

  /// Keeps what passes of the context's modules refuse to do. Those that `remarks`, a regular
  /// expression, matches are printed too, as without a report; empty: none.
  llvm::LogicalResult observeRemarks(mlir::MLIRContext &context, llvm::StringRef remarks);
  /// The graph, optimised and grouped.
  void addGraph(mlir::ModuleOp module);
  /// The te level, with a schedule for each kernel.
  llvm::LogicalResult addSchedules(mlir::ModuleOp module);
  /// Buffers with their places.
  void addMemory(mlir::ModuleOp module);
  /// Of each call, in their order.
  void setTimes(llvm::ArrayRef<double> microseconds);
  /// Negative ones are not known.
  void setErrors(llvm::ArrayRef<double> errors);

  void write(llvm::raw_ostream &os) const;

  const std::string &getName() const { return name; }
  int64_t getThreads() const { return threads; }
  const schedule::Target &getTarget() const;
  llvm::ArrayRef<ReportNode> getNodes() const { return nodes; }
  llvm::ArrayRef<ReportKernel> getKernels() const { return kernels; }
  llvm::ArrayRef<ReportCall> getCalls() const { return calls; }
  llvm::ArrayRef<ReportBuffer> getBuffers() const { return buffers; }
  llvm::ArrayRef<ReportRemark> getRemarks() const { return remarks; }
  int64_t getArenaBytes() const { return arenaBytes; }
  int64_t getWeightsBytes() const { return weightsBytes; }
  /// Null where there is none of the name.
  const ReportKernel *lookupKernel(llvm::StringRef kernel) const;
  /// Microseconds that a call takes: measured, or as estimated; none where neither is known.
  std::optional<double> getMicroseconds(const ReportCall &call) const;

private:
  class Streamer;
  void addRemark(const mlir::remark::detail::Remark &remark);

  std::string name;
  int64_t threads;
  std::shared_ptr<const schedule::Target> target;
  std::vector<ReportNode> nodes;
  std::vector<ReportKernel> kernels;
  std::vector<ReportCall> calls;
  std::vector<ReportBuffer> buffers;
  std::vector<ReportRemark> remarks;
  int64_t arenaBytes = 0, weightsBytes = 0;
  /// Passes may run side by side.
  std::mutex mutex;
};

} // namespace dl

#endif // DL_REPORT_MODELREPORT_H
