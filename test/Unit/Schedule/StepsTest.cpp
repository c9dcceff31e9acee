//===-- StepsTest.cpp - further primitives -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each primitive of ScheduleStepOps.td on small kernels: what it does, and every
// reason to refuse.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Annotate.h"
#include "dl/Schedule/Primitives/CacheRead.h"
#include "dl/Schedule/Primitives/CacheWrite.h"
#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/ComputeRoot.h"
#include "dl/Schedule/Primitives/DecomposeReduction.h"
#include "dl/Schedule/Primitives/DoubleBuffer.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/LoopPartition.h"
#include "dl/Schedule/Primitives/PadAxis.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RFactor.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/ReverseComputeAt.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Specialize.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/SplitList.h"
#include "dl/Schedule/Primitives/StorageAlign.h"
#include "dl/Schedule/Primitives/Tile.h"
#include "dl/Schedule/Primitives/Unannotate.h"

using namespace dl::schedule;

namespace {

struct StepsTest : PrimitivesTest {};

TEST_F(StepsTest, SplitList) {
  auto parts = apply(SplitList(C, I, {4, 8}));
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) split(i by 8) split(i.o by 4) order(i.o.o, "
                     "i.o.i, i.i, j, k)");
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(kernel[C].tree.getExtent(parts[0]), 2);
  EXPECT_EQ(refuse(SplitList(C, J, {})),
            "no factors to split by are given; give one factor for each inner axis");
  EXPECT_EQ(refuse(SplitList(C, J, {0, 4})),
            "axis j.o of stage \"C\" cannot be split by 0: the factor must be at least 1; use a "
            "factor between 1 and the extent 15");
  // Of axes that were made on the way the caller knows nothing.
  for (const std::vector<int64_t> &factors : {std::vector<int64_t>{0, 4}, {4, 0}}) {
    auto refusal = SplitList(C, J, factors).check(kernel);
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->axis, J);
  }
}

TEST_F(StepsTest, Tile) {
  apply(Tile(D, I, J, 8, 20));
  EXPECT_EQ(text(D), "axes(i=64, j=60) split(i by 8) split(j by 20) order(i.o, j.o, i.i, j.i)");
  EXPECT_EQ(refuse(Tile(C, I, I, 8, 8)),
            "an axis cannot be tiled with itself; tile two different axes");
  EXPECT_EQ(refuse(Tile(D, I, J, 8, 8)),
            "axis i of stage \"D\" was already split by 8 into i.o and "
            "i.i; use its parts");
}

TEST_F(StepsTest, ShiftedTails) {
  apply(Split(D, J, 16, TailPolicy::Shift));
  EXPECT_EQ(text(D), "axes(i=64, j=60) split(j by 16, shift) order(i, j.o, j.i)");
  EXPECT_EQ(refuse(Split(C, K, 5, TailPolicy::Shift)),
            "axis k of stage \"C\" cannot be split by 5 with tail shift: terms of a reduction must "
            "not be added twice; use tail peel or guard");
  EXPECT_EQ(refuse(Split(C, J, 61, TailPolicy::Shift)),
            "axis j of stage \"C\" cannot be split by 61 with tail shift: its extent 60 is less "
            "than one step; use tail peel or guard");
  auto [jo, ji] = apply(Split(C, J, 7, TailPolicy::Shift));
  EXPECT_EQ(refuse(Reorder(C, {K, jo, ji})),
            "axis j.o of stage \"C\" computes elements of its last step twice and would stand "
            "inside the init of stage \"C\", where they would be added twice; put it outside, or "
            "split with another tail");
  apply(Reorder(C, {K, ji}));
}

