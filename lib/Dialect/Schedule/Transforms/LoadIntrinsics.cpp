//===-- LoadIntrinsics.cpp - merge files of intrinsics into a module -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-load-intrinsics: reads MLIR files and takes over each
// schedule.intrinsic that the module does not have yet.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"

#include "dl/Support/ParseModule.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULELOADINTRINSICSPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

LogicalResult dl::schedule::loadIntrinsics(ModuleOp module, StringRef file,
                                           llvm::function_ref<bool(IntrinsicOp)> isWanted) {
  MLIRContext *context = module.getContext();
  Location loc = FileLineColLoc::get(context, file, 0, 0);
  OwningOpRef<ModuleOp> library = parseModule(file, context);
  if (!library)
    return emitError(loc, "this file of intrinsics could not be read");
  SymbolTable symbols(module);
  bool isEmpty = true;
  for (auto intrinsic : llvm::make_early_inc_range(library->getOps<IntrinsicOp>())) {
    isEmpty = false;
    if (!isWanted(intrinsic))
      continue;
    Operation *present = symbols.lookup(intrinsic.getSymName());
    if (present && !isa<IntrinsicOp>(present)) {
      InFlightDiagnostic diagnostic = emitError(present->getLoc(), "expected the name @")
                                      << intrinsic.getSymName() << " for the intrinsic of '" << file
                                      << "'; rename this";
      diagnostic.attachNote(intrinsic.getLoc()) << "the intrinsic";
      return diagnostic;
    }
    // The module's own declaration comes first.
    if (present)
      continue;
    intrinsic->remove();
    symbols.insert(intrinsic);
  }
  if (isEmpty)
    return emitError(loc, "expected a file of schedule.intrinsic, got none");
  return success();
}

namespace {
struct ScheduleLoadIntrinsics
    : dl::schedule::impl::ScheduleLoadIntrinsicsPassBase<ScheduleLoadIntrinsics> {
  using ScheduleLoadIntrinsicsPassBase::ScheduleLoadIntrinsicsPassBase;

  void runOnOperation() override {
    for (const std::string &file : files)
      if (failed(loadIntrinsics(getOperation(), file, [](IntrinsicOp) { return true; })))
        return signalPassFailure();
  }
};
} // namespace
