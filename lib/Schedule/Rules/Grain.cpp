//===-- Grain.cpp - which loops are worth threads -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that share a loop begin together and wait for each other at its end: a loop that one
// of them is through with by then is left to it.
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"

#include <algorithm>

using namespace dl::schedule;

/// What one element of a stage takes, with those of the stages inlined into it.
static Work getWork(const KernelSchedule &kernel, int stage) {
  Work work = kernel[stage].formula;
  if (kernel[stage].tree.hasReduction())
    work += kernel[stage].combination;
  for (const StageRead &read : kernel.getAllReads(stage))
    if (read.stage != -1 && kernel[read.stage].isInlined())
      work += kernel[read.stage].formula;
  return work;
}

/// Bytes that a core moves in a cycle where the first cache does not hold them.
static constexpr double farBytesOfCycle = 16;

/// True if vectors along the rows of a result, or of its terms, load what is side by side, or one
/// element for all.
static bool isLoadedInVectors(const Access &access, int numSpatial) {
  auto isFor = [&](AxisId axis, int64_t step) {
    return access.strides[axis] && *access.strides[axis] == step;
  };
  for (auto axis = static_cast<AxisId>(access.strides.size()) - 1; axis >= numSpatial; --axis)
    if (isFor(axis, 1))
      return true;
  return numSpatial == 0 || isFor(numSpatial - 1, 1) || isFor(numSpatial - 1, 0);
}

double Scheduler::getFarBytes(int stage) const {
  auto volume = static_cast<double>(getVolume(stage));
  double bytes = static_cast<double>(kernel[stage].getElementBytes());
  for (AxisId axis = 0; axis < getNumSpatial(stage); ++axis)
    bytes *= static_cast<double>(getExtent(stage, axis));
  // Of what is longer than all reads together, these read a part.
  for (const Access &access : getAllAccesses(stage))
    bytes += std::min(countElements(access.read), volume) *
             static_cast<double>(kernel.getElementBytes(access.read));
  bool isNear = kernel.target->caches.empty() ||
                bytes <= static_cast<double>(kernel.target->caches.front().bytes);
  return isNear ? 0 : bytes;
}

double Scheduler::getCycles(int stage) const {
  const Core &core = kernel.target->core;
  Work work = getWork(kernel, stage);
  auto lanes = static_cast<double>(options.vectorize ? getLanes(stage) : 1);
  // A product that is added is one instruction with the sum.
  double operations =
      static_cast<double>(std::max(work.sums, work.products) + work.roundings + work.integers) +
      core.extremum * static_cast<double>(work.extrema);
  double busy = operations / core.operations + core.quotient * static_cast<double>(work.quotients) +
                core.function * static_cast<double>(work.functions);
  double loads = 0;
  for (const Access &access : getAllAccesses(stage))
    loads += isLoadedInVectors(access, getNumSpatial(stage)) ? 1 : lanes;
  double cycles = static_cast<double>(getVolume(stage)) / lanes *
                  std::max(busy, std::max(loads / core.loads, 1 / core.stores));
  cycles = std::max(cycles, getFarBytes(stage) / farBytesOfCycle);
  for (int attached : kernel.getAttached(stage))
    cycles += getCycles(attached);
  return cycles;
}

bool Scheduler::areShared(int64_t iterations) const {
  return iterations >= enoughIterations ||
         (options.threads > 0 && iterations > 0 && iterations % options.threads == 0);
}

void Scheduler::parallelize(int stage, const std::vector<Axis> &outer) {
  if (!options.parallel || outer.empty() || outer.front().isReduction)
    return;
  // Enough iterations that uneven shares do not matter, no more: each one costs. Of two threads
  // each has half of the work.
  bool isWorthThreads = getCycles(stage) > 2 * kernel.target->core.team;
  int64_t enough =
      choose(stage, "parallel iterations", {1, 4, 64, 256}, isWorthThreads ? enoughIterations : 1);
  int64_t iterations = 1;
  for (const Axis &axis : outer) {
    // Each rest of a dynamic axis would be a parallel loop of its own.
    if (axis.isReduction || iterations >= enough || (axis.hasTail && iterations > 1))
      return;
    attempt(Parallel(stage, axis.id));
    // An extent known only at run time may be one.
    if (!axis.isDynamic || axis.hasTail)
      iterations *= axis.extent;
  }
}
