//===-- ExternalData.cpp - tensors in files beside the model ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ExternalData.h. A path is judged after all its links are resolved, and the
// file that was opened is the one that is judged.
//
//===----------------------------------------------------------------------===//
#include "ExternalData.h"
#include "Diagnostics.h"

#include "dl/Support/OutputFile.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <sys/mman.h>

using namespace mlir;
using namespace dl::onnx_import;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {
/// What the key-value pairs of a tensor say.
struct Reference {
  StringRef location;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
};
} // namespace

static FailureOr<Reference> parseReference(const onnx::TensorProto &tensor, ErrorFn emitError) {
  Reference reference;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data()) {
    StringRef key = entry.key(), value = entry.value();
    if (key == "location") {
      reference.location = value;
    } else if (key == "offset" || key == "length") {
      uint64_t number;
      if (value.getAsInteger(10, number))
        return emitError() << "expected the " << key
                           << " of external data to be a number that is not negative, got "
                           << quoted(value);
      if (key == "offset")
        reference.offset = number;
      else
        reference.length = number;
    }
  }
  if (reference.location.empty())
    return emitError() << "requires the location of its external data";
  return reference;
}

/// True if the path `file` lies in the folder `folder`; both hold no links.
static bool isInside(StringRef file, StringRef folder) {
  if (!file.consume_front(folder))
    return false;
  return folder.ends_with("/") || file.starts_with("/");
}

FailureOr<std::shared_ptr<ExternalData::Mapping>> ExternalData::map(StringRef location,
                                                                    ErrorFn emitError) {
  auto known = mappings.find(location);
  if (known != mappings.end())
    return known->second;

  if (folder.empty())
    return emitError() << "requires external data, and a model that is not read from a file has "
                          "no folder for it; give the model's path";
  if (location.contains('\0') || path::is_absolute(location) ||
      llvm::is_contained(llvm::make_range(path::begin(location), path::end(location)), ".."))
    return emitError() << "expected external data inside the model's folder, got "
                       << quoted(location);

  SmallString<256> root, joined(folder), opened;
  path::append(joined, location);
  fs::file_status status;
  if (std::error_code error = fs::real_path(folder, root))
    return emitError() << "cannot open the folder of external data " << quoted(folder) << ": "
                       << error.message();
  if (std::error_code error = fs::status(joined, status))
    return emitError() << "cannot open external data " << quoted(location) << ": "
                       << error.message();
  // Before opening: opening a pipe would wait for its writer.
  if (status.type() != fs::file_type::regular_file)
    return emitError() << "expected external data in a regular file, got " << quoted(location);

  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(joined, fs::OF_None, &opened);
  if (!file)
    return emitError() << "cannot open external data " << quoted(location) << ": "
                       << llvm::toString(file.takeError());
  llvm::scope_exit close([&] { fs::closeFile(*file); });
  if (!isInside(opened, root))
    return emitError() << "expected external data inside the model's folder, got "
                       << quoted(location) << ", which is a link out of it";
  if (std::error_code error = fs::status(*file, status))
    return emitError() << "cannot open external data " << quoted(location) << ": "
                       << error.message();
  if (status.type() != fs::file_type::regular_file)
    return emitError() << "expected external data in a regular file, got " << quoted(location);

  std::shared_ptr<Mapping> mapping;
  if (status.getSize() != 0) { // an empty file cannot be mapped
    std::error_code error;
    mapping = std::make_shared<Mapping>(*file, Mapping::readonly, status.getSize(), 0, error);
    if (error)
      return emitError() << "cannot map external data " << quoted(location) << ": "
                         << error.message();
  }
  if (inputs)
    inputs->add(opened);
  mappings[location] = mapping;
  return mapping;
}

/// Gives back the memory of a part of a mapped file, which other tensors keep mapped; one
/// that shares the pages reads them again.
static void dropPages(char *bytes, size_t size) {
  size_t page = llvm::sys::Process::getPageSizeEstimate();
  uintptr_t begin = llvm::alignTo(reinterpret_cast<uintptr_t>(bytes), page);
  uintptr_t end = llvm::alignDown(reinterpret_cast<uintptr_t>(bytes) + size, page);
  if (begin < end)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
}

FailureOr<AsmResourceBlob> ExternalData::read(const onnx::TensorProto &tensor, uint64_t size,
                                              size_t alignment, ErrorFn emitError) {
  FailureOr<Reference> reference = parseReference(tensor, emitError);
  if (failed(reference))
    return failure();
  if (reference->length && *reference->length != size)
    return emitError() << "expected " << size << " bytes of external data for its type, got length "
                       << *reference->length;
  FailureOr<std::shared_ptr<Mapping>> mapping = map(reference->location, emitError);
  if (failed(mapping))
    return failure();
  uint64_t available = *mapping ? (*mapping)->size() : 0;
  if (reference->offset > available || size > available - reference->offset)
    return emitError() << "expected external data of " << size << " bytes at offset "
                       << reference->offset << " inside " << quoted(reference->location)
                       << ", which has " << available << " bytes";
  if (size == 0)
    return AsmResourceBlob(ArrayRef<char>(), alignment, {}, /*dataIsMutable=*/false);

  ArrayRef<char> data((*mapping)->const_data() + reference->offset, size);
  if (reference->offset % alignment != 0)
    return HeapAsmResourceBlob::allocateAndCopyWithAlign(data, alignment);
  return UnmanagedAsmResourceBlob::allocateWithAlign(
      data, alignment, [mapping = *mapping](void *bytes, size_t numBytes, size_t) {
        dropPages(static_cast<char *>(bytes), numBytes);
      });
}
