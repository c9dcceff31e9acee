//===-- AxisForms.cpp - indices as sums of axes --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements AxisForms.h.
//
//===----------------------------------------------------------------------===//
#include "AxisForms.h"

using namespace mlir;
using namespace dl::te;

std::optional<LinearForm> dl::te::getFormOfAxes(AffineExpr expr, ReadOp read, ComputeOp compute) {
  std::optional<LinearForm> form = getLinearForm(expr, read.getIndexOperands().size());
  if (!form)
    return std::nullopt;
  LinearForm result;
  result.constant = form->constant;
  result.coefficients.assign(compute.getNumAxes(), 0);
  for (auto [operand, coefficient] : llvm::zip_equal(read.getIndexOperands(), form->coefficients)) {
    auto axis = dyn_cast<BlockArgument>(operand);
    if (!axis || axis.getOwner() != &compute.getBody().front())
      return std::nullopt;
    result.coefficients[axis.getArgNumber()] += coefficient;
  }
  return result;
}

int64_t dl::te::getOnlyAxis(const LinearForm &form) {
  int64_t only = -1;
  for (auto [axis, coefficient] : llvm::enumerate(form.coefficients)) {
    if (coefficient == 0)
      continue;
    if (only != -1 || (coefficient != 1 && coefficient != -1))
      return -1;
    only = axis;
  }
  return only;
}
