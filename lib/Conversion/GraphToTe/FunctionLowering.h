//===-- FunctionLowering.h - lower one function -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the body of one function of graph operators to calls of kernels.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_CONVERSION_GRAPHTOTE_FUNCTIONLOWERING_H
#define LIB_CONVERSION_GRAPHTOTE_FUNCTIONLOWERING_H

#include "dl/Conversion/GraphToTe/KernelOutliner.h"
#include "dl/Dialect/Graph/IR/SymbolicSizes.h"

#include "mlir/IR/IRMapping.h"

namespace dl {
namespace graph {
class ConstantOp;
class ExtentsOp;
class IfOp;
class ReshapeOp;
class ScanOp;
class WhileOp;
} // namespace graph

/// True for a reshape from or to a shape that is known only at run time.
bool isDynamic(graph::ReshapeOp reshape);

/// A stage that copies a tensor, or spreads a splat constant.
mlir::Value buildCopy(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                      llvm::StringRef name);

class FunctionLowering {
public:
  FunctionLowering(mlir::func::FuncOp func, KernelOutliner &outliner)
      : func(func), outliner(outliner), builder(func.getContext()), sizes(func) {}

  /// Replaces the function's graph operators; on failure a diagnostic says why.
  llvm::LogicalResult run();

  unsigned getNumCalls() const { return numCalls; }

private:
  llvm::LogicalResult checkContract();
  void addArgumentCasts();
  void addDestinationArguments();
  void convertSignature();
  llvm::LogicalResult lowerOperator(mlir::Operation *op);
  void lowerConstant(graph::ConstantOp constant);
  /// A view, whatever its shape is known from.
  llvm::LogicalResult lowerReshape(graph::ReshapeOp reshape);
  /// A tensor without elements that nobody makes.
  llvm::LogicalResult lowerExtents(graph::ExtentsOp extents);
  /// An operator or a group of them as the call of a kernel.
  llvm::LogicalResult lowerToKernel(mlir::Operation *op);
  llvm::LogicalResult checkIndices(mlir::Operation *op);

  /// Lowers the operators of a block; value i ends up in target i, where that is not
  /// null. The values' lowered forms are appended.
  llvm::LogicalResult lowerInto(mlir::Block &block, mlir::ValueRange values,
                                mlir::ValueRange targets,
                                llvm::SmallVectorImpl<mlir::Value> &results);
  mlir::FailureOr<mlir::Value> copyInto(mlir::Location loc, mlir::Value source,
                                        mlir::Value destination);

  // Branches and loops: RegionLowering.cpp.
  llvm::LogicalResult lowerControl(mlir::Operation *op);
  llvm::LogicalResult lowerIf(graph::IfOp op);
  llvm::LogicalResult lowerWhile(graph::WhileOp op);
  llvm::LogicalResult lowerScan(graph::ScanOp op);
  llvm::LogicalResult lowerLoopBody(mlir::Block &block, mlir::ValueRange values,
                                    mlir::ValueRange states, mlir::ValueRange stateTensors,
                                    mlir::ValueRange targets,
                                    llvm::SmallVectorImpl<mlir::Value> &results);
  llvm::LogicalResult initializeStates(mlir::Location loc, mlir::ValueRange states,
                                       mlir::ValueRange places,
                                       llvm::SmallVectorImpl<mlir::Value> &tensors);
  llvm::LogicalResult getPlaces(mlir::Operation *op, mlir::ValueRange states,
                                llvm::SmallVectorImpl<mlir::Value> &places);
  /// The dims of values that the operators of a block are going to make, from those of what
  /// they read: of what is lowered already, and in `known`.
  using KnownDims = llvm::DenseMap<mlir::Value, Dims>;
  llvm::LogicalResult inferBlock(mlir::Block &block, KnownDims &known);
  llvm::LogicalResult inferOperator(mlir::Operation *op, KnownDims &known);
  Dims getInferred(mlir::Value value, const KnownDims &known) const;
  mlir::Value readCondition(mlir::Location loc, mlir::Value condition);
  mlir::Value buildView(mlir::Location loc, mlir::Value source, mlir::RankedTensorType type);
  mlir::FailureOr<mlir::Value> buildDynamicView(graph::ReshapeOp op, mlir::Value source,
                                                mlir::RankedTensorType type);
  void describeDestination(unsigned result, const Dims &dims);
  mlir::Value getDestination(mlir::OpResult result, const Dims &dims);
  llvm::LogicalResult checkDestination(mlir::Location loc, mlir::Value destination,
                                       const Dims &dims);
  /// Calls the kernel of a request; `getDestination` is asked for each result.
  llvm::LogicalResult call(const KernelRequest &request,
                           llvm::function_ref<mlir::Value(unsigned, const Dims &)> getDestination,
                           llvm::SmallVectorImpl<mlir::Value> &results);

  mlir::func::FuncOp func;
  KernelOutliner &outliner;
  mlir::OpBuilder builder;
  /// From graph values to te-level values.
  mlir::IRMapping mapping;
  /// The tensor that each graph value is written into, if one waits for it.
  llvm::DenseMap<mlir::Value, mlir::Value> written;
  llvm::SmallVector<mlir::Value> destinations;
  /// What is known of sizes that types show as `?`, by te-level values.
  SymbolicSizes sizes;
  /// From arguments to the types that they will have below the graph level.
  llvm::SmallVector<mlir::UnrealizedConversionCastOp> casts;
  unsigned numCalls = 0;
};

} // namespace dl

#endif // LIB_CONVERSION_GRAPHTOTE_FUNCTIONLOWERING_H
