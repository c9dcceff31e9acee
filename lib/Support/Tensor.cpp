//===-- Tensor.cpp - tensors in memory -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage, conversions and comparison of dl::Tensor.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Tensor.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <cstdlib>
#include <limits>

using namespace mlir;
using namespace dl;

unsigned dl::getByteWidth(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::I8:
  case ElementType::U8:
    return 1;
  case ElementType::I16:
  case ElementType::U16:
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::I32:
  case ElementType::U32:
  case ElementType::F32:
    return 4;
  case ElementType::I64:
  case ElementType::U64:
  case ElementType::F64:
    return 8;
  }
  llvm_unreachable("unknown element type");
}

StringRef dl::stringify(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "i1";
  case ElementType::I8:
    return "i8";
  case ElementType::U8:
    return "ui8";
  case ElementType::I16:
    return "i16";
  case ElementType::U16:
    return "ui16";
  case ElementType::I32:
    return "i32";
  case ElementType::U32:
    return "ui32";
  case ElementType::I64:
    return "i64";
  case ElementType::U64:
    return "ui64";
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F32:
    return "f32";
  case ElementType::F64:
    return "f64";
  }
  llvm_unreachable("unknown element type");
}

std::optional<ElementType> dl::getElementType(Type type) {
  if (type.isIndex())
    return ElementType::I64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    if (!integer.isSignless() && !isUnsigned)
      return std::nullopt;
    switch (integer.getWidth()) {
    case 1:
      return isUnsigned ? std::nullopt : std::optional(ElementType::I1);
    case 8:
      return isUnsigned ? ElementType::U8 : ElementType::I8;
    case 16:
      return isUnsigned ? ElementType::U16 : ElementType::I16;
    case 32:
      return isUnsigned ? ElementType::U32 : ElementType::I32;
    case 64:
      return isUnsigned ? ElementType::U64 : ElementType::I64;
    }
    return std::nullopt;
  }
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (type.isF32())
    return ElementType::F32;
  if (type.isF64())
    return ElementType::F64;
  return std::nullopt;
}

bool dl::isNarrow(Type type) {
  if (isa<FloatType>(type))
    return type.getIntOrFloatBitWidth() <= 8;
  return isa<IntegerType>(type) &&
         (type.getIntOrFloatBitWidth() == 2 || type.getIntOrFloatBitWidth() == 4);
}

std::optional<ElementType> dl::getStoredElementType(Type type) {
  return isNarrow(type) ? ElementType::U8 : getElementType(type);
}

Type dl::getMLIRType(ElementType type, MLIRContext *context) {
  Builder builder(context);
  switch (type) {
  case ElementType::I1:
    return builder.getI1Type();
  case ElementType::I8:
    return builder.getI8Type();
  case ElementType::U8:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case ElementType::I16:
    return builder.getI16Type();
  case ElementType::U16:
    return builder.getIntegerType(16, /*isSigned=*/false);
  case ElementType::I32:
    return builder.getI32Type();
  case ElementType::U32:
    return builder.getIntegerType(32, /*isSigned=*/false);
  case ElementType::I64:
    return builder.getI64Type();
  case ElementType::U64:
    return builder.getIntegerType(64, /*isSigned=*/false);
  case ElementType::F16:
    return builder.getF16Type();
  case ElementType::BF16:
    return builder.getBF16Type();
  case ElementType::F32:
    return builder.getF32Type();
  case ElementType::F64:
    return builder.getF64Type();
  }
  llvm_unreachable("unknown element type");
}

ElementType dl::getStorageType(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::U8:
    return ElementType::I8;
  case ElementType::U16:
    return ElementType::I16;
  case ElementType::U32:
    return ElementType::I32;
  case ElementType::U64:
    return ElementType::I64;
  default:
    return type;
  }
}

/// Elements of a shape; nothing where their number is beyond what memory could hold.
static std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  constexpr int64_t limit = int64_t(1) << 56;
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0 || count > limit / size)
      return std::nullopt;
    count *= size;
  }
  return count;
}

Tensor::Tensor(ElementType type, ArrayRef<int64_t> shape) : type(type), shape(shape) {
  constexpr size_t alignment = 64;
  std::optional<int64_t> count = countElements(shape);
  if (!count)
    return;
  numElements = *count;
  size_t size = llvm::alignTo(std::max<size_t>(getNumBytes(), 1), alignment);
  data = std::aligned_alloc(alignment, size);
  if (!data) {
    numElements = 0;
    return;
  }
  owner =
      std::shared_ptr<const void>(data, [](const void *p) { std::free(const_cast<void *>(p)); });
}

Tensor::Tensor(ElementType type, ArrayRef<int64_t> shape, const void *data,
               std::shared_ptr<const void> owner)
    : type(type), shape(shape), numElements(countElements(shape).value_or(0)),
      data(const_cast<void *>(data)), owner(std::move(owner)) {
  // Storage of no elements may be null, which a tensor is not.
  static int64_t none;
  if (!data && numElements == 0)
    this->data = &none;
}

Tensor Tensor::reshape(ArrayRef<int64_t> newShape) const {
  assert(countElements(newShape) == numElements && "a reshape keeps the number of elements");
  return Tensor(type, newShape, data, owner);
}

int64_t Tensor::getAsInteger(int64_t i) const {
  switch (type) {
  case ElementType::I1:
  case ElementType::I8:
    return getValues<int8_t>()[i];
  case ElementType::U8:
    return getValues<uint8_t>()[i];
  case ElementType::I16:
    return getValues<int16_t>()[i];
  case ElementType::U16:
    return getValues<uint16_t>()[i];
  case ElementType::I32:
    return getValues<int32_t>()[i];
  case ElementType::U32:
    return getValues<uint32_t>()[i];
  case ElementType::I64:
    return getValues<int64_t>()[i];
  case ElementType::U64:
    return getValues<uint64_t>()[i];
  default:
    llvm_unreachable("not an integer tensor");
  }
}

