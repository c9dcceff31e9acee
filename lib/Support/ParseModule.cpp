//===-- ParseModule.cpp - modules in files that passes read ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Support/ParseModule.h"

#include "dl/Support/Nesting.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

OwningOpRef<ModuleOp> dl::parseModule(StringRef file, MLIRContext *context) {
  // A file that cannot be opened is the parser's to report.
  if (auto buffer = llvm::MemoryBuffer::getFile(file))
    if (failed(checkNesting((*buffer)->getBuffer(), file, context)))
      return nullptr;
  return parseSourceFile<ModuleOp>(file, context);
}
