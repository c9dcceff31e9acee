//===-- VdlaTranslations.cpp - programs of the accelerator ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VdlaTranslations.h"

#include "dl/InitAllDialects.h"

#include "mlir/InitAllDialects.h"

using namespace mlir;
using namespace dl::vdla;

/// Kernels, with all that they may hold, stand beside their programs.
static void registerDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  dl::registerAllDialects(registry);
}

using Import = OwningOpRef<ModuleOp> (*)(llvm::MemoryBufferRef, ConfigAttr);

static TranslateSourceMgrToMLIRFunction makeImport(Import import, StringRef (*getConfigOption)()) {
  return [=](const std::shared_ptr<llvm::SourceMgr> &sources,
             MLIRContext *context) -> OwningOpRef<Operation *> {
    FailureOr<ConfigAttr> config = readConfigOption(getConfigOption(), context);
    if (failed(config))
      return nullptr;
    const llvm::MemoryBuffer *buffer = sources->getMemoryBuffer(sources->getMainFileID());
    OwningOpRef<ModuleOp> module = import(buffer->getMemBufferRef(), *config);
    return module ? OwningOpRef<Operation *>(module.release()) : nullptr;
  };
}

VdlaTranslations::VdlaTranslations(StringRef (*getConfigOption)())
    : toAssembly(
          "vdla-to-assembly", "print the program of a module as assembly",
          [](ModuleOp module, raw_ostream &os) { return printAssembly(module, os); },
          registerDialects),
      toBinary(
          "vdla-to-binary", "write the program of a module as the machine's bytes",
          [](ModuleOp module, raw_ostream &os) { return printBinary(module, os); },
          registerDialects),
      fromAssembly("assembly-to-vdla", "read assembly as a program of instructions",
                   makeImport(importAssembly, getConfigOption), registerDialects),
      fromBinary("binary-to-vdla", "read the machine's bytes as a program of instructions",
                 makeImport(importBinary, getConfigOption), registerDialects) {}
