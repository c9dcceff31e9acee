//===-- CompileGuard.h - a compilation that may do anything -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker compiles in its own process: a child would pay again for all that a compiler sets up
// when it first does a thing, which takes as long as the compilation. What ends the worker is told
// to the search by the line that it waits for; the search starts another worker.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_MEASURE_COMPILEGUARD_H
#define DL_LIB_TUNING_MEASURE_COMPILEGUARD_H

#include "dl/Tuning/Measure/Worker.h"

namespace dl::tuning {

/// While it lives, a crash of this process, a time over the limit or a lack of memory writes the
/// reply to trial `id` and ends the process. One at a time.
class CompileGuard {
public:
  CompileGuard(int replies, int64_t id, const TrialLimits &limits);
  CompileGuard(const CompileGuard &) = delete;
  ~CompileGuard();
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_MEASURE_COMPILEGUARD_H
