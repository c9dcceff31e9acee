//===-- RestoreStates.cpp - next states aside from the old ones -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: kernels on tensors, of which folding may have made some copy one state of a scan
// into another, or a value of no place of its own. Out: what is copied over a state was
// written into another tensor before.
//
//===----------------------------------------------------------------------===//
#include "WrittenTensors.h"

#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dl::codegen {
#define GEN_PASS_DEF_RESTORESTATESPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;
using namespace dl::codegen;
using bufferization::MaterializeInDestinationOp;

/// What is copied over at the end of a step: a tensor that a loop carries, or the first
/// version of it that is left when a loop of one step is folded.
static bool isState(Value tensor) {
  auto argument = dyn_cast<BlockArgument>(tensor);
  bool isCarried = argument ? isa<scf::ForOp>(argument.getOwner()->getParentOp())
                            : isa<MaterializeInDestinationOp>(tensor.getDefiningOp());
  return isCarried && llvm::any_of(tensor.getUsers(), [&](Operation *user) {
           auto copy = dyn_cast<MaterializeInDestinationOp>(user);
           return copy && copy.getDest() == tensor;
         });
}

/// Whether a value is kept where no state is: in an allocation, an argument or a slice of
/// what the steps stack. Empty tensors do not count: they become what they are copied to.
static bool isAside(Value value) {
  Origin origin = getOrigin(value, isState);
  if (isState(origin.value))
    return false;
  Operation *made = origin.value.getDefiningOp();
  return !made || isa<bufferization::AllocTensorOp>(made) ||
         (origin.isPart && isa<tensor::EmptyOp>(made));
}

namespace {
struct RestoreStatesPass : public dl::codegen::impl::RestoreStatesPassBase<RestoreStatesPass> {
  using RestoreStatesPassBase::RestoreStatesPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!dl::te::isKernel(func))
      return;
    func.walk([](MaterializeInDestinationOp copy) {
      auto type = dyn_cast<RankedTensorType>(copy.getSource().getType());
      if (!type || !type.hasStaticShape() || isAside(copy.getSource()) || !isState(copy.getDest()))
        return;
      // Before any state is overwritten, so right where the value is there.
      OpBuilder builder(copy);
      builder.setInsertionPointToStart(copy->getBlock());
      Value aside =
          bufferization::AllocTensorOp::create(builder, copy.getLoc(), type, ValueRange());
      if (Operation *made = copy.getSource().getDefiningOp();
          made && made->getBlock() == copy->getBlock())
        builder.setInsertionPointAfter(made);
      copy.getSourceMutable().assign(
          MaterializeInDestinationOp::create(builder, copy.getLoc(), type, copy.getSource(), aside)
              .getResult());
    });
  }
};
} // namespace
