//===-- Scheduler.h - a kernel as rules see it ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rules ask of a kernel, how they change it, and the rules. Each rule is one file.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_SCHEDULER_H
#define DL_LIB_SCHEDULE_RULES_SCHEDULER_H

#include "dl/Schedule/DefaultSchedule.h"

#include <set>
#include <utility>

namespace dl::schedule {

/// What rules take for an extent that is known only at run time: longer than any
/// tile, so that every tile is a part of it.
inline constexpr int64_t assumedExtent = 4096;

/// The most repeats of an element with which vectors are shuffles of rows.
inline constexpr int64_t mostRepeats = 8;

/// So many iterations are enough that uneven shares of threads do not matter.
inline constexpr int64_t enoughIterations = 16;

/// How a read moves with the axes of its stage.
struct Access {
  StageRead read;
  /// Step of the linear element offset for each axis; nullopt where it is not the same for all
  /// steps.
  std::vector<std::optional<int64_t>> strides;
  /// A step inside of blocks of `size` of an axis, the first of which begins at 0.
  struct InBlocks {
    int64_t stride, size;
  };
  /// For each axis whose stride is not the same for all steps, but inside of blocks: that of the
  /// channel of an input that groups of outputs read.
  std::vector<std::optional<InBlocks>> inBlocks;

  bool dependsOn(AxisId axis) const { return !strides[axis] || *strides[axis] != 0; }
  bool isContiguousIn(AxisId axis) const { return strides[axis] && *strides[axis] == 1; }
  /// No index is data.
  bool isAffine() const;
};

/// A leaf of a stage's tree.
struct Axis {
  AxisId id = -1;
  /// `assumedExtent` where it is known only at run time.
  int64_t extent = 0;
  bool isReduction = false;
  /// The extent is known only at run time; of a split, the outer part's.
  bool isDynamic = false;
  /// Whole steps of a dynamic axis leave a rest to other loops.
  bool hasTail = false;
};

/// A kernel as the rules see it. What they do to it is kept in a trace.
class Scheduler {
public:
  Scheduler(KernelSchedule &kernel, RuleOptions options, Decider &decider)
      : kernel(kernel), options(options), decider(decider), done(kernel.size()) {}
  /// Applies all rules.
  void run();
  Trace takeTrace() { return std::move(trace); }

  // The kernel.
  const KernelSchedule &getKernel() const { return kernel; }
  const VectorRegisters &getRegisters() const { return kernel.target->vector; }
  /// True if rows of a stage that are shorter than a step are best one step: of all machines with
  /// masks, and of those that load parts of vectors where its elements are no smaller than those.
  bool masksShortRows(int stage) const;
  RuleOptions getOptions() const { return options; }
  /// Number of elements of a stage's result in a vector register.
  int64_t getLanes(int stage) const;
  int getNumSpatial(int stage) const;
  int getNumAxes(int stage) const;
  /// The extent of a root axis, assumed where it is not known.
  int64_t getExtent(int stage, AxisId root) const;
  /// Number of points of a stage's iteration space.
  int64_t getVolume(int stage) const;
  /// Elements of what is read, all of it.
  double countElements(const StageRead &read) const;
  /// The reads of a stage itself; reads of inlined stages stand for nothing here.
  std::vector<Access> getAccesses(int stage) const;
  /// The same with those of inlined stages.
  std::vector<Access> getAllAccesses(int stage) const;
  /// True if every read of `producer` by `reader` is at the reader's own spatial
  /// indices, inlined stages between them looked through.
  bool isReadPointwise(int producer, int reader) const;
  /// True if the formula of the stage, with what is inlined into it, is long: functions such as
  /// exp, or roundings.
  bool isExpensive(int stage) const;
  /// True if a step along a spatial axis moves every read of the stage, through
  /// inlined stages too, by a constant number of elements: vectors of it are slices.
  bool isReadInSteps(int stage, AxisId axis) const { return getRepeats(stage, axis) == 1; }
  /// How often elements that are read one after the other along a spatial axis are repeated:
  /// vectors of as many steps are parts of rows. 1: never; 0: they are not one after the other, or
  /// more often than `mostRepeats`.
  int64_t getRepeats(int stage, AxisId axis) const;

