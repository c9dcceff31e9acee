//===-- dl-worker.cpp - the process that measures ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Started by dl-tune: requests come on standard input, replies go to standard output.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/Worker.h"

#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

int main(int argc, char **) {
  if (argc > 1 || isatty(STDIN_FILENO)) {
    llvm::errs() << "dl-worker: error: it is started by dl-tune, and reads requests from it\n";
    return 1;
  }
  return dl::tuning::runWorker(STDIN_FILENO, STDOUT_FILENO);
}
