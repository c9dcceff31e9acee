//===-- ExternalData.h - tensors in files beside the model ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps external data of ONNX tensors read-only and keeps every access inside the
// model's folder and inside the file.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_EXTERNALDATA_H
#define DL_LIB_IMPORT_EXTERNALDATA_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include <memory>
#include <string>

namespace onnx {
class TensorProto;
} // namespace onnx

namespace dl {
class InputFiles;
} // namespace dl

namespace dl::onnx_import {

/// The folder that external data may be read from. Each file is mapped once and
/// stays mapped as long as a blob refers to it.
class ExternalData {
public:
  /// `folder` is empty where the model has no folder; external data is refused then.
  /// Files that are read are added to `inputs`, which may be null.
  explicit ExternalData(llvm::StringRef folder, InputFiles *inputs = nullptr)
      : folder(folder), inputs(inputs) {}

  /// The bytes of a tensor whose data_location is EXTERNAL; `size` is what its
  /// type and shape demand, `alignment` that of its element type. Refers to the
  /// mapping without a copy unless the offset is not so aligned.
  mlir::FailureOr<mlir::AsmResourceBlob>
  read(const onnx::TensorProto &tensor, uint64_t size, size_t alignment,
       llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

private:
  using Mapping = llvm::sys::fs::mapped_file_region;

  mlir::FailureOr<std::shared_ptr<Mapping>>
  map(llvm::StringRef location, llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  std::string folder;
  InputFiles *inputs;
  llvm::StringMap<std::shared_ptr<Mapping>> mappings;
};

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_EXTERNALDATA_H
