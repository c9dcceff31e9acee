//===-- JsonText.h - strings in JSON ----------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_JSONTEXT_H
#define DL_LIB_VDLA_JSONTEXT_H

#include <string>

namespace dl::vdla {

/// A string with its quotes. Control characters, quotes and backslashes are escaped; bytes above
/// ASCII, which may be no UTF-8, become question marks.
inline std::string quoteJson(const std::string &text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string result = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      (result += '\\') += char(c);
    else if (c < 0x20)
      ((result += "\\u00") += digits[c >> 4]) += digits[c & 15];
    else
      result += c < 0x7f ? char(c) : '?';
  }
  return result + "\"";
}

} // namespace dl::vdla

#endif // DL_LIB_VDLA_JSONTEXT_H
