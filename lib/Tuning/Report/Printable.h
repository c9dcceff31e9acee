//===-- Printable.h - texts of strangers -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Report: names and messages of a database are anybody's. They are shown as text, in a
// terminal and on a page, and not in full length.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_REPORT_PRINTABLE_H
#define DL_LIB_TUNING_REPORT_PRINTABLE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace dl::tuning {

/// Digits of a task's hash that people are shown.
inline constexpr size_t hashDigits = 12;

/// Valid UTF-8 without characters of control, which become U+FFFD; of more than `most` bytes the
/// beginning, with an ellipsis.
std::string makePrintable(llvm::StringRef text, size_t most = 200);

/// The same for HTML, as text or inside of a quoted attribute.
std::string escapeHtml(llvm::StringRef text, size_t most = 200);

/// A time in microseconds with as many digits as `dl-tune best` prints; "-" where it is infinite.
std::string formatMicroseconds(double seconds);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_REPORT_PRINTABLE_H
