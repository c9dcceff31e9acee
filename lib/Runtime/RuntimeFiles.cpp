//===-- RuntimeFiles.cpp - the run-time library inside the compiler -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the embedded files.
//
//===----------------------------------------------------------------------===//
#include "dl/Runtime/RuntimeFiles.h"

#include "llvm/ADT/ArrayRef.h"

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
