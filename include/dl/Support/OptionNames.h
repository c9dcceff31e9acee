//===-- OptionNames.h - the command line of a tool --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM registers hundreds of options of its own in every tool. What is here keeps
// their names, their help and their like out of the way of the tool's.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_OPTIONNAMES_H
#define DL_SUPPORT_OPTIONNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace dl {

/// Takes the options with these names, where there are any, off the command line.
/// To be called before the tool's own options are made.
void releaseOptionNames(llvm::ArrayRef<llvm::StringRef> names);

/// Parses the command line of a tool whose options are of `category`: `--help` shows these, with
/// `overview` before them, and `--help-hidden` LLVM's and MLIR's too; `--version` is the project's;
/// `--completion=bash` and `=zsh` print a script for the shell. An option that there is not ends
/// the process with code 1 and the nearest name among the tool's own. To be called once all options
/// are registered.
void parseOptions(int argc, char **argv, llvm::cl::OptionCategory &category,
                  llvm::StringRef overview);

/// What is wrong with the names of options in a command line, and the nearest one of `category`;
/// empty where nothing is. Arguments after `--` are none.
std::string findUnknownOption(llvm::ArrayRef<const char *> arguments,
                              const llvm::cl::OptionCategory &category);

} // namespace dl

#endif // DL_SUPPORT_OPTIONNAMES_H
