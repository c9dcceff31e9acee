//===-- InitAllDialects.h - register all dialects of dl ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call that adds the dialects that modules are written in to a registry, without the passes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INITALLDIALECTS_H
#define DL_INITALLDIALECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace dl {

/// Adds the project's dialects to a registry, and those of upstream that modules of its levels are
/// written in; what passes make besides they bring themselves.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace dl

#endif // DL_INITALLDIALECTS_H
