//===-- Forest.h - decision trees -------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees as tables with a row for each node, and the walk through all of them at a time: for each
// sample and tree the node that was reached, one step after the other.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_OPERATORS_FOREST_H
#define DL_LIB_IMPORT_OPERATORS_FOREST_H

#include "../NodeImporter.h"

namespace dl::onnx_import {

/// What a node asks of its feature, numbered as ONNX does; a leaf asks nothing.
enum class Branch {
  LessOrEqual = 0,
  Less = 1,
  GreaterOrEqual = 2,
  Greater = 3,
  Equal = 4,
  NotEqual = 5,
  Member = 6,
  Leaf = 7
};

/// How what the trees say of a target becomes one number, numbered as ONNX does.
enum class Aggregate { Average = 0, Sum = 1, Minimum = 2, Maximum = 3 };

struct TreeNode {
  Branch branch = Branch::Leaf;
  int64_t feature = 0;
  double split = 0;
  /// Where it goes on if the answer is yes or no: a leaf leads to itself.
  int64_t yes = 0, no = 0;
  /// Whether a missing feature (NaN) is a yes.
  bool missingIsYes = false;
  /// The numbers of a set.
  llvm::SmallVector<double> members = {};
};

/// What a leaf says of a target.
struct LeafWeight {
  int64_t node, target;
  double weight;
};

struct Forest {
  std::vector<TreeNode> nodes;
  llvm::SmallVector<int64_t> roots;
  std::vector<LeafWeight> weights;

  /// An error where a node is no node, leads in a circle or asks for none of `numFeatures`, of
  /// which -1 are not known; the most steps to a leaf.
  mlir::FailureOr<int64_t> getDepth(NodeImporter &node, int64_t numFeatures) const;
};

/// A row for each sample of x, a number for each of `numTargets`; null after an error.
mlir::Value evaluateForest(NodeImporter &node, const Forest &forest, mlir::Value x,
                           int64_t numTargets, Aggregate aggregate);

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_OPERATORS_FOREST_H
