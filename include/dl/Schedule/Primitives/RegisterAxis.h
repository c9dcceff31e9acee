//===-- RegisterAxis.h - make an axis part of the register tile -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitives vectorize and unroll.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_REGISTERAXIS_H
#define DL_SCHEDULE_PRIMITIVES_REGISTERAXIS_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Makes an axis part of the register tile: as lanes of vectors, or written out. The
/// tile is what stands innermost: annotate from the innermost axis outwards. The
/// extent must be static; what a split leaves over is peeled.
class RegisterAxis {
public:
  RegisterAxis(int stage, AxisId axis, Annotation annotation)
      : stage(stage), axis(axis), annotation(annotation) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  AxisId getAxis() const { return axis; }
  Annotation getAnnotation() const { return annotation; }

private:
  int stage;
  AxisId axis;
  Annotation annotation;
};

class Vectorize : public RegisterAxis {
public:
  Vectorize(int stage, AxisId axis) : RegisterAxis(stage, axis, Annotation::Vectorize) {}
};

class Unroll : public RegisterAxis {
public:
  Unroll(int stage, AxisId axis) : RegisterAxis(stage, axis, Annotation::Unroll) {}
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_REGISTERAXIS_H
