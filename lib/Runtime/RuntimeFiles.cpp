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

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

static const unsigned char objectBytes[] = {
#include "dlc_runtime.o.inc"
};
static const unsigned char headerText[] = {
#include "dlc.h.inc"
};

llvm::StringRef dl::runtime::getObjectBytes() {
  return {reinterpret_cast<const char *>(objectBytes), sizeof(objectBytes)};
}

llvm::StringRef dl::runtime::getHeaderText() {
  return {reinterpret_cast<const char *>(headerText), sizeof(headerText)};
}

llvm::Error dl::cpu::writeRuntimeObject(llvm::StringRef path) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createFileError(path, error);
  os << runtime::getObjectBytes();
  os.close();
  if (os.has_error()) {
    error = os.error();
    os.clear_error();
    return llvm::createFileError(path, error);
  }
  return llvm::Error::success();
}
