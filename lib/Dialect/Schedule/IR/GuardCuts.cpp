//===-- GuardCuts.cpp - where conditions of reads change ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constraints of a predicate as sums, of which those of one term count.
//
//===----------------------------------------------------------------------===//
#include "GuardCuts.h"

#include "BoundedExprs.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

SmallVector<std::pair<unsigned, int64_t>> dl::schedule::getGuardCuts(te::ReadOp read,
                                                                     te::ComputeOp compute) {
  SmallVector<std::pair<unsigned, int64_t>> cuts;
  if (!read.getPredicate())
    return cuts;
  BoundedExprs exprs(read.getContext());
  for (size_t i = 0; i < read.getIndexOperands().size(); ++i)
    exprs.addVariable(std::numeric_limits<int32_t>::max());
  IntegerSet predicate = *read.getPredicate();
  for (auto [constraint, isEqual] :
       llvm::zip_equal(predicate.getConstraints(), predicate.getEqFlags())) {
    LinearSum sum = exprs.flatten(constraint);
    auto dim = sum.terms.size() == 1 ? dyn_cast<AffineDimExpr>(sum.terms[0].first) : AffineExpr();
    if (!dim || std::abs(sum.terms[0].second) != 1)
      continue;
    auto axis =
        dyn_cast<BlockArgument>(read.getIndexOperands()[cast<AffineDimExpr>(dim).getPosition()]);
    if (!axis || axis.getOwner() != &compute.getBody().front())
      continue;
    int64_t value = sum.terms[0].second == 1 ? -sum.constant : sum.constant;
    // From `value` on, up to it, or there alone.
    if (sum.terms[0].second == 1 || isEqual)
      cuts.push_back({axis.getArgNumber(), value});
    if (sum.terms[0].second == -1 || isEqual)
      cuts.push_back({axis.getArgNumber(), value + 1});
  }
  return cuts;
}
