//===-- Plugin.cpp - the library that mlir-opt loads ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of --load-dialect-plugin and --load-pass-plugin. A tool that has
// the dialects or passes already is stopped with a message: registering pipelines
// twice would abort it.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/InitAll.h"

#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

/// Plugin callbacks cannot fail, so the tool ends here.
[[noreturn]] static void refuse(llvm::StringRef what, llvm::StringRef option) {
  llvm::errs() << "DLPlugin: error: expected a tool without the dialects and passes of dl, but "
               << what << " already; leave out " << option << "\n";
  std::exit(1);
}

static void addDialects(mlir::DialectRegistry *registry) {
  // Loading the dialects twice by this option is harmless, but says that the tool
  // links what it loads.
  if (registry->getDialectAllocator(dl::te::TeDialect::getDialectNamespace()))
    refuse("its dialects are registered", "--load-dialect-plugin");
  dl::registerAllDialects(*registry);
}

static void addPasses() {
  if (mlir::PassInfo::lookup("schedule-apply"))
    refuse("its passes are registered", "--load-pass-plugin");
  dl::registerAllPasses();
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DL", DL_VERSION, addDialects};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "DL", DL_VERSION, addPasses};
}
