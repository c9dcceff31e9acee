//===-- TileEmitter.h - the innermost part of a nest -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one register tile of a stage: all its axes at small static ranges.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_TILEEMITTER_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_TILEEMITTER_H

#include "LoopGenerator.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace dl::schedule {

/// Builds the linalg.generic of one tile.
class TileEmitter {
public:
  TileEmitter(LoopGenerator &loops, StagePlan &stage, llvm::ArrayRef<AxisRange> axes)
      : loops(loops), stage(stage), axes(axes), builder(loops.builder), tile(loops.exprs),
        numLoopVariables(loops.exprs.size()), loc(stage.op.getLoc()) {}

  using Written = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

  Written emit(TileTargets target);
  /// The elements at ranges of one value each.
  llvm::SmallVector<mlir::Value> emitElements();
  /// The data among index operands that follows from no axis of which the tile has several values.
  llvm::SmallVector<mlir::Value> findFixedIndices() const;
  /// These at ranges of one value each.
  llvm::SmallVector<mlir::Value> emitFixed(llvm::ArrayRef<mlir::Value> wanted);

private:
  /// What is known of a read before the body is built.
  struct ReadPlan {
    /// An operand of the linalg operation; never true, so its `else` value; an
    /// element read in the body, with or without its guard.
    enum Kind { Operand, Never, Body, Plain } kind = Body;
    unsigned operand = 0;
    /// The constraints of its guard that are not known to hold, over loop and tile variables.
    llvm::SmallVector<std::pair<mlir::AffineExpr, bool>> open = {};
  };

  /// What a value in the body follows from, but for index operands that are known.
  llvm::SetVector<mlir::Value> getOrigins(mlir::Value value) const;
  /// True if elements follow from the operation in the body, or from what it is in.
  bool isNeeded(mlir::Operation *op) const;
  /// Lays out the tile's axes.
  void prepare();
  /// Decides how each read is made.
  void planReads();
  /// True where every index operand is an axis or the time of a scan around the stage.
  bool isAffine(te::ReadOp read) const;
  mlir::AffineExpr dim(unsigned position) { return builder.getAffineDimExpr(position); }
  /// The expression of a read over loop and tile variables, given those of the axes.
  mlir::AffineExpr substitute(te::ReadOp read, mlir::AffineExpr expr,
                              llvm::ArrayRef<mlir::AffineExpr> values);
  /// The extent of a digit of one of the tile's variables, which divides it; 0 where it does not.
  int64_t getDigitExtent(const LoopAtom &digit) const;
  bool isTileVariable(const LoopAtom &atom) const {
    return !atom.sum && atom.variable >= static_cast<int>(numLoopVariables);
  }
  /// True if the atom depends on loop variables only.
  bool isFixed(const LoopAtom &atom) const {
    for (unsigned i = numLoopVariables; i < tile.size(); ++i)
      if (atom.dependsOn(i))
        return false;
    return true;
  }
  llvm::SmallVector<mlir::Value> emitScalar(const TileTargets &target);
  /// The tile, or several of them, by the intrinsic that the tree names.
  Written emitIntrinsic(TileTargets target);
  bool copiesWholeResult(mlir::linalg::GenericOp generic);
  bool replacesAccumulator(mlir::linalg::GenericOp generic);
  Written emitInTwo(TileTargets target);
  /// A read under a condition that all elements of the tile share; null if there is none.
  te::ReadOp findSharedGuard();
  /// Two tiles, one for each outcome of the condition of a read.
  Written emitByGuard(TileTargets target, te::ReadOp read);
  void planRead(te::ReadOp read, ReadPlan &plan);
  bool addOperand(te::ReadOp read, const TileValue &source);
  std::optional<mlir::OpFoldResult> clip(const LoopExpr &spread, int64_t size, int64_t stride,
                                         llvm::SmallDenseSet<unsigned> &clipped);
  /// `holds`, and that a constraint of this value does.
  mlir::Value emitHolds(mlir::OpBuilder &at, mlir::Value holds, mlir::Value value, bool isEquality);
  /// In the body: whether the element is due along these axes; null where none is given.
  mlir::Value emitDue(mlir::OpBuilder &body, llvm::ArrayRef<unsigned> masked);
  bool isZeroBeyond(unsigned axis);
  void maskTerms(mlir::OpBuilder &body, llvm::MutableArrayRef<mlir::Value> terms);
  llvm::SmallVector<mlir::Value> emitBody(mlir::OpBuilder &body, mlir::ValueRange arguments);
  mlir::Value emitRead(mlir::OpBuilder &body, te::ReadOp read, mlir::ValueRange arguments,
                       mlir::IRMapping &mapping);
  mlir::Value emitBodyRead(mlir::OpBuilder &body, te::ReadOp read, mlir::IRMapping &mapping);
  mlir::Value axisValue(mlir::OpBuilder &body, unsigned axis);
  /// Affine value in the body over loop variables and linalg.index.
  mlir::Value bodyValue(mlir::OpBuilder &body, mlir::AffineExpr expr);
  TileValue getSource(te::ReadOp read);

  LoopGenerator &loops;
  StagePlan &stage;
  llvm::ArrayRef<AxisRange> axes;
  mlir::OpBuilder &builder;
  /// The loop variables followed by one variable for each tile axis.
  BoundedExprs tile;
  unsigned numLoopVariables;
  mlir::Location loc;

  /// Axes with more than one value, in order, and the position of each.
  llvm::SmallVector<unsigned> tileAxes;
  llvm::SmallVector<int> positionOf;
  llvm::SmallVector<mlir::AffineExpr> axisExprs;
  /// Axes whose last values may be too many, how many are due, and all axes with the
  /// bounds of what is due.
  llvm::SmallVector<unsigned> maskedAxes;
  llvm::DenseMap<unsigned, mlir::OpFoldResult> dueCounts;
  llvm::SmallVector<mlir::AffineExpr> dueExprs;
  /// The axes beyond whose due values the operand of a read holds zeros.
  llvm::DenseMap<mlir::Operation *, llvm::SmallDenseSet<unsigned>> clippedAxes;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<llvm::SmallVector<mlir::AffineExpr>> inputMaps;
  llvm::DenseMap<mlir::Operation *, ReadPlan> plans;
  /// Reads whose conditions are known to hold or not to, where the tile is.
  llvm::DenseMap<mlir::Operation *, bool> outcomes;
  /// A slice may be of digits of an axis: an intrinsic knows how it takes it.
  bool takesDigits = false;
  /// Operations of the body that the elements follow from, without what is computed before.
  llvm::DenseSet<mlir::Operation *> needed;
  /// The linalg.index of each tile axis, at the start of the body.
  llvm::SmallVector<mlir::Value> indices;
};

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_TILEEMITTER_H
