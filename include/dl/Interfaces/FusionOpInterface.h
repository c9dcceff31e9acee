//===-- FusionOpInterface.h - how an op may be grouped ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fusion classes and the op interface that tells them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_FUSIONOPINTERFACE_H
#define DL_INTERFACES_FUSIONOPINTERFACE_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/OpDefinition.h"

namespace dl {

/// How a result element depends on operand elements; see FusionOpInterface.
enum class FusionKind { Elementwise, Broadcast, Injective, Reduction, Complex, Opaque };

/// The class's name in lower case, for diagnostics.
llvm::StringRef stringifyFusionKind(FusionKind kind);

} // namespace dl

#include "dl/Interfaces/FusionOpInterface.h.inc"

#endif // DL_INTERFACES_FUSIONOPINTERFACE_H
