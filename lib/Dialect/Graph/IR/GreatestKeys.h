//===-- GreatestKeys.h - te programs of the greatest numbers ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The greatest of the numbers in each row of a tensor, in order, as te stages.
//
//===----------------------------------------------------------------------===//
#ifndef LIB_DIALECT_GRAPH_IR_GREATESTKEYS_H
#define LIB_DIALECT_GRAPH_IR_GREATESTKEYS_H

#include "Stage.h"

namespace dl::graph {

/// Keys are i64, at least 0, of which no two of a row are equal; -1 stands for none.
class GreatestKeys {
public:
  /// The `k` greatest of each row, of keys below 2^`bits`.
  GreatestKeys(mlir::OpBuilder &builder, mlir::Location loc, int64_t k, int64_t bits)
      : builder(builder), loc(loc), integer(builder.getI64Type()), k(k), bits(bits) {}

  /// Adds a dim over which there are rows.
  void addRows(llvm::StringRef name, int64_t extent) { rows.push_back({name.str(), extent}); }

  /// At least the k greatest keys of each row, the greatest first: rows x keys, of `keys`, whose
  /// dims behind those of the rows are one or two. Stages are named behind `prefix`, an axis over
  /// keys as `axis` is.
  mlir::Value build(mlir::Value keys, llvm::StringRef axis, llvm::StringRef prefix);

  /// The cycles that the k greatest of `count` keys of a row take, as measured on a Xeon with AMX.
  static double getCycles(int64_t k, int64_t count);

private:
  struct Names;

  bool isSelected(int64_t count) const;
  StageBuilder makeRows() const;
  StageBuilder makeRow(const Names &names, int64_t along) const;
  mlir::Value makeZeros(StageBuilder stage, const std::string &name) const;
  mlir::Value scatterRows(const std::string &name, mlir::Value base, mlir::Value source,
                          int64_t count, llvm::function_ref<mlir::Value(StageBody &)> getPlace);
  mlir::Value makeLeast(mlir::Value keys, const Names &names);
  mlir::Value makeList(mlir::Value keys, const Names &names);
  mlir::Value takeGreatest(mlir::Value keys, const Names &names);
  mlir::Value sortGreatest(mlir::Value keys, const Names &names);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type integer;
  int64_t k, bits;
  llvm::SmallVector<std::pair<std::string, int64_t>> rows;
};

} // namespace dl::graph

#endif // LIB_DIALECT_GRAPH_IR_GREATESTKEYS_H
