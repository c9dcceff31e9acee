//===-- Decompose.cpp - write operators with simpler ones -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-decompose: replaces decomposable operators by simpler ones.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

namespace dl::graph {
#define GEN_PASS_DEF_DECOMPOSEPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
struct Decompose : dl::graph::impl::DecomposePassBase<Decompose> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    for (const std::string &name : ops) {
      std::optional<RegisteredOperationName> op =
          RegisteredOperationName::lookup(name, &getContext());
      if (op && op->hasInterface<DecomposableOpInterface>())
        continue;
      getOperation().emitError("expected option 'ops' to name operators that can be decomposed, "
                               "got '")
          << name << "': such as graph.layer_norm";
      return signalPassFailure();
    }
    SmallVector<DecomposableOpInterface> found;
    getOperation().walk([&](DecomposableOpInterface op) {
      if (ops.empty() || llvm::is_contained(ops, op->getName().getStringRef()))
        found.push_back(op);
    });
    for (DecomposableOpInterface op : found) {
      OpBuilder builder(op);
      SmallVector<Value> results;
      if (failed(op.decompose(builder, results)))
        continue;
      op->replaceAllUsesWith(results);
      op->erase();
    }
  }
};
} // namespace