TEST_F(StepsTest, DecomposeReduction) {
  auto [ko, ki] = apply(Split(C, K, 8));
  apply(DecomposeReduction(C, J));
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) split(k by 8) order(i, j, k.o, k.i) init(j)");
  EXPECT_EQ(
      refuse(DecomposeReduction(C, ki)),
      "the init of stage \"C\" cannot stand before axis k.i, which is inside of the reduction "
      "axis k.o; use axis k.o or one outside of it, or reorder first");
  EXPECT_EQ(refuse(DecomposeReduction(D, I)), "stage \"D\" has no reduction axis, so there is no "
                                              "init to place; use it on a stage that reduces");
  EXPECT_EQ(refuse(Reorder(C, {ko, J})),
            "the init of stage \"C\" stands before axis j, which would be inside of its reduction "
            "loops; decompose the reduction at an axis outside of them first");
  apply(Parallel(C, I));
  EXPECT_EQ(refuse(Parallel(C, J)),
            "the init of stage \"C\" would stand outside of the parallel axis j; decompose the "
            "reduction at an axis inside the parallel ones");
  // The axis is followed through splits.
  auto [jo, ji] = apply(Split(C, J, 6));
  EXPECT_EQ(kernel[C].tree.getInitAxis(), jo);
  (void)ji;
}

TEST_F(StepsTest, AccumulatorsOfUnknownSize) {
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}}, {{"k", 8}}));
  EXPECT_EQ(refuse(Reorder(4, {1, 0})),
            "axis m of stage \"F\", whose extent is known only at run time, would stand inside of "
            "axis k, so that the accumulator had no constant size; put axis m or its outer part "
            "outside of axis k");
  auto [mo, mi] = apply(Split(4, 0, 4));
  apply(Reorder(4, {mo, 1, mi}));
  EXPECT_NE(refuse(DecomposeReduction(4, mo)), "legal");
}

TEST_F(StepsTest, LoopPartition) {
  apply(LoopPartition(D, I, {4, 60}));
  EXPECT_EQ(text(D), "axes(i=64, j=60) partition(i at 4 60)");
  EXPECT_EQ(refuse(LoopPartition(D, J, {})), "axis j of stage \"D\" cannot be partitioned: no "
                                             "iterations to cut at are given; give at least one");
  EXPECT_EQ(refuse(LoopPartition(D, J, {0})),
            "axis j of stage \"D\" cannot be partitioned: the cut at 0 is not between 0 and the "
            "extent 60; give cuts inside the extent, in ascending order");
  EXPECT_EQ(refuse(LoopPartition(D, J, {4, 4})),
            "axis j of stage \"D\" cannot be partitioned: the cut at 4 is not between 4 and the "
            "extent 60; give cuts inside the extent, in ascending order");
  EXPECT_EQ(refuse(LoopPartition(D, J, {4, 60})),
            "axis j of stage \"D\" cannot be partitioned: the cut at 60 is not between 4 and the "
            "extent 60; give cuts inside the extent, in ascending order");
  auto [jo, ji] = apply(Split(C, J, 6));
  EXPECT_EQ(
      refuse(LoopPartition(C, jo, {1})),
      "axis j.o of stage \"C\" cannot be partitioned: it was made by split or fuse; partition "
      "the axis before it is split");
  apply(ComputeAt(C, D, J));
  EXPECT_EQ(refuse(LoopPartition(C, I, {1})),
            "axis i of stage \"C\" cannot be partitioned: stage \"C\" is computed inside the loops "
            "of another stage, for ranges that are not known here; use compute_root on it first");
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}}));
  EXPECT_EQ(
      refuse(LoopPartition(4, 0, {1})),
      "axis m of stage \"F\" cannot be partitioned: its extent is known only at run time; use "
      "specialize to give some extents loops of their own");
  apply(LoopPartition(A, 1, {1}));
  EXPECT_EQ(refuse(ComputeAt(A, C, I)),
            "axis k of stage \"A\" is partitioned, which stages inside the loops of another cannot "
            "be; compute it at root, or without that step");
  (void)ji;
}

