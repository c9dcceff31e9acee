//===-- Phases.cpp - the way down of each device ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of devices with phases of their own: a new one is an entry here and a file.
//
//===----------------------------------------------------------------------===//
#include "Phases.h"

namespace dl {

llvm::ArrayRef<Phase> getPhases(llvm::StringRef device) {
  static const std::pair<llvm::StringLiteral, llvm::ArrayRef<Phase> (*)()> devices[] = {
      {"cpu", getCpuPhases}};
  for (auto [name, getOwn] : devices)
    if (name.equals_insensitive(device))
      return getOwn();
  return getCpuPhases();
}

} // namespace dl
