//===-- PlacementTest.cpp - where stages are computed -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// compute_at, compute_inline and compute_root on small kernels: what they do, and every
// reason to refuse.
//
//===----------------------------------------------------------------------===//
#include "SmallKernel.h"

#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/ComputeRoot.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

namespace {

TEST_F(PrimitivesTest, ComputeAtAcrossScans) {
  kernel[C].scope = 1;
  EXPECT_EQ(refuse(ComputeAt(C, D, I)),
            "stage \"C\" cannot be computed at stage \"D\", since only one of them is a step of a "
            "scan; use compute_root, or compute it at a stage beside it");
  kernel[D].scope = 1;
  apply(ComputeAt(C, D, I));
}

TEST_F(PrimitivesTest, ComputeAt) {
  // Onto a reduction axis too, and in chains.
  apply(ComputeAt(A, C, K));
  apply(ComputeAt(C, D, J));
  EXPECT_EQ(text(A), "axes(i=64, k=32) at(C[2])");
  EXPECT_EQ(text(C), "axes(i=64, j=60) reduce(k=32) at(D[1])");
  EXPECT_EQ(refuse(ComputeAt(D, C, I)),
            "stage \"D\" is a result of the kernel and is stored whole; "
            "use compute_at on the stages it reads instead");
  EXPECT_EQ(refuse(ComputeAt(C, A, I)), "stage \"C\" cannot be computed at stage \"A\", which does "
                                        "not come after it; compute a stage at one that reads it");
  EXPECT_EQ(refuse(ComputeAt(E, C, I)),
            "stage \"E\" cannot be computed at axis i of stage \"C\": stage \"D\" reads it too, "
            "outside stage \"C\"; use compute_root on stage \"E\", or compute stage \"D\" at or "
            "inside that axis first");
  apply(Split(D, I, 8));
  EXPECT_EQ(refuse(ComputeAt(C, D, I)),
            "axis i of stage \"D\" was already split by 8 into i.o and i.i; use its parts");
}

TEST_F(PrimitivesTest, ComputeAtAStageThatDoesNotRead) {
  kernel[D].reads = {kernel[D].reads[0]};
  EXPECT_EQ(refuse(ComputeAt(E, D, I)),
            "stage \"D\" does not read stage \"E\"; compute a stage at one that reads it");
}

TEST_F(PrimitivesTest, ComputeAtWithSeveralReaders) {
  // E2 reads C too; both E2 and C at D.
  kernel.stages.insert(D, makeStage("S", {{"i", 64}, {"j", 60}}));
  kernel[3].reads.push_back(readOf(C, {linear({1, 0}), linear({0, 1})}));
  kernel[4].reads.push_back(readOf(3, {linear({1, 0}), linear({0, 1})}));
  EXPECT_EQ(refuse(ComputeAt(C, 4, I)),
            "stage \"C\" cannot be computed at axis i of stage \"D\": stage \"S\" reads it too, "
            "outside stage \"D\"; use compute_root on stage \"C\", or compute stage \"S\" at or "
            "inside that axis first");
  apply(ComputeAt(3, 4, J));
  apply(ComputeAt(C, 4, I));
  EXPECT_EQ(refuse(ComputeRoot(3)),
            "stage \"C\" cannot be computed at axis i of stage \"D\": stage \"S\" reads it too, "
            "outside stage \"D\"; use compute_root on stage \"C\", or compute stage \"S\" at or "
            "inside that axis first");
  apply(ComputeRoot(C));
  apply(ComputeRoot(3));
  EXPECT_EQ(kernel[3].tree.getPlacement(), Placement::Root);
}

TEST_F(PrimitivesTest, RefusalsPointAtTheStageInvolved) {
  apply(ComputeAt(C, D, J));
  apply(ComputeAt(A, D, I));
  // A loses its place, so the note is at A; C is the stage that reads it.
  auto refusal = ComputeRoot(C).check(kernel);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->stage, C);
  kernel[A].tree.placeAt("C", 99);
  refusal = ComputeRoot(C).check(kernel);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->stage, C);
  kernel[A].tree.placeAt("Z", 0);
  refusal = ComputeRoot(C).check(kernel);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->stage, A);
}

