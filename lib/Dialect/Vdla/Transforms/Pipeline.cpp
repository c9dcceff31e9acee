//===-- Pipeline.cpp - dl-vdla-pipeline -----------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

void dl::vdla::addVdlaPasses(mlir::OpPassManager &manager) {
  // Where tiles lie, which decides what has to wait.
  manager.addPass(createAllocatePass());
  manager.addPass(createTilesToTokensPass());
  // Tokens for all that has to be in order, of the program as it stands.
  manager.addPass(createInsertTokensPass());
  // What is left keeps the order of queues.
  manager.addPass(createReduceTokensPass());
  manager.addPass(createTokensToIsaPass());
  // Whatever the passes before did, what leaves here is right.
  manager.addPass(createVerifyVdlaPass());
}

void dl::vdla::registerVdlaPipelines() {
  mlir::PassPipelineRegistration<>(
      "dl-vdla-pipeline",
      "from programs of tiles, or without tokens, to instructions that are proved right",
      [](mlir::OpPassManager &manager) { addVdlaPasses(manager); });
}
