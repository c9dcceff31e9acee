//===-- Precompiled.cpp - carrier of the precompiled header -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CMake needs a source file to compile a precompiled header with; it holds nothing.
//
//===----------------------------------------------------------------------===//
