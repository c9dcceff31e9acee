//===-- Tensor.h - tensors in memory -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense row-major tensor in memory, its conversions from and to MLIR's
// attributes, and the comparison of two tensors.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_TENSOR_H
#define DL_SUPPORT_TENSOR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>

namespace dl {

/// What a tensor holds. `I1` is one byte of 0 or 1 for each element; `index` is
/// kept as I64; F16 and BF16 as their 16 bits. Integers come first, and U8 to U64
/// are found at the graph level only.
enum class ElementType : uint8_t { I1, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64 };

/// Bytes of one element.
unsigned getByteWidth(ElementType type);
/// MLIR's spelling: "i1", "f32".
llvm::StringRef stringify(ElementType type);
/// The element type that holds values of an MLIR scalar type, if there is one.
std::optional<ElementType> getElementType(mlir::Type type);
/// True for types that elements are stored in and not computed with: floats of at most 8
/// bits, integers of 2 and 4.
bool isNarrow(mlir::Type type);
/// The same of elements of a tensor: those that are stored only, of 8 bits and less, are
/// the low bits of bytes.
std::optional<ElementType> getStoredElementType(mlir::Type type);
mlir::Type getMLIRType(ElementType type, mlir::MLIRContext *context);
/// The type that holds such elements below the graph level: bools are bytes, and
/// unsigned integers lose their sign, which operations have there.
ElementType getStorageType(ElementType type);

/// A dense row-major tensor. Copies share the storage, which is owned, or
/// borrowed from something that `owner` keeps alive.
class Tensor {
public:
  /// A null tensor.
  Tensor() = default;
  /// A tensor with storage of its own, aligned to 64 bytes and not initialised. Null where
  /// there is not so much memory.
  Tensor(ElementType type, llvm::ArrayRef<int64_t> shape);
  /// A tensor on storage of others, to be read only unless the caller knows
  /// better. `owner` may be null if the storage outlives every copy. `data` must
  /// be aligned for the element type.
  Tensor(ElementType type, llvm::ArrayRef<int64_t> shape, const void *data,
         std::shared_ptr<const void> owner);

  explicit operator bool() const { return data != nullptr; }
  ElementType getElementType() const { return type; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  /// The same storage as elements of another type of the same width.
  Tensor reinterpret(ElementType newType) const {
    assert(getByteWidth(newType) == getByteWidth(type) && "elements keep their width");
    return Tensor(newType, shape, data, owner);
  }
  int64_t getNumElements() const { return numElements; }
  size_t getNumBytes() const { return numElements * getByteWidth(type); }
  const void *getData() const { return data; }
  void *getMutableData() { return data; }
  llvm::ArrayRef<char> getBytes() const {
    return llvm::ArrayRef<char>(static_cast<const char *>(data), getNumBytes());
  }
  /// The elements as `T`, which must have the element type's width.
  template <typename T> llvm::ArrayRef<T> getValues() const {
    assert(sizeof(T) == getByteWidth(type) && "wrong width");
    return llvm::ArrayRef<T>(static_cast<const T *>(data), numElements);
  }
  template <typename T> llvm::MutableArrayRef<T> getMutableValues() {
    assert(sizeof(T) == getByteWidth(type) && "wrong width");
    return llvm::MutableArrayRef<T>(static_cast<T *>(data), numElements);
  }
  /// Element i in row-major order; f16 and bf16 widened, i1 as 0 or 1.
  double getAsDouble(int64_t i) const;
  /// An integer element i in row-major order.
  int64_t getAsInteger(int64_t i) const;

  /// The same storage in another shape of as many elements.
  Tensor reshape(llvm::ArrayRef<int64_t> newShape) const;
  /// Keeps the shared storage alive as long as the result lives.
  std::shared_ptr<const void> getOwner() const { return owner; }

private:
  ElementType type = ElementType::F32;
  llvm::SmallVector<int64_t, 4> shape;
  int64_t numElements = 0;
  void *data = nullptr;
  std::shared_ptr<const void> owner;
};

/// A tensor of a constant: shares the memory of `dense_resource` and of dense
/// attributes that are no splats (the attribute lives in its context), copies
/// others. Nothing if the type or the kind of attribute has no tensor, or where
/// a resource is missing or of a wrong size.
std::optional<Tensor> getTensor(mlir::ElementsAttr attribute);

/// A dense attribute with a copy of the elements. `elementType` is kept where it
/// is given, else the tensor's own is taken.
mlir::DenseElementsAttr getDenseAttr(const Tensor &tensor, mlir::MLIRContext *context,
                                     mlir::Type elementType = {});
/// A resource attribute that shares the tensor's memory. `name` becomes unique. `elementType`
/// is kept where it is given, else the tensor's own is taken.
mlir::DenseResourceElementsAttr getResourceAttr(const Tensor &tensor, mlir::MLIRContext *context,
                                                llvm::StringRef name, mlir::Type elementType = {});

/// How far two tensors of one type and shape are from each other.
struct Difference {
  /// Largest |actual - expected|; infinity where one is NaN and the other is
  /// not, or an infinity meets another value.
  double maxError = 0;
  /// Largest finite |expected|.
  double largest = 0;
  /// Row-major position of the largest error, -1 if there is none.
  int64_t position = -1;
  /// The error in units of the largest reference value (1 where that is 0).
  double getRelative() const { return maxError / (largest > 0 ? largest : 1.0); }
};
/// Precondition: equal shapes; the element types may differ.
Difference compare(const Tensor &actual, const Tensor &expected);

} // namespace dl

#endif // DL_SUPPORT_TENSOR_H
