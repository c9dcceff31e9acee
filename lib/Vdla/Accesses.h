//===-- Accesses.h - which elements an instruction touches ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_ACCESSES_H
#define DL_LIB_VDLA_ACCESSES_H

#include "ElementSet.h"
#include "Shapes.h"

namespace dl::vdla {

enum class AccessKind : uint8_t { Read, Write };

struct Access {
  Memory memory;
  AccessKind kind;
  ElementSet elements;
};

/// What an instruction reads and writes of scratchpads, reads first. It keeps the bounds, and
/// `uops` are what the memory of micro-ops holds. Accumulators that micro-ops of the same pass
/// initialise do not count as read.
std::vector<Access> collectAccesses(const DeviceModel &model, const Instruction &instruction,
                                    const std::vector<MicroOp> &uops);

/// Accumulators that a loop reads before any of its own steps writes them, found step by step.
/// Nothing if there are too many steps for that.
std::optional<ElementSet> collectFirstReads(const DeviceModel &model,
                                            const Instruction &instruction,
                                            const std::vector<MicroOp> &uops);

} // namespace dl::vdla

#endif // DL_LIB_VDLA_ACCESSES_H
