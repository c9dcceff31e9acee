//===-- SequenceWriter.h - write schedule primitives -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the primitives of one kernel's sequence and keeps track of the axes, so
// that rules can speak of extents. Nothing here changes a tree: that is done
// when the sequence is applied.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_SEQUENCEWRITER_H
#define DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_SEQUENCEWRITER_H

#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"

namespace dl::schedule {

/// What rules take for an extent that is known only at run time: longer than any
/// tile, so that every tile is a part of it.
inline constexpr int64_t assumedExtent = 4096;

/// An extent as rules count it.
inline int64_t getAssumed(int64_t extent) {
  return mlir::ShapedType::isDynamic(extent) ? assumedExtent : extent;
}

/// An axis of a stage in the sequence that is being written.
struct Axis {
  mlir::Value handle;
  /// `assumedExtent` where it is known only at run time.
  int64_t extent = 0;
  bool reduction = false;
  /// The extent is known only at run time; of a split, the outer part's.
  bool dynamic = false;
  /// Whole steps of a dynamic axis leave a rest to other loops.
  bool hasTail = false;
};

/// A stage in the sequence that is being written.
struct StageHandle {
  mlir::Value handle;
  te::ComputeOp op;
};

/// The module of sequences beside the kernels; made where there is none.
mlir::ModuleOp getSequences(mlir::ModuleOp module);

/// Writes into the body of one named sequence.
class SequenceWriter {
public:
  /// Starts a sequence `name` at the end of `module` for kernels like `kernel`.
  SequenceWriter(mlir::ModuleOp module, llvm::StringRef name, mlir::Location loc);
  /// Ends the sequence.
  ~SequenceWriter();

  StageHandle getStage(te::ComputeOp op);
  llvm::SmallVector<Axis> getAxes(StageHandle stage);
  std::pair<Axis, Axis> split(StageHandle stage, Axis axis, int64_t factor);
  void reorder(StageHandle stage, llvm::ArrayRef<Axis> axes);
  void vectorize(StageHandle stage, Axis axis);
  void unroll(StageHandle stage, Axis axis);
  void parallel(StageHandle stage, Axis axis);
  void tensorize(StageHandle stage, Axis axis, llvm::StringRef intrinsic);
  void computeAt(StageHandle stage, StageHandle consumer, Axis axis);
  void computeInline(StageHandle stage);
  /// The operand `argument` of the kernel, read by `stage`, is asked for in the
  /// layout that `map` makes of its indices.
  void transformLayout(StageHandle stage, unsigned argument, mlir::AffineMap map);

private:
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::Value kernel;
};

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_SEQUENCEWRITER_H
