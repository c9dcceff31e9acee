//===-- Curve.h - a search as a picture --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Report: trials of a task as SVG, in colours that classes of the page give.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_REPORT_CURVE_H
#define DL_LIB_TUNING_REPORT_CURVE_H

#include "dl/Tuning/Report/TaskHistory.h"

namespace dl::tuning {

/// Seconds over trials, on a logarithmic scale: each trial is a dot, failures are on lines of their
/// own by outcome; the best so far, the rules' time, and on the right what was measured at the end.
/// Nothing where no trial and no final is comparable.
void writeCurve(const TaskHistory &history, llvm::raw_ostream &os);

/// What a reader that goes from trial to trial is told: microseconds, or minus the number of an
/// outcome, as a JSON array.
void writeCurveData(const TaskHistory &history, llvm::raw_ostream &os);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_REPORT_CURVE_H