TEST_F(StepsTest, Specialize) {
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}, {"n", 8}}));
  apply(Specialize(4, 0, 64));
  apply(Specialize(4, 0, 1));
  EXPECT_EQ(text(4), "axes(m=?, n=8) specialize(m to 64 1)");
  EXPECT_EQ(refuse(Specialize(4, 0, 64)), "axis m of stage \"F\" cannot be specialized: there is a "
                                          "version for 64 already; name each extent once");
  EXPECT_EQ(
      refuse(Specialize(4, 1, 8)),
      "axis n of stage \"F\" cannot be specialized: its extent is always 8; specialize an axis "
      "whose extent is known only at run time");
  EXPECT_EQ(refuse(Specialize(4, 0, 0)),
            "axis m of stage \"F\" cannot be specialized: the extent 0 "
            "is not at least 1; give an extent that is met at run time");
  apply(Specialize(4, 0, 2));
  apply(Specialize(4, 0, 3));
  EXPECT_EQ(refuse(Specialize(4, 0, 4)),
            "axis m of stage \"F\" cannot be specialized: stage \"F\" has 4 versions already, each "
            "a copy of its loops; specialize for the most frequent extents only");
  auto [mo, mi] = apply(Split(4, 0, 4));
  EXPECT_EQ(refuse(Specialize(4, mo, 4)),
            "axis m.o of stage \"F\" cannot be specialized: it was made by split or fuse; "
            "specialize the axis it is made of");
  kernel.stages.push_back(makeStage("G", {{"m", dynamicExtent}}));
  kernel.stages.push_back(makeStage("H", {{"m", dynamicExtent}}));
  kernel[6].reads.push_back(readOf(5, {linear({1})}));
  apply(ComputeAt(5, 6, 0));
  EXPECT_EQ(refuse(Specialize(5, 0, 4)),
            "axis m of stage \"G\" cannot be specialized: stage \"G\" is not computed at root; use "
            "compute_root on it first, or specialize the stage it is computed at");
  (void)mi;
}

TEST_F(StepsTest, Annotate) {
  apply(Annotate(D, I, "hint", "stream"));
  EXPECT_EQ(text(D), "axes(i=64, j=60) note(i hint=stream)");
  EXPECT_EQ(refuse(Unannotate(D, J, "hint")), "axis j of stage \"D\" has no note 'hint' to take "
                                              "away; name a key that was given to the axis");
  EXPECT_EQ(
      refuse(Annotate(D, J, "hint", "")),
      "the note 'hint' of axis j of stage \"D\" has no value; give a value, or use unannotate "
      "to take the key away");
  EXPECT_EQ(
      refuse(Annotate(D, J, "a b", "1")),
      "the note 'a b' = '1' of axis j of stage \"D\" is not made of letters, digits and _ . * "
      "$ -; use one word each for key and value");
  // Outer parts and fused axes inherit notes.
  auto [io, ii] = apply(Split(D, I, 8));
  EXPECT_EQ(kernel[D].tree[io].notes.at("hint"), "stream");
  apply(Unannotate(D, io, "hint"));
  EXPECT_TRUE(kernel[D].tree[io].notes.empty());
  apply(Vectorize(D, J));
  EXPECT_EQ(
      refuse(Annotate(D, J, "hint", "x")),
      "axis j of stage \"D\" is part of the register tile and makes no loop that could carry a "
      "note; annotate an axis outside of the register tile");
  (void)ii;
}

TEST_F(StepsTest, SetScope) {
  EXPECT_EQ(refuse(SetScope(A, "texture")),
            "there is no memory scope 'texture' for stage \"A\"; use "
            "global, shared or local");
  EXPECT_EQ(refuse(SetScope(D, "local")),
            "stage \"D\" is a result of the kernel and cannot be kept in local memory; use "
            "cache_write, and set_scope on the new stage");
  EXPECT_EQ(refuse(SetScope(A, "shared")),
            "stage \"A\" is not computed inside a loop and cannot be kept in shared memory, which "
            "does not outlive the loop; use compute_at on it first");
  apply(ComputeAt(A, C, J));
  apply(SetScope(A, "shared"));
  EXPECT_EQ(text(A), "axes(i=64, k=32) scope(shared) at(C[1])");
  EXPECT_EQ(refuse(ComputeRoot(A)),
            "stage \"A\" is kept in shared memory, which does not outlive a loop, and would not be "
            "computed inside one; use set_scope to global first");
}

