//===-- SplitEmptyTensors.cpp - an empty tensor for each use ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: tensor.empty with any number of uses. Out: one for each copy into one and each
// call that takes one.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dl::codegen {
#define GEN_PASS_DEF_SPLITEMPTYTENSORSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;

namespace {
struct SplitEmptyTensorsPass
    : public dl::codegen::impl::SplitEmptyTensorsPassBase<SplitEmptyTensorsPass> {
  using SplitEmptyTensorsPassBase::SplitEmptyTensorsPassBase;

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (!isa<bufferization::MaterializeInDestinationOp, func::CallOp>(op))
        return;
      for (OpOperand &operand : op->getOpOperands()) {
        auto empty = operand.get().getDefiningOp<tensor::EmptyOp>();
        if (!empty || empty->hasOneUse())
          continue;
        OpBuilder builder(op);
        operand.set(builder.clone(*empty.getOperation())->getResult(0));
      }
    });
  }
};
} // namespace
