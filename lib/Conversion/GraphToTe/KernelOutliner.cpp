//===-- KernelOutliner.cpp - make kernels and share equal ones --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outlines te programs as kernel functions; equal kernels become one function.
//
//===----------------------------------------------------------------------===//
#include "dl/Conversion/GraphToTe/KernelOutliner.h"

#include "dl/Dialect/Graph/IR/SymbolicSizes.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace dl;

/// Moves constants to the top of the kernel, one of each, in the order of first
/// use, and drops those without use: stages then share them and equal kernels
/// are equal op by op.
static void hoistConstants(func::FuncOp kernel) {
  Block &body = kernel.getBody().front();
  llvm::MapVector<TypedAttr, arith::ConstantOp> kept;
  SmallVector<arith::ConstantOp> constants;
  kernel.walk([&](arith::ConstantOp constant) { constants.push_back(constant); });
  Operation *last = nullptr;
  for (arith::ConstantOp constant : constants) {
    if (constant->use_empty()) {
      constant->erase();
      continue;
    }
    auto [entry, added] = kept.insert({constant.getValue(), constant});
    if (!added) {
      constant->replaceAllUsesWith(entry->second);
      constant->erase();
      continue;
    }
    if (last)
      constant->moveAfter(last);
    else
      constant->moveBefore(&body, body.begin());
    last = constant;
  }
}

/// True if two kernels have one signature and the same body up to locations.
static bool areEqual(func::FuncOp lhs, func::FuncOp rhs) {
  return lhs.getFunctionType() == rhs.getFunctionType() &&
         lhs.getArgAttrsAttr() == rhs.getArgAttrsAttr() &&
         lhs->getAttr(DlDialect::getDeviceAttrName()) ==
             rhs->getAttr(DlDialect::getDeviceAttrName()) &&
         OperationEquivalence::isRegionEquivalentTo(&lhs.getBody(), &rhs.getBody(),
                                                    OperationEquivalence::Flags::IgnoreLocations);
}

FailureOr<func::FuncOp> KernelOutliner::getKernel(const KernelRequest &request,
                                                  SymbolicSizes *sizes,
                                                  SmallVectorImpl<Dims> *resultDims) {
  MLIRContext *context = module.getContext();
  OpBuilder builder(context);
  SmallVector<Type> arguments(ValueRange(request.operands).getTypes());
  llvm::append_range(arguments, request.results);
  auto kernel = func::FuncOp::create(builder, request.loc, request.name,
                                     builder.getFunctionType(arguments, request.results));
  auto unit = builder.getUnitAttr();
  kernel->setAttr(te::TeDialect::getKernelAttrName(), unit);
  if (request.device)
    kernel->setAttr(DlDialect::getDeviceAttrName(), request.device);
  kernel.setPrivate();
  Block *body = kernel.addEntryBlock();
  // Arguments are of the kernel, not of the node that asked for it first.
  for (auto [i, layoutFree] : llvm::enumerate(request.layoutFree))
    if (layoutFree)
      kernel.setArgAttr(i, te::TeDialect::getLayoutFreeAttrName(), unit);
  for (size_t i = request.operands.size(); i < arguments.size(); ++i)
    kernel.setArgAttr(i, te::TeDialect::getDestinationAttrName(), unit);
  builder.setInsertionPointToStart(body);
  SmallVector<Value> results;
  if (failed(request.build(builder, body->getArguments().take_front(request.operands.size()),
                           results))) {
    kernel->erase();
    return failure();
  }
  func::ReturnOp::create(builder, request.loc, results);
  if (sizes) {
    SmallVector<Dims> operandDims;
    for (Value operand : request.operands)
      operandDims.push_back(sizes->getDims(operand));
    FailureOr<SmallVector<Dims>> dims = sizes->resolveKernel(kernel, operandDims);
    if (failed(dims)) {
      kernel->erase();
      return failure();
    }
    resultDims->assign(dims->begin(), dims->end());
  }
  hoistConstants(kernel);

  SmallVector<func::FuncOp> &sameName = kernels[request.name];
  for (func::FuncOp other : sameName)
    if (areEqual(other, kernel)) {
      kernel->erase();
      uses[other].insert(request.loc);
      return other;
    }
  // Kernels stand before their callers, in the order in which they are made.
  Operation *previous = uses.empty() ? nullptr : uses.back().first.getOperation();
  Block::iterator at = previous ? std::next(previous->getIterator()) : module.getBody()->begin();
  symbols.insert(kernel, at);
  sameName.push_back(kernel);
  uses[kernel].insert(request.loc);
  return kernel;
}

void KernelOutliner::setLocations() {
  for (auto &[kernel, locations] : uses) {
    func::FuncOp func = kernel;
    func->setLoc(FusedLoc::get(module.getContext(), locations.getArrayRef()));
  }
}
