//===-- TensorData.cpp - values of ONNX tensors -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TensorData.h. The number of bytes is always compared with what type and
// shape demand before anything is allocated for it.
//
//===----------------------------------------------------------------------===//
#include "TensorData.h"
#include "ElementTypes.h"
#include "ExternalData.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "onnx/onnx_pb.h"

using namespace mlir;
using namespace dl::onnx_import;

static_assert(llvm::endianness::native == llvm::endianness::little,
              "ONNX stores little-endian values and they are used as they are");

/// A blob that owns what `owner` points to and shows `data`, which lies in it.
template <typename Owner>
static AsmResourceBlob makeBlob(ArrayRef<char> data, size_t alignment,
                                std::unique_ptr<Owner> owner) {
  if (reinterpret_cast<uintptr_t>(data.data()) % alignment != 0)
    return HeapAsmResourceBlob::allocateAndCopyWithAlign(data, alignment);
  return UnmanagedAsmResourceBlob::allocateWithAlign(
      data, alignment, [owner = std::move(owner)](void *, size_t, size_t) {});
}

static FailureOr<AsmResourceBlob> takeRawData(onnx::TensorProto &tensor, uint64_t size,
                                              size_t alignment, ErrorFn emitError) {
  if (tensor.raw_data().size() != size)
    return emitError() << "expected " << size << " bytes of raw data for its type, got "
                       << tensor.raw_data().size();
  std::unique_ptr<std::string> owner(tensor.release_raw_data());
  if (!owner) // an empty tensor may have no data
    return AsmResourceBlob(ArrayRef<char>(), alignment, {}, /*dataIsMutable=*/false);
  ArrayRef<char> data(owner->data(), owner->size());
  return makeBlob(data, alignment, std::move(owner));
}

/// Values of a field whose elements are as wide as the tensor's.
template <typename T>
static FailureOr<AsmResourceBlob> takeField(google::protobuf::RepeatedField<T> &field) {
  auto owner = std::make_unique<google::protobuf::RepeatedField<T>>();
  owner->Swap(&field);
  ArrayRef<char> data(reinterpret_cast<const char *>(owner->data()), owner->size() * sizeof(T));
  return makeBlob(data, alignof(T), std::move(owner));
}

/// Values of a field whose elements are wider than the tensor's.
template <typename Narrow, typename Wide>
static FailureOr<AsmResourceBlob> narrowField(const google::protobuf::RepeatedField<Wide> &field,
                                              ErrorFn emitError) {
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(field.size() * sizeof(Narrow), alignof(Narrow));
  auto *out = reinterpret_cast<Narrow *>(blob.getMutableData().data());
  for (Wide value : field) {
    *out = static_cast<Narrow>(value);
    if (static_cast<Wide>(*out++) != value)
      return emitError() << "expected values of " << 8 * sizeof(Narrow) << " bits, got " << value;
  }
  return blob;
}

/// The typed field (float_data, int32_data, …) that ONNX prescribes for a type.
static FailureOr<AsmResourceBlob> takeTypedData(onnx::TensorProto &tensor, uint64_t numElements,
                                                ErrorFn emitError) {
  auto checkSize = [&](uint64_t size, StringRef field) -> LogicalResult {
    if (size == numElements)
      return success();
    return emitError() << "expected " << numElements << " values in " << field
                       << " for its shape, got " << size;
  };
  switch (tensor.data_type()) {
  case onnx::TensorProto::FLOAT:
    if (failed(checkSize(tensor.float_data_size(), "float_data")))
      return failure();
    return takeField(*tensor.mutable_float_data());
  case onnx::TensorProto::DOUBLE:
    if (failed(checkSize(tensor.double_data_size(), "double_data")))
      return failure();
    return takeField(*tensor.mutable_double_data());
  case onnx::TensorProto::INT64:
    if (failed(checkSize(tensor.int64_data_size(), "int64_data")))
      return failure();
    return takeField(*tensor.mutable_int64_data());
  case onnx::TensorProto::UINT32:
  case onnx::TensorProto::UINT64:
    if (failed(checkSize(tensor.uint64_data_size(), "uint64_data")))
      return failure();
    if (tensor.data_type() == onnx::TensorProto::UINT32)
      return narrowField<uint32_t>(tensor.uint64_data(), emitError);
    return takeField(*tensor.mutable_uint64_data());
  default:
    break;
  }
  if (failed(checkSize(tensor.int32_data_size(), "int32_data")))
    return failure();
  switch (tensor.data_type()) {
  case onnx::TensorProto::INT32:
    return takeField(*tensor.mutable_int32_data());
  case onnx::TensorProto::INT16:
    return narrowField<int16_t>(tensor.int32_data(), emitError);
  case onnx::TensorProto::INT8:
    return narrowField<int8_t>(tensor.int32_data(), emitError);
  case onnx::TensorProto::UINT8:
    return narrowField<uint8_t>(tensor.int32_data(), emitError);
  case onnx::TensorProto::BOOL:
  case 17: // floats of 8 bits
  case 18:
  case 19:
  case 20:
    return narrowField<uint8_t>(tensor.int32_data(), emitError);
  default: // uint16; float16 and bfloat16 as bit patterns
    return narrowField<uint16_t>(tensor.int32_data(), emitError);
  }
}

