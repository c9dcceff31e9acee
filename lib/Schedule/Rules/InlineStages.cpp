//===-- InlineStages.cpp - which stages become part of readers ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stage whose elements cost less to compute again than to keep becomes part of what reads it.
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"

#include <algorithm>

using namespace dl::schedule;

bool Scheduler::isPartOfOneFormula(int stage) const {
  std::vector<bool> isPart(kernel.size(), false);
  isPart[stage] = true;
  int end = -1;
  for (int reader = stage + 1; reader < kernel.size(); ++reader) {
    const StageSchedule &by = kernel[reader];
    bool isReader = false;
    for (const StageRead &read : by.reads) {
      if (read.stage < 0 || !isPart[read.stage])
        continue;
      isReader = true;
      if (read.isGuarded || by.scope != kernel[stage].scope ||
          !isIdentityRead(read, getNumSpatial(reader)))
        return false;
    }
    if (!isReader)
      continue;
    bool isKept = by.isResult || by.tree.hasReduction();
    if (isKept && end != -1)
      return false;
    if (isKept)
      end = reader;
    isPart[reader] = !isKept;
  }
  return true;
}

bool Scheduler::isInliningCheap(int stage) const {
  const StageSchedule &producer = kernel[stage];
  bool isGuarded = false, ofStage = false;
  for (const StageRead &read : producer.reads) {
    isGuarded |= read.isGuarded;
    ofStage |= read.stage != -1;
  }
  int numReads = 0;
  bool isReadGuarded = false, isRecomputed = false, inOtherScope = false, isReaderCostly = false;
  bool hasIntrinsics = false;
  for (int reader = stage + 1; reader < kernel.size(); ++reader)
    for (const StageRead &read : kernel[reader].reads) {
      if (read.stage != stage)
        continue;
      ++numReads;
      isReadGuarded |= read.isGuarded;
      inOtherScope |= kernel[reader].scope != producer.scope;
      isRecomputed |= getVolume(reader) > getVolume(stage);
      isReaderCostly |= isCostly(kernel[reader].formula);
      hasIntrinsics |= !kernel[reader].intrinsics.empty();
    }
  // Steps of a scan would compute it again and again.
  // Formulas that intrinsics have would be others.
  if (hasIntrinsics && options.vectorize && producer.formula.getTotal() > 0)
    return false;
  // Inlined into one formula, it is computed once. That waits longer for itself than two loops do,
  // which are faster where the nearer caches hold what is between them.
  if (isGuarded || isReadGuarded || inOtherScope ||
      (numReads > 1 && isCostly(producer.formula) &&
       !(getVolume(stage) * producer.resultBytes.front() > kernel.target->getNearBytes() &&
         isPartOfOneFormula(stage))))
    return false;
  // Elements from all over a tensor are fetched one by one: vectors of formulas
  // that cost more than the fetch are computed after it.
  int last = getNumSpatial(stage);
  if (last > 0 && !isReadInSteps(stage, last - 1) && isReaderCostly)
    return false;
  // What every element of a row would compute again is kept with the row.
  return !isRecomputed || (!ofStage && !isCostly(producer.formula));
}

void Scheduler::inlineStages() {
  for (int stage = 0; stage < kernel.size(); ++stage) {
    const StageSchedule &producer = kernel[stage];
    if (producer.tree.hasReduction() || producer.isResult)
      continue;
    ComputeInline step(stage);
    if (kernel.getReaders(stage).empty() || step.check(kernel) ||
        !chooseWhether(stage, "inlined", isInliningCheap(stage)))
      continue;
    attempt(step);
    markDone(stage);
  }
}
