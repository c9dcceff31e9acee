//===-- Npy.h - numpy's file formats -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes tensors as .npy files and .npz archives (numpy.save and
// numpy.savez). Archives must be stored, not compressed, and below 4 GiB.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_NPY_H
#define DL_SUPPORT_NPY_H

#include "dl/Support/OutputFile.h"
#include "dl/Support/Tensor.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <utility>
#include <vector>

namespace dl {

/// The arrays of an archive with their names (without ".npy"), in its order.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// Reads a .npy file. Errors name the file and what was expected.
llvm::Expected<Tensor> readNpy(llvm::StringRef path);
/// Reads a .npy image in memory; `owner` keeps the memory alive, which is shared
/// where its alignment allows.
llvm::Expected<Tensor> readNpy(llvm::MemoryBufferRef buffer, std::shared_ptr<const void> owner);
/// Reads a .npz archive.
llvm::Expected<NamedTensors> readNpz(llvm::StringRef path);

/// Written as dl::OutputFile says; `inputs` are not replaced. bf16, which numpy does not
/// know, is an error.
llvm::Error writeNpy(llvm::StringRef path, const Tensor &tensor, const InputFiles &inputs = {});
llvm::Error writeNpz(llvm::StringRef path, const NamedTensors &tensors,
                     const InputFiles &inputs = {});

} // namespace dl

#endif // DL_SUPPORT_NPY_H
