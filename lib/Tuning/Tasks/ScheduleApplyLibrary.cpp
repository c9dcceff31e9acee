//===-- ScheduleApplyLibrary.cpp - schedules from equal kernels -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-apply-library: finds kernels in a file by their keys and copies the sequences
// that they name.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Tuning/Tasks/Passes.h"
#include "dl/Tuning/Tasks/Task.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

namespace dl::tuning {
#define GEN_PASS_DEF_SCHEDULEAPPLYLIBRARYPASS
#include "dl/Tuning/Tasks/Passes.h.inc"
} // namespace dl::tuning

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

namespace {
/// A kernel of a library, and its sequence.
struct Entry {
  func::FuncOp kernel;
  transform::NamedSequenceOp sequence;
};
} // namespace

/// The threads that the sequence of a library's kernel is for.
static int64_t getThreads(func::FuncOp kernel) {
  auto record = kernel->getAttrOfType<DictionaryAttr>(schedule::recordAttrName);
  return record ? record.getAs<IntegerAttr>("threads").getInt() : 1;
}

/// Adds a kernel that names a sequence, by its key. The first of equal ones stays.
static LogicalResult addEntry(func::FuncOp kernel, llvm::StringMap<Entry> &entries) {
  transform::NamedSequenceOp sequence = schedule::getSequence(kernel);
  if (!sequence)
    return kernel.emitError("expected the sequence of a library's kernel to be in the library");
  WalkResult includes = sequence.walk([](transform::IncludeOp include) {
    include.emitError("expected a sequence of a library to stand alone, got one that includes ")
        << include.getTarget() << "; write its steps here";
    return WalkResult::interrupt();
  });
  if (includes.wasInterrupted())
    return failure();
  int64_t threads = getThreads(kernel);
  kernel->removeAttr(schedule::ScheduleDialect::getSequenceAttrName());
  kernel->removeAttr(schedule::recordAttrName);
  if (std::string reason = getNoTaskReason(kernel); !reason.empty())
    return kernel.emitError("expected a kernel of a library that can be told from others, but ")
           << reason;
  entries.try_emplace(getTaskKey(kernel, threads), Entry{kernel, sequence});
  return success();
}

namespace {
struct ScheduleApplyLibrary : dl::tuning::impl::ScheduleApplyLibraryPassBase<ScheduleApplyLibrary> {
  using ScheduleApplyLibraryPassBase::ScheduleApplyLibraryPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(schedule::readTarget(module)))
      return signalPassFailure();
    OwningOpRef<ModuleOp> file = read();
    llvm::StringMap<Entry> entries;
    if (!file || failed(addEntries(*file, entries)))
      return signalPassFailure();
    for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!te::isKernel(kernel) || schedule::hasSchedule(kernel))
        continue;
      auto entry = entries.find(getTaskKey(kernel, threads));
      if (entry != entries.end()) {
        schedule::copySequence(kernel, entry->second.kernel, entry->second.sequence);
        remark::passed(kernel.getLoc(), remarkOptions(kernel, "Library"))
            << remark::metric("Kernel", entry->second.kernel.getSymName());
        continue;
      }
      remark::missed(kernel.getLoc(), remarkOptions(kernel, "NotInLibrary"))
          << remark::reason("the library has no equal kernel for this machine and number of "
                            "threads");
      if (strict) {
        kernel.emitError("expected a kernel in '")
            << library << "' that equals '" << kernel.getSymName() << "', for this machine and "
            << threads.getValue() << " threads, got none; tune the model and export it again";
        return signalPassFailure();
      }
    }
  }

  static remark::RemarkOpts remarkOptions(func::FuncOp kernel, llvm::StringRef name) {
    return remark::RemarkOpts::name(name)
        .category("schedule-apply-library")
        .function(kernel.getName());
  }

  /// The library, or null after a diagnostic.
  OwningOpRef<ModuleOp> read() {
    if (llvm::sys::fs::exists(library))
      return parseSourceFile<ModuleOp>(library, &getContext());
    emitError(UnknownLoc::get(&getContext()))
        << "expected '" << library
        << "' to be a file of kernels that name sequences; make one with dl-tune export";
    return nullptr;
  }

  LogicalResult addEntries(ModuleOp file, llvm::StringMap<Entry> &entries) {
    // Keys look at the machine of the module around a kernel.
    WalkResult kernels = file.walk([&](func::FuncOp kernel) {
      auto outer = kernel->getParentOfType<ModuleOp>();
      bool isEntry =
          te::isKernel(kernel) && kernel->hasAttr(schedule::ScheduleDialect::getSequenceAttrName());
      if (isEntry && (failed(schedule::readTarget(outer)) || failed(addEntry(kernel, entries))))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (kernels.wasInterrupted())
      return failure();
    if (entries.empty())
      return emitError(FileLineColLoc::get(&getContext(), library, 1, 1),
                       "expected a file of kernels that name sequences, got none; make "
                       "one with dl-tune export");
    return success();
  }
};
} // namespace
