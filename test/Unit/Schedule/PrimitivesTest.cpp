//===-- PrimitivesTest.cpp - legality and effect of primitives -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each primitive that changes axes, on small kernels: what it does, and every reason to
// refuse. Those that place stages are in PlacementTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/ComputeRoot.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

#include <random>

using namespace dl::schedule;

namespace {

TEST_F(PrimitivesTest, Split) {
  auto [io, ii] = apply(Split(C, I, 7));
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) split(i by 7) order(i.o, i.i, j, k)");
  EXPECT_EQ(refuse(Split(C, I, 2)),
            "axis i of stage \"C\" was already split by 7 into i.o and i.i; use its parts");
  EXPECT_EQ(refuse(Split(C, 17, 2)),
            "axis 17 is not in the tree of stage \"C\", which has 5 axes; "
            "take the axis from the stage again: the step that made it was undone");
  EXPECT_EQ(refuse(Split(C, J, 0)),
            "axis j of stage \"C\" cannot be split by 0: the factor must be at least 1; "
            "use a factor between 1 and the extent 60");
  apply(Reorder(C, {io, J, ii}));
  AxisId fused = apply(Fuse(C, io, J));
  EXPECT_EQ(refuse(Split(C, fused, 7)),
            "axis i.o*j of stage \"C\" cannot be split by 7: it is fused of extents 10 x 60, and a "
            "step would be no box of them; use a factor that divides 60 or is a multiple of it, or "
            "split the axes before fusing");
  apply(Split(C, fused, 20));
}

TEST_F(PrimitivesTest, SplitByOne) {
  apply(Split(C, I, 1));
  EXPECT_NE(refuse(Split(C, J, -1)), "legal");
}

TEST_F(PrimitivesTest, SplitOfAnAnnotatedOrAttachedAxis) {
  apply(Vectorize(D, J));
  EXPECT_EQ(refuse(Split(D, J, 4)), "axis j of stage \"D\" cannot be split: it is vectorized; "
                                    "use split first and annotate what the axis becomes");
  apply(ComputeAt(C, D, I));
  EXPECT_EQ(
      refuse(Split(D, I, 4)),
      "axis i of stage \"D\" cannot be split: stage \"C\" is computed at it; use split before "
      "compute_at, or compute_root on stage \"C\" first");
  EXPECT_EQ(refuse(Unroll(D, I)),
            "axis i of stage \"D\" cannot be unrolled: stage \"C\" is computed at it, and register "
            "axes make no loop; use compute_root on stage \"C\" first, or compute_at with an axis "
            "outside of it");
  apply(ComputeInline(A));
  EXPECT_EQ(refuse(Split(A, I, 4)), "stage \"A\" is inlined into its readers and has no loops; "
                                    "use compute_root or compute_at on it first");
}

TEST_F(PrimitivesTest, Fuse) {
  EXPECT_EQ(refuse(Fuse(C, I, I)),
            "axis i of stage \"C\" cannot be fused with itself; fuse two adjacent axes");
  EXPECT_EQ(
      refuse(Fuse(C, J, I)),
      "axes j and i of stage \"C\" cannot be fused: they stand at positions 1 and 0, not next "
      "to each other in this order; reorder them first");
  EXPECT_EQ(refuse(Fuse(C, K, J)),
            "axes k and j of stage \"C\" cannot be fused: j is spatial, k is a reduction axis; "
            "fuse axes of one kind");
  apply(Fuse(C, I, J));
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) fuse(i, j) order(i*j, k)");
  EXPECT_EQ(refuse(Fuse(C, I, K)),
            "axis i of stage \"C\" was already fused into i*j; use the fused axis");
}

TEST_F(PrimitivesTest, FuseNeedsCompleteInnerSteps) {
  auto [jo, ji] = apply(Split(D, J, 8));
  EXPECT_EQ(
      refuse(Fuse(D, I, jo)),
      "axes i and j.o of stage \"D\" cannot be fused: the last step of j.o is incomplete and "
      "would recur in the middle of the fused loop; split by a factor that divides the extent, "
      "or fuse with that axis outermost");
  auto [jio, jii] = apply(Split(D, ji, 3));
  apply(Reorder(D, {jo, I, jio, jii}));
  // 8 % 3: incomplete within each step of j.o.
  EXPECT_NE(refuse(Fuse(D, I, jio)), "legal");
  apply(Fuse(D, jo, I));
}

