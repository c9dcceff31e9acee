//===-- Dependence.cpp - what values are computed from ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Dependence.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

bool dl::codegen::dependsOn(Value value, Value source) {
  llvm::SmallSetVector<Value, 8> seen;
  seen.insert(value);
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] == source)
      return true;
    if (Operation *definition = seen[i].getDefiningOp();
        definition && definition->getNumRegions() == 0)
      seen.insert_range(definition->getOperands());
  }
  return false;
}
