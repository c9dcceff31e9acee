//===-- RestoreDestinations.cpp - results into destinations -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: kernels on tensors, of which folding may have made some return another
// value than what was written into their destination, and some loops yield another
// than what they carry. Out: every result is written into its destination, and what a
// loop yields into what it carries.
//
//===----------------------------------------------------------------------===//
#include "WrittenTensors.h"

#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dl::codegen {
#define GEN_PASS_DEF_RESTOREDESTINATIONSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;

/// Whether a value is part of a tensor that was made in the loop: the tile of a masked step,
/// cut to all that the loop carries, after an insertion of all of it was folded.
static bool isCutFromElsewhere(Value value, Value carried) {
  Origin origin = getOrigin(value, [&](Value tensor) { return tensor == carried; });
  return origin.value != carried && origin.isPart && isa<OpResult>(origin.value);
}

namespace {
struct RestoreDestinationsPass
    : public dl::codegen::impl::RestoreDestinationsPassBase<RestoreDestinationsPass> {
  using RestoreDestinationsPassBase::RestoreDestinationsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!dl::te::isKernel(func))
      return;
    SmallVector<Value> destinations;
    for (BlockArgument argument : func.getArguments())
      if (func.getArgAttr(argument.getArgNumber(), dl::te::TeDialect::getDestinationAttrName()))
        destinations.push_back(argument);
    func.walk([&](scf::ForOp loop) {
      OpBuilder builder(loop.getBody()->getTerminator());
      for (auto [yielded, carried] :
           llvm::zip(loop.getYieldedValuesMutable().value(), loop.getRegionIterArgs())) {
        if (!isCutFromElsewhere(yielded.get(), carried))
          continue;
        auto written = bufferization::MaterializeInDestinationOp::create(
            builder, yielded.get().getLoc(), carried.getType(), yielded.get(), carried);
        yielded.set(written.getResult());
      }
    });
    func.walk([&](func::ReturnOp ret) {
      OpBuilder builder(ret);
      for (auto [operand, destination] : llvm::zip(ret->getOpOperands(), destinations)) {
        if (dl::codegen::isWrittenInto(operand.get(), destination))
          continue;
        auto written = bufferization::MaterializeInDestinationOp::create(
            builder, operand.get().getLoc(), operand.get().getType(), operand.get(), destination);
        operand.set(written.getResult());
      }
    });
  }
};

} // namespace
