//===-- Nesting.h - how deep what we parse may be nested --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parsers of MLIR and of JSON go down the stack with each level of nesting, and so
// does what walks and prints the result. Texts are looked over before they get there.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_NESTING_H
#define DL_SUPPORT_NESTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

#include <optional>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace dl {

/// The most levels. A main thread's stack of 8 MiB takes about 5,000 of MLIR's costliest.
constexpr unsigned maxNesting = 1000;

enum class TextFormat { MLIR, JSON };

/// Behind what is nested too deep, from 1 on.
struct DeepNesting {
  unsigned line, column;
};

/// The first place with more than `limit` levels: brackets that are open, in MLIR also signs in a
/// row and aliases that are made of aliases. Strings and comments do not count.
std::optional<DeepNesting> findDeepNesting(llvm::StringRef text, TextFormat format,
                                           unsigned limit = maxNesting);

/// Reports a place of MLIR text that is nested too deep. Bytecode has no such text.
llvm::LogicalResult checkNesting(llvm::StringRef text, llvm::StringRef file,
                                 mlir::MLIRContext *context);

} // namespace dl

#endif // DL_SUPPORT_NESTING_H
