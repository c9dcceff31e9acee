//===-- OptionNames.h - option names that LLVM has taken --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libLLVM registers hundreds of options of its own in every program that loads
// it, `threads` among them. A tool that wants such a name frees it first.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_OPTIONNAMES_H
#define DL_SUPPORT_OPTIONNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace dl {

/// Takes the options with these names, where there are any, off the command line.
/// To be called before the tool's own options are made.
void releaseOptionNames(llvm::ArrayRef<llvm::StringRef> names);

/// Leaves in --help what concerns a user of the tool: the options of `category` and
/// MLIR's own. Those that LLVM's passes and targets register still work, and
/// --help-hidden lists them. To be called before the command line is parsed.
void hideForeignOptions(const llvm::cl::OptionCategory &category);

} // namespace dl

#endif // DL_SUPPORT_OPTIONNAMES_H
