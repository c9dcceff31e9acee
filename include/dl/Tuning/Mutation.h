//===-- Mutation.h - new decisions from old ones -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How searches move in a space: decisions of one schedule changed in some places, or those of two
// mixed. What the rules then come to beside them is left to chance.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MUTATION_H
#define DL_TUNING_MUTATION_H

#include "dl/Schedule/Choice.h"

#include <limits>
#include <random>
#include <vector>

namespace dl::tuning {

/// Changes one choice, less often two or more: half of the changes are to the next smaller or
/// larger candidate, the others to any. Choices without another candidate stay.
std::vector<schedule::Choice> mutate(std::vector<schedule::Choice> choices, std::mt19937_64 &random,
                                     size_t mostChanges = std::numeric_limits<size_t>::max());

/// Takes each choice from one of the two.
std::vector<schedule::Choice> cross(const std::vector<schedule::Choice> &one,
                                    const std::vector<schedule::Choice> &other,
                                    std::mt19937_64 &random);

} // namespace dl::tuning

#endif // DL_TUNING_MUTATION_H