TEST_F(StepsTest, StorageAlign) {
  apply(StorageAlign(A, I, 16, 1));
  EXPECT_EQ(text(A), "axes(i=64, k=32) align(0 by 16 offset 1)");
  EXPECT_EQ(refuse(StorageAlign(A, I, 16, 0)),
            "the buffer of stage \"A\" cannot be aligned: it was aligned already; align once");
  EXPECT_EQ(refuse(StorageAlign(C, J, 16, 0)),
            "the buffer of stage \"C\" cannot be aligned: axis j "
            "does not count its rows; use axis i");
  EXPECT_EQ(refuse(StorageAlign(E, 0, 16, 0)),
            "the buffer of stage \"E\" cannot be aligned: axis j does not count its rows; align a "
            "stage of at least two dimensions");
  EXPECT_EQ(refuse(StorageAlign(C, I, 16, 16)),
            "the buffer of stage \"C\" cannot be aligned: a distance of 16 modulo 16 elements does "
            "not exist or wastes memory; use a factor from 1 to 4096 and an offset below it");
  EXPECT_EQ(
      refuse(StorageAlign(D, I, 16, 0)),
      "the buffer of stage \"D\" cannot be aligned: it is a result of the kernel, whose layout "
      "callers rely on; use cache_write, and storage_align on the new stage");
  kernel.stages.push_back(makeStage("F", {{"m", 8}, {"n", 8}}));
  apply(ComputeInline(4));
  EXPECT_EQ(refuse(StorageAlign(4, 0, 16, 0)),
            "the buffer of stage \"F\" cannot be aligned: it is inlined and has none; use "
            "compute_root or compute_at first");
}

TEST_F(StepsTest, ReverseComputeAt) {
  auto [io, ii] = apply(Split(C, I, 8));
  apply(Reorder(C, {io, J, ii}));
  apply(Parallel(C, io));
  EXPECT_EQ(
      refuse(ReverseComputeAt(D, C, K)),
      "stage \"D\" cannot be computed at axis k of stage \"C\": it is a reduction axis, before "
      "whose end no element is complete; use an axis outside of axis k, or reorder first");
  EXPECT_EQ(refuse(ReverseComputeAt(D, A, I)),
            "stage \"D\" cannot be computed at stage \"A\", which "
            "it does not read; use it on a stage that reads the "
            "other");
  apply(ReverseComputeAt(D, C, J));
  EXPECT_EQ(text(D), "axes(i=64, j=60) split(i by 8) order(i.o, j, i.i) parallel(i.o)");
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) split(i by 8) order(i.o, j, i.i, k) at(D[1])");
  EXPECT_FALSE(checkKernel(kernel));
  EXPECT_EQ(
      refuse(ReverseComputeAt(D, C, J)),
      "stage \"D\" cannot be computed at axis j of stage \"C\": stage \"C\" is not computed at "
      "root; use compute_root on it first");
}

/// The consumer has less elements than a step of a producer that was padded.
TEST_F(StepsTest, ReverseComputeAtOfLessThanAStep) {
  StageSchedule g = makeStage("G", {{"i", 7}, {"j", 60}});
  g.isResult = true;
  g.reads.push_back(readOf(C, {linear({1, 0}), linear({0, 1})}));
  kernel.stages.push_back(g);
  kernel[D].tree.placeInline();
  kernel[D].isResult = false;
  auto [io, ii] = apply(Split(C, I, 24, TailPolicy::Shift));
  KernelSchedule ofOneStep = kernel;
  apply(ReverseComputeAt(4, C, io));
  EXPECT_EQ(text(4), "axes(i=7, j=60) split(i by 24) order(i.o, i.i, j)");
  EXPECT_FALSE(checkKernel(kernel));
  ofOneStep[4].tree.setExtent(I, 24);
  kernel = ofOneStep;
  apply(ReverseComputeAt(4, C, io));
  EXPECT_EQ(text(4), "axes(i=24, j=60) split(i by 24, shift) order(i.o, i.i, j)");
}

