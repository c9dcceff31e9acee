//===-- MessageFilter.h - what the server gets to read ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands between standard input and upstream's server, whose parsers of JSON and of MLIR go
// down the stack with each level of nesting.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TOOLS_DL_LSP_SERVER_MESSAGEFILTER_H
#define DL_TOOLS_DL_LSP_SERVER_MESSAGEFILTER_H

/// Puts a pipe in the place of standard input, to which a thread passes all messages but
/// those that are nested too deep, or hold a text that is; what they say is reported on
/// standard error. False where there is no pipe to be had.
bool filterMessages();

#endif // DL_TOOLS_DL_LSP_SERVER_MESSAGEFILTER_H
