//===-- LoopLimits.h - how far the ends of loops may lie --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that leave iterations out begin at the greatest of zero and some places, and end at the
// least of their length and some.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_LOOPLIMITS_H
#define DL_CODEGEN_LOOPLIMITS_H

#include "mlir/IR/Value.h"

#include <optional>

namespace dl::codegen {

/// A constant, or what a first iteration is not before, or an end not behind; nothing where no
/// constant is known.
std::optional<int64_t> getLimit(mlir::Value bound);

} // namespace dl::codegen

#endif // DL_CODEGEN_LOOPLIMITS_H
