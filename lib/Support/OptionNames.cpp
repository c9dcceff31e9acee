//===-- OptionNames.cpp - option names that LLVM has taken ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unregisters foreign command-line options.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/OptionNames.h"

#include "llvm/Support/CommandLine.h"

void dl::releaseOptionNames(llvm::ArrayRef<llvm::StringRef> names) {
  auto &options = llvm::cl::getRegisteredOptions();
  for (llvm::StringRef name : names)
    if (auto it = options.find(name); it != options.end())
      it->second->removeArgument();
}

void dl::hideForeignOptions(const llvm::cl::OptionCategory &category) {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions()) {
    bool own = llvm::is_contained(option->Categories, &category);
    if (!own && !name.starts_with("mlir-") && name != "help" && name != "version")
      option->setHiddenFlag(llvm::cl::ReallyHidden == option->getOptionHiddenFlag()
                                ? llvm::cl::ReallyHidden
                                : llvm::cl::Hidden);
  }
}
