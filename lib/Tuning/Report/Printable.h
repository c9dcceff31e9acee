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

#include "dl/Support/HtmlPage.h"

#include <string>

namespace dl::tuning {

/// Digits of a task's hash that people are shown.
inline constexpr size_t hashDigits = 12;

using dl::escapeHtml;
using dl::makePrintable;

/// A time in microseconds with as many digits as `dl-tune best` prints; "-" where it is infinite.
std::string formatMicroseconds(double seconds);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_REPORT_PRINTABLE_H
