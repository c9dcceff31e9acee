//===-- Diagnostics.cpp - names of strangers in messages --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Diagnostics.h.
//
//===----------------------------------------------------------------------===//
#include "Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

std::string dl::onnx_import::quoted(llvm::StringRef text) {
  constexpr size_t limit = 200;
  std::string result;
  llvm::raw_string_ostream os(result);
  os << '\'';
  for (unsigned char c : text.take_front(limit)) {
    if (c == '\'' || c == '\\')
      os << '\\' << c;
    else if (llvm::isPrint(c))
      os << c;
    else
      os << '\\' << llvm::hexdigit(c >> 4) << llvm::hexdigit(c & 15);
  }
  os << '\'';
  if (text.size() > limit)
    os << "...";
  return result;
}
