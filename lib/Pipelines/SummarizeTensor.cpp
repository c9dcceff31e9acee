//===-- SummarizeTensor.cpp - a line about a tensor -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape, type, range, what is no number, first values.
//
//===----------------------------------------------------------------------===//
#include "dl/Pipelines/Run.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace dl;

/// Values that are shown of a tensor.
static constexpr int64_t mostValues = 6;

void dl::summarizeTensor(llvm::StringRef name, const Tensor &tensor, llvm::raw_ostream &os) {
  os << "output '" << name << "': ";
  for (int64_t dim : tensor.getShape())
    os << dim << "x";
  os << stringify(tensor.getElementType());
  int64_t count = tensor.getNumElements(), notNumbers = 0, infinite = 0;
  double low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < count; ++i) {
    double value = tensor.getAsDouble(i);
    notNumbers += std::isnan(value);
    infinite += std::isinf(value);
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (low <= high)
    os << ", " << formatNumber(low) << " to " << formatNumber(high);
  if (notNumbers)
    os << ", " << notNumbers << " of " << count << " NaN";
  if (infinite)
    os << ", " << infinite << " of " << count << " infinite";
  if (count) {
    os << ", values ";
    llvm::ListSeparator comma;
    for (int64_t i = 0; i < std::min(count, mostValues); ++i)
      os << comma << formatNumber(tensor.getAsDouble(i));
    if (count > mostValues)
      os << ", ...";
  }
  os << "\n";
}
