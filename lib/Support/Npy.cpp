//===-- Npy.cpp - numpy's .npy format -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes single arrays, format versions 1 to 3. Files come from
// strangers: every size is checked before memory is touched.
//
//===----------------------------------------------------------------------===//
#include "NpyFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using dl::ElementType;
using dl::Tensor;

Error dl::npy::makeError(StringRef file, const Twine &message) {
  return createStringError(inconvertibleErrorCode(), Twine("'") + file + "': " + message);
}

Expected<std::unique_ptr<MemoryBuffer>> dl::npy::openFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(path, "expected a readable file: " + buffer.getError().message());
  return std::move(*buffer);
}

static constexpr StringLiteral magic("\x93NUMPY");

/// descr of the numpy dtype of an element type, without the byte order.
static StringRef getDescr(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "b1";
  case ElementType::I8:
    return "i1";
  case ElementType::U8:
    return "u1";
  case ElementType::I16:
    return "i2";
  case ElementType::U16:
    return "u2";
  case ElementType::I32:
    return "i4";
  case ElementType::U32:
    return "u4";
  case ElementType::I64:
    return "i8";
  case ElementType::U64:
    return "u8";
  case ElementType::F16:
    return "f2";
  case ElementType::F32:
    return "f4";
  case ElementType::F64:
    return "f8";
  case ElementType::BF16:
    return "V2"; // what ml_dtypes.bfloat16 is saved as
  }
  llvm_unreachable("unknown element type");
}

static std::optional<ElementType> getTypeOfDescr(StringRef descr) {
  if (descr.empty() || !StringRef("<|=").contains(descr.front()))
    return std::nullopt;
  for (ElementType type :
       {ElementType::I1, ElementType::I8, ElementType::I16, ElementType::I32, ElementType::I64,
        ElementType::U8, ElementType::U16, ElementType::U32, ElementType::U64, ElementType::F16,
        ElementType::BF16, ElementType::F32, ElementType::F64})
    if (descr.drop_front() == getDescr(type))
      return type;
  return std::nullopt;
}

namespace {
/// The header: a Python dict of three entries in any order.
struct Header {
  StringRef descr;
  SmallVector<int64_t, 4> shape;
  bool isFortran = false;

  /// False where the text is not such a dict.
  bool parse(StringRef text);

private:
  bool parseShape(StringRef &text);
};
} // namespace

bool Header::parseShape(StringRef &text) {
  if (!text.consume_front("("))
    return false;
  for (text = text.ltrim(); !text.consume_front(")"); text = text.ltrim()) {
    int64_t &size = shape.emplace_back();
    if (text.consumeInteger(10, size) || size < 0)
      return false;
    text = text.ltrim();
    if (!text.consume_front(",") && !text.starts_with(")"))
      return false;
  }
  return true;
}

bool Header::parse(StringRef text) {
  unsigned numKeys = 0;
  text = text.trim();
  if (!text.consume_front("{"))
    return false;
  for (text = text.ltrim(); !text.consume_front("}"); text = text.ltrim(", "), ++numKeys) {
    if (text.consume_front("'descr':")) {
      text = text.ltrim();
      if (!text.consume_front("'"))
        return false;
      descr = text.take_until([](char c) { return c == '\''; });
      text = text.drop_front(descr.size());
      if (!text.consume_front("'"))
        return false;
    } else if (text.consume_front("'fortran_order':")) {
      text = text.ltrim();
      isFortran = text.consume_front("True");
      if (!isFortran && !text.consume_front("False"))
        return false;
    } else if (text.consume_front("'shape':")) {
      text = text.ltrim();
      if (!parseShape(text))
        return false;
    } else {
      return false;
    }
  }
  return numKeys == 3;
}

