//===-- InitAllDialects.h - register all dialects of dl ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call that adds the project's dialects to a registry, without the passes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INITALLDIALECTS_H
#define DL_INITALLDIALECTS_H

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/Target/Cpu/Transforms/InstructionDialects.h"
#include "mlir/IR/DialectRegistry.h"

namespace dl {

/// Adds the project's dialects to a registry.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<DlDialect, graph::GraphDialect, schedule::ScheduleDialect, te::TeDialect,
                  vdla::VdlaDialect>();
  cpu::registerInstructionDialects(registry);
}

} // namespace dl

#endif // DL_INITALLDIALECTS_H
