//===-- Annotate.cpp - attach a key and a value to an axis ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive annotate and unannotate.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Annotate.h"

#include "dl/Schedule/Legality.h"

#include <cctype>

using namespace dl::schedule;

/// What the text of a tree can hold as one word.
static bool isWord(const std::string &text) {
  for (unsigned char c : text)
    if (!std::isalnum(c) && c != '_' && c != '.' && c != '*' && c != '$' && c != '-')
      return false;
  return true;
}

std::optional<Refusal> Annotate::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  if (key.empty() || !isWord(key) || !isWord(value))
    return Refusal{"the note '" + key + "' = '" + value + "' of " + describe(kernel, stage, axis) +
                       " is not made of letters, digits and _ . * $ -",
                   "use one word each for key and value"};
  if (value.empty())
    return Refusal{"the note '" + key + "' of " + describe(kernel, stage, axis) + " has no value",
                   "give a value, or use unannotate to take the key away"};
  if (tree.isRegister(axis))
    return Refusal{describe(kernel, stage, axis) +
                       " is part of the register tile and makes no loop that could carry a note",
                   "annotate an axis outside of the register tile", -1, axis};
  return std::nullopt;
}

void Annotate::apply(KernelSchedule &kernel) const { kernel[stage].tree.setNote(axis, key, value); }
