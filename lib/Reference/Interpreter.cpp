//===-- Interpreter.cpp - interpret a module of any level -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Picks the interpreter by the operations of a function.
//
//===----------------------------------------------------------------------===//
#include "dl/Reference/Interpreter.h"
#include "Counts.h"
#include "SizeValues.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Reference/GraphInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

void dl::reference::loadDialects(MLIRContext *context) {
  context->loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect, te::TeDialect>();
}

FailureOr<SmallVector<Tensor>>
dl::reference::runFunction(func::FuncOp func, ArrayRef<Tensor> inputs, Observer observer) {
  loadDialects(func.getContext());
  bool isGraph = llvm::any_of(func.getBody().getOps(), [](Operation &op) {
    return isa_and_nonnull<graph::GraphDialect>(op.getDialect());
  });
  return isGraph ? evaluateGraph(func, inputs, observer) : evaluateFunction(func, inputs, observer);
}

FailureOr<SmallVector<Tensor>> dl::reference::runModule(ModuleOp module, ArrayRef<Tensor> inputs,
                                                        Observer observer) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return module.emitError("expected a function '@main'");
  FailureOr<SmallVector<Tensor>> arguments = addSizeValues(main, inputs);
  if (failed(arguments))
    return failure();
  FailureOr<SmallVector<Tensor>> results = runFunction(main, *arguments, observer);
  if (failed(results) || failed(takeCounted(main, *results)))
    return failure();
  return results;
}
