//===-- ScheduleApplyLibrary.cpp - schedules from equal kernels -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-apply-library: finds kernels in a file by their keys, or sequences by the names
// of kernels and nodes, and copies the sequences.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/NodeNames.h"
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

/// A sequence that is for a kernel or node of a name.
struct NamedEntry {
  transform::NamedSequenceOp sequence;
  bool isUsed = false;

  StringAttr getNode() { return sequence->getAttrOfType<StringAttr>(schedule::nodeAttrName); }
  bool isFor(func::FuncOp kernel) {
    StringAttr node = getNode();
    if (!node)
      return sequence.getSymName() == kernel.getSymName();
    llvm::SmallVector<StringRef> nodes;
    std::string names = codegen::getNodeNames(kernel.getLoc());
    StringRef(names).split(nodes, '+');
    return llvm::is_contained(nodes, node.getValue());
  }
};

/// What a file has.
struct Library {
  llvm::StringMap<Entry> kernels;
  /// Those that say nothing of threads.
  llvm::StringMap<Entry> anyThreads;
  llvm::SmallVector<NamedEntry> sequences;
};
} // namespace

static LogicalResult checkStandsAlone(transform::NamedSequenceOp sequence) {
  WalkResult includes = sequence.walk([](transform::IncludeOp include) {
    include.emitError("expected a sequence of a library to stand alone, got one that includes ")
        << include.getTarget() << "; write its steps here";
    return WalkResult::interrupt();
  });
  return failure(includes.wasInterrupted());
}

/// Adds a kernel that names a sequence, by its key: for the threads of its record, or, where it has
/// none, for any number, of which there are `threads`. The first of equal ones stays.
static LogicalResult addEntry(func::FuncOp kernel, int64_t threads, Library &library) {
  transform::NamedSequenceOp sequence = schedule::getSequence(kernel);
  if (!sequence)
    return kernel.emitError("expected the sequence of a library's kernel to be in the library");
  if (failed(checkStandsAlone(sequence)))
    return failure();
  auto record = kernel->getAttrOfType<DictionaryAttr>(schedule::recordAttrName);
  if (record)
    threads = record.getAs<IntegerAttr>("threads").getInt();
  kernel->removeAttr(schedule::ScheduleDialect::getSequenceAttrName());
  kernel->removeAttr(schedule::recordAttrName);
  if (std::string reason = getNoTaskReason(kernel); !reason.empty())
    return kernel.emitError("expected a kernel of a library that can be told from others, but ")
           << reason;
  (record ? library.kernels : library.anyThreads)
      .try_emplace(getTaskKey(kernel, threads), Entry{kernel, sequence});
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
    Library entries;
    if (!file || failed(addEntries(*file, entries)))
      return signalPassFailure();
    bool isUsed = false, hasKernels = false;
    for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!te::isKernel(kernel) || schedule::hasSchedule(kernel))
        continue;
      hasKernels = true;
      if (applyEntry(kernel, entries)) {
        isUsed = true;
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
    if (failed(checkUsed(module, entries)))
      return signalPassFailure();
    if (used && hasKernels && !isUsed) {
      describeKernels(emitError(FileLineColLoc::get(&getContext(), library, 1, 1),
                                "expected a sequence for a kernel of the model, by its name, by a "
                                "node or by an equal kernel of this machine and ")
                          << threads.getValue() << " threads, got none",
                      module);
      return signalPassFailure();
    }
  }

  /// Gives a kernel the sequence that is for it, if one is.
  bool applyEntry(func::FuncOp kernel, Library &entries) {
    for (bool byNode : {false, true})
      for (NamedEntry &entry : entries.sequences) {
        if (bool(entry.getNode()) != byNode || !entry.isFor(kernel))
          continue;
        schedule::copySequence(kernel, entry.sequence);
        entry.isUsed = true;
        remark::passed(kernel.getLoc(), remarkOptions(kernel, "Library"))
            << remark::metric("Sequence", entry.sequence.getSymName());
        return true;
      }
    std::string key = getTaskKey(kernel, threads);
    Entry entry = entries.kernels.lookup(key);
    if (!entry.kernel)
      entry = entries.anyThreads.lookup(key);
    if (!entry.kernel)
      return false;
    schedule::copySequence(kernel, entry.kernel, entry.sequence);
    remark::passed(kernel.getLoc(), remarkOptions(kernel, "Library"))
        << remark::metric("Kernel", entry.kernel.getSymName());
    return true;
  }

  /// Says which kernels there are, with their nodes.
  static void describeKernels(InFlightDiagnostic diagnostic, ModuleOp module) {
    constexpr unsigned most = 12;
    unsigned count = 0;
    for (auto kernel : module.getOps<func::FuncOp>()) {
      if (!te::isKernel(kernel))
        continue;
      if (++count > most)
        continue;
      std::string nodes = codegen::getNodeNames(kernel.getLoc());
      diagnostic << (count == 1 ? "; kernels are '" : ", '") << kernel.getSymName() << "'";
      if (!nodes.empty())
        diagnostic << " (" << nodes << ")";
    }
    if (count > most)
      diagnostic << " and " << count - most << " more";
  }

  LogicalResult checkUsed(ModuleOp module, Library &entries) {
    for (NamedEntry &entry : entries.sequences) {
      if (entry.isUsed)
        continue;
      InFlightDiagnostic diagnostic = mlir::emitError(entry.sequence.getLoc());
      if (StringAttr node = entry.getNode())
        diagnostic << "expected a kernel without a schedule that computes the node '"
                   << node.getValue() << "'";
      else
        diagnostic << "expected a kernel '" << entry.sequence.getSymName()
                   << "' without a schedule";
      describeKernels(std::move(diagnostic), module);
      return failure();
    }
    return success();
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
        << "' to be a file of kernels that name sequences, or of sequences; make one with dl-tune "
           "export or dl-compile --to=schedule";
    return nullptr;
  }

  LogicalResult addEntries(ModuleOp file, Library &entries) {
    llvm::DenseSet<Operation *> named;
    // Keys look at the machine of the module around a kernel.
    WalkResult kernels = file.walk([&](func::FuncOp kernel) {
      auto outer = kernel->getParentOfType<ModuleOp>();
      bool isEntry =
          te::isKernel(kernel) && kernel->hasAttr(schedule::ScheduleDialect::getSequenceAttrName());
      if (!isEntry)
        return WalkResult::advance();
      if (Operation *sequence = schedule::getSequence(kernel))
        named.insert(sequence);
      if (failed(schedule::readTarget(outer)) || failed(addEntry(kernel, threads, entries)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (kernels.wasInterrupted())
      return failure();
    WalkResult sequences = file.walk([&](transform::NamedSequenceOp sequence) {
      if (named.contains(sequence) || sequence.isExternal())
        return WalkResult::advance();
      entries.sequences.push_back({sequence});
      return failed(checkStandsAlone(sequence)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (sequences.wasInterrupted())
      return failure();
    if (entries.kernels.empty() && entries.anyThreads.empty() && entries.sequences.empty())
      return emitError(FileLineColLoc::get(&getContext(), library, 1, 1),
                       "expected a file of kernels that name sequences, or of sequences, got none; "
                       "make one with dl-tune export or dl-compile --to=schedule");
    return success();
  }
};
} // namespace
