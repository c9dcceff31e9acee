//===-- KernelSchedule.h - the stages of a kernel and their trees -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What legality needs to know of a kernel, in plain C++: its stages in program
// order, each with its iteration tree and the indices it reads others at. Made
// from a kernel function by `buildKernelSchedule`; a search edits copies.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_KERNELSCHEDULE_H
#define DL_SCHEDULE_KERNELSCHEDULE_H

#include "dl/Schedule/Intrinsic.h"
#include "dl/Schedule/IterationTree.h"
#include "dl/Schedule/LoopExpr.h"
#include "dl/Schedule/SharedList.h"
#include "dl/Schedule/Target.h"

#include <optional>

namespace dl::schedule {

/// How an index follows from the axes: a linear form, one with floordiv or mod,
/// or data dependent. Ordered: the later, the less is known.
enum class IndexKind : uint8_t { Affine, QuasiAffine, Gathered };

/// One index of a read, over the root axes of the reading stage.
struct IndexExpression {
  IndexKind kind = IndexKind::Affine;
  /// Coefficient of each root axis. Where the kind is not Affine: not zero for
  /// each axis that the index is known to depend on.
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
  /// Where the kind is Gathered: by root axis, whether the data that is added to a linear form of
  /// the axes follows from it; empty where there is no such form. The time of a scan follows from
  /// none, a row of a table from the axis of the rows.
  std::vector<bool> dataAxes = {};
  /// Where the kind is QuasiAffine: the index itself, a sum of digits of which variable r is
  /// root axis r.
  LoopExpr digits = {};

  /// The index as a sum over the root axes. Precondition: the kind is not Gathered.
  LoopExpr getSum() const;
  /// How far a step along a root axis moves the index; nullopt where that is not the same for all
  /// steps.
  std::optional<int64_t> getStep(AxisId axis) const;
  /// Puts sums over other axes for the root axes into `digits`; see LoopVariables for the
  /// axes that these are sums of.
  void replaceDigits(const std::vector<LoopExpr> &values, const LoopVariables &axes);

  bool operator==(const IndexExpression &other) const {
    return kind == other.kind && coefficients == other.coefficients && constant == other.constant &&
           dataAxes == other.dataAxes && digits == other.digits;
  }
};

/// A part of the condition of a read: `form` is not negative, or zero.
struct Constraint {
  IndexExpression form;
  bool isEqual = false;

  bool operator==(const Constraint &other) const {
    return isEqual == other.isEqual && form == other.form;
  }
};

/// Scalar operations of a formula by what they cost: sums, comparisons and choices;
/// products; extrema; roundings to whole numbers; quotients and square roots; functions such as
/// exp; and those on integers.
struct Work {
  int64_t sums = 0, products = 0, extrema = 0, roundings = 0, quotients = 0, functions = 0,
          integers = 0;

  Work &operator+=(const Work &other);
  bool operator==(const Work &other) const {
    return sums == other.sums && products == other.products && extrema == other.extrema &&
           roundings == other.roundings && quotients == other.quotients &&
           functions == other.functions && integers == other.integers;
  }
  int64_t getTotal() const {
    return sums + products + extrema + roundings + quotients + functions + integers;
  }
};

/// One read of a stage's body.
struct StageRead {
  /// The stage that is read, or -1.
  int stage = -1;
  /// The kernel's operand (argument number) that is read, or -1.
  int operand = -1;
  /// The read happens under a condition.
  bool isGuarded = false;
  /// Where the condition does not hold, 0 is taken.
  bool isZeroOutside = false;
  /// The formula is a product with what is read.
  bool isFactor = false;
  /// What the condition asks of the root axes of the reading stage.
  SharedVector<Constraint> constraints;
  SharedVector<IndexExpression> indices;
};

/// One stage. Root axis r of the tree is axis r of the stage: spatial axes
/// first, in the order of the result's dimensions, then reduction axes.
struct StageSchedule {
  std::string name;
  IterationTree tree;
  /// The stage must be stored whole: the kernel returns it, or something that is no
  /// stage of formulas takes it.
  bool isResult = false;
  /// What takes a stored stage, where the kernel does not return it: "read by te.scatter \"y\"".
  std::string taker;
  /// All that takes it are formulas of updates (te.scatter), which it may become part of.
  bool isInUpdates = false;
  /// The formula can be evaluated where its reads give zeros: no integer is
  /// divided by what may be zero then.
  bool isTotal = true;
  /// Bytes of an element of each of its results, which are joined by a combiner of their own if
  /// there are several; 0 where that is not known.
  std::vector<int64_t> resultBytes = {0};
  /// Bytes of the widest number that its formula computes with; 0 where that is not known.
  int64_t computeBytes = 0;
  /// What one evaluation of its formula takes, and what joining its term to others takes.
  Work formula, combination;
  /// Its terms are added up, so that those that are 0 may be left out.
  bool isSum = false;
  /// Its terms are combined in the order of the reduction axes.
  bool isOrdered = false;
  /// The loop over time that the stage stands in, 0 where it stands in none.
  int scope = 0;
  /// Copies share them: a step that changes the tree of a stage leaves them as they are.
  SharedVector<StageRead> reads;
  /// Those beside the kernel that have its formula.
  SharedVector<MatchingIntrinsic> intrinsics = {};

