//===-- LinalgToTe.cpp - linalg to te -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// convert-linalg-to-te: takes functions of linalg on tensors and leaves the te
// level, kernels outlined and shared.
//
//===----------------------------------------------------------------------===//
#include "dl/Conversion/LinalgToTe/LinalgToTe.h"
#include "FunctionRaising.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dl {
#define GEN_PASS_DEF_CONVERTLINALGTOTEPASS
#include "dl/Conversion/LinalgToTe/Passes.h.inc"
} // namespace dl

using namespace mlir;
using namespace dl;

namespace {
struct ConvertLinalgToTe : dl::impl::ConvertLinalgToTePassBase<ConvertLinalgToTe> {
  void runOnOperation() override {
    KernelOutliner outliner(getOperation());
    SmallVector<func::FuncOp> functions;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && !te::isKernel(func) && holdsLinalg(func))
        functions.push_back(func);
    for (func::FuncOp func : functions) {
      FunctionRaising raising(func, outliner);
      if (failed(raising.run()))
        return signalPassFailure();
      numCalls += raising.getNumCalls();
    }
    outliner.setLocations();
    numKernels += outliner.getNumKernels();
  }

  static bool holdsLinalg(func::FuncOp func) {
    return func
        .walk([](Operation *op) {
          return isa<tensor::PadOp>(op) || isa_and_present<linalg::LinalgDialect>(op->getDialect())
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }
};
} // namespace
