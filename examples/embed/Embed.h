//===-- Embed.h - an operator outside dl -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes of the dialect `embed`.
//
//===----------------------------------------------------------------------===//
#ifndef EMBED_H
#define EMBED_H

#include "dl/Interfaces/FusionOpInterface.h"
#include "dl/Interfaces/TensorExpressionOpInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "EmbedDialect.h.inc"
#define GET_OP_CLASSES
#include "Embed.h.inc"

#endif // EMBED_H
