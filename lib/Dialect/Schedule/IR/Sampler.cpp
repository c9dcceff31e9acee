//===-- Sampler.cpp - decisions for choices that have none ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws divisors and candidates. Generator and draws are spelled out, since the
// distributions of the standard library differ from one to another.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Sampler.h"

using namespace mlir;
using namespace dl::schedule;

int64_t Sampler::drawDivisor(int64_t extent, int64_t max) {
  SmallVector<int64_t> divisors;
  // Of huge extents: those that are small, and what they leave.
  for (int64_t small = 1; small <= std::min<int64_t>(extent / small, 1 << 16); ++small) {
    if (extent % small != 0)
      continue;
    if (small <= max)
      divisors.push_back(small);
    if (extent / small != small && extent / small <= max)
      divisors.push_back(extent / small);
  }
  llvm::sort(divisors);
  return divisors.empty() ? 1 : divisors[draw(divisors.size())];
}

SmallVector<int64_t> Sampler::decide(SampleTileOp op, int64_t extent) {
  auto [entry, isNew] = decisions.try_emplace(op, Attribute());
  if (isNew) {
    int64_t max = op.getMaxInnermost().value_or(std::numeric_limits<int64_t>::max());
    int64_t rest = std::max<int64_t>(1, extent);
    SmallVector<int64_t> factors(op->getNumResults(), 1);
    for (size_t i = factors.size() - 1; i > 0; --i) {
      factors[i] = drawDivisor(rest, i + 1 == factors.size() ? max : rest);
      rest /= factors[i];
    }
    // Of one factor there is nothing to choose.
    factors[0] = factors.size() == 1 ? std::min(rest, max) : rest;
    entry->second = DenseI64ArrayAttr::get(op.getContext(), factors);
  }
  return SmallVector<int64_t>(cast<DenseI64ArrayAttr>(entry->second).asArrayRef());
}

int64_t Sampler::decide(SampleCategoricalOp op) {
  auto [entry, isNew] = decisions.try_emplace(op, Attribute());
  if (isNew) {
    int64_t choice = 0, last = op.getCandidates().size() - 1;
    if (std::optional<ArrayRef<double>> probabilities = op.getProbabilities()) {
      double point = static_cast<double>(random() >> 11) * 0x1p-53;
      while (choice < last && point >= (*probabilities)[choice])
        point -= (*probabilities)[choice++];
      // Rounding may lead past the end, to what is never to be chosen.
      while (choice > 0 && (*probabilities)[choice] == 0)
        --choice;
    } else {
      choice = draw(last + 1);
    }
    entry->second = IntegerAttr::get(IntegerType::get(op.getContext(), 64), choice);
  }
  return cast<IntegerAttr>(entry->second).getInt();
}
