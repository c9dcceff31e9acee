//===-- StageForms.h - what a stage is to the accelerator -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads from the formula of a stage which units of the accelerator can compute it, and how.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOVDLA_STAGEFORMS_H
#define DL_LIB_CONVERSION_SCHEDULETOVDLA_STAGEFORMS_H

#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Vdla/Instruction.h"

namespace dl::vdla {

/// A stage that is elements of a tensor as they are, or a constant outside of it.
struct CopyForm {
  te::ReadOp read;
  /// Outside, where the read is under a condition.
  int64_t padding = 0;
};
std::optional<CopyForm> matchCopy(te::ComputeOp compute);

/// What a store makes of a sum. The reads are null where the form has none.
struct EpilogueForm {
  StoreForm form = StoreForm::Accumulator;
  te::ReadOp sum;
  /// A number for each channel, or one for all.
  struct Scale {
    te::ReadOp read;
    int64_t number = 0;
  };
  Scale bias, multiplier, shift;
  Rounding rounding = Rounding::HalfEven;
  int64_t zeroPoint = 0;
  bool isRelu = false, saturates = false;
};
std::optional<EpilogueForm> matchEpilogue(te::ComputeOp compute);

} // namespace dl::vdla

#endif // DL_LIB_CONVERSION_SCHEDULETOVDLA_STAGEFORMS_H
