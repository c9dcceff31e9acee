//===-- AvoidStoreMerge.h - an alloca that SROA would break -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SROA of LLVM 22.1 replaces vectors that are stored side by side and loaded as one by
// shuffles, and puts all of them where the vector of the highest address is stored: before
// the others, if it is stored first (llvm-project#189680).
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_EMIT_AVOIDSTOREMERGE_H
#define DL_LIB_TARGET_CPU_EMIT_AVOIDSTOREMERGE_H

namespace llvm {
class Function;
}

namespace dl::cpu {

/// Loads such vectors once more, unused: SROA takes what is loaded twice another way. To be
/// called before each SROA, as later passes delete the load.
void avoidStoreMerge(llvm::Function &function);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_EMIT_AVOIDSTOREMERGE_H
