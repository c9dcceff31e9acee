//===-- Counts.h - extents that only the data decide ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How `@main` returns a tensor of which only the data decide an extent: as a tensor of the
// most that the extent can be, and, behind all outputs, the count as a number: the elements
// at indices below the counts are the output. Both results, and their destinations, say so.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_DL_IR_COUNTS_H
#define DL_DIALECT_DL_IR_COUNTS_H

#include "llvm/ADT/StringRef.h"

namespace dl {

/// On an output: for each dim the number of the count that its extent is, or -1.
inline constexpr llvm::StringLiteral countsAttrName = "dl.counts";
/// On an output whose counts are of all dims: its elements stand one behind the other in the shape
/// of the counts, and the tensor of a result is the room for them.
inline constexpr llvm::StringLiteral packedAttrName = "dl.packed";
/// On a result that is no output but the next count: the node that decides it.
inline constexpr llvm::StringLiteral countAttrName = "dl.count";

} // namespace dl

#endif // DL_DIALECT_DL_IR_COUNTS_H