Expected<Tensor> dl::readNpy(MemoryBufferRef buffer, std::shared_ptr<const void> owner) {
  StringRef name = buffer.getBufferIdentifier(), bytes = buffer.getBuffer();
  if (bytes.size() < 12 || !bytes.starts_with(magic))
    return npy::makeError(name, "expected a .npy file, which begins with \\x93NUMPY");
  unsigned version = static_cast<uint8_t>(bytes[6]);
  if (version < 1 || version > 3)
    return npy::makeError(name, "expected .npy version 1, 2 or 3, got " + Twine(version));
  size_t begin = version == 1 ? 10 : 12;
  size_t length = version == 1 ? support::endian::read16le(bytes.data() + 8)
                               : support::endian::read32le(bytes.data() + 8);
  if (length > bytes.size() - begin)
    return npy::makeError(name, "expected a header of " + Twine(length) +
                                    " bytes, but the file ends before");
  Header header;
  StringRef text = bytes.substr(begin, length);
  if (!header.parse(text))
    return npy::makeError(name, "expected a header with descr, fortran_order and shape, got " +
                                    text.trim());
  std::optional<ElementType> type = getTypeOfDescr(header.descr);
  if (!type)
    return npy::makeError(name, "expected bool, int8..64 or float16..64 in little endian, got '" +
                                    header.descr + "'; convert it by numpy's astype");
  if (header.isFortran && header.shape.size() > 1)
    return npy::makeError(name, "expected row-major order; save numpy.ascontiguousarray of it");

  uint64_t size = getByteWidth(*type);
  bool isEmpty = llvm::is_contained(header.shape, 0);
  for (int64_t extent : header.shape) {
    std::optional<int64_t> product = checkedMul<int64_t>(size, extent);
    if (!product && !isEmpty)
      return npy::makeError(name, "expected fewer than 2^63 bytes of elements");
    size = product.value_or(0);
  }
  StringRef data = bytes.drop_front(begin + length);
  if (data.size() != size)
    return npy::makeError(name, "expected " + Twine(size) + " bytes of elements, got " +
                                    Twine(data.size()));
  if (reinterpret_cast<uintptr_t>(data.data()) % getByteWidth(*type) == 0)
    return Tensor(*type, header.shape, data.data(), std::move(owner));
  Tensor tensor(*type, header.shape);
  if (!tensor)
    return npy::makeError(name, "expected memory for " + Twine(size) + " bytes of elements");
  std::memcpy(tensor.getMutableData(), data.data(), size);
  return tensor;
}

Expected<Tensor> dl::readNpy(StringRef path) {
  auto buffer = npy::openFile(path);
  if (!buffer)
    return buffer.takeError();
  std::shared_ptr<MemoryBuffer> owner(std::move(*buffer));
  return readNpy(owner->getMemBufferRef(), owner);
}

Expected<std::string> dl::npy::getHeader(StringRef path, const Tensor &tensor) {
  if (tensor.getElementType() == ElementType::BF16)
    return makeError(path, "expected an element type that numpy knows, got bf16");
  bool isByte = getByteWidth(tensor.getElementType()) == 1;
  std::string dict;
  raw_string_ostream stream(dict);
  stream << "{'descr': '" << (isByte ? "|" : "<") << getDescr(tensor.getElementType())
         << "', 'fortran_order': False, 'shape': (";
  interleave(tensor.getShape(), stream, ", ");
  stream << (tensor.getShape().size() == 1 ? ",), }" : "), }");
  // Data begins at a multiple of 64; a newline ends the header.
  dict.append(alignTo(10 + dict.size() + 1, 64) - 10 - dict.size() - 1, ' ');
  dict += '\n';
  char length[2];
  support::endian::write16le(length, dict.size());
  return (magic + StringRef("\x01\x00", 2) + StringRef(length, 2) + dict).str();
}

Error dl::writeNpy(StringRef path, const Tensor &tensor, const InputFiles &inputs) {
  Expected<std::string> header = npy::getHeader(path, tensor);
  if (!header)
    return header.takeError();
  return writeOutput(
      path,
      [&](raw_ostream &stream) {
        stream << *header << StringRef(tensor.getBytes().data(), tensor.getNumBytes());
      },
      inputs);
}
