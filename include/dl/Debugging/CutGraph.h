//===-- CutGraph.h - the part of a graph that still fails -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a model of the graph level smaller while something stays true of it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_CUTGRAPH_H
#define DL_DEBUGGING_CUTGRAPH_H

#include "dl/Support/Tensor.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace dl::debugging {

/// A model of the graph level with the inputs of a run.
struct GraphCase {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::SmallVector<Tensor> inputs;
};

/// Whether a smaller case still shows what is looked for.
using CaseTest = llvm::function_ref<bool(const GraphCase &)>;

/// The smallest case that is found and still passes the test: the first operators that do not
/// matter become inputs with the values that they had in the model, the last ones go, and constants
/// become inputs too. First the earliest operator that shows it as the result is searched by
/// bisection, then operators are taken away in halves, quarters and so on (Zeller and Hildebrandt,
/// "Simplifying and Isolating Failure-Inducing Input", 2002). An error where the model cannot be
/// interpreted. Precondition: the given case passes.
llvm::Expected<GraphCase> cutGraph(mlir::ModuleOp module, llvm::ArrayRef<Tensor> inputs,
                                   CaseTest test);

/// Operations of @main and of all regions in it, without constants and terminators; of kernels too.
size_t countOperations(mlir::ModuleOp module);

} // namespace dl::debugging

#endif // DL_DEBUGGING_CUTGRAPH_H
