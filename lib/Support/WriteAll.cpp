//===-- WriteAll.cpp - bytes to a descriptor --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WriteAll.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/WriteAll.h"

#include "llvm/Support/Errno.h"

#include <cerrno>
#include <unistd.h>

std::error_code dl::writeAll(int descriptor, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t written =
        llvm::sys::RetryAfterSignal(-1, ::write, descriptor, bytes.data(), bytes.size());
    if (written <= 0)
      return std::error_code(written == 0 ? ENOSPC : errno, std::generic_category());
    bytes = bytes.drop_front(static_cast<size_t>(written));
  }
  return {};
}
