//===-- ComputeProgram.h - one te.compute, ready to run -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A te.compute is compiled into a list of steps that each work on a row: the
// elements of a block of the result, all at one point of the reduction axes.
// Internal to the interpreter.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_COMPUTEPROGRAM_H
#define DL_LIB_REFERENCE_COMPUTEPROGRAM_H

#include "ScalarOps.h"

#include "dl/Dialect/Te/IR/Te.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/LogicalResult.h"

#include <memory>
#include <vector>

namespace dl::reference {

/// The block of result elements that one row holds: the innermost axes in full,
/// one axis in part, so that a row is consecutive in memory.
class RowBlock {
public:
  /// `extents` of the spatial axes; at most `maxLanes` elements in a row.
  RowBlock(llvm::ArrayRef<int64_t> extents, int64_t maxLanes);

  /// Elements of a full row.
  int64_t getNumLanes() const { return numLanes; }
  /// The offset of a lane along a spatial axis from the block's origin.
  int64_t getOffset(unsigned axis, int64_t lane) const {
    return lane / strides[axis] % sizes[axis];
  }
  /// Length of the runs of lanes along the innermost axis.
  int64_t getRunLength() const { return sizes.empty() ? 1 : sizes.back(); }
  /// Lanes of the block that begins at `origin`: fewer at the end of an axis.
  int64_t getNumLanesAt(llvm::ArrayRef<int64_t> origin) const;
  /// Moves to the next block; false after the last one.
  bool advance(llvm::MutableArrayRef<int64_t> origin) const;

private:
  llvm::SmallVector<int64_t> extents, sizes, strides;
  /// The axis that is cut.
  unsigned cut = 0;
  int64_t numLanes = 1;
};

/// What a step sees while the program runs.
struct RowState {
  /// Value of each axis: the block's origin, and the reduction's point.
  llvm::SmallVector<int64_t> point;
  int64_t count = 0;
  /// The current row of each register.
  std::vector<const void *> registers;
  const RowBlock *block = nullptr;
  te::ComputeOp op;

  /// " at i = 1, k = 3": where an element is, for diagnostics.
  std::string describe(int64_t lane) const;
};

/// One step. It writes one register, in storage that it owns.
class Step {
public:
  explicit Step(unsigned result) : result(result) {}
  virtual ~Step() = default;
  /// Failure has been reported at the operation.
  virtual llvm::LogicalResult run(RowState &state) = 0;

protected:
  unsigned result;
};

class ComputeProgram {
public:
  /// Gives the tensor of a value from outside the region: the source of a read,
  /// or a scalar as a tensor of rank 0.
  using Lookup = llvm::function_ref<Tensor(mlir::Value)>;

  /// Compiles an op for the given extents of all its axes. Reports and returns
  /// null where an operation or a type is unknown.
  static std::unique_ptr<ComputeProgram> compile(te::ComputeOp op, llvm::ArrayRef<int64_t> extents,
                                                 Lookup lookup);

  /// Evaluates the op and returns its results. Failure has been reported.
  llvm::FailureOr<llvm::SmallVector<Tensor>> run();

private:
  friend class ComputeCompiler;
  ComputeProgram(te::ComputeOp op, llvm::ArrayRef<int64_t> extents);

  static llvm::LogicalResult runSteps(llvm::ArrayRef<std::unique_ptr<Step>> steps, RowState &state);
  /// Evaluates one block over all reduction points into the accumulators.
  llvm::LogicalResult reduceBlock();
  void combineRow();
  /// The same by a custom combiner, from the identities on.
  llvm::LogicalResult joinBlock();
  llvm::LogicalResult joinRow();
  /// Calls `visit` at each point of the reduction axes, in order.
  llvm::LogicalResult forEachTerm(llvm::function_ref<llvm::LogicalResult()> visit);
  ElementType getElementType(unsigned number) {
    return *dl::getElementType(op.getTensorType(number).getElementType());
  }
  const void *getResultRow(unsigned number) const;

  te::ComputeOp op;
  llvm::SmallVector<int64_t> extents;
  unsigned numSpatial;
  /// Of the first result.
  ElementType elementType;
  RowBlock block;
  RowState state;
  std::vector<std::unique_ptr<Step>> steps;
  std::vector<std::vector<char>> constants;
  /// The registers of the yielded elements.
  llvm::SmallVector<unsigned> yielded;
  /// One per lane; sums of floats are kept in double.
  std::vector<double> floatAccumulators;
  std::vector<int64_t> intAccumulators;

  /// A custom combiner: its steps, and for each result the rows of the identity and of
  /// what was accumulated, the register that shows the latter, and that of the join.
  struct Joined {
    std::vector<char> identity, row, next;
    unsigned accumulated, joined;
  };
  std::vector<std::unique_ptr<Step>> joinSteps;
  llvm::SmallVector<Joined> joins;
};

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_COMPUTEPROGRAM_H