TEST_F(PrimitivesTest, FuseOfDividingParts) {
  auto [jo, ji] = apply(Split(D, J, 6));
  apply(Fuse(D, I, jo));
  // A step of one iteration is complete, whatever the extent.
  apply(Fuse(D, kernel[D].tree.getLeaves()[0], ji));
  kernel.stages.push_back(makeStage("F", {{"m", 4}, {"n", dynamicExtent}}));
  auto [no, ni] = apply(Split(4, 1, 8));
  EXPECT_NE(refuse(Fuse(4, 0, no)), "legal");
  (void)ni;
}

TEST_F(PrimitivesTest, Reorder) {
  apply(Reorder(C, {K, I}));
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) order(k, j, i)");
  EXPECT_EQ(refuse(Reorder(C, {I, I})),
            "axis i of stage \"C\" stands twice in the new order; name each axis once");
  auto [ko, ki] = apply(Split(C, K, 4));
  EXPECT_EQ(refuse(Reorder(C, {ki, J, ko})),
            "axis k.i of stage \"C\" would stand outside axis k.o of which it is the inner part; "
            "keep axis k.o outside axis k.i, or split with another factor");
  apply(Vectorize(C, I));
  EXPECT_EQ(refuse(Reorder(C, {I, J})),
            "vectorized axis i of stage \"C\" would stand outside axis j, which is plain; register "
            "axes come last: put it inside, or unroll or vectorize axis j first");
  apply(Reorder(C, {J, ko, ki}));
  apply(Parallel(C, J));
  EXPECT_EQ(
      refuse(Reorder(C, {ko, J})),
      "parallel axis j of stage \"C\" would stand inside axis k.o, which is a reduction axis; "
      "parallel axes come first: reorder axis j outside");
}

TEST_F(PrimitivesTest, ReorderOfOrderedTerms) {
  StageSchedule stage = makeStage("H", {{"i", 8}}, {{"k", 6}, {"l", 12}});
  stage.isOrdered = true;
  kernel.stages.push_back(stage);
  int h = kernel.size() - 1;
  auto [lo, li] = apply(Split(h, 2, 4));
  // Spatial axes stand anywhere.
  apply(Reorder(h, {1, lo, 0, li}));
  EXPECT_EQ(text(h), "axes(i=8) reduce(k=6, l=12) split(l by 4) order(k, l.o, i, l.i)");
  EXPECT_EQ(refuse(Reorder(h, {lo, 1})),
            "axis l.o of stage \"H\" would stand outside axis k, but the stage's combiner is not "
            "commutative: its terms come in order; keep the order of the reduction axes, or state "
            "that the combiner is 'commutative'");
}

TEST_F(PrimitivesTest, ReorderUnderAttachedStages) {
  apply(ComputeAt(C, D, I));
  apply(ComputeAt(A, D, I));
  apply(ComputeAt(C, D, J));
  // A is needed by C, which would run at an axis outside A's.
  EXPECT_EQ(refuse(Reorder(D, {J, I})),
            "stage \"A\" cannot be computed at axis i of stage \"D\": stage \"C\" reads it too, "
            "outside it, at axis j; use compute_root on stage \"A\", or compute stage \"C\" at or "
            "inside that axis first");
}

TEST_F(PrimitivesTest, RegisterTile) {
  EXPECT_EQ(refuse(Unroll(C, I)),
            "unrolled axis i of stage \"C\" would stand outside axis j, which is plain; register "
            "axes come last: put it inside, or unroll or vectorize axis j first");
  apply(Reorder(C, {K, I, J}));
  apply(Vectorize(C, J));
  EXPECT_EQ(refuse(Unroll(C, J)),
            "axis j of stage \"C\" cannot be unrolled: it is vectorized already; an axis has one "
            "annotation: split it before and annotate the parts");
  apply(Unroll(C, I));
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) order(k, i, j) unroll(i) vectorize(j)");
  EXPECT_EQ(refuse(Unroll(C, K)),
            "the register tile of stage \"C\" has 122880 iterations with axis j of extent 60, at "
            "most 16384 are unrolled; split axis j and annotate the inner part");
  EXPECT_EQ(refuse(ComputeAt(A, C, J)),
            "axis j of stage \"C\" is part of the register tile and makes no loop to compute stage "
            "\"A\" in; use an axis outside the register tile");
}