  /// The intrinsic of this name that has its formula, or null.
  const MatchingIntrinsic *lookupIntrinsic(const std::string &intrinsic) const;
  bool isInlined() const { return tree.getPlacement() == Placement::Inline; }
  int getNumResults() const { return static_cast<int>(resultBytes.size()); }
  /// Bytes of an element of all results together; 0 where that is not known.
  int64_t getElementBytes() const;
};

/// The root axes of a stage as variables; those of unknown extent are unknownExtent long.
LoopVariables getAxisVariables(const IterationTree &tree);

/// What a stage reads: another stage, or an operand of the kernel.
struct Source {
  int stage = -1;
  int operand = -1;
};

/// The layout of an operand is what callers have; they change it at compile time where that is
/// asked for; or they were asked already.
enum class OperandLayout : uint8_t { Fixed, Free, Given };

/// A kernel: stages in program order, a stage reads only earlier ones.
struct KernelSchedule {
  SharedList<StageSchedule> stages;
  /// The shape of each operand; dynamicExtent where it is known only at run time.
  std::vector<std::vector<int64_t>> operands;
  /// Bytes of an element of each operand; 0, or none for the last ones, where that is not known.
  std::vector<int64_t> operandBytes;
  /// Whether callers can give each operand another layout; for the last ones, if none: Fixed.
  std::vector<OperandLayout> operandLayouts;
  /// What the kernel is to run on.
  std::shared_ptr<const Target> target = Target::getGeneric();

  const StageSchedule &operator[](int stage) const { return stages[stage]; }
  StageSchedule &operator[](int stage) { return stages[stage]; }
  int size() const { return static_cast<int>(stages.size()); }
  /// The stage of this name, or -1.
  int lookup(const std::string &name) const;
  /// A name that no stage has yet: the given one, or with a number.
  std::string makeStageName(const std::string &name) const;

  /// The threads of a block compute a stage together, for all of them.
  bool isSharedByBlock(int stage) const;
  /// The consumer at which a stage is attached, or -1.
  int getAttachStage(int stage) const;
  /// Puts a stage before the one at `position`; reads of the stages from there on
  /// follow.
  void insertStage(int position, StageSchedule stage);
  /// The stages attached directly at `stage`; at its axis `axis` unless -1.
  std::vector<int> getAttached(int stage, AxisId axis = -1) const;
  /// All reads of `producer` by `reader`, directly and through inlined stages,
  /// over the root axes of `reader`.
  std::vector<StageRead> getAccesses(int reader, int producer) const;
  /// True if there is one.
  bool reads(int reader, int producer) const;
  /// True if there is one, and some is under a condition.
  bool readsUnderCondition(int reader, int producer) const;
  /// The stages that read `producer` when their loops run: inlined stages are
  /// replaced by their readers.
  std::vector<int> getReaders(int producer) const;
  /// What a source is made of: bytes of one element, and its shape.
  int64_t getElementBytes(const StageRead &read) const;
  OperandLayout getLayout(int operand) const;
  std::vector<int64_t> getShape(const StageRead &read) const;
  /// The reads of a stage, and of the stages inlined into it. What is read at one place in two ways
  /// is read, or computed, once. Over the root axes of `stage`.
  std::vector<StageRead> getAllReads(int stage) const;
  /// The stages inlined into a stage, directly or into one of these, each once: later ones first.
  std::vector<int> getInlined(int stage) const;
  /// The constraints of all reads of a stage, directly and in inlined stages.
  std::vector<Constraint> getConstraints(int stage) const;
  /// What asks of the root axes of a stage that its formula is not 0: conditions of reads that it
  /// is a product with, and those of what these read in turn.
  std::vector<Constraint> getNeeds(int stage) const;
  /// Root axes with the values from which on a constraint has another answer that depends
  /// on that axis alone: axis + c >= 0, c - axis >= 0 or axis + c == 0.
  std::vector<std::pair<AxisId, int64_t>> getGuardCuts(int stage) const;
  /// The inlined reader of `producer`, direct or through inlined ones, that is part of an
  /// update, so that `producer` is stored whole; -1 if there is none.
  int getUpdateReader(int producer) const;

private:
  /// The reads of stages from `least` on by a stage and those inlined into it; of all, and of
  /// operands, where that is -1.
  std::vector<StageRead> collectReads(int stage, int least) const;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_KERNELSCHEDULE_H
