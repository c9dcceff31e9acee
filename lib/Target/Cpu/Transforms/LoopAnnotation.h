//===-- LoopAnnotation.h - what LLVM is told of a loop ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of scf carry the llvm dialect's annotation by the name that conversions hand on.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_LOOPANNOTATION_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_LOOPANNOTATION_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace dl::cpu {

/// The attribute's name; on a branch of the llvm dialect it is a property of that name.
constexpr llvm::StringLiteral loopAnnotationName = "loop_annotation";

/// An annotation that says how to vectorize and how to unroll, each as LLVM likes where it is null.
inline mlir::LLVM::LoopAnnotationAttr makeLoopAnnotation(mlir::MLIRContext *context,
                                                         mlir::LLVM::LoopVectorizeAttr vectorize,
                                                         mlir::LLVM::LoopUnrollAttr unroll) {
  return mlir::LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/{}, vectorize, /*interleave=*/{}, unroll, /*unrollAndJam=*/{},
      /*licm=*/{}, /*distribute=*/{}, /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{},
      /*mustProgress=*/{}, /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
}

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_LOOPANNOTATION_H
