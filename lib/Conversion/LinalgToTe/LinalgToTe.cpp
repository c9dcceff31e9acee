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
#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Dl/IR/Level.h"

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
      if (!func.isExternal() && !te::isKernel(func) && isLinalgLevel(func))
        functions.push_back(func);
    for (func::FuncOp func : functions) {
      FunctionRaising raising(func, outliner);
      if (failed(raising.run()))
        return signalPassFailure();
      numCalls += raising.getNumCalls();
    }
    outliner.setLocations();
    if (!functions.empty())
      setLevel(getOperation(), Level::Te);
    numKernels += outliner.getNumKernels();
  }

  /// True for functions on tensors that compute by linalg or move elements, those
  /// included that only return reshaped arguments or constants.
  static bool isLinalgLevel(func::FuncOp func) {
    if (te::getNumDestinations(func) != 0)
      return false;
    bool movesOnly = func.getNumResults() != 0;
    for (Type type : llvm::concat<const Type>(func.getArgumentTypes(), func.getResultTypes()))
      movesOnly &= isa<RankedTensorType>(type);
    for (Operation &op : func.getBody().getOps()) {
      if (isa<linalg::LinalgOp, tensor::PadOp, tensor::ConcatOp, tensor::ExtractSliceOp,
              tensor::InsertSliceOp>(op))
        return true;
      movesOnly &= isView(&op) || isa<func::ReturnOp>(op) || op.hasTrait<OpTrait::ConstantLike>();
    }
    return movesOnly;
  }
};
} // namespace
