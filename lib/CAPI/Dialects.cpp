//===-- Dialects.cpp - the dialects and passes, from C ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl-c/Dialects.h.
//
//===----------------------------------------------------------------------===//
#include "dl-c/Dialects.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Dialect/Vdla/IR/Vdla.h"
#include "dl/InitAll.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Dl, dl, dl::DlDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Graph, graph, dl::graph::GraphDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Te, te, dl::te::TeDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Schedule, schedule, dl::schedule::ScheduleDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Vdla, vdla, dl::vdla::VdlaDialect)

void dlRegisterAllDialects(MlirDialectRegistry registry) {
  dl::registerAllDialects(*unwrap(registry));
}

void dlRegisterAllPasses(void) {
  static const bool once = [] {
    dl::registerAllPasses();
    return true;
  }();
  (void)once;
}
