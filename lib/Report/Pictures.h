//===-- Pictures.h - the pictures of a report -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each as inline SVG, with links to the sections of calls and texts for who cannot see it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REPORT_PICTURES_H
#define DL_LIB_REPORT_PICTURES_H

#include "dl/Report/ModelReport.h"

namespace dl {

/// The identifier of a call's row, "c3".
std::string getCallAnchor(size_t call);
/// The identifier of a kernel's section, "k3".
std::string getKernelAnchor(size_t kernel);

/// A number with three digits, as 0.0123, 1.23 or 1,230.
std::string formatShort(double value);
/// A number of bytes: "1.2 MB".
std::string formatBytes(double bytes);

/// Billions of operations a second that the machine can do, and bytes a second that a level gets.
double getPeak(const ModelReport &report);
double getBandwidth(const ModelReport &report, const schedule::Cache &cache);

/// The optimised graph, a box for each operator or group, the darker the more time it takes.
void drawGraph(const ModelReport &report, llvm::raw_ostream &os);
/// Operations a second over operations a byte, under the roofs of the machine.
void drawRoofline(const ModelReport &report, llvm::raw_ostream &os);
/// Places in the arena over the calls.
void drawMemory(const ModelReport &report, llvm::raw_ostream &os);
/// The error of each call on a scale of powers of ten.
void drawErrors(const ModelReport &report, llvm::raw_ostream &os);

} // namespace dl

#endif // DL_LIB_REPORT_PICTURES_H
