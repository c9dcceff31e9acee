//===-- LayoutOpInterface.h - ops that work in several layouts --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan an op makes for its layouts and the op interface that makes it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_LAYOUTOPINTERFACE_H
#define DL_INTERFACES_LAYOUTOPINTERFACE_H

#include "dl/Interfaces/Layout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace dl {

/// The layouts of an op's operands and results. An empty layout leaves the
/// tensor as the op has it.
struct LayoutPlan {
  llvm::SmallVector<Layout> operands;
  llvm::SmallVector<Layout> results;
};

} // namespace dl

#include "dl/Interfaces/LayoutOpInterface.h.inc"

#endif // DL_INTERFACES_LAYOUTOPINTERFACE_H
