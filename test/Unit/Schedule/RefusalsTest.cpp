//===-- RefusalsTest.cpp - reasons to refuse steps --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that meet what earlier ones did: buffers, register tiles and intrinsics.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/ComputeRoot.h"
#include "dl/Schedule/Primitives/DecomposeReduction.h"
#include "dl/Schedule/Primitives/DoubleBuffer.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/LoopPartition.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/ReverseComputeAt.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/SplitParts.h"
#include "dl/Schedule/Primitives/StorageAlign.h"
#include "dl/Schedule/Primitives/Tensorize.h"
#include "dl/Schedule/Primitives/TransformLayout.h"

using namespace dl::schedule;

namespace {

struct RefusalsTest : PrimitivesTest {
  /// Names an intrinsic over these axes that has the formula of a stage.
  std::string declare(int stage,
                      const std::vector<std::tuple<std::string, int64_t, AxisKind>> &axes,
                      const std::vector<std::vector<IntrinsicOperand>> &ways = {{}}) {
    MatchingIntrinsic intrinsic{{"dot", {}}, ways};
    for (const auto &[name, extent, kind] : axes) {
      AxisNode node;
      node.name = name;
      node.extent = extent;
      node.kind = kind;
      intrinsic.shape.axes.push_back(node);
    }
    kernel[stage].intrinsics = {intrinsic};
    return "dot";
  }
};

TEST_F(RefusalsTest, BindAReductionAxis) {
  EXPECT_EQ(refuse(Bind(C, K, Annotation::ThreadX)),
            "axis k of stage \"C\" is a reduction axis and cannot be bound to threadIdx.x: all its "
            "iterations write the same elements; bind a spatial axis, or use rfactor and bind the "
            "new one");
  // Terms that keep their order cannot be factored.
  kernel[C].isOrdered = true;
  EXPECT_EQ(refuse(Bind(C, K, Annotation::ThreadX)),
            "axis k of stage \"C\" is a reduction axis and cannot be bound to threadIdx.x: all its "
            "iterations write the same elements; bind a spatial axis");
}

TEST_F(RefusalsTest, SharedInsideFusedThreads) {
  AxisId fused = apply(Fuse(D, I, J));
  auto [block, thread] = apply(Split(D, fused, 60));
  apply(Bind(D, block, Annotation::BlockX));
  apply(Bind(D, thread, Annotation::ThreadX));
  apply(ComputeAt(C, D, thread));
  EXPECT_EQ(refuse(SetScope(C, "shared")),
            "stage \"C\" is for all threads, but stands inside axis i*j.i of stage \"D\", which is "
            "fused, and what its threads need together is no box; bind axes that were not fused");
}

TEST_F(RefusalsTest, DoubleBuffer) {
  EXPECT_EQ(refuse(DoubleBuffer(A)),
            "stage \"A\" is not computed inside a loop, whose next step it "
            "could be computed for; use compute_at on it first");
  apply(ComputeAt(A, C, I));
  apply(DoubleBuffer(A));
  EXPECT_EQ(refuse(DoubleBuffer(A)), "stage \"A\" has two buffers already; name it once");
  EXPECT_EQ(refuse(Parallel(C, I)),
            "stage \"A\" cannot be computed ahead at axis i of stage \"C\": it is parallel, so no "
            "step is the next; compute it at a sequential loop of constant length");
}

TEST_F(RefusalsTest, DoubleBufferNeedsSteps) {
  AxisId outer = apply(Split(C, I, 64)).first;
  apply(ComputeAt(A, C, outer));
  EXPECT_EQ(refuse(DoubleBuffer(A)),
            "stage \"A\" cannot be computed ahead at axis i.o of stage \"C\": it has one step; "
            "compute it at a sequential loop of constant length");
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}}));
  kernel.stages.push_back(makeStage("G", {{"m", dynamicExtent}}));
  kernel[5].reads.push_back(readOf(4, {linear({1})}));
  apply(ComputeAt(4, 5, 0));
  EXPECT_EQ(
      refuse(DoubleBuffer(4)),
      "stage \"F\" cannot be computed ahead at axis m of stage \"G\": its length is known only "
      "at run time; compute it at a sequential loop of constant length");
}

