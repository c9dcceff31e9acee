//===-- Bind.h - axes to blocks, threads and virtual threads -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive bind: its legality and its effect on the trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_BIND_H
#define DL_SCHEDULE_PRIMITIVES_BIND_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// On loops of bound axes: the index, as in the text of trees.
inline constexpr char bindAttrName[] = "schedule.bind";

/// The annotation of a name (`blockIdx.x`, `threadIdx.x`, `vthread`), or None.
Annotation getBinding(const std::string &name);
bool isBlock(Annotation annotation);
bool isThread(Annotation annotation);
/// True if a leaf of a root is bound. Such a root is not cut where a condition changes:
/// blocks and threads take branches.
bool isRootBound(const IterationTree &tree, AxisId root);
inline bool isBound(Annotation annotation) {
  return isBlock(annotation) || isThread(annotation) || annotation == Annotation::VThread;
}

/// Makes the iterations of an axis those of a block or thread index. A GPU runs them
/// at once, so the axis is spatial, its extent is static and it has no incomplete
/// step. A virtual thread (`vthread`) is one of several that one thread runs:
///   for i in 0..64: split by 32, vthread, threadIdx.x  =>  thread t has t and t + 32
/// On a CPU the iterations run one after the other.
class Bind {
public:
  Bind(int stage, AxisId axis, Annotation index) : stage(stage), axis(axis), index(index) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  AxisId getAxis() const { return axis; }
  Annotation getIndex() const { return index; }

private:
  int stage;
  AxisId axis;
  Annotation index;
};

/// Rules on the bound axes of a stage, and of what is computed in its loops.
std::optional<Refusal> checkBindings(const KernelSchedule &kernel, int stage);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_BIND_H
