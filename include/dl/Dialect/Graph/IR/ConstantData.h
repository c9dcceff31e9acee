//===-- ConstantData.h - the elements of constants --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to the elements of constants, `dense` and `dense_resource` alike, and
// making new ones without needless copies.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_CONSTANTDATA_H
#define DL_DIALECT_GRAPH_IR_CONSTANTDATA_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

namespace dl::graph {

/// The elements of a constant in memory, row-major. A view: it lives as long as
/// the attribute's context.
class ConstantData {
public:
  /// Fails for types whose elements are not whole bytes, and for resources
  /// without data or with more or less data than the type needs.
  static mlir::FailureOr<ConstantData> get(mlir::Attribute attribute);
  /// Of the constant that makes a value.
  static mlir::FailureOr<ConstantData> get(mlir::Value value);

  mlir::RankedTensorType getType() const { return type; }
  mlir::Type getElementType() const { return type.getElementType(); }
  unsigned getElementBytes() const { return elementBytes; }
  bool isSplat() const { return splat; }
  /// The bytes of the element at a row-major position.
  const char *getElement(int64_t position) const {
    return data.data() + (splat ? 0 : position * elementBytes);
  }
  /// The element as a number. Float types of any width and integers.
  double getNumber(int64_t position) const;

private:
  mlir::RankedTensorType type;
  llvm::ArrayRef<char> data;
  unsigned elementBytes = 0;
  bool splat = false;
};

/// Bytes up to which a constant is kept in the attribute; larger ones become
/// resources.
constexpr int64_t kMaxInlineBytes = 4096;

/// Makes a constant whose bytes `fill` writes. Large ones become a resource
/// named after `hint`, allocated once and not copied.
mlir::ElementsAttr makeConstant(mlir::RankedTensorType type, llvm::StringRef hint,
                                llvm::function_ref<void(llvm::MutableArrayRef<char>)> fill);

/// Makes a constant of float type from numbers.
mlir::ElementsAttr makeConstant(mlir::RankedTensorType type, llvm::StringRef hint,
                                llvm::ArrayRef<double> numbers);

/// The name of the resource that holds a constant, or "constant".
llvm::StringRef getResourceName(mlir::Attribute attribute);

/// The element type that tensors have below the graph level: bools and narrow elements are
/// bytes, and unsigned integers lose their sign, which operations have there.
mlir::Type getStorageType(mlir::Type elementType);
mlir::RankedTensorType getStorageType(mlir::RankedTensorType type);
/// A constant with its elements in that type; resources are shared.
mlir::ElementsAttr getStorageAttr(mlir::ElementsAttr attribute);

/// Writes a number in the byte form of a float type.
void writeNumber(mlir::Type type, double number, char *bytes);

} // namespace dl::graph

#endif // DL_DIALECT_GRAPH_IR_CONSTANTDATA_H
