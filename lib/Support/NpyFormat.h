//===-- NpyFormat.h - shared by the .npy and .npz formats -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internals of lib/Support: what the single-array and the archive format share.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SUPPORT_NPYFORMAT_H
#define DL_LIB_SUPPORT_NPYFORMAT_H

#include "dl/Support/Npy.h"
#include "llvm/Support/MemoryBuffer.h"

namespace dl::npy {

/// An error about a file: "'file': message".
llvm::Error makeError(llvm::StringRef file, const llvm::Twine &message);
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openFile(llvm::StringRef path);
/// Magic, version and header of a .npy file for a tensor; `path` is for errors.
llvm::Expected<std::string> getHeader(llvm::StringRef path, const Tensor &tensor);

} // namespace dl::npy

#endif // DL_LIB_SUPPORT_NPYFORMAT_H