  // Choices.
  /// The number that is decided on; `preferred` is the rule's own and among the candidates, which
  /// are put in order here.
  int64_t choose(int stage, const std::string &what, std::vector<int64_t> candidates,
                 int64_t preferred);
  /// The same between yes and no.
  bool chooseWhether(int stage, const std::string &what, bool preferred) {
    return choose(stage, what, {0, 1}, preferred ? 1 : 0) == 1;
  }
  /// A choice of an axis: its name goes before what is chosen.
  int64_t choose(int stage, const Axis &axis, const std::string &what,
                 std::vector<int64_t> candidates, int64_t preferred);

  // Steps.
  std::vector<Axis> getAxes(int stage) const;
  /// Splits by `factor`, with a rest as is chosen: as wanted where that is legal and the machine
  /// has masks for it, else in steps of its own.
  std::pair<Axis, Axis> split(int stage, const Axis &axis, int64_t factor,
                              TailPolicy wanted = TailPolicy::Peel);
  void reorder(int stage, const std::vector<Axis> &axes);
  void vectorize(int stage, const Axis &axis) { attempt(Vectorize(stage, axis.id)); }
  void unroll(int stage, const Axis &axis) { attempt(Unroll(stage, axis.id)); }
  bool tensorize(int stage, const Axis &axis, const std::string &intrinsic) {
    return attempt(Tensorize(stage, axis.id, intrinsic));
  }
  /// About how many cycles of a core a stage takes, with what is computed inside of it.
  double getCycles(int stage) const;
  /// Bytes of a stage and of what it reads; none where the first cache holds them.
  double getFarBytes(int stage) const;
  /// Marks leading axes parallel until they make enough iterations to share, if the stage is worth
  /// a team of threads.
  void parallelize(int stage, const std::vector<Axis> &outer);
  /// True if so many iterations are shared evenly, or nearly so.
  bool areShared(int64_t iterations) const;
  bool computeAt(int stage, int consumer, const Axis &axis) {
    return attempt(ComputeAt(stage, consumer, axis.id));
  }
  /// Puts a copy of what a stage reads before it, or of what it writes; its number, or -1. Stages
  /// from there on have the next number.
  int cacheRead(int stage, Source source) { return insert(CacheRead(stage, source)); }
  int cacheWrite(int stage) { return insert(CacheWrite(stage)); }
  bool setScope(int stage, const std::string &scope) { return attempt(SetScope(stage, scope)); }
  bool bind(int stage, const Axis &axis, Annotation index) {
    return attempt(Bind(stage, axis.id, index));
  }
  bool computeInline(int stage) { return attempt(ComputeInline(stage)); }
  /// Cuts an axis into ranges that have loops of their own.
  bool partition(int stage, const Axis &axis, std::vector<int64_t> cuts) {
    return attempt(LoopPartition(stage, axis.id, std::move(cuts)));
  }
  /// Splits by `factor`; what is left over runs in loops of its own.
  std::pair<Axis, Axis> cut(int stage, const Axis &axis, int64_t factor);
  /// An operand has one layout, which the first rule to ask chooses.
  bool transformLayout(int stage, Source source, std::vector<TransformLayout::Digit> digits) {
    return attempt(TransformLayout(stage, source, std::move(digits)));
  }

  /// The reduction whose rows threads share, and the root axis of these; no stage: there is none.
  std::pair<int, AxisId> getSharedRow() const { return sharedRow; }
  void setSharedRow(int stage, AxisId axis) { sharedRow = {stage, axis}; }

