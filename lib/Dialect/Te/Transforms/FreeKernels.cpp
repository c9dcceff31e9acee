//===-- FreeKernels.cpp - kernels that passes may change ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements FreeKernels.h.
//
//===----------------------------------------------------------------------===//
#include "FreeKernels.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Dialect/Te/IR/Te.h"

using namespace mlir;
using namespace dl::te;

static bool isScheduled(Operation *op) {
  return llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return attribute.getNameDialect() && attribute.getNameDialect()->getNamespace() == "schedule";
  });
}

bool dl::te::isFreeKernel(func::FuncOp function) {
  if (!isKernel(function) || isScheduled(function) ||
      function->hasAttr(dl::DlDialect::getDeviceAttrName()))
    return false;
  bool isFree = true;
  function.walk([&](ComputeOp compute) { isFree &= !isScheduled(compute); });
  return isFree;
}
