//===-- Reference.h - a machine as tables to read ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_REFERENCE_H
#define DL_VDLA_REFERENCE_H

#include "dl/Vdla/DeviceModel.h"

namespace dl::vdla {

/// Markdown: the memories of a machine with their sizes in bytes, forms of loads, codes, and the
/// fields of each instruction and of micro-ops with their bits.
std::string printReference(const DeviceModel &model);

} // namespace dl::vdla

#endif // DL_VDLA_REFERENCE_H