  bool isDone(int stage) const { return done[stage]; }
  void markDone(int stage) { done[stage] = true; }

private:
  /// Applies a step if it is legal, and keeps it.
  template <typename Primitive> bool attempt(const Primitive &primitive) {
    if (primitive.check(kernel))
      return false;
    primitive.apply(kernel);
    trace.steps.push_back(primitive);
    return true;
  }
  template <typename Primitive> int insert(const Primitive &primitive) {
    if (primitive.check(kernel))
      return -1;
    int stage = primitive.apply(kernel);
    sharedRow.first += sharedRow.first >= stage;
    trace.steps.push_back(primitive);
    done.insert(done.begin() + stage, false);
    return stage;
  }
  /// The preferred tail, and those that can be instead of it.
  TailPolicy chooseTail(int stage, const Axis &axis, int64_t factor, TailPolicy wanted);
  Access getAccess(const StageRead &read, int numAxes) const;
  void inlineStages();
  /// True if a stage is read, and what reads it in turn, at its own elements only, and all of this
  /// ends in one formula: inlined, it is computed once.
  bool isPartOfOneFormula(int stage) const;
  bool isInliningCheap(int stage) const;
  /// `known`: the stages and axes that have been asked for.
  int64_t getRepeats(int stage, AxisId axis, std::set<std::pair<int, AxisId>> &known) const;

  KernelSchedule &kernel;
  RuleOptions options;
  Decider &decider;
  std::vector<bool> done;
  std::pair<int, AxisId> sharedRow = {-1, -1};
  Trace trace;
};

/// The dimension of a read that the axis alone moves, element by element; -1 if there is none.
int findPlainDim(const StageRead &read, AxisId axis);

/// True where computing an element twice costs more than keeping it.
bool isCostly(const Work &formula);

/// True for a read of the element that the reader computes, of as many axes, under no condition.
bool isIdentityRead(const StageRead &read, int numSpatial);

/// The lanes of the steps, at most `widest`, in which a row is computed best with the last one
/// masked; 0 for whole ones and a rest in pieces of powers of two, each of which takes as long as a
/// vector: a row of 63 elements is seven such steps, or four vectors of 16.
int64_t chooseMaskedStep(const Scheduler &scheduler, int stage, const Axis &row, int64_t widest);

/// Vectorizes the innermost axis of a stage that is computed in a row.
void vectorizeInner(Scheduler &scheduler, int stage);
/// The same of an axis, which may be part of one.
void vectorizeAxis(Scheduler &scheduler, int stage, Axis last);

/// A reduction over an inner axis whose result the last stage uses row by row
/// (softmax, layer normalisation). Returns true if it scheduled the kernel's end.
bool scheduleRows(Scheduler &scheduler, int root);

/// The same over an axis that is not the innermost one (softmax over channels), of more than the
/// nearer caches hold: for a block of columns after the other.
bool scheduleColumns(Scheduler &scheduler, int root);

/// True for a reduction of operands whose elements are side by side along its last reduction axis
/// and far apart along all others, as the mean of each row or a matrix times a vector or a few.
/// Tiles are for what rows and columns both use again. An operand whose layout is free is turned.
bool reducesRows(const Scheduler &scheduler, int reduction);
/// The terms of a row in vectors, one element of the result after the other. False where what reads
/// it is left: functions of single elements take as long as those of vectors.
bool scheduleRowSums(Scheduler &scheduler, int reduction, int root);

/// A reduction with a register tile of its spatial axes (matmul, convolution,
/// pooling), alone or under its elementwise consumer.
bool scheduleReduction(Scheduler &scheduler, int root);

/// Everything else: contiguous axis vectorized, outer ones parallel but for a stage that is
/// computed inside of another one.
void schedulePointwise(Scheduler &scheduler, int root, bool isInside = false);

/// A kernel for a machine with a unit that multiplies: its reduction in tiles that fit the unit's
/// memories, on virtual threads that take turns, or elementwise work in such tiles. What is for
/// neither is left as it is.
void scheduleTensorUnit(Scheduler &scheduler);
/// The part of that without products.
void scheduleSumTiles(Scheduler &scheduler);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_SCHEDULER_H
