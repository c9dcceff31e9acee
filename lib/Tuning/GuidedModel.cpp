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
  // What was learned of others alone orders worse than the estimate does.
  numRows = static_cast<size_t>(
      llvm::count_if(rows, [](const MeasuredRow &row) { return !row.isForeign; }));
  first->train(rows);
  if (numRows >= leastRows)
    learned->train(rows);
}