TEST_F(RefusalsTest, DoubleBufferBesideOthers) {
  apply(ComputeAt(C, D, I));
  apply(ComputeAt(A, D, I));
  apply(ComputeAt(E, D, I));
  EXPECT_EQ(
      refuse(DoubleBuffer(C)),
      "stage \"C\" cannot be computed ahead at axis i of stage \"D\": it reads stage \"A\", "
      "which is computed there for the present step only; compute stage \"A\" at an outer axis "
      "or inline it");
  apply(DoubleBuffer(E));
  apply(ComputeInline(A));
  auto refusal = DoubleBuffer(C).check(kernel);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->reason, "stage \"C\" cannot be computed ahead at axis i of stage \"D\": stage "
                             "\"E\" is computed ahead there");
  EXPECT_EQ(refusal->stage, E);
  EXPECT_EQ(refusal->aspect, Aspect::Storage);
}

TEST_F(RefusalsTest, ScopeOutlivesNoLoop) {
  apply(ComputeAt(A, C, I));
  apply(SetScope(A, "shared"));
  EXPECT_EQ(refuse(ComputeRoot(A)),
            "stage \"A\" is kept in shared memory, which does not outlive a loop, and would not be "
            "computed inside one; use set_scope to global first");
}

TEST_F(RefusalsTest, Split) {
  AxisId fused = apply(Fuse(D, I, J));
  EXPECT_EQ(
      refuse(Split(D, fused, 30, TailPolicy::Shift)),
      "axis i*j of stage \"D\" cannot be split by 30 with tail shift: it is fused, and a step "
      "that starts earlier is no box; use tail peel or guard");
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}}));
  EXPECT_EQ(
      refuse(Split(4, 0, 8, TailPolicy::Shift)),
      "axis m of stage \"F\" cannot be split by 8 with tail shift: its extent is known only at "
      "run time and may be less than one step; use tail peel or guard");
  EXPECT_EQ(refuse(Split(4, 0, 0)),
            "axis m of stage \"F\" cannot be split by 0: the factor must be "
            "at least 1; use a factor of at least 1");
  EXPECT_EQ(refuse(SplitParts(4, 0, 2)), "axis m of stage \"F\" cannot be split into 2 parts: its "
                                         "extent is known only at run time; split it by a factor");
  EXPECT_EQ(refuse(SplitParts(C, J, 0)),
            "axis j of stage \"C\" cannot be split into 0 parts: there must be at least 1; use a "
            "number between 1 and the extent 60");
  apply(SplitParts(C, J, 7));
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) split(j by 9) order(i, j.o, j.i, k)");
}

TEST_F(RefusalsTest, ReverseComputeAt) {
  EXPECT_EQ(
      refuse(ReverseComputeAt(D, C, K)),
      "stage \"D\" cannot be computed at axis k of stage \"C\": it is a reduction axis, before "
      "whose end no element is complete; use an axis outside of axis k, or reorder first");
  apply(Reorder(C, {K, I, J}));
  apply(Vectorize(C, J));
  EXPECT_EQ(
      refuse(ReverseComputeAt(D, C, I)),
      "stage \"D\" cannot be computed at axis i of stage \"C\": it is inside of the reduction "
      "axis k, before whose end no element is complete; use an axis outside of axis k, or "
      "reorder first");
  EXPECT_EQ(refuse(ReverseComputeAt(D, C, J)),
            "stage \"D\" cannot be computed at axis j of stage \"C\": it is part of the register "
            "tile and makes no loop; use an axis outside the register tile");
}

TEST_F(RefusalsTest, ReverseComputeAtLoopsOfOtherExtents) {
  // "D" reads 60 of 64 columns: steps of 128 are two rows of "C", and no rows of "D".
  kernel[C].tree.setExtent(J, 64);
  kernel[C].reads = {};
  auto [outer, inner] = apply(Split(C, apply(Fuse(C, I, J)), 128));
  (void)inner;
  EXPECT_EQ(refuse(ReverseComputeAt(D, C, outer)),
            "stage \"D\" cannot be computed at axis i*j.o of stage \"C\": the loops around it have "
            "axes that were fused and split, and stage \"D\" has other extents, of which the steps "
            "would be incomplete or no boxes; use an axis outside of them, or compute_at on stage "
            "\"C\" instead");
}

