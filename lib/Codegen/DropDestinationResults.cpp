//===-- DropDestinationResults.cpp - return nothing -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: bufferized functions that return their destination buffers. Out: they
// return nothing, and callers use the buffer that they passed.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Passes.h"
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dl::codegen {
#define GEN_PASS_DEF_DROPDESTINATIONRESULTSPASS
#include "dl/Codegen/Passes.h.inc"
} // namespace dl::codegen

using namespace mlir;

namespace {

/// Numbers of a function's destination arguments.
SmallVector<unsigned> getDestinations(func::FuncOp func) {
  SmallVector<unsigned> numbers;
  for (unsigned index = 0; index < func.getNumArguments(); ++index)
    if (func.getArgAttr(index, dl::te::TeDialect::getDestinationAttrName()))
      numbers.push_back(index);
  return numbers;
}

struct DropDestinationResultsPass
    : public dl::codegen::impl::DropDestinationResultsPassBase<DropDestinationResultsPass> {
  using DropDestinationResultsPassBase::DropDestinationResultsPassBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && func.getNumResults())
        if (SmallVector<unsigned> numbers = getDestinations(func); !numbers.empty())
          destinations[func.getSymNameAttr()] = numbers;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (destinations.count(func.getSymNameAttr()) && failed(checkResults(func)))
        return signalPassFailure();
    getOperation().walk([&](func::CallOp call) { dropResults(call); });
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (destinations.count(func.getSymNameAttr()))
        dropResults(func);
  }

private:
  /// The buffer that a loop or a branch passes on as a result: the one that it was
  /// given, where each round yields what it got. Null if there is none.
  Value getPassedBuffer(OpResult result) {
    Operation *op = result.getOwner();
    unsigned number = result.getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Value carried = loop.getRegionIterArg(number);
      return getBuffer(loop.getYieldedValues()[number]) == carried ? loop.getInitArgs()[number]
                                                                   : Value();
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Value passed = loop.getConditionOp().getArgs()[number];
      return passed == loop.getBeforeArguments()[number] &&
                     getBuffer(loop.getYieldedValues()[number]) == loop.getAfterArguments()[number]
                 ? loop.getInits()[number]
                 : Value();
    }
    auto branch = dyn_cast<scf::IfOp>(op);
    if (!branch || !branch.elseBlock())
      return {};
    Value buffer = getBuffer(branch.thenYield().getOperand(number));
    return getBuffer(branch.elseYield().getOperand(number)) == buffer ? buffer : Value();
  }

  /// The buffer behind casts, reshapes, loops, and calls that return their destination.
  Value getBuffer(Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (auto call = dyn_cast<func::CallOp>(op)) {
        auto it = destinations.find(call.getCalleeAttr().getAttr());
        if (it == destinations.end())
          return value;
        value = call.getOperand(it->second[cast<OpResult>(value).getResultNumber()]);
      } else if (isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(op)) {
        value = op->getOperand(0);
      } else if (Value passed = getPassedBuffer(cast<OpResult>(value))) {
        value = passed;
      } else {
        return value;
      }
    }
    return value;
  }

  LogicalResult checkResults(func::FuncOp func) {
    ArrayRef<unsigned> numbers = destinations[func.getSymNameAttr()];
    WalkResult result = func.walk([&](func::ReturnOp ret) {
      for (auto [index, value] : llvm::enumerate(ret.getOperands())) {
        if (index < numbers.size() && getBuffer(value) == func.getArgument(numbers[index]))
          continue;
        InFlightDiagnostic diag = ret.emitOpError("expected result ")
                                  << index << " of @" << func.getSymName()
                                  << " to be its destination argument; write the value into "
                                     "destination "
                                  << index << " and return that";
        diag.attachNote(value.getLoc()) << "returned instead";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  void dropResults(func::CallOp call) {
    auto it = destinations.find(call.getCalleeAttr().getAttr());
    if (it == destinations.end())
      return;
    OpBuilder builder(call);
    for (auto [result, number] : llvm::zip(call.getResults(), it->second)) {
      Value buffer = call.getOperand(number);
      if (buffer.getType() != result.getType())
        buffer = memref::CastOp::create(builder, call.getLoc(), result.getType(), buffer);
      result.replaceAllUsesWith(buffer);
    }
    auto replacement = func::CallOp::create(builder, call.getLoc(), call.getCallee(), TypeRange(),
                                            call.getOperands());
    replacement->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call.erase();
  }

  void dropResults(func::FuncOp func) {
    func.walk([](func::ReturnOp ret) { ret->setOperands({}); });
    (void)func.eraseResults(llvm::BitVector(func.getNumResults(), true));
  }

  llvm::DenseMap<StringAttr, SmallVector<unsigned>> destinations;
};

} // namespace
