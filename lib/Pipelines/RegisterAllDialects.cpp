//===-- RegisterAllDialects.cpp - every dialect -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/InitAllDialects.h.
//
//===----------------------------------------------------------------------===//
#include "dl/InitAllDialects.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/Target/Cpu/Transforms/InstructionDialects.h"
#include "mlir/IR/DialectRegistry.h"

void dl::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<DlDialect, graph::GraphDialect, schedule::ScheduleDialect, te::TeDialect,
                  vdla::VdlaDialect>();
  cpu::registerInstructionDialects(registry);
}
