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

using namespace dl::tuning;

void GuidedModel::train(const std::vector<MeasuredRow> &rows) {
  numRows = rows.size();
  first->train(rows);
  if (numRows >= leastRows)
    learned->train(rows);
}
