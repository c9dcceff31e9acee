//===-- GraphToTe.cpp - graph to te -----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// convert-graph-to-te: takes a module of the graph level, sizes constant or named, and
// leaves one of the te level, kernels outlined and shared.
//
//===----------------------------------------------------------------------===//
#include "dl/Conversion/GraphToTe/GraphToTe.h"
#include "FunctionLowering.h"

#include "dl/Dialect/Dl/IR/Level.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dl {
#define GEN_PASS_DEF_CONVERTGRAPHTOTEPASS
#include "dl/Conversion/GraphToTe/Passes.h.inc"
} // namespace dl

using namespace mlir;
using namespace dl;

namespace {
struct ConvertGraphToTe : dl::impl::ConvertGraphToTePassBase<ConvertGraphToTe> {
  void runOnOperation() override {
    KernelOutliner outliner(getOperation());
    SmallVector<func::FuncOp> functions;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (!func.isExternal() && !te::isKernel(func) && isGraphLevel(func))
        functions.push_back(func);
    }
    for (func::FuncOp func : functions) {
      FunctionLowering lowering(func, outliner);
      if (failed(lowering.run()))
        return signalPassFailure();
      numCalls += lowering.getNumCalls();
    }
    outliner.setLocations();
    if (!functions.empty())
      setLevel(getOperation(), Level::Te);
    numKernels += outliner.getNumKernels();
  }

  /// True for a function of the graph level: it holds operators, of graph or of
  /// another dialect, or only returns arguments, which lowering copies to the
  /// destinations.
  static bool isGraphLevel(func::FuncOp func) {
    for (Operation &op : func.getBody().getOps())
      if (isa_and_present<graph::GraphDialect>(op.getDialect()) ||
          isa<TensorExpressionOpInterface>(op))
        return true;
    Block &entry = func.getBody().front();
    return llvm::hasSingleElement(func.getBody()) && llvm::hasSingleElement(entry) &&
           func.getNumResults() > 0 && te::getNumDestinations(func) == 0;
  }
};
} // namespace
