//===-- DeclaredResults.h - results of declared room ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators whose numbers only a run knows, and which bound no extent of the result: it has
// room for the shape that the model declares of it as an output. The run counts the extents
// and refuses larger ones. Without such a shape the numbers must be constants.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_DECLAREDRESULTS_H
#define DL_LIB_IMPORT_OPERATORS_DECLAREDRESULTS_H

#include "DataNumbers.h"

namespace dl::onnx_import {

/// Builds a result dim by dim.
class DeclaredResult : public DataNumbers {
public:
  using DataNumbers::DataNumbers;

  /// Takes the declared shape for the node's result, of `resultRank` dims and with numbers for
  /// those of `dims`. Else an error asks for input `input`, `what`, as a constant.
  llvm::LogicalResult read(int64_t resultRank, llvm::ArrayRef<int64_t> dims, unsigned input,
                           llvm::StringRef what);
  llvm::LogicalResult read(int64_t resultRank, unsigned input, llvm::StringRef what) {
    return read(resultRank, llvm::to_vector(llvm::seq<int64_t>(0, resultRank)), input, what);
  }

  /// The most elements of a dim.
  int64_t getRoom(int64_t dim) const { return room[dim]; }
  /// Numbers that end the run with an error where they are negative: extents, of which the
  /// runtime checks that there is room.
  mlir::Value checkExtents(mlir::Value extents) {
    return check(extents, std::numeric_limits<int32_t>::max());
  }
  /// The positions of a dim: a list.
  mlir::Value getPlaces(int64_t dim) { return range(room[dim]); }

  /// Elements of a dim at positions, those outside of it brought inside.
  mlir::Value takeInside(mlir::Value x, int64_t dim, mlir::Value positions);
  /// The same, and a number in the place of those outside.
  mlir::Value takeOrFill(mlir::Value x, int64_t dim, mlir::Value positions, mlir::Value number);
  /// A list as numbers along a dim, before others.
  mlir::Value align(mlir::Value list, int64_t dim, int64_t rank);

private:
  llvm::SmallVector<int64_t> room;
};

llvm::LogicalResult importDeclaredExpand(NodeImporter &node);
llvm::LogicalResult importDeclaredTile(NodeImporter &node);
/// `mode` is that of `graph.pad`.
llvm::LogicalResult importDeclaredPad(NodeImporter &node, llvm::StringRef mode);
llvm::LogicalResult importDeclaredCrop(NodeImporter &node, llvm::ArrayRef<int64_t> axes);
llvm::LogicalResult importDeclaredFill(NodeImporter &node, mlir::Value number);
llvm::LogicalResult importDeclaredRange(NodeImporter &node);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_DECLAREDRESULTS_H
