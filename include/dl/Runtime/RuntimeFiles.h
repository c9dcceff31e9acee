//===-- RuntimeFiles.h - the run-time library inside the compiler -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler carries the run-time library's object and header, so that compiled
// models need no file of the installation.
//
//===----------------------------------------------------------------------===//
#ifndef DL_RUNTIME_RUNTIMEFILES_H
#define DL_RUNTIME_RUNTIMEFILES_H

#include "llvm/ADT/StringRef.h"

namespace dl::runtime {

/// Bytes of the run-time library's relocatable object for an architecture in LLVM's spelling
/// ("aarch64"); empty where this build has none.
llvm::StringRef getObjectBytes(llvm::StringRef architecture);

/// Text of dlc.h.
llvm::StringRef getHeaderText();

} // namespace dl::runtime

#endif // DL_RUNTIME_RUNTIMEFILES_H
