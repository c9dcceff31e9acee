//===-- Version.cpp - which compiler this is ------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CMake says the version.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/Version.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

llvm::StringRef dl::getVersion() { return DL_VERSION; }

void dl::printVersion(llvm::raw_ostream &os) {
  os << "dl " << getVersion() << " (LLVM " LLVM_VERSION_STRING ")\n";
}
