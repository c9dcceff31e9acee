//===-- dl-lsp-server.cpp - editors' view of our dialects -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The language server for MLIR text: diagnostics, hover, definitions and completion
// for the project's dialects and upstream's. Speaks LSP on standard input and output.
//
//===----------------------------------------------------------------------===//
#include "MessageFilter.h"

#include "dl/InitAll.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/InitLLVM.h"

#include <cstdio>

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // Messages of tests have other separators than headers.
  bool isDelimited = llvm::any_of(llvm::ArrayRef(argv, argc), [](llvm::StringRef argument) {
    return argument.contains("lit-test") || argument.contains("delimited");
  });
  if (!isDelimited && !filterMessages()) {
    std::perror("dl-lsp-server: error: cannot read messages");
    return 1;
  }
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  dl::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