TEST_F(PrimitivesTest, LargestRegisterTile) {
  kernel.stages.push_back(makeStage("F", {{"m", maxRegisterTile / 64}, {"n", 64}}));
  kernel.stages.push_back(makeStage("G", {{"m", maxRegisterTile + 1}}));
  apply(Vectorize(4, 1));
  apply(Unroll(4, 0));
  EXPECT_NE(refuse(Unroll(5, 0)), "legal");
}

TEST_F(PrimitivesTest, RegisterTileNeedsStaticAxes) {
  AxisId fused = apply(Fuse(D, I, J));
  apply(Vectorize(D, apply(Split(D, fused, 30)).second));
  kernel.stages.push_back(makeStage("F", {{"n", dynamicExtent}}));
  EXPECT_EQ(refuse(Unroll(4, 0)),
            "axis n of stage \"F\" has an extent known only at run time and cannot be unrolled; "
            "split it by a constant and annotate the inner part");
  auto [outer, inner] = apply(Split(4, 0, 8));
  (void)outer;
  apply(Unroll(4, inner));
}

TEST_F(PrimitivesTest, Parallel) {
  EXPECT_EQ(refuse(Parallel(C, K)),
            "axis k of stage \"C\" (extent 32) is a reduction axis: threads would combine into the "
            "same elements; make a spatial axis parallel");
  EXPECT_EQ(refuse(Parallel(C, J)),
            "parallel axis j of stage \"C\" would stand inside axis i, which is plain; parallel "
            "axes come first: put it outside, or make axis i parallel first");
  apply(Parallel(C, I));
  apply(Parallel(C, J));
  EXPECT_EQ(refuse(Parallel(C, J)),
            "axis j of stage \"C\" cannot be parallel: it is parallel already; an axis has one "
            "annotation: split it before and annotate the parts");
  EXPECT_EQ(refuse(ComputeAt(C, D, I)),
            "axis i of stage \"C\" is parallel, and a stage inside the loops of another cannot "
            "start threads; make an axis of the outermost consumer parallel instead");
  apply(ComputeAt(A, C, I));
  EXPECT_EQ(
      refuse(Parallel(A, I)),
      "stage \"A\" is computed at stage \"C\", and a stage inside the loops of another cannot "
      "start threads; make an axis of stage \"C\" parallel, or use compute_root on stage "
      "\"A\"");
}

TEST_F(PrimitivesTest, BindStepsWithinSteps) {
  // Blocks of 16 divide 80 rows, and steps of 5 divide these, but not a block.
  kernel.stages.push_back(makeStage("F", {{"m", 80}}));
  AxisId inside = apply(Split(4, 0, 16)).second;
  KernelSchedule blocks = kernel;
  EXPECT_EQ(refuse(Bind(4, apply(Split(4, inside, 5)).first, Annotation::ThreadX)),
            "axis m.i.o of stage \"F\" has an incomplete last step, which no threadIdx.x would "
            "run: 5 does not divide 16; split by a divisor of the extent");
  kernel = blocks;
  EXPECT_EQ(refuse(Bind(4, apply(Split(4, inside, 4)).first, Annotation::ThreadX)), "legal");
}

