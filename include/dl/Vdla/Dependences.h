//===-- Dependences.h - what has to come before what ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a program that is right when its instructions run one after the other to what tokens have
// to say so that the stages may run at a time.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_DEPENDENCES_H
#define DL_VDLA_DEPENDENCES_H

#include "dl/Vdla/Program.h"

namespace dl::vdla {

/// An instruction that has to finish before another one starts.
struct Dependence {
  int64_t first, second;
  bool operator==(const Dependence &other) const {
    return first == other.first && second == other.second;
  }
};

/// What the order of a program says about instructions of different stages, apart from what
/// tokens do: those that touch an element of a scratchpad or bytes of a buffer, one of them
/// writing, and the last instruction of each stage before the finish. Dependences that follow from
/// others through one element are left out; those through several elements are not. In the order
/// of `second`, then `first`. The program keeps V1 to V5.
std::vector<Dependence> collectDependences(const DeviceModel &model, const Program &program);

} // namespace dl::vdla

#endif // DL_VDLA_DEPENDENCES_H
