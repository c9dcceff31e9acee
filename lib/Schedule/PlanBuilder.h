//===-- PlanBuilder.h - derives the loops of a kernel ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to LoopPlan: the recursion over the leaves of each stage. It carries the range
// of every root axis; where the step of a leaf does not divide its range, the nest below
// is made once for whole steps and once for each piece of the rest.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_PLANBUILDER_H
#define DL_LIB_SCHEDULE_PLANBUILDER_H

#include "dl/Schedule/LoopPlan.h"
#include "dl/Schedule/LoopRuns.h"

#include <optional>

namespace dl::schedule {

class PlanBuilder {
public:
  PlanBuilder(const KernelSchedule &kernel, LoopPlan &plan, PlanMode mode);

  /// All stages, or only one. False where a part has no box; then `refusal` says why.
  bool build(int only);
  std::optional<Refusal> refusal;

private:
  /// What follows from a stage's tree alone.
  struct StageInfo {
    explicit StageInfo(const IterationTree &tree) : rules(tree) {}

    /// In which steps its leaves run.
    RunRules rules;
    /// Leaves that become loops, in order, and the count of leading parallel ones.
    std::vector<AxisId> looped;
    size_t numParallel = 0;
    /// Position in `looped` of the loop before which the accumulator is set: the first
    /// reduction loop or one outside of it; looped.size() if the whole reduction is inside
    /// of the register tile.
    size_t initPosition = 0;
    /// The spatial axes, which are first, and all.
    size_t numSpatial = 0, numAxes = 0;
    /// By root, where conditions on it change that are decided by cutting it.
    std::vector<std::vector<int64_t>> guardCuts;
    /// What asks of its axes that a term of its sum is not 0.
    std::vector<Constraint> needs;
  };

  // Equal steps of a range: `count` pieces of `size` from `offset` on. Where the last piece
  // may be too long, `end` is the length of the range, and what lies beyond is masked.
  struct Piece {
    LoopExpr offset;
    int64_t size;
    /// dynamicExtent where it is known only at run time: then `dynamicCount`.
    int64_t count;
    LoopExpr dynamicCount = {};
    bool isMasked = false;
    LoopExpr end = {};
  };
  using Pieces = InlineVector<Piece, 2>;
  // One of the parts that a leaf consists of.
  struct Part {
    const AxisPart *steps;
    AxisId leaf;

    const AxisPart *operator->() const { return steps; }
  };
  using Parts = InlineVector<Part, 2>;
  /// One way to run a leaf: `count` iterations, each in one piece of every part.
  struct Segment {
    int64_t count = 1;
    LoopExpr dynamicCount = {};
    InlineVector<Piece, 1> pieces = {};

    /// Puts a piece of an inner part at the end.
    void append(const Piece &piece);
    LoopExpr getCount() const { return count == dynamicExtent ? dynamicCount : LoopExpr(count); }
  };

  int addVariable(int64_t extent, PlanVariable about);
  /// The variable that stands for the extent of a root.
  int getExtentVariable(int stage, AxisId root);
  /// All values of an axis of a stage.
  PlanRange getWholeRange(int stage, AxisId root);
  /// A box of a stage's elements with all of its reduction axes.
  PlanRanges addReductions(int stage, PlanRanges box);

  // The nest of a stage at given ranges, from loop `position` on; nodes are put at the end
  // of `block`.
  bool addStage(int stage, const PlanRanges &axes, PlanBlock &block);
  bool addVersions(int stage, PlanRanges axes, AxisId root, size_t version, PlanBlock &block);
  bool addNest(int stage, const PlanRanges &axes, size_t position, bool accumulating,
               PlanBlock &block);
  bool addInit(int stage, const PlanRanges &axes, size_t position, PlanBlock &block);
  bool addParallel(int stage, const PlanRanges &axes, PlanBlock &block);
  /// True for a piece of a stage at root, as a border, that takes no longer than threads take to
  /// begin it: its parallel axes are loops.
  bool isSmallPiece(int stage, const PlanRanges &axes) const;
  bool addLoops(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                PlanBlock &block);
  /// True for a place that hangs on an extent that only a run knows.
  bool dependsOnExtent(const LoopExpr &place) const;
  /// Tells which iterations of a loop add nothing but zeros.
  void findZeros(const PlanRanges &axes, const Part &part, const Piece &piece,
                 PlanNode &loop) const;
  bool addGuard(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                const Parts &parts, const std::vector<Segment> &segments, PlanBlock &block);
  /// What is attached at the loop, then the loops below it.
  bool addBody(int stage, const PlanRanges &axes, size_t position, bool accumulating,
               PlanBlock &block);
  bool addPipeline(int stage, const PlanRanges &axes, size_t position, bool accumulating,
                   const Parts &parts, const Segment &segment, int producer, PlanBlock &block);

  // Where axes are cut.
  InlineVector<AxisId, 8> getRootsEntered(int stage, const PlanRanges &axes, size_t position,
                                          bool accumulating) const;
  /// Ends of the pieces into which an axis is cut before the loop at `position`.
  std::vector<int64_t> getPieceEnds(int stage, AxisId root, size_t position, const PlanRanges &axes,
                                    bool accumulating) const;
  /// Those of `values` inside of a range, relative to its offset, and its end; empty if none
  /// is inside or the offset is not constant.
  std::vector<int64_t> getEndsInside(const PlanRange &range,
                                     const std::vector<int64_t> &values) const;
  bool isLooped(int stage, AxisId root, size_t begin, size_t end) const;

  // In which steps a leaf runs.
  Parts getParts(int stage, AxisId leaf) const;
  Pieces getPieces(int stage, const Part &part, const PlanRange &range) const;
  Pieces getDynamicPieces(const PartRun &run, const LoopExpr &extent) const;
  /// All ways, which together run the leaf over the present ranges.
  std::vector<Segment> getSegments(int stage, const Parts &parts, size_t first,
                                   const PlanRanges &axes) const;
  /// The ranges inside an iteration of a segment; `step` counts its iterations.
  PlanRanges enter(const PlanRanges &axes, const Parts &parts, const Segment &segment,
                   const LoopExpr &step) const;

  // The parts of other stages that a step needs.
  using Boxes = std::vector<std::pair<int, PlanRanges>>;
  /// The stages computed at a leaf with what one step of it needs of each, in program order;
  /// puts the places that are moved inwards into `block`.
  bool getAttachedBoxes(int stage, AxisId leaf, const PlanRanges &axes, PlanBlock &block,
                        Boxes &boxes);
  /// What the readers need of a stage; of one that is not asked for, dynamic where that is
  /// known only at run time.
  bool getRequiredBox(int producer, const Boxes &readers, bool isAsked, PlanBlock &block,
                      PlanRanges &box);
  bool addReadBox(int producer, const PlanRanges &ranges, const StageRead &read, bool isAsked,
                  bool isFirst, PlanRanges &hull);
  void pushInside(PlanRange &range, int producer, AxisId root, PlanBlock &block);
  bool shareBox(int producer, PlanRanges &box);
  bool addAttached(int stage, AxisId leaf, const PlanRanges &axes, int except, PlanBlock &block);
  bool addPart(int producer, const PlanRanges &box, PlanBlock &block);
  bool refuse(int stage, const std::string &why);
  /// Pieces of tails and cuts multiply from axis to axis.
  bool countNest(int stage);

  const KernelSchedule &kernel;
  LoopPlan &plan;
  PlanMode mode;
  std::vector<StageInfo> infos;
  std::map<std::pair<int, AxisId>, int> extents;
  int numNests = 0;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_PLANBUILDER_H
