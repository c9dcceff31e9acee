//===-- DataShape.h - shapes that only a run knows --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a tensor in a shape, or with axes more or less, that only a run knows:
// they stand one behind the other as they did, and the run counts the extents.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_DATASHAPE_H
#define DL_LIB_IMPORT_OPERATORS_DATASHAPE_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

/// Reshape, Squeeze and Unsqueeze whose input 1 is data.
llvm::LogicalResult importDataReshape(NodeImporter &node);
llvm::LogicalResult importDataSqueeze(NodeImporter &node);
llvm::LogicalResult importDataUnsqueeze(NodeImporter &node);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_DATASHAPE_H
