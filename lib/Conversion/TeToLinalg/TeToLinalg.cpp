//===-- TeToLinalg.cpp - tensor expressions to linalg ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass convert-te-to-linalg. Input: kernels of te.compute stages, schedules
// ignored. Output: the same functions with linalg operations on whole tensors.
//
//===----------------------------------------------------------------------===//
#include "dl/Conversion/TeToLinalg/TeToLinalg.h"

#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dl {
#define GEN_PASS_DEF_CONVERTTETOLINALGPASS
#include "dl/Conversion/TeToLinalg/Passes.h.inc"
} // namespace dl

using namespace mlir;
using namespace dl;

namespace {
struct ConvertTeToLinalg : dl::impl::ConvertTeToLinalgPassBase<ConvertTeToLinalg> {
  using ConvertTeToLinalgPassBase::ConvertTeToLinalgPassBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!te::isKernel(kernel))
      return;
    if (failed(schedule::convertStagesToLinalg(kernel)))
      return signalPassFailure();
    if (!namedOps)
      return;
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::GenericOp> generics;
    kernel.walk([&](linalg::GenericOp generic) { generics.push_back(generic); });
    for (linalg::GenericOp generic : generics)
      specialize(rewriter, generic);
  }

  /// Replaces a generic by the named operation that it is. Upstream names products of
  /// a transposed operand too, but forgets the transposition: such a name is not taken.
  static void specialize(RewriterBase &rewriter, linalg::GenericOp generic) {
    rewriter.setInsertionPoint(generic);
    auto copy = cast<linalg::GenericOp>(rewriter.clone(*generic));
    FailureOr<linalg::LinalgOp> named = linalg::specializeGenericOp(rewriter, copy);
    if (failed(named))
      return rewriter.eraseOp(copy);
    if (named->getIndexingMapsArray() != generic.getIndexingMapsArray())
      return rewriter.eraseOp(*named);
    rewriter.replaceOp(generic, (*named)->getResults());
  }
};
} // namespace
