//===-- Printable.cpp - texts of strangers --------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Printable.h.
//
//===----------------------------------------------------------------------===//
#include "Printable.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using llvm::StringRef;

std::string dl::tuning::formatMicroseconds(double seconds) {
  return std::isfinite(seconds) ? llvm::formatv("{0:f2}", seconds * 1e6).str() : "-";
}
