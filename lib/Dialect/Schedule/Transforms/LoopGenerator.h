//===-- LoopGenerator.h - loops of a kernel from its trees -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the te.compute stages of a kernel into loops around small static linalg
// operations, as their iteration trees say. Input: a kernel whose trees were
// checked, inlined stages already gone. Output: scf loops over tensors; every
// tile is static, since tails are peeled while the nest is made. An axis whose
// extent is known only at run time gets loops whose trip counts are computed, for
// whole steps and for smaller ones that run what remains.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_LOOPGENERATOR_H
#define DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_LOOPGENERATOR_H

#include "../IR/BoundedExprs.h"
#include "dl/Dialect/Schedule/IR/LoopMarks.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/LoopRuns.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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

/// True where a scatter's base is made where the updates go; else it is copied.
bool isUpdatedInPlace(te::ScatterOp scatter);

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
  /// In which steps its leaves run.
  RunRules rules{tree};
  std::string name;
  /// Leaves that become loops, in order, and the count of leading parallel ones.
  llvm::SmallVector<AxisId> looped;
  unsigned numParallel = 0;
  /// Position in `looped` of the loop before which the accumulator is set: the first
  /// reduction loop or one outside of it; looped.size() if the whole reduction is
  /// inside the register tile.
  unsigned initPosition = 0;
  bool vectorized = false;
  /// Stages computed at an axis of this one, in program order.
  llvm::MapVector<AxisId, llvm::SmallVector<StagePlan *>> attached;
};

/// Generates the loops of one kernel.
class LoopGenerator {
public:
  /// With `wholeStages`, trees are not looked at: each stage becomes linalg on
  /// whole tensors, without loops.
  LoopGenerator(mlir::func::FuncOp kernel, mlir::OpBuilder &builder, bool wholeStages = false)
      : kernel(kernel), builder(builder), wholeStages(wholeStages), exprs(kernel.getContext()) {}

  /// Replaces all stages by loops. Emits a diagnostic on failure, which leaves
  /// the kernel half-way.
  mlir::LogicalResult run();

private:
  using Ranges = llvm::SmallVector<AxisRange>;
  /// The tensors of a stage's results after some writes.
  using Written = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

  mlir::LogicalResult collectStages();
  /// The nest once for each extent that the schedule names, and once for others.
  Written generateVersions(StagePlan &stage, Ranges axes, TileTargets target);
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
  void placeBase(te::ScatterOp scatter);
  mlir::LogicalResult generateScatter(te::ScatterOp scatter);
  mlir::LogicalResult generateExtern(te::ExternOp call);
  Written generateStage(StagePlan &stage, llvm::ArrayRef<AxisRange> box, TileTargets target);

  // The nest of one stage, from loop `position` on. `target` are the tensors that
  // are written, with their base; the result is the tensors after the writes.
  Written nest(StagePlan &stage, Ranges axes, unsigned position, TileTargets target,
               bool accumulating);
  Written nestReduction(StagePlan &stage, const Ranges &axes, unsigned position,
                        TileTargets target);
  Written nestParallel(StagePlan &stage, const Ranges &axes, TileTargets target);
  Written nestLoop(StagePlan &stage, const Ranges &axes, unsigned position, TileTargets target,
                   bool accumulating);
  /// Runs `position`'s attached stages, then the loops below it.
  Written nestBody(StagePlan &stage, const Ranges &axes, unsigned position, TileTargets target,
                   bool accumulating);

  // Equal steps of a range: `count` pieces of `size` from `offset` on. Where the
  // range is dynamic, so is the count, which `dynamicCount` says. Where the last piece may
  // be too long, `end` is the length of the range, and what lies beyond is masked.
  struct Piece {
    mlir::AffineExpr offset;
    int64_t size, count;
    mlir::AffineExpr dynamicCount = {}, end = {};
  };
  // One of the parts that a leaf consists of.
  struct Part : AxisPart {
    AxisId leaf;
  };
  /// The parts of a leaf, outermost first.
  llvm::SmallVector<Part> getParts(const StagePlan &stage, AxisId leaf) const;
  /// The steps in which a part runs over a range, with their places.
  llvm::SmallVector<Piece> getPieces(const StagePlan &stage, const Part &part,
                                     const AxisRange &range);
  llvm::SmallVector<Piece> getDynamicPieces(const PartRun &run, mlir::AffineExpr extent);
  /// One way to run a leaf: `count` iterations, each in one piece of every part.
  struct Segment {
    int64_t count;
    llvm::SmallVector<Piece> pieces;
    mlir::AffineExpr dynamicCount = {};