TEST_F(RefusalsTest, ReverseComputeAtFusedStepsOfOtherExtents) {
  // "D" reads 60 of 64 columns: of its steps of 8 the last one is incomplete, and would recur.
  kernel[C].tree.setExtent(J, 64);
  kernel[C].reads = {};
  auto [outer, inner] = apply(Split(C, J, 8));
  AxisId fused = apply(Fuse(C, I, outer));
  (void)inner;
  EXPECT_EQ(refuse(ReverseComputeAt(D, C, fused)),
            "stage \"D\" cannot be computed at axis i*j.o of stage \"C\": the loops around it have "
            "axes that were fused and split, and stage \"D\" has other extents, of which the steps "
            "would be incomplete or no boxes; use an axis outside of them, or compute_at on stage "
            "\"C\" instead");
}

TEST_F(RefusalsTest, Tensorize) {
  EXPECT_EQ(refuse(Tensorize(C, K, "dot")),
            "there is no intrinsic @dot of the formula of stage \"C\"; use an intrinsic of this "
            "formula");
  std::string tile = declare(C, {{"j", 16, AxisKind::Spatial}, {"k", 4, AxisKind::Reduction}});
  EXPECT_EQ(refuse(Tensorize(C, K, tile)),
            "from axis k of stage \"C\" on there are the axes k (reduction), but intrinsic @dot "
            "computes over j (spatial), k (reduction); split and reorder so that the tile has the "
            "intrinsic's axes");
  AxisId fused = apply(Fuse(D, I, J));
  EXPECT_EQ(refuse(Tensorize(D, fused, declare(D, {{"x", 3840, AxisKind::Spatial}}))),
            "axis i*j of stage \"D\" does not run over neighbours of its root; tensorize innermost "
            "parts of axes that were not fused");
  auto [ko, ki] = apply(Split(C, K, 4));
  EXPECT_EQ(refuse(Tensorize(
                C, ko, declare(C, {{"a", 8, AxisKind::Reduction}, {"b", 4, AxisKind::Reduction}}))),
            "axis k.o of stage \"C\" does not run over neighbours of its root; tensorize innermost "
            "parts of axes that were not fused");
  std::string dot = declare(C, {{"k", 4, AxisKind::Reduction}});
  KernelSchedule fresh = kernel;
  apply(Tensorize(C, ki, dot));
  EXPECT_EQ(refuse(ComputeInline(A)),
            "stage \"A\" is inlined into stage \"C\", whose formula is that of an intrinsic; use "
            "compute_at or compute_root on stage \"A\"");
  kernel = fresh;
  apply(Vectorize(C, ki));
  EXPECT_EQ(refuse(Tensorize(C, ki, dot)),
            "axis k.i of stage \"C\" cannot be tensorized: it is vectorized; leave the axes of the "
            "tile plain: the intrinsic computes all of them");
}

