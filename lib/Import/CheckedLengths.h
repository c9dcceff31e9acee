//===-- CheckedLengths.h - lengths of sequences -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lengths that a run is given are checked as indices are, before anything is computed.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_CHECKEDLENGTHS_H
#define DL_LIB_IMPORT_CHECKEDLENGTHS_H

#include "GraphExpression.h"

#include "mlir/IR/TypeUtilities.h"

namespace dl::onnx_import {

/// The lengths, integers of a signed type; one that is not in [0, most] ends the run with an
/// error. They are read from a list of 0 to `most` at their own numbers, where a negative one
/// is moved beyond its other end.
inline mlir::Value checkLengths(NodeImporter &node, mlir::Value lengths, int64_t most) {
  GraphExpression graph(node);
  mlir::Type type = mlir::getElementTypeOrSelf(lengths.getType());
  llvm::SmallVector<double> numbers;
  for (int64_t length = 0; length <= most; ++length)
    numbers.push_back(static_cast<double>(length));
  mlir::Value zero = graph.number(0, type);
  mlir::Value moved = graph.sub(lengths, graph.scalar(lengths, static_cast<double>(most + 1)));
  mlir::Value isNegative = graph.make<graph::LessOp>({lengths, zero});
  mlir::Value places = graph.make<graph::WhereOp>({isNegative, moved, lengths});
  mlir::Value table = graph.tensor(lengths, {most + 1}, numbers);
  graph::GatherOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(0);
  return graph.make<graph::GatherOp>({table, places}, properties);
}

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_CHECKEDLENGTHS_H
