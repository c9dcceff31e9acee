//===-- WriteAll.h - bytes to a descriptor ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What write(2) leaves over is written as well. Nothing is allocated, so that a child of fork may
// use it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_WRITEALL_H
#define DL_SUPPORT_WRITEALL_H

#include "llvm/ADT/StringRef.h"

#include <system_error>

namespace dl {

/// Writes all bytes, again after signals; the error is the first one.
std::error_code writeAll(int descriptor, llvm::StringRef bytes);

} // namespace dl

#endif // DL_SUPPORT_WRITEALL_H
