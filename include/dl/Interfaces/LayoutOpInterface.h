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

/// What layouts are chosen for.
struct LayoutWishes {
  /// Channels in a block: the lanes of a vector register.
  int64_t block = 16;
  /// A vector of some lanes is computed by masks, not in pieces of powers of two.
  bool hasMasks = false;
  /// Moving elements is weighed against what blocks save: inputs are read as they come, and what
  /// stands alone may stay as it is.
  bool weighsMoves = false;
  /// Bytes of the channels of one place that a step of products of matrices takes; 0: there are no
  /// such products, and groups that sums of products take are in blocks of any size.
  int64_t stepBytes = 0;
};

} // namespace dl

#include "dl/Interfaces/LayoutOpInterface.h.inc"

#endif // DL_INTERFACES_LAYOUTOPINTERFACE_H