TEST_F(PrimitivesTest, AttachmentToItselfEndsTheChain) {
  kernel[C].tree.placeAt("C", I);
  EXPECT_EQ(refuse(ComputeAt(A, D, I)),
            "stage \"A\" cannot be computed at axis i of stage \"D\": stage \"C\" reads it too, "
            "outside stage \"D\"; use compute_root on stage \"A\", or compute stage \"C\" at or "
            "inside that axis first");
}

TEST_F(PrimitivesTest, ComputeAtThroughConditions) {
  StageRead &read = kernel[C].reads[0];
  read.isGuarded = true;
  KernelSchedule fresh = kernel;
  apply(ComputeAt(A, C, I));
  kernel = fresh;
  kernel[A].tree.setExtent(0, dynamicExtent);
  EXPECT_EQ(refuse(ComputeAt(A, C, I)),
            "stage \"C\" reads stage \"A\" under a condition, and axis i of it has an extent that "
            "is known only at run time, so the part needed at axis i of stage \"C\" may be longer "
            "than it; use compute_root; a stage between the two that holds this read can be "
            "computed there");
  kernel = fresh;
  Storage shared;
  shared.scope = "shared";
  kernel[A].tree.setStorage(shared);
  EXPECT_EQ(refuse(ComputeAt(A, C, I)),
            "stage \"C\" reads stage \"A\" under a condition, so what the threads need together at "
            "axis i of stage \"C\" is no box; use set_scope to local, or compute_root");
  // A part of "C" that is pushed inside of it, and all of what "D" itself needs.
  kernel = fresh;
  kernel[C].reads[0].isGuarded = false;
  kernel[D].reads[0].isGuarded = true;
  kernel[D].reads.push_back(readOf(A, {linear({1, 0}), linear({0, 0})}));
  apply(ComputeAt(C, D, I));
  EXPECT_EQ(
      refuse(ComputeAt(A, D, I)),
      "stage \"D\" reads stage \"A\" at axis i of stage \"D\", where another stage reads a part "
      "of it that follows stage \"C\", which is moved inwards where a condition cuts it; use "
      "compute_inline or compute_root");
  // Without the other part, "A" moves with "C".
  kernel[D].reads = {kernel[D].reads[0], kernel[D].reads[1]};
  apply(ComputeAt(A, D, I));
}

TEST_F(PrimitivesTest, ComputeAtForOneThreadAndForAll) {
  kernel[D].reads.push_back(readOf(A, {linear({1, 0}), linear({0, 0})}));
  apply(ComputeAt(C, D, I));
  apply(ComputeAt(A, D, I));
  KernelSchedule fresh = kernel;
  const std::string reason =
      "stage \"D\" reads stage \"A\" at axis i of stage \"D\", where another stage reads a part of "
      "it that follows stage \"C\", which all threads compute together; use compute_inline or "
      "compute_root";
  // Whatever comes last.
  apply(SetScope(C, "shared"));
  EXPECT_EQ(refuse(Bind(D, I, Annotation::ThreadX)), reason);
  apply(Bind(D, J, Annotation::ThreadX));
  kernel = fresh;
  apply(Bind(D, I, Annotation::ThreadX));
  EXPECT_EQ(refuse(SetScope(C, "shared")), reason);
  // All of it together with "C" is one part.
  kernel[D].reads = {kernel[D].reads[0], kernel[D].reads[1]};
  apply(SetScope(C, "shared"));
}

TEST_F(PrimitivesTest, WhatThreadsShareIsNotMovedByConditions) {
  kernel[D].reads[0].isGuarded = true;
  apply(ComputeAt(C, D, I));
  apply(ComputeAt(A, C, I));
  // All threads are inside of the loop that moves the part of "C".
  apply(SetScope(A, "shared"));
  EXPECT_EQ(refuse(Bind(D, I, Annotation::ThreadX)),
            "what the threads need together of stage \"A\" at axis i of stage \"C\" is no box: a "
            "condition moves the part of stage \"C\"; use set_scope to local, or compute_root");
}

