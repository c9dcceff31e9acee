//===-- LoopGenerator.h - loops of a kernel from its trees -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the te.compute stages of a kernel into loops around small static linalg
// operations, as the plan of its loops says. Input: a kernel and its plan. Output:
// scf loops over tensors; every tile is static. An axis whose extent is known only at
// run time gets loops whose trip counts are computed.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPGENERATOR_H
#define DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPGENERATOR_H

#include "PlannedKernel.h"

#include "dl/Dialect/Schedule/IR/BoundedExprs.h"
#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace dl::schedule {

/// The values one axis takes at some place of the nest: offset, offset + 1, …
/// `size` of them. The offset is an expression over the loop variables. An axis of
/// unknown extent that no loop has entered has a dynamic size, `extent`.
struct AxisRange {
  mlir::AffineExpr offset;
  int64_t size = 0;
  mlir::Value extent = {};
  /// A step whose last values may be too many, which are masked: all the values that are
  /// due are those from `first` on, up to `end`. The first one of a step is always due.
  mlir::AffineExpr first = {}, end = {};

  bool isDynamic() const { return mlir::ShapedType::isDynamic(size); }
  bool isMasked() const { return static_cast<bool>(end); }
};

/// A tensor that holds the elements of a value from `base` on, one base for each
/// dimension of the value. Kernel operands and root stages have base zero. The
/// tensor of a smaller tile lacks the dimensions of which it has one element
/// only: `kept` tells which it has.
struct TileValue {
  mlir::Value tensor;
  llvm::SmallVector<mlir::AffineExpr> base;
  llvm::SmallVector<bool> kept;
  /// The dimensions along which it has room for whole steps, also for what is masked of the
  /// last one; empty where it has none.
  llvm::SmallVector<bool> wide = {};
};

/// The tensors that a stage writes, one for each result, at the same box.
struct TileTargets {
  llvm::SmallVector<mlir::Value> tensors;
  llvm::SmallVector<mlir::AffineExpr> base;
  llvm::SmallVector<bool> kept;
  llvm::SmallVector<bool> wide = {};

  TileValue operator[](unsigned number) const { return {tensors[number], base, kept, wide}; }
  /// The same box of other tensors.
  TileTargets with(mlir::ValueRange others) const {
    return {llvm::to_vector(others), base, kept, wide};
  }
};

/// One stage during generation.
struct StagePlan {
  StagePlan(te::ComputeOp op, int number, IterationTree tree)
      : op(op), number(number), tree(std::move(tree)) {}

  te::ComputeOp op;
  /// Of the plain kernel.
  int number;
  IterationTree tree;
  std::string name;
  bool vectorized = false;
};

/// A copy that is not folded: bufferization sees that it is one.
mlir::Value copyInto(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                     mlir::Value destination);

/// Generates the loops of one kernel.
class LoopGenerator {
public:
  LoopGenerator(mlir::func::FuncOp kernel, mlir::OpBuilder &builder, const PlannedKernel &planned)
      : kernel(kernel), builder(builder), planned(planned), plan(planned.plan),
        exprs(kernel.getContext()) {}

  /// Replaces all stages by loops. Emits a diagnostic on failure, which leaves
  /// the kernel half-way.
  mlir::LogicalResult run();

private:
  using Ranges = llvm::SmallVector<AxisRange>;
  /// The tensors of a stage's results after some writes.
  using Written = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

  void collectStages();
  /// A buffer for a part of a stage's result of the given shape, as its schedule stores it.
  mlir::Value createBuffer(StagePlan &stage, unsigned number, llvm::ArrayRef<int64_t> shape,
                           mlir::ValueRange dynamicSizes = {});
  /// Where a result of an op is written, if that is given: a destination of the kernel,
  /// the place in what a scan stacks, a place of its own for the next state of one.
  mlir::Value findDestination(mlir::OpResult result, mlir::ValueRange dynamicSizes);
  /// The same, or a new tensor.
  mlir::Value getDestination(mlir::OpResult result, mlir::ValueRange dynamicSizes);
  /// The same, or a new tensor that stays one: what is copied into it is not shared with
  /// others, as empty tensors are.
  mlir::Value getOwnDestination(mlir::OpResult result, mlir::ValueRange dynamicSizes);
  TileTargets getDestinations(StagePlan &stage);
  mlir::LogicalResult generateRoot(StagePlan &stage);
  /// The tensor of a value that is stored whole.
  mlir::Value getTensor(mlir::Value value);

  // Stages with an order of their own.
  /// Puts the stages of a scan into a loop over its steps.
  mlir::LogicalResult lowerScan(te::ScanOp scan);
  /// What the loop carries at first: copies of the first states, and where steps are stacked.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> placeScan(te::ScanOp scan);
  void placeBase(te::ScatterOp scatter);
  void generateScatter(te::ScatterOp scatter);
  void generateExtern(te::ExternOp call);

  /// The value that an extent of the plan stands for.
  mlir::Value getExtent(int variable);
  // Places of the plan, as expressions over the variables of the loops made so far.
  mlir::AffineExpr toAffine(const LoopExpr &place);
  Ranges toAxisRanges(const PlanRanges &ranges);
  void bindVariable(int variable, mlir::Value value);

