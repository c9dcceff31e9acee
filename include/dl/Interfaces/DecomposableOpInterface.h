//===-- DecomposableOpInterface.h - an op as simpler ops --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface for ops that can be written with simpler ops of the level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_DECOMPOSABLEOPINTERFACE_H
#define DL_INTERFACES_DECOMPOSABLEOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dl/Interfaces/DecomposableOpInterface.h.inc"

#endif // DL_INTERFACES_DECOMPOSABLEOPINTERFACE_H
