//===-- Level.h - the levels of the ladder ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_DL_IR_LEVEL_H
#define DL_DIALECT_DL_IR_LEVEL_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace dl {

/// The levels of the ladder, from the top. A module is at one of the first five.
enum class Level { Graph, Te, Scheduled, Bufferized, LLVMDialect, LLVM, Assembly, Object, Library };

/// Names the file beside a module's text that holds its weights.
inline constexpr llvm::StringLiteral weightsFileAttrName = "dl.weights_file";

/// The name of a level as option value ("llvm-dialect").
llvm::StringRef stringifyLevel(Level level);
std::optional<Level> parseLevel(llvm::StringRef name);
/// The same of what modules say, which may have it in the words of an older version.
std::optional<Level> parseGivenLevel(llvm::StringRef name);

/// Writes into a module (`dl.level`) that a pass took it to a level. The passes that lead from
/// one level to the next do so at their end.
void setLevel(mlir::ModuleOp module, Level level);
/// The level that a module says it is at.
std::optional<Level> getGivenLevel(mlir::ModuleOp module);

} // namespace dl

#endif // DL_DIALECT_DL_IR_LEVEL_H
