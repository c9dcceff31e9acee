//===-- Caches.h - what memory caches hold ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that is called again and again finds its weights in the nearest cache; in a model it
// finds them where they were left a whole run ago. These functions put memory where a run leaves
// it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_RUNTIME_CACHES_H
#define DL_RUNTIME_CACHES_H

#include "llvm/ADT/ArrayRef.h"

namespace dl::runtime {

/// Takes memory out of all caches; on CPUs without an instruction for it, does nothing.
void evict(llvm::ArrayRef<char> memory);
/// Reads a byte of each line of memory, so that the nearest caches hold the last of it.
void fetch(llvm::ArrayRef<char> memory);

} // namespace dl::runtime

#endif // DL_RUNTIME_CACHES_H
