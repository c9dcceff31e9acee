//===-- ResizeImporter.h - reads Resize and Upsample ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One node that resizes dims: what its inputs ask for, and the operators that do it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_RESIZEIMPORTER_H
#define DL_LIB_IMPORT_OPERATORS_RESIZEIMPORTER_H

#include "../GraphExpression.h"
#include "../ResizeTables.h"
#include "OpenResize.h"

namespace dl::onnx_import {

/// Reads the inputs and attributes of one node and builds its resamplings.
class ResizeImporter {
public:
  explicit ResizeImporter(NodeImporter &node) : node(node), graph(node) {}

  llvm::LogicalResult readRule();
  llvm::LogicalResult readDims(unsigned region, unsigned scales, unsigned sizes);
  llvm::LogicalResult setScales(llvm::ArrayRef<double> scales);
  llvm::LogicalResult build();
  /// The same where one of the inputs is data. The first form of the operator rounds in its own
  /// way.
  llvm::LogicalResult buildFromData(unsigned region, unsigned scales, unsigned sizes,
                                    bool isFirstForm);

  ResizeRule rule;

private:
  /// The axes that an attribute names.
  llvm::LogicalResult readAxes();
  /// All axes where none are named; an error where there is not a number for each of them.
  llvm::LogicalResult takeAxes(size_t count, llvm::StringRef what);
  /// The numbers of a constant input, none where it is left out or empty.
  mlir::FailureOr<llvm::SmallVector<double>> getNumbers(unsigned index, llvm::StringRef what);
  llvm::LogicalResult setSizes(llvm::ArrayRef<double> sizes);
  /// Sizes that only a run knows, or of dims that are open.
  llvm::LogicalResult setOpenSizes(llvm::ArrayRef<mlir::AffineExpr> sizes);
  mlir::Value resample(mlir::Value x, int64_t axis, const ResizeTable &table);
  llvm::SmallVector<size_t> getOrder() const;
  bool canEnlarge(int64_t axis, double scale) const;
  mlir::Value enlarge(mlir::Value x);

  NodeImporter &node;
  GraphExpression graph;
  /// The dims that scales, sizes and regions are of.
  llvm::SmallVector<int64_t> axes;
  llvm::SmallVector<ResizeDim> dims;
  llvm::SmallVector<OpenResizeDim> openDims;
};

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_RESIZEIMPORTER_H
