//===-- InitAll.h - register every dialect and pass -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One place that names every dialect, extension and pass of the project, for
// tools and for embedders that want them all. The headers of single dialects and groups of
// passes, which cost a compiler much more, are included by those who name these.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INITALL_H
#define DL_INITALL_H

#include "dl/InitAllDialects.h"

namespace dl {

/// Registers the project's passes and pipelines, once in a program: MLIR refuses names that are
/// taken.
void registerAllPasses();

} // namespace dl

#endif // DL_INITALL_H