double Tensor::getAsDouble(int64_t i) const {
  switch (type) {
  case ElementType::F32:
    return getValues<float>()[i];
  case ElementType::F64:
    return getValues<double>()[i];
  case ElementType::F16:
    return APFloat(APFloat::IEEEhalf(), APInt(16, getValues<uint16_t>()[i])).convertToDouble();
  case ElementType::BF16:
    return APFloat(APFloat::BFloat(), APInt(16, getValues<uint16_t>()[i])).convertToDouble();
  case ElementType::U64:
    return static_cast<double>(getValues<uint64_t>()[i]);
  default:
    return static_cast<double>(getAsInteger(i));
  }
}

std::optional<Tensor> dl::getTensor(ElementsAttr attribute) {
  ShapedType shapedType = attribute.getShapedType();
  std::optional<ElementType> type = getStoredElementType(shapedType.getElementType());
  if (!type || !shapedType.hasStaticShape())
    return std::nullopt;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    size_t expected = shapedType.getNumElements() * getByteWidth(*type);
    if (!blob || blob->getData().size() != expected)
      return std::nullopt;
    const char *bytes = blob->getData().data();
    Tensor shared(*type, shapedType.getShape(), bytes, nullptr);
    if (reinterpret_cast<uintptr_t>(bytes) % getByteWidth(*type) == 0)
      return shared;
    Tensor copy(*type, shapedType.getShape());
    if (!copy)
      return std::nullopt;
    std::memcpy(copy.getMutableData(), bytes, copy.getNumBytes());
    return copy;
  }
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense)
    return std::nullopt;
  if (*type == ElementType::I1) {
    Tensor tensor(*type, shapedType.getShape());
    if (!tensor)
      return std::nullopt;
    llvm::copy(dense.getValues<bool>(), tensor.getMutableValues<uint8_t>().begin());
    return tensor;
  }
  const char *bytes = dense.getRawData().data();
  if (!dense.isSplat() && reinterpret_cast<uintptr_t>(bytes) % getByteWidth(*type) == 0)
    return Tensor(*type, shapedType.getShape(), bytes, nullptr);
  Tensor tensor(*type, shapedType.getShape());
  if (!tensor)
    return std::nullopt;
  char *target = static_cast<char *>(tensor.getMutableData());
  if (dense.isSplat())
    for (int64_t i = 0, e = tensor.getNumElements(), width = getByteWidth(*type); i != e; ++i)
      std::memcpy(target + i * width, bytes, width);
  else
    std::memcpy(target, bytes, tensor.getNumBytes());
  return tensor;
}

DenseElementsAttr dl::getDenseAttr(const Tensor &tensor, MLIRContext *context, Type elementType) {
  if (!elementType)
    elementType = getMLIRType(tensor.getElementType(), context);
  auto type = RankedTensorType::get(tensor.getShape(), elementType);
  if (tensor.getElementType() == ElementType::I1) {
    auto bytes = tensor.getValues<int8_t>();
    SmallVector<bool> values(bytes.begin(), bytes.end());
    return DenseElementsAttr::get(type, values);
  }
  return DenseElementsAttr::getFromRawBuffer(type, tensor.getBytes());
}

DenseResourceElementsAttr dl::getResourceAttr(const Tensor &tensor, MLIRContext *context,
                                              StringRef name, Type elementType) {
  if (!elementType)
    elementType = getMLIRType(tensor.getElementType(), context);
  auto type = RankedTensorType::get(tensor.getShape(), elementType);
  AsmResourceBlob blob(
      tensor.getBytes(), getByteWidth(tensor.getElementType()),
      [owner = tensor.getOwner()](void *, size_t, size_t) {}, /*dataIsMutable=*/false);
  return DenseResourceElementsAttr::get(type, name, std::move(blob));
}

/// compare() of elements that `get` gives as doubles.
template <typename Get>
static Difference compareElements(int64_t numElements, Get getActual, Get getExpected) {
  Difference difference;
  for (int64_t i = 0; i != numElements; ++i) {
    double a = getActual(i), b = getExpected(i);
    double error = a == b || (std::isnan(a) && std::isnan(b)) ? 0.0 : std::fabs(a - b);
    if (std::isnan(error))
      error = std::numeric_limits<double>::infinity();
    if (std::isfinite(b))
      difference.largest = std::max(difference.largest, std::fabs(b));
    if (error > difference.maxError) {
      difference.maxError = error;
      difference.position = i;
    }
  }
  return difference;
}

Difference dl::compare(const Tensor &actual, const Tensor &expected) {
  assert(actual.getShape() == expected.getShape() && "only tensors of one shape are compared");
  // Most are of floats, and tuning compares millions of them after each schedule.
  if (actual.getElementType() == ElementType::F32 &&
      expected.getElementType() == ElementType::F32) {
    auto getFloat = [](ArrayRef<float> values) {
      return [values](int64_t i) -> double { return values[i]; };
    };
    return compareElements(expected.getNumElements(), getFloat(actual.getValues<float>()),
                           getFloat(expected.getValues<float>()));
  }
  auto getDouble = [](const Tensor &tensor) {
    return [&tensor](int64_t i) { return tensor.getAsDouble(i); };
  };
  return compareElements(expected.getNumElements(), getDouble(actual), getDouble(expected));
}
