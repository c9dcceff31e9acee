//===-- Programs.h - programs of this installation -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools that others start: the worker of a tuner, the tuner of the Python package.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SUPPORT_PROGRAMS_H
#define DL_SUPPORT_PROGRAMS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace dl {

/// The path of a program of this installation: in the folder bin beside that of the compiler's
/// library. Empty where there is none.
std::string findProgram(llvm::StringRef name);

/// The folder of the compiler's library. Empty where it is not known.
std::string findLibraryFolder();

/// The path of a data file of this installation or build: `name` is relative to share/dl, which is
/// beside the folder of the compiler's library. Empty where there is none.
std::string findDataFile(llvm::StringRef name);

} // namespace dl

#endif // DL_SUPPORT_PROGRAMS_H
