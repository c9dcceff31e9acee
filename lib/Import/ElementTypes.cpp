//===-- ElementTypes.cpp - element types and sizes of tensors ---*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ElementTypes.h.
//
//===----------------------------------------------------------------------===//
#include "ElementTypes.h"

#include "mlir/IR/Builders.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl::onnx_import;

std::string dl::onnx_import::getElementTypeName(int32_t dataType) {
  // Indexed by TensorProto.DataType, which has grown since the messages' headers.
  static constexpr StringLiteral names[] = {
      "undefined",      "float",    "uint8",        "int8",           "uint16",
      "int16",          "int32",    "int64",        "string",         "bool",
      "float16",        "double",   "uint32",       "uint64",         "complex64",
      "complex128",     "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2",
      "float8e5m2fnuz", "uint4",    "int4",         "float4e2m1",     "float8e8m0",
      "uint2",          "int2"};
  if (dataType >= 0 && static_cast<size_t>(dataType) < std::size(names))
    return names[dataType].str();
  return "type " + llvm::itostr(dataType);
}

FailureOr<Type> dl::onnx_import::convertElementType(int32_t dataType, MLIRContext *context,
                                                    ErrorFn emitError) {
  Builder builder(context);
  switch (dataType) {
  case onnx::TensorProto::FLOAT:
    return Type(builder.getF32Type());
  case onnx::TensorProto::DOUBLE:
    return Type(builder.getF64Type());
  case onnx::TensorProto::FLOAT16:
    return Type(builder.getF16Type());
  case onnx::TensorProto::BFLOAT16:
    return Type(builder.getBF16Type());
  case onnx::TensorProto::BOOL:
    return Type(builder.getI1Type());
  case onnx::TensorProto::INT8:
    return Type(builder.getIntegerType(8));
  case onnx::TensorProto::INT16:
    return Type(builder.getIntegerType(16));
  case onnx::TensorProto::INT32:
    return Type(builder.getIntegerType(32));
  case onnx::TensorProto::INT64:
    return Type(builder.getIntegerType(64));
  case onnx::TensorProto::UINT8:
    return Type(builder.getIntegerType(8, /*isSigned=*/false));
  case onnx::TensorProto::UINT16:
    return Type(builder.getIntegerType(16, /*isSigned=*/false));
  case onnx::TensorProto::UINT32:
    return Type(builder.getIntegerType(32, /*isSigned=*/false));
  case onnx::TensorProto::UINT64:
    return Type(builder.getIntegerType(64, /*isSigned=*/false));
  default:
    break;
  }
  // Types that are newer than the messages' headers, by their numbers.
  switch (dataType) {
  case 17:
    return Type(builder.getType<Float8E4M3FNType>());
  case 18:
    return Type(builder.getType<Float8E4M3FNUZType>());
  case 19:
    return Type(builder.getType<Float8E5M2Type>());
  case 20:
    return Type(builder.getType<Float8E5M2FNUZType>());
  case 21:
    return Type(builder.getIntegerType(4, /*isSigned=*/false));
  case 22:
    return Type(builder.getIntegerType(4));
  case 23:
    return Type(builder.getType<Float4E2M1FNType>());
  case 24:
    return Type(builder.getType<Float8E8M0FNUType>());
  case 25:
    return Type(builder.getIntegerType(2, /*isSigned=*/false));
  case 26:
    return Type(builder.getIntegerType(2));
  default:
    return emitError() << "expected elements that are floats, integers or bools, got "
                       << getElementTypeName(dataType);
  }
}

std::string dl::onnx_import::printDims(ArrayRef<int64_t> dims) {
  auto print = [](int64_t dim) { return ShapedType::isDynamic(dim) ? "?" : llvm::itostr(dim); };
  return "[" + llvm::join(llvm::map_range(dims, print), ", ") + "]";
}

unsigned dl::onnx_import::getElementSize(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

std::optional<int64_t> dl::onnx_import::getByteSize(ArrayRef<int64_t> shape, Type elementType) {
  int64_t size = getElementSize(elementType);
  bool isEmpty = false;
  for (int64_t dim : shape) {
    if (dim == 0)
      isEmpty = true;
    else if (!ShapedType::isDynamic(dim) && llvm::MulOverflow(size, dim, size))
      return std::nullopt;
  }
  return isEmpty ? 0 : size;
}

FailureOr<RankedTensorType> dl::onnx_import::getCheckedType(ArrayRef<int64_t> shape,
                                                            Type elementType, ErrorFn emitError) {
  constexpr size_t maxRank = 64;
  if (shape.size() > maxRank)
    return emitError() << "expected a rank of at most " << maxRank << ", got " << shape.size();
  for (int64_t dim : shape)
    if (dim < 0 && !ShapedType::isDynamic(dim))
      return emitError() << "expected dims that are not negative, got " << printDims(shape);
  if (!getByteSize(shape, elementType))
    return emitError() << "expected a tensor of less than 2^63 bytes, got dims " << printDims(shape)
                       << " of " << elementType;
  return RankedTensorType::get(shape, elementType);
}
