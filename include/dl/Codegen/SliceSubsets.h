//===-- SliceSubsets.h - which slices are the same ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A faster SubsetOpInterface of tensor slices than upstream's, with the same answers.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_SLICESUBSETS_H
#define DL_CODEGEN_SLICESUBSETS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace dl::codegen {

/// Takes the place of upstream's models where it is called before these are registered; after
/// that, or not at all, bufferization is slower and nothing else.
void registerSliceSubsets(mlir::DialectRegistry &registry);

} // namespace dl::codegen

#endif // DL_CODEGEN_SLICESUBSETS_H
