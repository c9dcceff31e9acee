//===-- VerifyTe.cpp - the contract of the te level -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dl-verify-te: reports where a module breaks the contract of the te level. The
// rules are numbered in Passes.td.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Te/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

namespace dl::te {
#define GEN_PASS_DEF_VERIFYTEPASS
#include "dl/Dialect/Te/Transforms/Passes.h.inc"
} // namespace dl::te

using namespace mlir;
using namespace dl::te;

namespace {
/// The value behind any view operations.
Value lookThroughViews(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<StepOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

bool isScalarArithmetic(Operation &op) {
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
         llvm::all_of(op.getOperandTypes(), isScalar) &&
         llvm::all_of(op.getResultTypes(), isScalar);
}

/// Operations allowed in kernels and in their callers alike.
bool isAllowedAnywhere(Operation &op) {
  return isa<func::ReturnOp, tensor::DimOp>(op) || op.hasTrait<OpTrait::ConstantLike>() ||
         isScalarArithmetic(op);
}

LogicalResult verifyKernel(func::FuncOp func) {
  if (!func.isPrivate())
    return func.emitError("(T2) expected kernel '")
           << func.getName() << "' to be private; only its callers are seen from outside";
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitError("(T2) expected kernel '")
           << func.getName() << "' to have a body of one block, got "
           << func.getBody().getBlocks().size();
  for (Operation &op : func.getBody().front())
    if (!isa<StageOpInterface>(op) && !isAllowedAnywhere(op))
      return op.emitError(
                 "(T3) expected only te.compute, te.scatter, te.scan, te.extern, constants, "
                 "tensor.dim, scalar arithmetic and a return in kernel '")
             << func.getName() << "', got '" << op.getName() << "'";

  llvm::SmallPtrSet<Value, 4> results;
  auto ret = cast<func::ReturnOp>(func.getBody().front().getTerminator());
  for (OpOperand &operand : ret->getOpOperands()) {
    if (!isa_and_nonnull<StageOpInterface>(operand.get().getDefiningOp()))
      return ret.emitError("(T4) expected result ")
             << operand.getOperandNumber() << " of kernel '" << func.getName()
             << "' to be made by a stage; copy it by a stage of its own";
    if (!results.insert(operand.get()).second)
      return ret.emitError("(T4) expected result ")
             << operand.getOperandNumber() << " of kernel '" << func.getName()
             << "' to be made by a stage and returned once; copy it by a further stage";
  }
  for (BlockArgument argument : func.getArguments()) {
    if (!func.getArgAttr(argument.getArgNumber(), TeDialect::getDestinationAttrName()) ||
        argument.use_empty())
      continue;
    return argument.use_begin()->getOwner()->emitError("(T4) expected destination ")
           << argument.getArgNumber() << " of kernel '" << func.getName()
           << "' not to be read: what it holds before the call is undefined";
  }
  return success();
}

/// The destination that the kernel of a call gets for one of its results.
Value getDestination(func::CallOp call, unsigned result) {
  return call.getOperand(call.getNumOperands() - call.getNumResults() + result);
}

bool isDestinationOf(func::FuncOp func, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &func.getBody().front() &&
         func.getArgAttr(argument.getArgNumber(), TeDialect::getDestinationAttrName());
}

/// What a loop carries, which began as a destination.
bool isCarried(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<scf::ForOp, scf::WhileOp>(argument.getOwner()->getParentOp());
}

/// The tensor that a value was written into; null if no kernel wrote it.
Value getWrittenTensor(Value value) {
  while (true) {
    value = lookThroughViews(value);
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return value;
    Operation *op = result.getOwner();
    unsigned number = result.getResultNumber();
    if (auto call = dyn_cast<func::CallOp>(op))
      value = getDestination(call, number);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      value = loop.getInitArgs()[number];
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      value = loop.getInits()[number];
    else if (auto branch = dyn_cast<scf::IfOp>(op); branch && branch.elseBlock())
      value = branch.thenYield().getOperand(number);
    else if (auto insert = dyn_cast<InsertStepOp>(op))
      value = insert.getDest();
    else
      return isa<tensor::EmptyOp>(op) ? value : Value();
  }
}

LogicalResult verifyCallerBlock(func::FuncOp func, Block &block, const SymbolTable &symbols) {
  for (Operation &op : block) {
    if (isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op)) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (failed(verifyCallerBlock(func, inner, symbols)))
            return failure();
      continue;
    }
    auto call = dyn_cast<func::CallOp>(op);
    if (!call) {
      if (!isa<CheckIndicesOp, StepOp, InsertStepOp, scf::ConditionOp, scf::YieldOp,
               tensor::EmptyOp, tensor::ExpandShapeOp, tensor::ExtractOp, tensor::CollapseShapeOp,
               tensor::CastOp>(op) &&
          !isAllowedAnywhere(op))
        return op.emitError("(T5) expected only calls of kernels, constants, tensor.empty, "
                            "tensor.dim, scalar arithmetic, views and a return in '")
               << func.getName() << "', got '" << op.getName() << "'";
      continue;
    }
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || !isKernel(callee))
      return call.emitError("(T5) expected a call of a kernel, got one of '")
             << call.getCallee() << "', which is not marked '" << TeDialect::getKernelAttrName()
             << "'";
    for (unsigned result = 0, e = call.getNumResults(); result != e; ++result) {
      Value destination = lookThroughViews(getDestination(call, result));
      if (!destination.getDefiningOp<tensor::EmptyOp>() && !isCarried(destination) &&
          !isDestinationOf(func, destination))
        return call.emitError("(T6) expected the destination of result ")
               << result << " of '" << call.getCallee()
               << "' to be a tensor.empty, a destination of '" << func.getName()
               << "', or a view of one";
    }
  }
  return success();
}

