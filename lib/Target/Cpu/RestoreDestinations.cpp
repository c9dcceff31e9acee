//===-- RestoreDestinations.cpp - results into destinations -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: kernels on tensors, of which folding may have made some return another
// value than what was written into their destination. Out: every result is
// written into its destination.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Target/Cpu/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace dl::cpu {
#define GEN_PASS_DEF_RESTOREDESTINATIONSPASS
#include "dl/Target/Cpu/Passes.h.inc"
} // namespace dl::cpu

using namespace mlir;

namespace {

/// The tensor that an operation writes to make a result; null if it makes a new one.
Value getWrittenTensor(OpResult result) {
  Operation *op = result.getOwner();
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
    return destinationStyle.getTiedOpOperand(result)->get();
  if (auto call = dyn_cast<dl::te::ExternOp>(op))
    return call.getDestinations()[result.getResultNumber()];
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    if (OpOperand *init = loop.getTiedLoopInit(result))
      return init->get();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getDest();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return cast.getSource();
  return nullptr;
}

/// Whether a value is a tensor after some writes into it.
bool isWrittenInto(Value value, Value tensor) {
  while (value && value != tensor)
    value = isa<OpResult>(value) ? getWrittenTensor(cast<OpResult>(value)) : nullptr;
  return static_cast<bool>(value);
}

struct RestoreDestinationsPass
    : public dl::cpu::impl::RestoreDestinationsPassBase<RestoreDestinationsPass> {
  using RestoreDestinationsPassBase::RestoreDestinationsPassBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!dl::te::isKernel(func) || func.isExternal())
      return;
    SmallVector<Value> destinations;
    for (BlockArgument argument : func.getArguments())
      if (func.getArgAttr(argument.getArgNumber(), dl::te::TeDialect::getDestinationAttrName()))
        destinations.push_back(argument);
    func.walk([&](func::ReturnOp ret) {
      OpBuilder builder(ret);
      for (auto [operand, destination] : llvm::zip(ret->getOpOperands(), destinations)) {
        if (isWrittenInto(operand.get(), destination))
          continue;
        auto written = bufferization::MaterializeInDestinationOp::create(
            builder, operand.get().getLoc(), operand.get().getType(), operand.get(), destination);
        operand.set(written.getResult());
      }
    });
  }
};

} // namespace
