//===-- Legality.h - which schedules of a kernel are legal -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules shared by the primitives, and the check of a whole kernel. Stages are
// pure, each element is written once and the order of combination is free, so
// the trees and the indices read say everything; no dependence analysis.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_LEGALITY_H
#define DL_SCHEDULE_LEGALITY_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Most iterations of a register tile: it is unrolled into straight-line code.
constexpr int64_t maxRegisterTile = 16384;

/// `stage "C"`.
std::string describe(const KernelSchedule &kernel, int stage);
/// `axis i.o of stage "C"`.
std::string describe(const KernelSchedule &kernel, int stage, AxisId axis);

/// `stage "P"` or `operand 1 of the kernel`.
std::string describe(const KernelSchedule &kernel, const Source &source);
/// Why the `property` of a stage that is stored whole stays: `a result of the kernel, whose
/// shape callers rely on`.
std::string describeTaker(const KernelSchedule &kernel, int stage, const std::string &property);
/// The stage reads the source, which is one tensor.
std::optional<Refusal> checkSource(const KernelSchedule &kernel, int stage, const Source &source);
/// The shape of the source is static.
std::optional<Refusal> checkStatic(const KernelSchedule &kernel, const Source &source);

/// The axis is a leaf of the stage's tree and the stage has loops.
std::optional<Refusal> checkLeaf(const KernelSchedule &kernel, int stage, AxisId axis);
/// `checkLeaf`, and the axis has no annotation yet: it can get this one.
std::optional<Refusal> checkUnannotated(const KernelSchedule &kernel, int stage, AxisId axis,
                                        Annotation annotation);
/// `checkLeaf`, and the axis has no annotation and nothing is attached at it.
/// `participle` and `primitive` name the step, as in "fused" and "fuse".
std::optional<Refusal> checkPlainLeaf(const KernelSchedule &kernel, int stage, AxisId axis,
                                      const std::string &participle, const std::string &primitive);
/// No step was made on the stage beyond those of `expected`, and no stage is computed at it.
/// `cannot` begins the reason; `hint` says when the step at hand is used.
std::optional<Refusal> checkUntouched(const KernelSchedule &kernel, int stage,
                                      const IterationTree &expected, const std::string &cannot,
                                      const std::string &hint);

/// An order of all leaves of a stage: parallel axes first, register axes last,
/// each inner part inside its outer part.
std::optional<Refusal> checkOrder(const KernelSchedule &kernel, int stage,
                                  const std::vector<AxisId> &order);
/// Where the accumulator of a stage in such an order is set to the identity: outside
/// of all reduction loops, in one thread, of constant size, and outside of loops that
/// compute elements twice.
std::optional<Refusal> checkInit(const KernelSchedule &kernel, int stage,
                                 const std::vector<AxisId> &order);
/// Whether the points of a stage's loops can be counted: `cannot` says what would make them more.
std::optional<Refusal> checkSpace(const KernelSchedule &kernel, int stage,
                                  const std::string &cannot);
/// Steps of a stage in such an order, whose last one is masked: nothing is computed inside of them,
/// lanes make vectors, and what is computed and not kept does no harm.
std::optional<Refusal> checkMasks(const KernelSchedule &kernel, int stage,
                                  const std::vector<AxisId> &order);
/// A stage's register axes: static, not too many iterations.
std::optional<Refusal> checkRegisterTile(const KernelSchedule &kernel, int stage);
/// The place of one stage against all others.
std::optional<Refusal> checkPlacement(const KernelSchedule &kernel, int stage);
/// The places of all stages, `first` first.
std::optional<Refusal> checkPlacements(const KernelSchedule &kernel, int first);

/// Everything above and what primitives ask of single axes and buffers, for trees that did
/// not come from primitives. `illegal` gets the stage that is not legal; the refusal's own
/// stage is the other one that is involved, if there is one.
std::optional<Refusal> checkKernel(const KernelSchedule &kernel, int *illegal = nullptr);

} // namespace dl::schedule

#endif // DL_SCHEDULE_LEGALITY_H