LogicalResult verifyCaller(func::FuncOp func, const SymbolTable &symbols) {
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitError("(T5) expected function '")
           << func.getName() << "' to have a body of one block, got "
           << func.getBody().getBlocks().size();
  if (failed(verifyCallerBlock(func, func.getBody().front(), symbols)))
    return failure();

  unsigned firstDestination = func.getNumArguments() - getNumDestinations(func);
  auto ret = cast<func::ReturnOp>(func.getBody().front().getTerminator());
  if (getNumDestinations(func) != ret.getNumOperands())
    return func.emitError("(T7) expected '")
           << func.getName() << "' to have one destination for each of its " << ret.getNumOperands()
           << " results, got " << getNumDestinations(func);
  for (OpOperand &operand : ret->getOpOperands()) {
    Value value = lookThroughViews(operand.get());
    if (!isa<OpResult>(value) ||
        getWrittenTensor(value) != func.getArgument(firstDestination + operand.getOperandNumber()))
      return ret.emitError("(T7) expected result ")
             << operand.getOperandNumber() << " of '" << func.getName()
             << "' to be made by a kernel whose destination is argument "
             << firstDestination + operand.getOperandNumber() << "; call a kernel that copies it";
  }
  return success();
}

/// True for sequences and intrinsics, which stand beside the kernels that they are for. Their
/// dialects know te, not the other way round.
bool isOfSchedules(Operation &op) {
  return llvm::is_contained({"transform", "schedule"}, op.getName().getDialectNamespace());
}

struct VerifyTe : dl::te::impl::VerifyTePassBase<VerifyTe> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    bool isValid = true;
    for (Operation &op : *getOperation().getBody()) {
      if (auto func = dyn_cast<func::FuncOp>(op)) {
        isValid &= succeeded(isKernel(func) ? verifyKernel(func) : verifyCaller(func, symbols));
      } else if (!isa<ModuleOp>(op) && !isOfSchedules(op)) {
        op.emitError(
            "(T1) expected functions, schedule sequences, intrinsics and modules at the te "
            "level, got '")
            << op.getName() << "'";
        isValid = false;
      }
    }
    if (!isValid)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
