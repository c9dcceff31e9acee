//===-- Config.cpp - names of what a configuration holds --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Config.h"

#include <iterator>

using namespace dl::vdla;

const char *dl::vdla::getName(Memory memory) {
  static constexpr const char *names[numMemories] = {"uop", "inp", "wgt", "acc", "scale"};
  return names[unsigned(memory)];
}

namespace {
/// The names of a closed set, by value.
struct Names {
  const char *const *names = nullptr;
  unsigned size = 0;
};
} // namespace

static Names getNames(CodeSet set) {
  static constexpr const char *stores[] = {"accumulator", "narrow", "requantize"};
  static constexpr const char *pads[] = {"zero", "zero_point", "minimum", "keep"};
  static constexpr const char *roundings[] = {"half_up", "half_away", "half_even", "down"};
  static constexpr const char *modes[] = {"mac", "reset"};
  static constexpr const char *operations[] = {"min", "max", "add", "shr", "mul", "move"};
  static constexpr const char *registers[] = {"inp_zero_point", "out_zero_point"};
  static constexpr const char *stages[] = {"load", "compute", "store"};
  switch (set) {
  case CodeSet::Load:
  case CodeSet::Pool:
    return {};
  case CodeSet::Store:
    return {stores, std::size(stores)};
  case CodeSet::Pad:
    return {pads, std::size(pads)};
  case CodeSet::Round:
    return {roundings, std::size(roundings)};
  case CodeSet::Mode:
    return {modes, std::size(modes)};
  case CodeSet::Operation:
    return {operations, std::size(operations)};
  case CodeSet::Register:
    return {registers, std::size(registers)};
  case CodeSet::Stage:
    return {stages, std::size(stages)};
  }
  return {};
}

const char *dl::vdla::getCodeName(CodeSet set, unsigned value) {
  Names names = getNames(set);
  return value < names.size ? names.names[value] : nullptr;
}

unsigned dl::vdla::getNumCodes(CodeSet set) { return getNames(set).size; }
