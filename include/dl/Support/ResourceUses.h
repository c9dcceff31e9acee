//===-- ResourceUses.h - memory of constants that are gone ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resources live as long as their context. Compiling packs weights, and what they were
// packed from is as large: its memory is given back where no operation holds it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_RESOURCEUSES_H
#define DL_SUPPORT_RESOURCEUSES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace dl {

/// Operations that hold each resource of a module.
class ResourceUses {
public:
  explicit ResourceUses(mlir::ModuleOp module);

  /// Erases a constant that has no users; its resource is emptied if that was the last
  /// operation that held it. Attributes that still name it must not be read.
  void eraseConstant(mlir::Operation *constant);
  /// Empties all resources of the context that no operation of the module holds.
  void releaseUnused();

private:
  mlir::MLIRContext *context;
  llvm::DenseMap<const void *, int64_t> counts;
};

/// Bytes of all resources of a context.
int64_t getResourceBytes(mlir::MLIRContext *context);

} // namespace dl

#endif // DL_SUPPORT_RESOURCEUSES_H
