//===-- PassList.h - a pipeline as single passes ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of a pass pipeline, taken apart: a search for the pass that changes a program's meaning
// runs them one by one, and names them as the command line does.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_PASSLIST_H
#define DL_DEBUGGING_PASSLIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace dl::debugging {

/// A pass of a pipeline over modules.
struct ListedPass {
  /// Without options: "canonicalize".
  std::string name;
  /// With options and with what it is nested in: "func.func(canonicalize{…})".
  std::string text;
};

/// The passes of a pipeline "builtin.module(…)" in order. Passes that were nested together come one
/// by one; each function then goes through one pass before any goes through the next, which is the
/// same, since passes over functions see no other. An error where the text has no such form.
llvm::Expected<std::vector<ListedPass>> splitPipeline(llvm::StringRef text);

/// The pipeline of passes: the inverse.
std::string joinPipeline(llvm::ArrayRef<ListedPass> passes);

} // namespace dl::debugging

#endif // DL_DEBUGGING_PASSLIST_H