    /// Puts a piece of an inner part at the end.
    void append(const Piece &piece);
  };
  /// The number of iterations, as a bound of a loop, and as one of a variable.
  mlir::OpFoldResult getCount(const Segment &segment);
  static int64_t getLimit(const Segment &segment) {
    return mlir::ShapedType::isDynamic(segment.count) ? unknownExtent : segment.count;
  }
  /// All ways, which together run the leaf over the present ranges.
  llvm::SmallVector<Segment> getSegments(const StagePlan &stage, llvm::ArrayRef<Part> parts,
                                         const Ranges &axes);
  /// The ranges inside an iteration of a segment; `step` counts its iterations.
  Ranges enter(const Ranges &axes, llvm::ArrayRef<Part> parts, const Segment &segment,
               mlir::AffineExpr step) const;
  /// Ends of the pieces into which an axis is cut before the loop at `position`.
  llvm::SmallVector<int64_t> getCuts(StagePlan &stage, unsigned root, unsigned position,
                                     const Ranges &axes, bool accumulating) const;
  /// Ends of the pieces that the schedule asks for, until a loop has entered one.
  llvm::SmallVector<int64_t> getChosenCuts(StagePlan &stage, unsigned root,
                                           const Ranges &axes) const;
  /// Values of the axis at which a guard of the stage changes, where known.
  llvm::SmallVector<int64_t> getGuardCuts(StagePlan &stage, unsigned root,
                                          const Ranges &axes) const;

  /// The stages computed at a leaf with what one step of it needs of each, in program
  /// order.
  mlir::FailureOr<llvm::SmallVector<std::pair<StagePlan *, Ranges>>>
  getAttachedBoxes(StagePlan &stage, AxisId leaf, const Ranges &axes);
  mlir::FailureOr<Ranges> getAttachedBox(StagePlan &stage, AxisId leaf, const Ranges &axes,
                                         StagePlan &producer);
  /// A part of a stage in a buffer of its own.
  mlir::FailureOr<TileTargets> generateBox(StagePlan &producer, const Ranges &box);
  mlir::LogicalResult generateAttached(StagePlan &stage, AxisId leaf, const Ranges &axes,
                                       StagePlan *except = nullptr);
  /// The loop of a segment whose steps compute what the next one needs of `producer`:
  ///   b[0] = P(0); for i in 0..n-1: (use b[i mod 2]; b[(i + 1) mod 2] = P(i + 1)); use b
  Written nestPipelined(StagePlan &stage, const Ranges &axes, unsigned position,
                        llvm::ArrayRef<Part> parts, const Segment &segment, TileTargets target,
                        bool accumulating, StagePlan &producer);
  /// What the readers need of a stage; of one that is not asked for, dynamic where that is
  /// known only at run time.
  mlir::FailureOr<Ranges> getRequiredBox(StagePlan &producer,
                                         llvm::ArrayRef<std::pair<StagePlan *, Ranges>> readers,
                                         bool isAsked);

  void pushInside(AxisRange &range, int64_t extent, mlir::Location loc);
  bool isThreadVariable(mlir::AffineExpr atom);
  bool movesWithThreads(unsigned variable);
  mlir::FailureOr<Ranges> getSharedBox(StagePlan &producer, Ranges box);

  // The register tile.
  Written emitTile(StagePlan &stage, const Ranges &axes, const TileTargets &target);

  /// The yielded elements of a stage at ranges of one value each.
  Written emitElements(StagePlan &stage, const Ranges &axes);

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
  /// All values of an axis of a stage.
  AxisRange getWholeRange(te::ComputeOp stage, unsigned axis);
  mlir::ArrayAttr getAxisAttr(const StagePlan &stage, AxisId leaf);
  /// Names the loop of a leaf, with the notes that the schedule gives it.
  void labelLoop(mlir::Operation *loop, const StagePlan &stage, AxisId leaf);
  mlir::AffineExpr constant(int64_t value);

  friend class TileEmitter;

  mlir::func::FuncOp kernel;
  mlir::OpBuilder &builder;
  bool wholeStages;
  /// The kernel without its inlined stages.
  KernelSchedule plainKernel;
  BoundedExprs exprs;
  llvm::SmallVector<mlir::Value> variables;
  /// Of variables that are places of parts that were moved inwards: where those were.
  llvm::DenseMap<unsigned, mlir::AffineExpr> pushedFrom;
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

#endif // DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_LOOPGENERATOR_H
