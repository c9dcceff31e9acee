//===-- GuidedModel.cpp - the estimate, until there is something to learn from -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both models are trained, the one that learns once it has enough rows.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/GuidedModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace dl::tuning;

void GuidedModel::train(const std::vector<MeasuredRow> &rows) {
  // What was learned of other kernels orders worse than the first model does, and what was learned
  // on other machines better.
  std::vector<MeasuredRow> near;
  llvm::copy_if(rows, std::back_inserter(near),
                [](const MeasuredRow &row) { return !row.isForeign || row.isOfOtherMachine; });
  numRows = static_cast<size_t>(
      llvm::count_if(rows, [](const MeasuredRow &row) { return !row.isForeign; }));
  first->train(near);
  if (numRows >= leastRows)
    learned->train(rows);
}
