//===-- ConvolutionLayouts.h - layouts of convolution and pooling *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parsed layouts of window operators, the shapes in their usual order, and what
// convolutions of both directions have in common.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_CONVOLUTIONLAYOUTS_H
#define LIB_DIALECT_GRAPH_IR_CONVOLUTIONLAYOUTS_H

#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Interfaces/Layout.h"
#include "dl/Interfaces/LayoutOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dl::graph {

/// The letters of `rank` spatial dims: W, HW, DHW, beyond that any.
std::string spatialLetters(size_t rank);

/// The names of `rank` spatial axes: w, h w, d h w, beyond that x0, x1, ….
llvm::SmallVector<std::string> spatialNames(size_t rank);

/// Data in batch, channels, spatial dims, or in the layout that is given. Fails
/// with `error` for layouts that are not of such data.
mlir::FailureOr<Layout> getDataLayout(mlir::StringAttr given, size_t rank, std::string &error);

/// The layouts of a convolution's input, weights and result.
struct ConvLayouts {
  Layout x, w, y;
  int64_t spatialRank() const { return x.getNumLetters() - 2; }
};

/// From the attribute, or the usual ones for an input of rank `rank`. `outputs` is
/// the letter of the weights' output channels, which must be in the blocks of the
/// result's channels.
mlir::FailureOr<ConvLayouts> getConvLayouts(mlir::ArrayAttr given, size_t rank, char outputs,
                                            std::string &error);

/// The tensor's shape in the usual order of dims; fails where it is not in the layout.
mlir::FailureOr<llvm::SmallVector<int64_t>>
getLogicalShape(mlir::RankedTensorType type, const Layout &layout, std::string &error);

/// The layouts of a convolution, and its operands' shapes in the usual order of dims.
struct ConvShapes {
  ConvLayouts layouts;
  llvm::SmallVector<int64_t> x, w;
};

/// Those of input and weights, the first two operands, after the rules on element types,
/// ranks and layouts.
mlir::FailureOr<ConvShapes> inferConvShapes(std::optional<mlir::Location> loc, llvm::StringRef name,
                                            mlir::ValueRange operands, mlir::ArrayAttr layouts,
                                            char outputs, bool isWide = false);

/// Rule: a bias, if there is one, has an element for each output channel.
llvm::LogicalResult checkConvBias(std::optional<mlir::Location> loc, llvm::StringRef name,
                                  mlir::Value bias, int64_t outputs, int64_t block);

/// Makes a convolution anew in the layouts of a plan.
llvm::LogicalResult rewriteConvInLayouts(mlir::Operation *op, mlir::StringAttr layoutsName,
                                         mlir::OpBuilder &builder, const LayoutPlan &plan,
                                         mlir::ValueRange operands,
                                         llvm::SmallVectorImpl<mlir::Value> &results);

/// Makes an op anew on tensors in memory, with some attributes of its own.
template <typename OpTy>
llvm::LogicalResult rewriteInMemory(OpTy op, mlir::OpBuilder &builder, mlir::ValueRange operands,
                                    llvm::ArrayRef<mlir::NamedAttribute> changed,
                                    llvm::SmallVectorImpl<mlir::Value> &results) {
  mlir::NamedAttrList attributes(op->getAttrDictionary());
  for (mlir::NamedAttribute attribute : changed)
    attributes.set(attribute.getName(), attribute.getValue());
  auto rewritten = createChecked<OpTy>(builder, op.getLoc(), operands, attributes.getAttrs());
  if (mlir::failed(rewritten))
    return mlir::failure();
  results.push_back(rewritten->getResult());
  return mlir::success();
}

/// Such as NCHW and 16c.
Layout blockedLayout(llvm::StringRef letters, llvm::StringRef blocks);

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_CONVOLUTIONLAYOUTS_H
