//===-- SetScope.h - choose the memory scope of a stage ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive set_scope.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_SETSCOPE_H
#define DL_SCHEDULE_PRIMITIVES_SETSCOPE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Chooses the memory in which the values of a stage are kept: global, shared by
/// the threads of a block, or local to one. Shared and local values live inside the
/// loops of a consumer; results of the kernel are global.
class SetScope {
public:
  SetScope(int stage, std::string scope) : stage(stage), scope(std::move(scope)) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  const std::string &getScope() const { return scope; }

private:
  int stage;
  std::string scope;
};

/// The name of a memory, and that it can hold the stage.
std::optional<Refusal> checkScope(const KernelSchedule &kernel, int stage,
                                  const std::string &scope);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_SETSCOPE_H
