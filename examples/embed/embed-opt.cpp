//===-- embed-opt.cpp - an opt tool with dl inside -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An optimizer driver that knows its own dialect and dl's, and has a pipeline made
// of dl's passes.
//
//===----------------------------------------------------------------------===//
#include "Embed.h"

#include "dl/Conversion/GraphToTe/GraphToTe.h"
#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Dialect/Te/Transforms/Passes.h"
#include "dl/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

static void buildLoopPipeline(mlir::OpPassManager &manager) {
  manager.addNestedPass<mlir::func::FuncOp>(dl::graph::createFuseOpsPass());
  manager.addPass(dl::createConvertGraphToTePass());
  manager.addPass(dl::te::createVerifyTePass());
  manager.addPass(dl::schedule::createScheduleDefaultPass());
  manager.addPass(dl::schedule::createScheduleApplyPass());
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<embed::EmbedDialect, mlir::func::FuncDialect>();
  dl::registerAllDialects(registry);
  dl::registerAllPasses();
  mlir::PassPipelineRegistration<>("embed-to-loops", "graph, fused and scheduled",
                                   buildLoopPipeline);
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "embed-opt\n", registry));
}
