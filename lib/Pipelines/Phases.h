//===-- Phases.h - time of each phase ---------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Pipelines.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_PIPELINES_PHASES_H
#define DL_LIB_PIPELINES_PHASES_H

#include "dl/Pipelines/Compile.h"

#include <chrono>

namespace dl {

/// Runs a phase and records its time; returns what it returns.
template <typename Phase> auto timePhase(PhaseTimes &times, llvm::StringRef name, Phase &&phase) {
  auto start = std::chrono::steady_clock::now();
  auto result = phase();
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  times.emplace_back(name.str(), elapsed.count());
  return result;
}

} // namespace dl

#endif // DL_LIB_PIPELINES_PHASES_H