TEST_F(PrimitivesTest, ComputeAtNeedsBoxesOfOneSize) {
  StageRead &read = kernel[C].reads[0];
  read.indices[0].kind = IndexKind::Gathered;
  EXPECT_EQ(refuse(ComputeAt(A, C, I)),
            "stage \"C\" reads stage \"A\" at an index that depends on data (dimension 0), so the "
            "part needed at axis i of stage \"C\" has no fixed size; "
            "use compute_inline or compute_root");
  read.indices[0].kind = IndexKind::QuasiAffine;
  EXPECT_EQ(
      refuse(ComputeAt(A, C, I)),
      "stage \"C\" reads stage \"A\" at an index that takes floordiv or mod (dimension 0), so "
      "the part needed at axis i of stage \"C\" has no fixed size; "
      "use compute_inline or compute_root");
  read.indices[0].kind = IndexKind::Affine;
  // A stencil keeps its shape.
  kernel[C].reads.push_back(readOf(A, {linear({1, 0, 0}, 1), linear({0, 0, 1})}));
  apply(ComputeAt(A, C, I));
  apply(ComputeRoot(A));
  kernel[C].reads[1].indices[0].coefficients[0] = 2;
  EXPECT_EQ(
      refuse(ComputeAt(A, C, I)),
      "stage \"A\" is read at indices that move by 1 and by 2 (dimension 0) with axis i of "
      "stage \"C\", so the part needed has no fixed size; use compute_inline or compute_root");
}

TEST_F(PrimitivesTest, MovementThroughAChain) {
  // D reads C at (2i, j) and A at (i, 0); C at D, so A moves by 2 and by 1.
  kernel[D].reads[0].indices[0].coefficients[0] = 2;
  kernel[D].reads.push_back(readOf(A, {linear({1, 0}), linear({0, 0})}));
  apply(ComputeAt(C, D, I));
  EXPECT_EQ(
      refuse(ComputeAt(A, D, I)),
      "stage \"A\" is read at indices that move by 2 and by 1 (dimension 0) with axis i of "
      "stage \"D\", so the part needed has no fixed size; use compute_inline or compute_root");
}

TEST_F(PrimitivesTest, MovementThroughALongChain) {
  // D reads S at (i, j), S reads C at (2i, j), C reads A at (i, k); D reads A at (i, 0).
  kernel.stages.insert(D, makeStage("S", {{"i", 64}, {"j", 60}}));
  kernel[3].reads.push_back(readOf(C, {linear({2, 0}), linear({0, 1})}));
  kernel[4].reads[0].stage = 3;
  kernel[4].reads.push_back(readOf(A, {linear({1, 0}), linear({0, 0})}));
  apply(ComputeAt(3, 4, I));
  apply(ComputeAt(C, 4, I));
  EXPECT_EQ(
      refuse(ComputeAt(A, 4, I)),
      "stage \"A\" is read at indices that move by 2 and by 1 (dimension 0) with axis i of "
      "stage \"D\", so the part needed has no fixed size; use compute_inline or compute_root");
  kernel[3].reads[0].indices[0].coefficients[0] = 1;
  apply(ComputeAt(A, 4, I));
}

/// A copy leaves the formulas of its readers what they are; operations make other ones of them.
TEST_F(PrimitivesTest, ComputeInlineInFrontOfIntrinsics) {
  kernel[C].intrinsics = {MatchingIntrinsic()};
  kernel[D].intrinsics = {MatchingIntrinsic()};
  KernelSchedule copies = kernel;
  apply(ComputeInline(A));
  EXPECT_EQ(kernel[C].intrinsics.size(), 1u);
  kernel = copies;
  kernel[A].formula.sums = 1;
  apply(ComputeInline(A));
  EXPECT_EQ(kernel[C].intrinsics.size(), 0u);
  EXPECT_EQ(kernel[D].intrinsics.size(), 1u);
}

