//===-- RecordText.h - JSON values in errors about records ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the readers of records and of steps say of a value that is not as expected.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_RECORDTEXT_H
#define DL_LIB_TUNING_RECORDTEXT_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace dl::tuning {

/// The longest beginning of a UTF-8 text with at most this many bytes and no part of a character.
inline llvm::StringRef takeWhole(llvm::StringRef text, size_t bytes) {
  if (text.size() <= bytes)
    return text;
  while (bytes > 0 && (text[bytes] & 0xC0) == 0x80)
    --bytes;
  return text.take_front(bytes);
}

/// A value as JSON, the beginning of a long one; "nothing" for null.
inline std::string describe(const llvm::json::Value *value) {
  if (!value)
    return "nothing";
  constexpr size_t most = 80;
  std::string text;
  llvm::raw_string_ostream(text) << *value;
  llvm::StringRef beginning = takeWhole(text, most);
  return beginning.size() == text.size() ? text : (beginning + "...").str();
}

} // namespace dl::tuning

#endif // DL_LIB_TUNING_RECORDTEXT_H