  // The nodes of the plan. `target` are the tensors that are written, with their base; the
  // result is the tensors after the writes.
  Written emitBlock(const PlanBlock &block, TileTargets target);
  /// A block whose parts of other stages are its own.
  Written emitBody(const PlanBlock &block, TileTargets target);
  Written emitNode(const PlanNode &node, const TileTargets &target);
  Written emitLoop(StagePlan &stage, const PlanNode &node, const TileTargets &target);
  Written emitGuard(StagePlan &stage, const PlanNode &node, const TileTargets &target);
  Written emitParallel(StagePlan &stage, const PlanNode &node, const TileTargets &target);
  Written emitVersion(StagePlan &stage, const PlanNode &node, TileTargets target);
  Written emitInit(StagePlan &stage, const PlanNode &node, const TileTargets &target);
  Written emitPipeline(StagePlan &stage, const PlanNode &node, TileTargets target);
  mlir::LogicalResult emitPart(StagePlan &producer, const PlanNode &node);
  mlir::LogicalResult emitPartInSlot(StagePlan &producer, const PlanNode &node);
  void emitClamp(const PlanNode &node);
  mlir::scf::ForOp createFor(StagePlan &stage, AxisId leaf, mlir::OpFoldResult count,
                             mlir::ValueRange carried, mlir::Value first = {});
  /// The greatest of `known` and some places, or the least.
  mlir::Value emitLimit(StagePlan &stage, const InlineVector<LoopExpr, 1> &places,
                        mlir::OpFoldResult known, bool isGreatest);

  // The register tile.
  Written emitTile(StagePlan &stage, const Ranges &axes, const TileTargets &target);

  /// The yielded elements of a stage at ranges of one value each.
  llvm::SmallVector<mlir::Value> emitElements(StagePlan &stage, const Ranges &axes);

  // Tiles at boxes given relative to the value, not to the tensor.
  struct Slice {
    llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
  };
  Slice getSlice(const TileValue &tile, llvm::ArrayRef<AxisRange> box);
  /// The part of a tile in a box, without its unit dimensions and without what is masked;
  /// the tile itself if that is all of it.
  TileValue extractTile(const TileValue &tile, llvm::ArrayRef<AxisRange> box, mlir::Location loc);
  /// The same with what is masked, in tensors of their own where the tiles have no room for
  /// it: with the elements of the tiles if they are `read`.
  TileTargets openTiles(const TileTargets &tiles, llvm::ArrayRef<AxisRange> box, bool read,
                        mlir::Location loc);
  /// Puts a part made by one of these back, after it was written.
  mlir::Value insertTile(mlir::Value part, const TileValue &tile, llvm::ArrayRef<AxisRange> box,
                         mlir::Location loc);
  /// The same for each of a stage's tensors.
  TileTargets extractTiles(const TileTargets &tiles, llvm::ArrayRef<AxisRange> box,
                           mlir::Location loc);
  llvm::SmallVector<mlir::Value> insertTiles(mlir::ValueRange parts, const TileTargets &tiles,
                                             llvm::ArrayRef<AxisRange> box, mlir::Location loc);
  TileValue getWhole(mlir::Value tensor);
  mlir::OpFoldResult materialize(mlir::AffineExpr expr);
  /// How many values of a masked range are due.
  mlir::OpFoldResult getNumDue(const AxisRange &range);
  /// A slice of these sizes in the given shape, behind zeros where it is smaller.
  mlir::Value pad(mlir::Value slice, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                  llvm::ArrayRef<int64_t> shape, mlir::Location loc);
  mlir::Value materializeValue(mlir::AffineExpr expr);
  mlir::AffineExpr addLoopVariable(mlir::Value iv, int64_t extent);
  /// The expression that stands for a dynamic extent.
  mlir::AffineExpr getExtentExpr(mlir::Value extent);
  mlir::ArrayAttr getAxisAttr(const StagePlan &stage, AxisId leaf);
  /// Names the loop of a leaf, with the notes that the schedule gives it.
  void labelLoop(mlir::Operation *loop, const StagePlan &stage, AxisId leaf);
  mlir::AffineExpr constant(int64_t value);

  friend class TileEmitter;

  mlir::func::FuncOp kernel;
  mlir::OpBuilder &builder;
  const PlannedKernel &planned;
  const LoopPlan &plan;
  /// The variables of loops of the plan.
  llvm::DenseMap<int, mlir::AffineExpr> planVariables;
  /// The two buffers of stages that are computed a step ahead.
  llvm::DenseMap<int, mlir::Value> doubleBuffers;
  BoundedExprs exprs;
  llvm::SmallVector<mlir::Value> variables;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> extents;
  std::vector<std::unique_ptr<StagePlan>> stages;
  llvm::DenseMap<mlir::Value, StagePlan *> stageOf;
  llvm::DenseMap<mlir::Value, TileValue> tiles;
  /// The times of the steps of scans and sizes that reads use, and the places of what
  /// scans stack.
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> times;
  llvm::DenseMap<mlir::Value, mlir::Value> places;
  /// What becomes a scan's state at the end of a step.
  llvm::DenseSet<mlir::Value> nextStates;
};

} // namespace dl::schedule

#endif // DL_LIB_CONVERSION_SCHEDULETOLOOPS_LOOPGENERATOR_H
