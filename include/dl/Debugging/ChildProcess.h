//===-- ChildProcess.h - work that may crash or hang ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that are searched for faults and code that they made run in a child of this process, which
// has all that the parent has, and dies alone.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_CHILDPROCESS_H
#define DL_DEBUGGING_CHILDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>

namespace dl::debugging {

/// How work ended.
struct ChildOutcome {
  enum Kind {
    /// It returned success.
    Done,
    /// It returned an error, whose text is `message`.
    Failed,
    /// A signal ended it, which `message` names.
    Crashed,
    /// It was still at it when its time was over.
    TimedOut
  } kind = Done;
  std::string message;
};

/// Does the work in a child, for at most so many seconds. Files are what it leaves behind; its
/// output goes nowhere. Precondition: no other thread of this process holds a lock that the work
/// needs.
ChildOutcome runInChild(llvm::function_ref<llvm::Error()> work, double seconds);

} // namespace dl::debugging

#endif // DL_DEBUGGING_CHILDPROCESS_H
