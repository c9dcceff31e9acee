//===-- LinalgToTe.h - linalg to te -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that raises linalg of other compilers to the te level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_LINALGTOTE_LINALGTOTE_H
#define DL_CONVERSION_LINALGTOTE_LINALGTOTE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace dl {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dl/Conversion/LinalgToTe/Passes.h.inc"
} // namespace dl

#endif // DL_CONVERSION_LINALGTOTE_LINALGTOTE_H
