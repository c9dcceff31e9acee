//===-- TeOps.cpp - operations of te -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsers, printers, builders and verifiers of the te operations.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace dl::te;

#include "dl/Dialect/Te/IR/TeEnums.cpp.inc"
#define GET_OP_CLASSES
#include "dl/Dialect/Te/IR/TeOps.cpp.inc"
