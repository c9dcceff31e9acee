//===-- RowStages.cpp - stages that are computed row by row ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowStages.h"

#include <algorithm>

using namespace dl::schedule;

bool dl::schedule::isAmong(const std::vector<int> &stages, int stage) {
  return std::find(stages.begin(), stages.end(), stage) != stages.end();
}

std::vector<int> dl::schedule::getProducers(const Scheduler &scheduler, int root) {
  const KernelSchedule &kernel = scheduler.getKernel();
  std::vector<int> producers;
  for (int stage = root - 1; stage >= 0; --stage) {
    if (kernel[stage].scope != kernel[root].scope || scheduler.isDone(stage) ||
        kernel[stage].isResult)
      continue;
    std::vector<int> readers = kernel.getReaders(stage);
    bool isInside =
        !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](int reader) {
          return reader == root || isAmong(producers, reader);
        });
    const dl::SharedVector<StageRead> &reads = kernel[stage].reads;
    bool isPlain = std::none_of(reads.begin(), reads.end(),
                                [](const StageRead &read) { return read.isGuarded; });
    for (int reader = stage + 1; reader < kernel.size(); ++reader)
      for (const StageRead &read : kernel[reader].reads)
        if (read.stage == stage)
          isPlain &= !read.isGuarded && Access{read, {}, {}}.isAffine();
    if (isInside && isPlain)
      producers.push_back(stage);
  }
  return producers;
}

bool dl::schedule::isReadInRows(const Scheduler &scheduler, int stage, AxisId row) {
  std::vector<Access> accesses = scheduler.getAllAccesses(stage);
  return std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    return !access.read.isGuarded && (!access.dependsOn(row) || access.isContiguousIn(row));
  });
}
