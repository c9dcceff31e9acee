//===-- Shapes.h - small helpers of type inference --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape arithmetic and texts shared by the type inference of `graph`.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_SHAPES_H
#define LIB_DIALECT_GRAPH_IR_SHAPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLExtras.h"
#include <string>

namespace dl::graph {

/// `1x3x?` for diagnostics; `scalar` for rank 0.
inline std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  for (int64_t dim : shape) {
    if (!text.empty())
      text += 'x';
    text += mlir::ShapedType::isDynamic(dim) ? "?" : std::to_string(dim);
  }
  return text;
}

/// `[1, 2]` for diagnostics.
inline std::string listText(llvm::ArrayRef<int64_t> values) {
  std::string text = "[";
  for (int64_t value : values)
    text += (text.size() > 1 ? ", " : "") + std::to_string(value);
  return text + "]";
}

inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// True if the dims are both static and differ.
inline bool differ(int64_t a, int64_t b) {
  return a != b && !mlir::ShapedType::isDynamic(a) && !mlir::ShapedType::isDynamic(b);
}

/// The dim that is static, if one is.
inline int64_t moreStatic(int64_t a, int64_t b) { return mlir::ShapedType::isDynamic(a) ? b : a; }

/// Rule: the extents, as `graph.extents` makes them, can be those of a shape.
inline bool fitsExtents(llvm::ArrayRef<int64_t> shape, mlir::Value extents) {
  mlir::RankedTensorType type = tensorType(extents);
  if (type.getRank() != static_cast<int64_t>(shape.size()) + 1 || type.getShape().back() != 0)
    return false;
  return llvm::none_of(llvm::zip_equal(shape, type.getShape().drop_back()),
                       [](auto pair) { return differ(std::get<0>(pair), std::get<1>(pair)); });
}

/// Emits "'graph.<name>' op <text…>" at an optional location; always failure.
template <typename... Args>
llvm::LogicalResult inferError(std::optional<mlir::Location> loc, llvm::StringRef name,
                               Args &&...args) {
  return mlir::emitOptionalError(loc, "'graph.", name, "' op ", std::forward<Args>(args)...);
}

/// Rule: an axis is one of the `rank` dims.
inline llvm::LogicalResult checkAxis(std::optional<mlir::Location> loc, llvm::StringRef name,
                                     int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return llvm::success();
  return inferError(loc, name, "expected axis in [0, ", rank, "), got ", axis);
}

/// Rule: all operands that are given have one element type.
llvm::LogicalResult checkElementTypes(std::optional<mlir::Location> loc, llvm::StringRef name,
                                      mlir::ValueRange operands);
/// The type that wide products of operands add up in: i32 of integers of 8 bits, f32 of bf16. Fails
/// for others.
mlir::FailureOr<mlir::Type> inferWideType(std::optional<mlir::Location> loc, llvm::StringRef name,
                                          mlir::ValueRange operands);

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_SHAPES_H
