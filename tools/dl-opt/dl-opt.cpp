//===-- dl-opt.cpp - run passes on MLIR text -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer driver: every pass and pipeline of the project and of upstream MLIR.
//
//===----------------------------------------------------------------------===//
#include "dl/InitAll.h"
#include "dl/Support/InitTool.h"
#include "dl/Support/OutputArgument.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  dl::InitTool tool(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  // gpu-module-to-binary translates what it is given.
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::registerAllPasses();
  dl::registerAllDialects(registry);
  dl::registerAllPasses();
  return tool.finish(dl::OutputArgument(argc, argv).run([&](int argc, char **argv) {
    return mlir::MlirOptMain(argc, argv, "dl-opt: run passes of the dl compiler on MLIR\n",
                             registry);
  }));
}
