//===-- DataFrames.h - frames of a length that only a run knows --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// STFT whose frames have a length that is data, in a result of the declared shape.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_DATAFRAMES_H
#define DL_LIB_IMPORT_OPERATORS_DATAFRAMES_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

/// STFT without a window, whose input 3 is data.
llvm::LogicalResult importDataSTFT(NodeImporter &node);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_DATAFRAMES_H