TEST_F(StepsTest, ReverseComputeAtIsForFreshPointwiseReaders) {
  KernelSchedule fresh = kernel;
  apply(Split(D, I, 2));
  EXPECT_EQ(
      refuse(ReverseComputeAt(D, C, J)),
      "stage \"D\" cannot be computed at axis j of stage \"C\": stage \"D\" has been scheduled "
      "already; use reverse_compute_at before other steps on the stage");
  kernel = fresh;
  kernel[D].reads[0].indices[1].constant = 1;
  EXPECT_EQ(refuse(ReverseComputeAt(D, C, J)),
            "stage \"D\" cannot be computed at axis j of stage \"C\": stage \"D\" does not read it "
            "element by element; use compute_at on stage \"C\" instead");
  kernel = fresh;
  apply(LoopPartition(C, K, {4}));
  EXPECT_EQ(ReverseComputeAt(D, C, J).check(kernel)->stage, C);
  kernel = fresh;
  apply(Reorder(C, {K, I, J}));
  apply(Vectorize(C, J));
  EXPECT_NE(refuse(ReverseComputeAt(D, C, J)), "legal");
}

TEST_F(StepsTest, ReverseComputeAtReadsOfOneElement) {
  const std::vector<StageRead> reads = kernel[D].reads;
  EXPECT_EQ(refuse(ReverseComputeAt(D, C, I)), "legal");
  // Transposed, at one place of an axis, at a sum of axes, or in steps; a second read that is.
  for (const StageRead &other :
       {readOf(C, {linear({0, 1}), linear({1, 0})}), readOf(C, {linear({1, 0}), linear({0, 0}, 3)}),
        readOf(C, {linear({1, 0}), linear({0, 0})}), readOf(C, {linear({1, 0}), linear({1, 1})}),
        readOf(C, {linear({1, 0}), linear({0, 2})}), readOf(C, {linear({1, 0}), linear({0, 1}, 1)}),
        readOf(C, {linear({1, 0}), linear({1, 0})})}) {
    kernel[D].reads = {reads[0], other};
    EXPECT_EQ(
        refuse(ReverseComputeAt(D, C, I)),
        "stage \"D\" cannot be computed at axis i of stage \"C\": stage \"D\" does not read it "
        "element by element; use compute_at on stage \"C\" instead");
  }
  kernel[D].reads = {reads[0], reads[0]};
  EXPECT_EQ(refuse(ReverseComputeAt(D, C, I)), "legal");
}

TEST_F(StepsTest, PadAxis) {
  apply(PadAxis(C, J, 16));
  EXPECT_EQ(text(C), "axes(i=64, j=64) reduce(k=32)");
  EXPECT_FALSE(kernel[C].reads[0].isGuarded);
  apply(PadAxis(C, K, 5));
  EXPECT_EQ(text(C), "axes(i=64, j=64) reduce(k=35)");
  EXPECT_TRUE(kernel[C].reads[0].isGuarded);
  apply(PadAxis(C, K, 34));
  EXPECT_EQ(text(C), "axes(i=64, j=64) reduce(k=68)");
  EXPECT_EQ(refuse(PadAxis(C, I, 16)), "axis i of stage \"C\" cannot be padded: its extent 64 is a "
                                       "multiple of 16 already; split it by 16");
  EXPECT_EQ(refuse(PadAxis(C, I, 0)),
            "axis i of stage \"C\" cannot be padded: 0 is no multiple to pad to; use one from 1 to "
            "4096");
  EXPECT_EQ(refuse(PadAxis(D, J, 16)),
            "axis j of stage \"D\" cannot be padded: stage \"D\" is a result of the kernel, whose "
            "shape callers rely on; use cache_write, and pad_axis on the new stage");
  kernel[E].isTotal = false;
  EXPECT_EQ(
      refuse(PadAxis(E, 0, 16)),
      "axis j of stage \"E\" cannot be padded: the formula of stage \"E\" divides integers by "
      "a value that may be zero there; split it; what is left over is peeled");
  apply(Split(C, I, 8));
  EXPECT_EQ(refuse(PadAxis(C, J, 3)),
            "axis j of stage \"C\" cannot be padded: stage \"C\" has been scheduled already; use "
            "pad_axis before other steps on the stage");
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}}));
  EXPECT_EQ(refuse(PadAxis(4, 0, 4)), "axis m of stage \"F\" cannot be padded: its extent is known "
                                      "only at run time; split it; what is left over is peeled");
}