TEST_F(PrimitivesTest, ComputeInline) {
  EXPECT_EQ(refuse(ComputeInline(C)),
            "stage \"C\" reduces over axis k and cannot be inlined; use compute_at on it");
  EXPECT_EQ(refuse(ComputeInline(D)), "stage \"D\" is a result of the kernel and is stored whole; "
                                      "use compute_inline on stages that only formulas read");
  kernel[C].reads[0].isGuarded = true;
  EXPECT_EQ(refuse(ComputeInline(A)),
            "stage \"C\" reads stage \"A\" under a condition, which the reads of an inlined stage "
            "would lack; use compute_root");
  kernel[C].reads[0].isGuarded = false;
  kernel[A].reads.push_back(readOf(E, {linear({1, 0})}));
  std::swap(kernel.stages[0], kernel.stages[1]);
  kernel[1].reads[0].stage = 0;
  kernel[C].reads[0].stage = 1;
  kernel[D].reads = {kernel[D].reads[0]};
  apply(ComputeAt(0, 1, I));
  EXPECT_EQ(refuse(ComputeInline(1)),
            "stage \"E\" is computed at stage \"A\", which cannot be inlined; use compute_root or "
            "compute_inline on stage \"E\" first");
  apply(ComputeRoot(0));
  apply(ComputeInline(1));
  // The reader of A is now C.
  EXPECT_EQ(kernel.getReaders(0), (std::vector<int>{C}));
  apply(ComputeAt(0, C, I));
}

TEST_F(PrimitivesTest, AccessesThroughInlinedStages) {
  kernel[A].reads.push_back(readOf(E, {linear({3, 2}, 1)}));
  std::swap(kernel.stages[0], kernel.stages[1]);
  kernel[1].reads[0].stage = 0;
  kernel[C].reads[0].stage = 1;
  kernel[C].reads[0].indices[0].constant = 5;
  apply(ComputeInline(1));
  std::vector<StageRead> accesses = kernel.getAccesses(C, 0);
  ASSERT_EQ(accesses.size(), 1u);
  EXPECT_TRUE(accesses[0].indices[0] == linear({3, 0, 2}, 16));
  EXPECT_FALSE(accesses[0].isGuarded);
  kernel[C].reads[0].isGuarded = true;
  EXPECT_TRUE(kernel.getAccesses(C, 0)[0].isGuarded);
  kernel[C].reads[0].isGuarded = false;
  kernel[1].reads[0].isGuarded = true;
  EXPECT_TRUE(kernel.getAccesses(C, 0)[0].isGuarded);
  kernel[C].reads[0].indices[0].kind = IndexKind::Gathered;
  accesses = kernel.getAccesses(C, 0);
  EXPECT_EQ(accesses[0].indices[0].kind, IndexKind::Gathered);
  EXPECT_EQ(accesses[0].indices[0].coefficients, (std::vector<int64_t>{1, 0, 1}));
}

TEST_F(PrimitivesTest, ComputeAtNeedsPartsOfKnownSize) {
  // Each stage reads the one before element by element; columns of D come first.
  kernel.stages.clear();
  for (const char *name : {"A", "B", "C", "D"}) {
    kernel.stages.push_back(makeStage(name, {{"i", dynamicExtent}, {"j", 17}}));
    if (kernel.size() > 1)
      kernel.stages.back().reads.push_back(
          readOf(kernel.size() - 2, {linear({1, 0}), linear({0, 1})}));
  }
  kernel.stages.back().isResult = true;
  enum { A, B, C, D };
  apply(Reorder(D, {J, I}));
  apply(ComputeAt(C, D, I));
  // A step of j needs a column of B through C, although C itself makes one element.
  EXPECT_EQ(refuse(ComputeAt(B, D, J)),
            "stage \"C\" reads stage \"B\" along the whole axis i, whose extent is known only at "
            "run time, at each step of axis j of stage \"D\"; compute it at an axis inside axis i, "
            "or use compute_inline or compute_root");
  apply(ComputeAt(B, D, I));
  apply(ComputeAt(A, B, J));
}

} // namespace
