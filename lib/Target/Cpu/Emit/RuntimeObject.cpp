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
  return writeObject(bytes, path);
}