TEST_F(RefusalsTest, OperandsOfATensorizedTile) {
  AxisId rows = apply(Split(C, I, 8)).second;
  auto [steps, inner] = apply(Split(C, K, 4));
  apply(Reorder(C, {J, steps, rows, inner}));
  auto useWith = [&](const std::vector<TileSteps> &ways) {
    std::vector<std::vector<IntrinsicOperand>> operands;
    for (const TileSteps &way : ways)
      operands.push_back({{0, way}});
    return refuse(Tensorize(
        C, rows,
        declare(C, {{"i", 8, AxisKind::Spatial}, {"k", 4, AxisKind::Reduction}}, operands)));
  };
  EXPECT_EQ(useWith({{{1, 0}, {0, 1}}}), "legal");
  EXPECT_EQ(useWith({{{0, 1}, {1, 0}}, {{1, 0}, {0, 1}}}), "legal");
  EXPECT_EQ(useWith({{{0, 1}, {1, 0}}, {{1, 0}}}),
            "stage \"C\" reads stage \"A\" at [i, k] in the tile, but intrinsic @dot accesses "
            "operand 0 at [k, i]; use transform_layout, or cache_read with the intrinsic's layout");
  // The intrinsic's operand with its digits as dimensions, or with them joined: neither.
  auto useWithDigits = [&](const TileSteps &joined, const TileSteps &digits) {
    return refuse(Tensorize(C, rows,
                            declare(C, {{"i", 8, AxisKind::Spatial}, {"k", 4, AxisKind::Reduction}},
                                    {{{0, joined, 1, digits}}})));
  };
  EXPECT_EQ(useWithDigits({{0, 1}}, {{1, 0}, {0, 1}}), "legal");
  EXPECT_EQ(useWithDigits({{1, 0}, {0, 1}}, {{0, 1}}), "legal");
  EXPECT_EQ(useWithDigits({{0, 1}, {1, 0}}, {{0, 1}}),
            "stage \"C\" reads stage \"A\" at [i, k] in the tile, but intrinsic @dot accesses "
            "operand 0 at [k, i]; use transform_layout, or cache_read with the intrinsic's layout");
  // A digit that the tile does not move, one that it moves by one, and one that it wraps around.
  IndexExpression &place = kernel[C].reads.write()[0].indices.write()[1];
  LoopVariables axes = getAxisVariables(kernel[C].tree);
  place.kind = IndexKind::QuasiAffine;
  place.digits = axes.divide(axes.get(K), 4);
  EXPECT_EQ(useWith({{{1, 0}}}), "legal");
  place.digits = axes.modulo(axes.get(K), 4) * 3;
  EXPECT_EQ(useWith({{{1, 0}, {0, 3}}}), "legal");
  place.digits = axes.modulo(axes.get(K), 3);
  EXPECT_EQ(useWith({{{1, 0}, {0, 1}}}),
            "stage \"C\" reads stage \"A\" at an index that does not move by constant steps in the "
            "tile; use cache_read or transform_layout on what is read");
  place.kind = IndexKind::Gathered;
  EXPECT_EQ(useWith({{{1, 0}, {0, 1}}}),
            "stage \"C\" reads stage \"A\" at an index that does not move by constant steps in the "
            "tile; use cache_read or transform_layout on what is read");
  kernel[C].reads.write()[0].isGuarded = true;
  EXPECT_EQ(useWith({{{1, 0}, {0, 1}}}),
            "stage \"C\" reads stage \"A\" under a condition, which intrinsic @dot does not have; "
            "read a padded copy, a stage of its own, in place of it");
}

