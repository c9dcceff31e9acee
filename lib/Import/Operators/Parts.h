//===-- Parts.h - parts of an axis ------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Split and SplitToSequence share.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_PARTS_H
#define DL_LIB_IMPORT_OPERATORS_PARTS_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

/// That parts are not negative and, where the extent of their axis is known, add up to it.
llvm::LogicalResult checkParts(NodeImporter &node, llvm::ArrayRef<int64_t> parts, int64_t extent);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_PARTS_H
