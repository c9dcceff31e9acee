//===-- VerifyVdla.cpp - dl-verify-vdla -----------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "dl/Dialect/Vdla/IR/Programs.h"

namespace dl::vdla {
#define GEN_PASS_DEF_VERIFYVDLAPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

/// Errors at the operations of what is wrong with a program.
static LogicalResult verifyProgram(ProgramOp program, size_t mostFindings) {
  const DeviceModel &model = lookupConfig(program).getModel();
  FailureOr<LocatedProgram> read = readProgram(program, model);
  if (failed(read))
    return failure();
  return reportFindings(program.getLoc(), *read, verify(model, read->program, mostFindings));
}

namespace {
struct VerifyVdlaPass : public dl::vdla::impl::VerifyVdlaPassBase<VerifyVdlaPass> {
  using VerifyVdlaPassBase::VerifyVdlaPassBase;

  void runOnOperation() override {
    bool isGood = true;
    getOperation()->walk([&](ProgramOp program) {
      isGood &= succeeded(verifyProgram(program, mostFindings));
      return WalkResult::skip();
    });
    markAllAnalysesPreserved();
    if (!isGood)
      signalPassFailure();
  }
};
} // namespace
