//===-- BisectReplay.h - how a fault is shown again -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Debugging: the folder that dl-bisect writes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DEBUGGING_BISECTREPLAY_H
#define DL_LIB_DEBUGGING_BISECTREPLAY_H

#include "dl/Debugging/Forms.h"
#include "dl/Debugging/ReplayFolder.h"

namespace dl::debugging {

/// What is at fault.
struct Fault {
  /// "@kernel for Node_1+Node_2".
  std::string where;
  /// The passes between the two forms.
  std::vector<ListedPass> passes;
  std::string reason;
};

/// Writes the folder of a fault between two forms that interpreters execute: `forms` are those of
/// the fault's passes alone. Nothing where no folder is wanted.
llvm::Error writeInterpretedReplay(const ReplayOptions &options, Forms &forms, const Fault &fault);

/// The same where the bad form is code; where both are one form, it is LLVM's.
llvm::Error writeCodeReplay(const ReplayOptions &options, Forms &forms, size_t good, size_t bad,
                            const Fault &fault);

} // namespace dl::debugging

#endif // DL_LIB_DEBUGGING_BISECTREPLAY_H
