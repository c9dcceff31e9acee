//===-- InitTool.h - what each tool begins and ends with --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signals, closed pipes and standard output of a tool. For mains only: it changes
// what signals do to the process.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_INITTOOL_H
#define DL_SUPPORT_INITTOOL_H

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LogicalResult.h"

namespace dl {

/// Stands at the top of a main. A tool that is interrupted (SIGINT, SIGTERM, SIGHUP)
/// or crashes removes its temporary files, ends the programs it runs, says so and dies
/// of the signal; of SIGABRT where printing the stack of a crash hangs. A closed pipe or a file
/// that grows beyond the limit is an error of the write, not a signal.
class InitTool {
public:
  InitTool(int &argc, char **&argv);
  /// The exit code: 1 after a failure, and where standard output could not be
  /// written, which is reported.
  int finish(llvm::LogicalResult result);

private:
  /// Found before LLVM sets its handlers.
  struct Ignored {
    Ignored();
    bool signals[3];
  };
  Ignored ignored;
  llvm::InitLLVM init;
};

} // namespace dl

#endif // DL_SUPPORT_INITTOOL_H
