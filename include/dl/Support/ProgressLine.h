//===-- ProgressLine.h - where a long work is -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_PROGRESSLINE_H
#define DL_SUPPORT_PROGRESSLINE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <mutex>

namespace dl {

/// One line of standard error that is written again and again, where that is a terminal; nothing
/// elsewhere. The cursor stays at its begin, so that messages take its place. Threads may show at
/// once.
class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  bool isShown() const { return isTerminal; }
  /// "te", or "code: 12 of 50 kernels" where there are some.
  void show(llvm::StringRef phase, int64_t done, int64_t total);
  void clear();

private:
  std::mutex mutex;
  bool isTerminal;
  bool isDirty = false;
};

} // namespace dl

#endif // DL_SUPPORT_PROGRESSLINE_H
