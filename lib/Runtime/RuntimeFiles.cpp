//===-- RuntimeFiles.cpp - the run-time library inside the compiler -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the embedded files and writes the object.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/RuntimeFiles.h"
#include "dl/Target/Cpu/Emit.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

/// Of each target that this build has a run-time library for.
#include "dlc_runtime.inc"
static const unsigned char headerText[] = {
#include "dlc.h.inc"
};

llvm::StringRef dl::runtime::getObjectBytes(llvm::StringRef architecture) {
  for (const auto &[name, bytes] : runtimeObjects)
    if (name == architecture)
      return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
  return {};
}

llvm::StringRef dl::runtime::getHeaderText() {
  return {reinterpret_cast<const char *>(headerText), sizeof(headerText)};
}

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
