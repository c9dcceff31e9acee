//===-- TeDialect.cpp - the te dialect -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect and verification of kernel attributes.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dl::te;

#include "dl/Dialect/Te/IR/TeDialect.cpp.inc"

void TeDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dl/Dialect/Te/IR/TeOps.cpp.inc"
      >();
}
