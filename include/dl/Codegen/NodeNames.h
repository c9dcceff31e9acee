//===-- NodeNames.h - nodes of the model in locations -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Locations name the nodes of the model that an operation computes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_NODENAMES_H
#define DL_CODEGEN_NODENAMES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace mlir {
class OpBuilder;
} // namespace mlir

namespace dl::codegen {

/// The names in a location, in order, each once, joined by '+'; "" if it has none.
std::string getNodeNames(mlir::Location loc);

/// The address of these names as C has text: a constant named `symbol` of the module around the
/// builder.
mlir::Value createNodeNames(mlir::OpBuilder &builder, mlir::Location loc,
                            const llvm::Twine &symbol);

} // namespace dl::codegen

#endif // DL_CODEGEN_NODENAMES_H
