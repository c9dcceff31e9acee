//===-- ProgressLine.cpp - where a long work is ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the escape sequence that all terminals have: clear from here to the line's end.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/ProgressLine.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

static constexpr llvm::StringLiteral clearLine = "\r\x1b[K";

dl::ProgressLine::ProgressLine() : isTerminal(llvm::sys::Process::StandardErrIsDisplayed()) {}

void dl::ProgressLine::show(llvm::StringRef phase, int64_t done, int64_t total) {
  if (!isTerminal)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  llvm::errs() << clearLine << phase;
  if (total)
    llvm::errs() << ": " << done << " of " << total << " kernels";
  llvm::errs() << '\r';
  isDirty = true;
}

void dl::ProgressLine::clear() {
  std::lock_guard<std::mutex> lock(mutex);
  if (isDirty)
    llvm::errs() << clearLine;
  isDirty = false;
}