/// Elements of 2 or 4 bits, which ONNX packs into bytes from the low bits on, as a byte each.
static AsmResourceBlob unpack(ArrayRef<char> packed, uint64_t numElements, unsigned bits) {
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(numElements, /*align=*/1);
  MutableArrayRef<char> data = blob.getMutableData();
  unsigned perByte = 8 / bits, mask = (1u << bits) - 1;
  for (uint64_t i = 0; i < numElements; ++i)
    data[i] = static_cast<uint8_t>(packed[i / perByte]) >> (i % perByte * bits) & mask;
  return blob;
}

static FailureOr<AsmResourceBlob> takePacked(onnx::TensorProto &tensor, uint64_t numElements,
                                             unsigned bits, ExternalData &externalData,
                                             ErrorFn emitError) {
  uint64_t size = llvm::divideCeil(numElements, 8 / bits);
  FailureOr<AsmResourceBlob> packed = failure();
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
    packed = externalData.read(tensor, size, /*alignment=*/1, emitError);
  } else if (tensor.has_raw_data() || size == 0) {
    packed = takeRawData(tensor, size, /*alignment=*/1, emitError);
  } else {
    if (static_cast<uint64_t>(tensor.int32_data_size()) != size)
      return emitError() << "expected " << size << " values in int32_data for its shape, got "
                         << tensor.int32_data_size();
    packed = narrowField<uint8_t>(tensor.int32_data(), emitError);
  }
  if (failed(packed))
    return failure();
  return unpack(packed->getData(), numElements, bits);
}

/// Number of fields of a tensor that hold values; one at most is valid.
static unsigned countDataFields(const onnx::TensorProto &tensor) {
  return tensor.has_raw_data() + (tensor.float_data_size() > 0) + (tensor.double_data_size() > 0) +
         (tensor.int32_data_size() > 0) + (tensor.int64_data_size() > 0) +
         (tensor.uint64_data_size() > 0) + (tensor.string_data_size() > 0);
}

static DenseElementsAttr makeDense(RankedTensorType type, ArrayRef<char> data) {
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, data);
  SmallVector<bool> values = llvm::map_to_vector(data, [](char value) { return value != 0; });
  return DenseElementsAttr::get(type, values);
}

FailureOr<ElementsAttr> dl::onnx_import::takeTensor(onnx::TensorProto &tensor, StringRef name,
                                                    ExternalData &externalData,
                                                    MLIRContext *context, ErrorFn emitError) {
  FailureOr<Type> elementType = convertElementType(tensor.data_type(), context, emitError);
  if (failed(elementType))
    return failure();
  SmallVector<int64_t> dims(tensor.dims().begin(), tensor.dims().end());
  // The mark of a dynamic dim is a negative number and none that a tensor may have.
  if (llvm::is_contained(dims, ShapedType::kDynamic))
    return emitError() << "expected dims that are not negative, got -2^63";
  FailureOr<RankedTensorType> type = getCheckedType(dims, *elementType, emitError);
  if (failed(type))
    return failure();
  if (tensor.has_segment())
    return emitError() << "expected a tensor in one piece, got a segment of one";

  bool isExternal = tensor.data_location() == onnx::TensorProto::EXTERNAL;
  if (countDataFields(tensor) + isExternal > 1)
    return emitError() << "expected the values of a tensor in one place, got them in several";
  uint64_t size = *getByteSize(dims, *elementType);
  size_t alignment = getElementSize(*elementType);
  unsigned bits = elementType->getIntOrFloatBitWidth();
  bool isPacked = bits == 2 || bits == 4;
  FailureOr<AsmResourceBlob> blob =
      isPacked                             ? takePacked(tensor, size, bits, externalData, emitError)
      : isExternal                         ? externalData.read(tensor, size, alignment, emitError)
      : tensor.has_raw_data() || size == 0 ? takeRawData(tensor, size, alignment, emitError)
                                           : takeTypedData(tensor, size / alignment, emitError);
  if (failed(blob))
    return failure();

  // What later levels look into while they compile stays a plain attribute; so do
  // booleans, whose form in a resource is a matter of convention.
  int64_t maxDense = isa<FloatType>(*elementType) ? 16
                     : elementType->isInteger(1)  ? std::numeric_limits<int64_t>::max()
                                                  : 1024;
  if (type->getNumElements() <= maxDense)
    return ElementsAttr(makeDense(*type, blob->getData()));
  return ElementsAttr(DenseResourceElementsAttr::get(*type, name, std::move(*blob)));
}
