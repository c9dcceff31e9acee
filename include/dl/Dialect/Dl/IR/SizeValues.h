//===-- SizeValues.h - sizes that values of inputs decide -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A size that is an element of an input is a dim of an argument of `@main` that is no input of the
// model: a `tensor<?x0xi8>` behind the inputs. Its attribute says what the size is. (TensorRT calls
// such inputs shape tensors.) Where a model asks which is larger, the element or another size n,
// two sizes take its place, of which one is 1: the element is n + above - below.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_DL_IR_SIZEVALUES_H
#define DL_DIALECT_DL_IR_SIZEVALUES_H

#include "mlir/IR/BuiltinAttributes.h"

namespace dl {

/// On an argument of `@main` that only has a size: `{input = 1, element = 2}`, or, beside these,
/// `above` or `below` a size, a number or the name of a dim of an input.
inline constexpr llvm::StringLiteral sizeValueAttrName = "dl.size_value";

/// What the attribute says.
struct SizeValue {
  /// As the run-time library numbers them (lib/Runtime/model.h).
  enum Kind : int64_t { Element = 0, Above = 1, Below = 2 };
  Kind kind = Element;
  int64_t input = 0, element = 0;
  /// What the element is above or below: an integer or a string.
  mlir::Attribute bound = {};

  /// Nullopt where the attribute is none of these.
  static std::optional<SizeValue> get(mlir::Attribute attribute);
  mlir::DictionaryAttr toAttribute(mlir::MLIRContext *context) const;
};

} // namespace dl

#endif // DL_DIALECT_DL_IR_SIZEVALUES_H
