//===-- Version.h - which compiler this is ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_VERSION_H
#define DL_SUPPORT_VERSION_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace dl {

/// The project's version, "0.1.0".
llvm::StringRef getVersion();

/// What `--version` prints: this version, and that of LLVM.
void printVersion(llvm::raw_ostream &os);

} // namespace dl

#endif // DL_SUPPORT_VERSION_H