TEST_F(RefusalsTest, TilesThatMayBeShorter) {
  auto [rows, row] = apply(Split(C, I, 12));
  (void)rows;
  AxisId column = apply(Split(C, J, 12)).second;
  auto tensorize = [&](int64_t terms, const TileSteps &steps) {
    KernelSchedule before = kernel;
    auto [outer, inner] = apply(Split(C, K, terms));
    std::vector<AxisId> order = kernel[C].tree.getLeaves();
    for (AxisId last : {outer, row, column, inner}) {
      order.erase(std::find(order.begin(), order.end(), last));
      order.push_back(last);
    }
    apply(Reorder(C, order));
    declare(
        C,
        {{"i", 16, AxisKind::Spatial}, {"j", 12, AxisKind::Spatial}, {"k", 8, AxisKind::Reduction}},
        {{{0, steps}}});
    kernel[C].intrinsics.write()[0].shape.multiples = {1, 0, 4};
    std::string result = refuse(Tensorize(C, row, "dot"));
    kernel = before;
    return result;
  };
  // Digits of the terms beside each other are one dimension; of a tile of four there is one group.
  TileStep high{0, 0, 1}, low{0, 0, 1};
  high.divisor = low.modulus = 4;
  TileSteps digits = {{1, 0, 0}, high, low};
  joinDigits(digits);
  EXPECT_EQ(digits, (TileSteps{{1, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(tensorize(8, digits), "legal");
  EXPECT_EQ(tensorize(4, digits), "legal");
  EXPECT_EQ(tensorize(8, {{1, 0, 0}, low}),
            "stage \"C\" reads stage \"A\" at [i, k] in the tile, but intrinsic @dot accesses "
            "operand 0 at [i, k mod 4]; use transform_layout, or cache_read with the intrinsic's "
            "layout");
  EXPECT_EQ(tensorize(2, digits),
            "axis k.i of stage \"C\" has extent 2, but axis k of intrinsic @dot has multiples of 4 "
            "up to 8; split by at most 8 and tensorize the inner part");
  EXPECT_EQ(
      tensorize(16, digits),
      "axis k.i of stage \"C\" has extent 16, but axis k of intrinsic @dot has multiples of 4 "
      "up to 8; split by at most 8 and tensorize the inner part");
}

TEST_F(RefusalsTest, TensorizedBetweenCuts) {
  apply(LoopPartition(D, J, {15}));
  auto [jo, ji] = apply(Split(D, J, 4));
  (void)jo;
  EXPECT_EQ(refuse(Tensorize(D, ji, declare(D, {{"j", 4, AxisKind::Spatial}}))),
            "axis j.i of stage \"D\" takes tiles of 4, but axis j has a range of 15; an intrinsic "
            "takes whole tiles: pad the axis, or split by a divisor");
}

TEST_F(RefusalsTest, TensorizedInStepsOfItsOwn) {
  kernel.stages.push_back(makeStage("F", {{"j", 40}}));
  AxisId steps = apply(Split(4, 0, 20)).second;
  AxisId inner = apply(Split(4, steps, 8)).second;
  EXPECT_EQ(refuse(Tensorize(4, inner, declare(4, {{"j", 8, AxisKind::Spatial}}))),
            "axis j.i.i of stage \"F\" takes tiles of 8, but axis j has a range of 20; an "
            "intrinsic takes whole tiles: pad the axis, or split by a divisor");
}

/// Beside an axis of unknown extent too.
TEST_F(RefusalsTest, TensorizedBetweenCutsBesideAnUnknownExtent) {
  kernel.stages.push_back(makeStage("F", {{"m", dynamicExtent}, {"j", 60}}));
  apply(LoopPartition(4, J, {16}));
  KernelSchedule whole = kernel;
  AxisId inner = apply(Split(4, J, 4)).second;
  EXPECT_EQ(refuse(Tensorize(4, inner, declare(4, {{"j", 4, AxisKind::Spatial}}))), "legal");
  kernel = whole;
  inner = apply(Split(4, J, 12)).second;
  EXPECT_EQ(refuse(Tensorize(4, inner, declare(4, {{"j", 12, AxisKind::Spatial}}))),
            "axis j.i of stage \"F\" takes tiles of 12, but axis j has a range of 16; an intrinsic "
            "takes whole tiles: pad the axis, or split by a divisor");
}

TEST_F(RefusalsTest, TensorizedBetweenConditions) {
  // What "D" needs of "C" is cut where a condition of "D" changes.
  kernel[D].reads[1].isGuarded = true;
  for (int64_t cut : {6, 0, 60})
    kernel[D].reads[1].constraints.push_back({linear({0, 1}, -cut), false});
  AxisId inner = apply(Split(C, J, 4)).second;
  apply(Reorder(C, {K, inner}));
  AxisId outer = apply(Split(D, J, 20)).first;
  std::string four = declare(C, {{"j", 4, AxisKind::Spatial}});
  KernelSchedule fresh = kernel;
  apply(ComputeAt(C, D, outer));
  EXPECT_EQ(refuse(Tensorize(C, inner, four)),
            "axis j.i of stage \"C\" takes tiles of 4, but axis j has a range of 6 where it is "
            "computed; an intrinsic takes whole tiles: pad the axis, or split by a divisor");
  // Blocks and threads take branches.
  kernel = fresh;
  apply(Bind(D, I, Annotation::BlockX));
  apply(Bind(D, outer, Annotation::BlockY));
  apply(ComputeAt(C, D, outer));
  apply(Tensorize(C, inner, four));
  // Where the part of "D" has a constant place, its condition cuts it too.
  kernel = fresh;
  StageSchedule last = makeStage("L", {{"i", 64}, {"j", 60}});
  last.reads.push_back(readOf(D, {linear({1, 0}), linear({0, 1})}));
  last.isResult = true;
  kernel[D].isResult = false;
  kernel.stages.push_back(last);
  apply(ComputeAt(D, 4, I));
  apply(ComputeAt(C, D, outer));
  EXPECT_EQ(
      refuse(Tensorize(C, inner, four)),
      "axis j of stage \"D\" is cut at 6, where a condition changes, so what it needs of stage "
      "\"C\" may be no whole tile; compute stage \"C\" or stage \"D\" at root");
}

TEST_F(RefusalsTest, TensorizedWhereItIsComputed) {
  AxisId inner = apply(Split(C, J, 4)).second;
  apply(Reorder(C, {K, inner}));
  apply(Tensorize(C, inner, declare(C, {{"j", 4, AxisKind::Spatial}})));
  AxisId outer = apply(Split(D, J, 10)).first;
  EXPECT_EQ(refuse(ComputeAt(C, D, outer)),
            "axis j.i of stage \"C\" takes tiles of 4, but axis j has a range of 10 where it is "
            "computed; an intrinsic takes whole tiles: pad the axis, or split by a divisor");
}

/// Beside an axis of unknown extent too.
TEST_F(RefusalsTest, TensorizedInRestsBesideAnUnknownExtent) {
  for (int stage : {C, D})
    kernel[stage].tree.setExtent(I, dynamicExtent);
  AxisId inner = apply(Split(C, J, 8)).second;
  apply(Reorder(C, {K, inner}));
  apply(ComputeAt(C, D, apply(Split(D, J, 16)).first));
  EXPECT_EQ(refuse(Tensorize(C, inner, declare(C, {{"j", 8, AxisKind::Spatial}}))),
            "axis j.i of stage \"C\" takes tiles of 8, but axis j has a range of 12 where it is "
            "computed; an intrinsic takes whole tiles: pad the axis, or split by a divisor");
}

TEST_F(RefusalsTest, InitNeedsALoop) {
  apply(DecomposeReduction(C, J));
  apply(Unroll(C, K));
  auto refusal = Unroll(C, J).check(kernel);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->reason,
            "the init of stage \"C\" stands before axis j, which would make no loop");
  EXPECT_EQ(refusal->aspect, Aspect::Init);
}

TEST_F(RefusalsTest, StorageAlign) {
  EXPECT_EQ(refuse(StorageAlign(A, 17, 16, 0)),
            "the buffer of stage \"A\" cannot be aligned: this axis does not count its rows; use "
            "axis i");
  EXPECT_EQ(refuse(StorageAlign(E, 0, 16, 0)),
            "the buffer of stage \"E\" cannot be aligned: axis j does not count its rows; align a "
            "stage of at least two dimensions");
  EXPECT_EQ(
      refuse(StorageAlign(A, I, 0, 0)),
      "the buffer of stage \"A\" cannot be aligned: a distance of 0 modulo 0 elements does not "
      "exist or wastes memory; use a factor from 1 to 4096 and an offset below it");
}

TEST_F(RefusalsTest, TransformLayout) {
  Source source{A, -1};
  EXPECT_EQ(refuse(TransformLayout(C, source, {{0, 7, 10}, {1, 1, 32}, {0, 1, 7}})),
            "blocks of 7 do not divide axis i of stage \"A\", whose extent is 64; use a block that "
            "divides the extent");
  TransformLayout blocks(C, source, {{0, 8, 8}, {1, 1, 32}, {0, 1, 8}});
  AxisId inner = apply(Split(C, K, 4)).second;
  KernelSchedule fresh = kernel;
  apply(Tensorize(C, inner, declare(C, {{"k", 4, AxisKind::Reduction}})));
  EXPECT_EQ(refuse(blocks),
            "stage \"C\" reads stage \"A\" and is tensorized, but would no longer have the formula "
            "of @dot; use transform_layout before tensorize");
  kernel = fresh;
  apply(blocks);
  EXPECT_EQ(text(A), "axes(i0=8, k=32, i1=8)");
  EXPECT_EQ(kernel[C].reads[0].indices.size(), 3u);
  EXPECT_EQ(kernel[C].reads[0].indices[0].kind, IndexKind::QuasiAffine);
  EXPECT_EQ(kernel[C].reads[0].indices[1].kind, IndexKind::Affine);
  apply(Split(A, I, 4));
  auto refusal = TransformLayout(C, source, {{0, 1, 8}, {1, 1, 32}, {2, 1, 8}}).check(kernel);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->reason, "stage \"A\" has been scheduled already");
  EXPECT_EQ(refusal->stage, A);
}

} // namespace
