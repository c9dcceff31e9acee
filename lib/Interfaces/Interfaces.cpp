//===-- Interfaces.cpp - the op interfaces' definitions ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of the op interfaces and of their enum names.
//
//===----------------------------------------------------------------------===//
#include "dl/Interfaces/DecomposableOpInterface.h"
#include "dl/Interfaces/DeviceAttrInterface.h"
#include "dl/Interfaces/FusionOpInterface.h"
#include "dl/Interfaces/LayoutOpInterface.h"
#include "dl/Interfaces/TensorExpressionOpInterface.h"

#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

#include "dl/Interfaces/DecomposableOpInterface.cpp.inc"
#include "dl/Interfaces/DeviceAttrInterface.cpp.inc"
#include "dl/Interfaces/FusionOpInterface.cpp.inc"
#include "dl/Interfaces/LayoutOpInterface.cpp.inc"
#include "dl/Interfaces/TensorExpressionOpInterface.cpp.inc"

StringRef dl::stringifyFusionKind(FusionKind kind) {
  switch (kind) {
  case FusionKind::Elementwise:
    return "elementwise";
  case FusionKind::Broadcast:
    return "broadcast";
  case FusionKind::Injective:
    return "injective";
  case FusionKind::Reduction:
    return "reduction";
  case FusionKind::Complex:
    return "complex";
  case FusionKind::Opaque:
    return "opaque";
  }
  llvm_unreachable("unknown fusion kind");
}
