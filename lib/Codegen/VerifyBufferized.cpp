//===-- VerifyBufferized.cpp - contract of the bufferized level -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-verify-bufferized. Input: a module that is said to be at the bufferized level.
// Output: the same module, or diagnostics where it breaks a rule (B1) or (B2).
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Dl/IR/Dl.h"

namespace dl::codegen {
#define GEN_PASS_DEF_VERIFYBUFFERIZEDPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;

namespace {
struct VerifyBufferized : dl::codegen::impl::VerifyBufferizedPassBase<VerifyBufferized> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (!getOperation()->hasAttr(dl::DlDialect::getModelAttrName())) {
      getOperation().emitOpError("(B1) must have '")
          << dl::DlDialect::getModelAttrName()
          << "' at the bufferized level; run dl-describe-model";
      return signalPassFailure();
    }
    WalkResult walk = getOperation().walk([&](Operation *op) {
      for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
        if (isa<TensorType>(value.getType())) {
          op->emitOpError("(B2) must not be at the bufferized level, where values are in buffers, "
                          "but it has a ")
              << value.getType() << "; run dl-cpu-memory-pipeline";
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