TEST_F(PrimitivesTest, CheckKernelForTreesFromText) {
  auto check = [&](int stage, const std::string &text) -> std::string {
    KernelSchedule changed = kernel;
    std::string error;
    EXPECT_TRUE(IterationTree::parse(text, changed[stage].tree, error)) << error;
    auto refusal = checkKernel(changed);
    if (!refusal)
      return "legal";
    EXPECT_NE(refusal->stage, -1);
    return refusal->reason;
  };
  std::string axes = "axes(i=64, j=60) reduce(k=32) ";
  EXPECT_EQ(check(C, axes + "split(i by 8) order(i.o, j, k, i.i) vectorize(i.i) at(D[1])"),
            "legal");
  EXPECT_EQ(check(C, axes + "parallel(k)"),
            "axis k of stage \"C\" is a reduction axis and cannot be parallel");
  EXPECT_EQ(check(C, axes + "order(k, i, j) init(i)"),
            "the init of stage \"C\" stands before axis i, which would be inside of its reduction "
            "loops");
  EXPECT_EQ(check(C, axes + "fuse(i, j) split(i*j by 2)"), "legal");
  EXPECT_EQ(check(C, axes + "parallel(j)"),
            "parallel axis j of stage \"C\" would stand inside axis i, which is plain");
  EXPECT_EQ(check(C, axes + "unroll(i, j, k)"),
            "the register tile of stage \"C\" has 122880 iterations with axis k of extent 32, at "
            "most 16384 are unrolled");
  EXPECT_EQ(check(A, "axes(i=64, k=32) at(Z[0])"),
            "stage \"A\" is computed at stage \"Z\", which the kernel does not have");
  EXPECT_EQ(check(C, axes + "at(Z[0])"),
            "stage \"C\" is computed at stage \"Z\", which the kernel does not have");
  EXPECT_EQ(check(C, axes + "at(C[0])"),
            "stage \"C\" cannot be computed at stage \"C\", which does not come after it");
  EXPECT_EQ(check(C, axes + "at(D[9])"),
            "axis 9 is not in the tree of stage \"D\", which has 2 axes");
  EXPECT_EQ(check(C, axes + "split(k by 4) order(i, j, k.o, k.i) tensorize(k.o, k.i) with(dot)"),
            "axis k.o of stage \"C\" does not run over neighbours of its root");
  EXPECT_EQ(check(D, "axes(i=64, j=60) fuse(i, j) tensorize(i*j) with(dot)"),
            "axis i*j of stage \"D\" does not run over neighbours of its root");
  EXPECT_EQ(check(C, axes + "unroll(k) tensorize(j) with(dot)"),
            "axis k of stage \"C\" is not tensorized, but stands inside axis j, which is");
  EXPECT_EQ(check(C, axes + "tensorize(k)"),
            "axis k of stage \"C\" is tensorized, but no intrinsic is named");
  EXPECT_EQ(check(C, axes + "with(dot)"), "stage \"C\" has no tensorized axis that intrinsic @dot "
                                          "would compute");
}

/// Whatever primitives allow, in any order, is legal as a whole, and survives
/// the way through text.
TEST_F(PrimitivesTest, RandomStepsKeepTheKernelLegal) {
  KernelSchedule fresh = kernel;
  int numApplied = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    kernel = fresh;
    std::mt19937 random(seed);
    auto pick = [&](int bound) { return static_cast<int>(random() % bound); };
    auto attempt = [&](const auto &primitive) {
      if (primitive.check(kernel))
        return;
      primitive.apply(kernel);
      ++numApplied;
    };
    for (int step = 0; step < 20; ++step) {
      int stage = pick(kernel.size());
      const IterationTree &tree = kernel[stage].tree;
      // Mostly live axes, sometimes any.
      std::vector<AxisId> leaves = tree.getLeaves();
      AxisId axis = pick(8) ? leaves[pick(leaves.size())] : pick(tree.size() + 1);
      AxisId next = leaves[pick(leaves.size())];
      int consumer = pick(kernel.size());
      AxisId at = pick(kernel[consumer].tree.size());
      std::shuffle(leaves.begin(), leaves.end(), random);
      switch (pick(9)) {
      case 0:
        attempt(Split(stage, axis, 1 + pick(9)));
        break;
      case 1:
        attempt(Fuse(stage, axis, next));
        break;
      case 2:
        attempt(Reorder(stage, leaves));
        break;
      case 3:
        attempt(Vectorize(stage, axis));
        break;
      case 4:
        attempt(Unroll(stage, axis));
        break;
      case 5:
        attempt(Parallel(stage, axis));
        break;
      case 6:
        attempt(ComputeAt(stage, consumer, at));
        break;
      case 7:
        attempt(ComputeInline(stage));
        break;
      case 8:
        attempt(ComputeRoot(stage));
        break;
      }
      std::optional<Refusal> refusal = checkKernel(kernel);
      ASSERT_FALSE(refusal) << "seed " << seed << ": " << refusal->reason;
    }
    for (const StageSchedule &stage : kernel.stages) {
      IterationTree back;
      std::string error;
      ASSERT_TRUE(IterationTree::parse(stage.tree.str(), back, error)) << "seed " << seed;
      ASSERT_TRUE(back == stage.tree) << "seed " << seed << ": " << stage.tree.str();
    }
  }
  EXPECT_GT(numApplied, 2000);
}

} // namespace
