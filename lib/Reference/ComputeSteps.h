//===-- ComputeSteps.h - the kinds of steps -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a te.compute's region is compiled into. Internal to the interpreter.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_COMPUTESTEPS_H
#define DL_LIB_REFERENCE_COMPUTESTEPS_H

#include "ComputeProgram.h"

namespace dl::reference {

/// An affine function of the axes without floordiv and mod, split into the part
/// of the block's origin and reduction point, and the part of each lane.
struct AxisForm {
  int64_t constant = 0;
  llvm::SmallVector<int64_t> coefficients;
  std::vector<int64_t> lanes;

  AxisForm(int64_t constant, llvm::SmallVector<int64_t> axisCoefficients, const RowBlock &block,
           unsigned numSpatial);

  int64_t getBase(llvm::ArrayRef<int64_t> point) const;
};

/// An operation on scalars, applied to rows.
class ScalarStep : public Step {
public:
  ScalarStep(unsigned result, mlir::Operation *op, ScalarKernel kernel,
             llvm::ArrayRef<unsigned> operands, int64_t numLanes);
  llvm::LogicalResult run(RowState &state) override;

private:
  mlir::Operation *op;
  ScalarKernel kernel;
  llvm::SmallVector<unsigned, 3> operands;
  std::vector<char> row;
};

/// The value of an affine function of the axes.
class IndexStep : public Step {
public:
  IndexStep(unsigned result, AxisForm form);
  llvm::LogicalResult run(RowState &state) override;

private:
  AxisForm form;
  std::vector<int64_t> row;
};

/// An unguarded read at an affine position that is known to be inside.
class AffineReadStep : public Step {
public:
  AffineReadStep(unsigned result, Tensor source, AxisForm position, const RowBlock &block);
  llvm::LogicalResult run(RowState &state) override;

private:
  Tensor source;
  AxisForm form;
  std::vector<char> row;
  /// Lanes come in runs of equal stride; 0 where each has an offset of its own.
  int64_t runLength = 0, runStride = 0;
};

/// A read that is guarded, data dependent or not proven to be inside.
class CheckedReadStep : public Step {
public:
  CheckedReadStep(unsigned result, te::ReadOp op, Tensor source, llvm::ArrayRef<unsigned> indices,
                  llvm::ArrayRef<unsigned> constraints, std::optional<unsigned> otherwise,
                  int64_t numLanes);
  llvm::LogicalResult run(RowState &state) override;

private:
  void evaluatePredicate(RowState &state);
  /// Positions are inside where the predicate holds. Elsewhere nothing is read.
  void load(RowState &state);
  llvm::LogicalResult reportOutside(RowState &state, unsigned dimension, const int64_t *values);

  te::ReadOp op;
  Tensor source;
  llvm::SmallVector<unsigned> indices, constraints;
  std::optional<unsigned> otherwise;
  std::vector<int64_t> positions;
  std::vector<uint8_t> holds;
  std::vector<char> row;
};

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_COMPUTESTEPS_H
