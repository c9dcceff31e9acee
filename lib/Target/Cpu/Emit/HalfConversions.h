//===-- HalfConversions.h - conversions of 16-bit floats --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the compiler's runtime library that LLVM calls to convert floats of 16
// bits where the machine cannot.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_HALFCONVERSIONS_H
#define DL_LIB_TARGET_CPU_EMIT_HALFCONVERSIONS_H

#include "llvm/IR/Module.h"

namespace dl::cpu {

/// Defines the conversions, hidden, in a module that has floats of 16 bits. A library of ours
/// is linked with nothing that would.
void addHalfConversions(llvm::Module &module);

/// Shuffles, choices, loads and stores of vectors of bf16, and of their elements, become those of
/// integers: LLVM takes such vectors apart, element by element, where the machine does not compute
/// with bf16, and where their length is none of a register it ends the process, with the
/// instructions of AVX512-BF16 at any optimisation. For code that is optimised already, which would
/// bring them back.
void moveBFloatsAsIntegers(llvm::Module &module);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_HALFCONVERSIONS_H
