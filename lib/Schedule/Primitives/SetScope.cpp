//===-- SetScope.cpp - choose the memory scope of a stage -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive set_scope.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/SetScope.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> dl::schedule::checkScope(const KernelSchedule &kernel, int stage,
                                                const std::string &scope) {
  const Target &target = *kernel.target;
  if (!target.lookupScope(scope))
    return Refusal{"there is no memory scope '" + scope + "' for " + describe(kernel, stage),
                   "use " + target.listScopes()};
  if (scope != target.scopes.front().name && kernel[stage].isResult)
    return Refusal{
        describe(kernel, stage) + " is " +
            (kernel[stage].taker.empty() ? "a result of the kernel" : kernel[stage].taker) +
            " and cannot be kept in " + scope + " memory",
        "use cache_write, and set_scope on the new stage"};
  return std::nullopt;
}

std::optional<Refusal> SetScope::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkScope(kernel, stage, scope))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  // What is computed for a block, or for a thread of it, has another size.
  KernelSchedule changed = kernel;
  apply(changed);
  if (scope == kernel.target->scopes.front().name)
    return checkPlacements(changed, stage);
  if (tree.getPlacement() != Placement::At)
    return Refusal{describe(kernel, stage) +
                       " is not computed inside a loop and cannot be kept in " + scope +
                       " memory, which does not outlive the loop",
                   "use compute_at on it first"};
  return checkPlacements(changed, stage);
}

void SetScope::apply(KernelSchedule &kernel) const {
  Storage storage = kernel[stage].tree.getStorage();
  storage.scope = scope;
  kernel[stage].tree.setStorage(storage);
}