TEST_F(StepsTest, OrderedTermsStayInOneGroup) {
  kernel[C].isOrdered = true;
  EXPECT_EQ(refuse(RFactor(C, K)),
            "axis k of stage \"C\" cannot be factored: the combiner of stage \"C\" is not "
            "commutative, and partial results join terms in another grouping; state that the "
            "combiner is 'commutative', if it is");
  EXPECT_EQ(
      refuse(PadAxis(C, K, 5)),
      "axis k of stage \"C\" cannot be padded: the combiner of stage \"C\" is not commutative, "
      "and more terms may change what it joins; split it; what is left over is peeled");
  apply(PadAxis(C, J, 16));
}

TEST_F(StepsTest, SeveralResults) {
  kernel[C].resultBytes = {4, 4};
  apply(ComputeAt(C, D, I));
  EXPECT_EQ(
      refuse(DoubleBuffer(C)),
      "stage \"C\" has 2 results, and only a stage with one can have two buffers; compute its "
      "results by stages of their own");
}

TEST_F(StepsTest, CacheWrite) {
  kernel[C].resultBytes = {4};
  kernel[C].computeBytes = 8;
  kernel[C].formula.products = kernel[C].combination.sums = 1;
  EXPECT_EQ(apply(CacheWrite(C)), 2);
  EXPECT_EQ(kernel[2].name, "C.cache");
  // The formula stays with the cache; what it holds is copied as wide as it is.
  EXPECT_EQ(kernel[2].computeBytes, 8);
  EXPECT_EQ(kernel[2].formula.products, 1);
  EXPECT_EQ(kernel[2].combination.sums, 1);
  EXPECT_EQ(kernel[3].computeBytes, 4);
  EXPECT_EQ(kernel[3].formula.getTotal() + kernel[3].combination.getTotal(), 0);
  EXPECT_EQ(text(2), "axes(i=64, j=60) reduce(k=32)");
  EXPECT_EQ(text(3), "axes(i=64, j=60)");
  EXPECT_EQ(kernel[3].reads[0].stage, 2);
  EXPECT_EQ(kernel[4].reads[0].stage, 3);
  apply(Split(4, I, 8));
  EXPECT_EQ(refuse(CacheWrite(4)), "stage \"D\" has been scheduled already; use cache_write before "
                                   "other steps on the stage");
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}}));
  kernel[5].resultBytes = {4, 4};
  EXPECT_EQ(apply(CacheWrite(5)), 5);
  EXPECT_EQ(text(5), "axes(m=?)");
  EXPECT_EQ(kernel[6].reads.size(), 2u);
}

TEST_F(StepsTest, CacheRead) {
  kernel.operands = {{32, 60}, {dynamicExtent}};
  StageRead weights;
  weights.operand = 0;
  weights.indices = {linear({0, 0, 1}), linear({0, 1, 0})};
  kernel[C].reads.push_back(weights);
  EXPECT_EQ(refuse(CacheRead(C, Source{E, -1})),
            "stage \"C\" does not read stage \"E\"; name what the stage reads");
  EXPECT_EQ(refuse(CacheRead(C, Source{-1, 7})),
            "the kernel has no operand 7; its operands are 0 to 1");
  KernelSchedule fresh = kernel;
  weights.operand = 1;
  weights.indices = {linear({0, 0, 1})};
  kernel[C].reads.push_back(weights);
  EXPECT_EQ(apply(CacheRead(C, Source{-1, 1})), C);
  EXPECT_EQ(text(C), "axes(d0=?)");
  kernel = fresh;
  apply(ComputeAt(A, C, K));
  EXPECT_EQ(refuse(CacheRead(C, Source{A, -1})),
            "a copy of stage \"A\" would read stage \"A\" from outside the loop it is computed in; "
            "use cache_read before compute_at");
  EXPECT_EQ(apply(CacheRead(C, Source{-1, 0})), C);
  EXPECT_EQ(kernel[C].name, "arg0.cache");
  EXPECT_EQ(text(C), "axes(d0=32, d1=60)");
  EXPECT_EQ(kernel[C].reads[0].operand, 0);
  EXPECT_EQ(kernel[C + 1].reads[1].stage, C);
  EXPECT_EQ(kernel[C + 1].reads[1].operand, -1);
  EXPECT_FALSE(checkKernel(kernel));
}

} // namespace
