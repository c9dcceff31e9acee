//===-- OutputArgument.h - the -o of upstream's drivers ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's mains (MlirOptMain, mlirTranslateMain) open their output before they
// read the input, in place, and remove it after an error. Given the name of a staged
// file instead, they write as dl::OutputFile says.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_OUTPUTARGUMENT_H
#define DL_SUPPORT_OUTPUTARGUMENT_H

#include "dl/Support/OutputFile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/StringSaver.h"

namespace dl {

/// A command line whose `-o` is staged. All files that it names besides are inputs.
class OutputArgument {
public:
  OutputArgument(int argc, char **argv);

  /// For what the main reads besides.
  InputFiles &getInputs() { return inputs; }

  /// Runs upstream's main with it. Errors of the output are printed, as the tool's.
  llvm::LogicalResult run(llvm::function_ref<llvm::LogicalResult(int, char **)> main);

private:
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver{allocator};
  llvm::SmallVector<const char *> arguments;
  InputFiles inputs;
};

} // namespace dl

#endif // DL_SUPPORT_OUTPUTARGUMENT_H
