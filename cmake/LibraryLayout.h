//===-- LibraryLayout.h - classes as LLVM's library has them ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included before every file where the project checks its assertions and LLVM was built without:
// with NDEBUG or without it, statistics have other members, and passes hold them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CMAKE_LIBRARYLAYOUT_H
#define DL_CMAKE_LIBRARYLAYOUT_H

#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#include <cassert> // NOLINT: again, with assertions.

#endif // DL_CMAKE_LIBRARYLAYOUT_H
