//===-- SizeChecks.h - what must hold of a run's sizes ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute by which a function of the te level and below says what its callers
// must check of the sizes that only a run knows: a list of
//
//   {is = "at_least", nodes = "Conv_1", sizes = affine_map<()[s0] -> (s0, 7)>}
//   {is = "equal", nodes = "Add_2", sizes = affine_map<()[s0] -> (s0 floordiv 2 * 2, s0)>}
//
// over the symbols that `dl.dims` of its arguments names, in their order.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_GRAPHTOTE_SIZECHECKS_H
#define DL_CONVERSION_GRAPHTOTE_SIZECHECKS_H

#include "llvm/ADT/StringRef.h"

namespace dl {

constexpr llvm::StringLiteral sizeChecksAttrName = "dl.size_checks";
constexpr llvm::StringLiteral sizeCheckKindName = "is";
constexpr llvm::StringLiteral sizeCheckNodesName = "nodes";
constexpr llvm::StringLiteral sizeCheckSizesName = "sizes";
constexpr llvm::StringLiteral sizeCheckEqual = "equal", sizeCheckAtLeast = "at_least";

} // namespace dl

#endif // DL_CONVERSION_GRAPHTOTE_SIZECHECKS_H
