//===-- RuntimeObject.cpp - write the run-time library's object ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the object that the compiler carries, to be linked with a model's.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/RuntimeFiles.h"
#include "dl/Target/Cpu/Emit/Emit.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;

llvm::Error dl::cpu::writeRuntimeObject(const llvm::Triple &triple, llvm::StringRef path) {
  llvm::StringRef name = llvm::Triple::getArchTypeName(triple.getArch());
  llvm::StringRef bytes = runtime::getObjectBytes(name);
  if (bytes.empty())
    return llvm::createStringError(
        "expected a compiler that was built with the run-time library for %s; install the headers "
        "of that target's C library (on Debian libc6-dev-arm64-cross or the like), and build the "
        "compiler again",
        name.str().c_str());
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  os << bytes;
  os.close();
  if (os.has_error()) {
    error = os.error();
    os.clear_error();
    return llvm::createFileError(path, error);
  }
  return llvm::Error::success();
}
