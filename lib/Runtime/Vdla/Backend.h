//===-- Backend.h - what executes programs ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A back end runs a checked program on the contents of its buffers. A new one is a class and an
// entry in the table of Backends.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_RUNTIME_VDLA_BACKEND_H
#define DL_LIB_RUNTIME_VDLA_BACKEND_H

#include "dl/Runtime/Vdla/dlv.h"
#include "dl/Vdla/MachineState.h"

#include <memory>

namespace dl::vdla {

class Backend {
public:
  virtual ~Backend() = default;
  /// Runs a program for which rules V1 to V5 hold, on buffers as long as it says. Adds to the
  /// counters. False and `error` if it gets stuck, or takes more than `maxSteps` steps or cycles.
  virtual bool run(const DeviceModel &model, const Program &program, BufferContents &contents,
                   int64_t maxSteps, dlv_counters &counters, std::string &error) = 0;
};

/// The back ends' names, and one of them; null for other names.
const std::vector<std::string> &getBackendNames();
std::unique_ptr<Backend> createBackend(const std::string &name);

} // namespace dl::vdla

#endif // DL_LIB_RUNTIME_VDLA_BACKEND_H
