//===-- IterationTreeTest.cpp - the iteration tree -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits, queries and the text form of the iteration tree.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/IterationTree.h"

#include "gtest/gtest.h"

#include <random>

using namespace dl::schedule;

namespace {

struct Matmul {
  IterationTree tree;
  AxisId i, j, k;
  Matmul() {
    i = tree.addRoot("i", 61, AxisKind::Spatial);
    j = tree.addRoot("j", 128, AxisKind::Spatial);
    k = tree.addRoot("k", dynamicExtent, AxisKind::Reduction);
  }
};

std::string roundTrip(const IterationTree &tree) {
  IterationTree back;
  std::string error;
  EXPECT_TRUE(IterationTree::parse(tree.str(), back, error)) << tree.str() << ": " << error;
  EXPECT_TRUE(back == tree) << tree.str() << " became " << back.str();
  return tree.str();
}

std::string parseError(const std::string &text) {
  IterationTree tree;
  std::string error;
  EXPECT_FALSE(IterationTree::parse(text, tree, error)) << text;
  EXPECT_EQ(tree.size(), 0) << "a failed parse leaves the tree alone";
  return error;
}

/// Root, stride and extent of each part.
using Steps = std::vector<std::tuple<AxisId, int64_t, int64_t>>;

Steps parts(const IterationTree &tree, AxisId axis) {
  Steps steps;
  for (const AxisPart &part : tree.getParts(axis))
    steps.push_back({part.root, part.stride, part.extent});
  return steps;
}

TEST(IterationTree, SplitPutsOuterAndInnerInPlace) {
  Matmul m;
  auto [jo, ji] = m.tree.split(m.j, 32, TailPolicy::Peel);
  EXPECT_EQ(m.tree.getLeaves(), (std::vector<AxisId>{m.i, jo, ji, m.k}));
  EXPECT_EQ(m.tree[m.j].state, AxisState::Split);
  EXPECT_EQ(m.tree[jo].name, "j.o");
  EXPECT_EQ(m.tree[ji].name, "j.i");
  EXPECT_EQ(m.tree.lookup("j"), -1);
  EXPECT_EQ(m.tree.lookup("j.i"), ji);
  EXPECT_EQ(m.tree.getPosition(m.j), -1);
  EXPECT_EQ(m.tree.getChildren(m.j), (std::vector<AxisId>{jo, ji}));
}

TEST(IterationTree, ExtentsFollowTheRoots) {
  Matmul m;
  auto [io, ii] = m.tree.split(m.i, 8, TailPolicy::Peel);
  auto [iio, iii] = m.tree.split(ii, 3, TailPolicy::Peel);
  EXPECT_EQ(m.tree.getExtent(io), 8);
  EXPECT_EQ(m.tree.getExtent(iio), 3);
  EXPECT_EQ(m.tree.getExtent(iii), 3);
  EXPECT_EQ(m.tree.getExtent(m.k), dynamicExtent);
  auto [ko, ki] = m.tree.split(m.k, 4, TailPolicy::Peel);
  EXPECT_EQ(m.tree.getExtent(ko), dynamicExtent);
  EXPECT_EQ(m.tree.getExtent(ki), 4);
  // Under a consumer's tile of 5 rows the same splits shrink.
  std::vector<int64_t> shrunk = {5, 128, 1};
  EXPECT_EQ(m.tree.getExtent(io, shrunk), 1);
  EXPECT_EQ(m.tree.getExtent(ii, shrunk), 5);
  EXPECT_EQ(m.tree.getExtent(iio, shrunk), 2);
  EXPECT_EQ(m.tree.getExtent(ki, shrunk), 1);
}

TEST(IterationTree, ExtentsOfDividingSplitsAndOfFusedAxes) {
  Matmul m;
  auto [jo, ji] = m.tree.split(m.j, 32, TailPolicy::Peel);
  EXPECT_EQ(m.tree.getExtent(jo), 4);
  EXPECT_EQ(m.tree.getExtent(ji), 32);
  IterationTree tree;
  AxisId n = tree.addRoot("n", dynamicExtent, AxisKind::Spatial);
  AxisId c = tree.addRoot("c", 3, AxisKind::Spatial);
  EXPECT_EQ(tree.getExtent(tree.fuse(n, c)), dynamicExtent);
  // Numbers that only a file could hold do not overflow.
  IterationTree huge;
  AxisId x = huge.addRoot("x", INT64_MAX, AxisKind::Spatial);
  AxisId y = huge.addRoot("y", 2, AxisKind::Spatial);
  auto [xo, xi] = huge.split(x, INT64_MAX / 2, TailPolicy::Peel);
  EXPECT_EQ(huge.getExtent(xo), 3);
  auto [xoo, xoi] = huge.split(xo, 4, TailPolicy::Peel);
  EXPECT_EQ(huge.getParts(xoo).front().stride, INT64_MAX);
  EXPECT_EQ(huge.getExtent(huge.fuse(xi, y)), INT64_MAX - 1);
  (void)xoi;
}

TEST(IterationTree, EveryPartOfTheStateCountsForEquality) {
  auto make = [](const std::string &text) {
    IterationTree tree;
    std::string error;
    EXPECT_TRUE(IterationTree::parse(text, tree, error)) << error;
    return tree;
  };
  const char *texts[] = {"axes(i=4, j=4)",
                         "axes(i=4, k=4)",
                         "axes(i=4, j=5)",
                         "axes(i=4) reduce(j=4)",
                         "axes(i=4, j=4) split(i by 2)",
                         "axes(i=4, j=4) split(i by 2, guard)",
                         "axes(i=4, j=4) split(i by 2, shift)",
                         "axes(i=4, j=4) fuse(i, j) split(i*j by 2)",
                         "axes(i=4, j=4) partition(i at 1 2)",
                         "axes(i=4, j=4) partition(i at 1 3)",
                         "axes(i=?, j=4) specialize(i to 8)",
                         "axes(i=?, j=4) specialize(i to 8 16)",
                         "axes(i=4, j=4) note(i k=v)",
                         "axes(i=4, j=4) note(i k=w, j l=v)",
                         "axes(i=4, j=4) init(i)",
                         "axes(i=4, j=4) init(j)",
                         "axes(i=4, j=4) scope(shared)",
                         "axes(i=4, j=4) align(0 by 8)",
                         "axes(i=4, j=4) align(0 by 8 offset 1)",
                         "axes(i=4, j=4) double",
                         "axes(i=4, j=4) split(j by 2)",
                         "axes(i=4, j=4) fuse(i, j)",
                         "axes(i=4, j=4) order(j, i)",
                         "axes(i=4, j=4) unroll(j)",
                         "axes(i=4, j=4) vectorize(j)",
                         "axes(i=4, j=4) inline",
                         "axes(i=4, j=4) at(D[1])",
                         "axes(i=4, j=4) at(D[2])",
                         "axes(i=4, j=4) at(E[1])"};
  for (const char *a : texts)
    for (const char *b : texts)
      EXPECT_EQ(make(a) == make(b), a == b) << a << " and " << b;
  // Fields that no text tells apart.
  AxisNode node = make(texts[0])[0];
  auto differs = [&](auto change) {
    AxisNode other = node;
    change(other);
    return !(node == other);
  };
  EXPECT_FALSE(differs([](AxisNode &) {}));
  EXPECT_TRUE(differs([](AxisNode &n) { n.name = "x"; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.kind = AxisKind::Reduction; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.relation = Relation::Fused; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.state = AxisState::Split; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.annotation = Annotation::Unroll; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.tail = TailPolicy::Guard; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.extent = 5; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.parents[0] = 3; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.parents[1] = 3; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.cuts = {1}; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.versions = {1}; }));
  EXPECT_TRUE(differs([](AxisNode &n) { n.notes["k"] = "v"; }));
}

TEST(IterationTree, NamesMayHoldTheSignsOfIdentifiers) {
  IterationTree tree;
  tree.addRoot("x$1-y_z.w*v", 4, AxisKind::Spatial);
  roundTrip(tree);
}

TEST(IterationTree, StridesAreProductsOfInnerFactors) {
  Matmul m;
  auto [jo, ji] = m.tree.split(m.j, 32, TailPolicy::Peel);
  auto [joo, joi] = m.tree.split(jo, 2, TailPolicy::Peel);
  EXPECT_EQ(parts(m.tree, m.i), (Steps{{m.i, 1, 61}}));
  EXPECT_EQ(parts(m.tree, ji), (Steps{{m.j, 1, 32}}));
  EXPECT_EQ(parts(m.tree, joi), (Steps{{m.j, 32, 2}}));
  EXPECT_EQ(parts(m.tree, joo), (Steps{{m.j, 64, 2}}));
}

TEST(IterationTree, TailsBelongToTheSplitThatMadeTheStep) {
  Matmul m;
  auto [jo, ji] = m.tree.split(m.j, 24, TailPolicy::Guard);
  auto [joo, joi] = m.tree.split(jo, 2, TailPolicy::Shift);
  // 128 = 2 * 48 + 32: what joo leaves over is one step of 24 and 8 more.
  EXPECT_EQ(m.tree.getParts(joo).front().tail, TailPolicy::Shift);
  EXPECT_EQ(m.tree.getParts(joi).front().tail, TailPolicy::Guard);
  EXPECT_TRUE(m.tree.getParts(joo).front().hasIncompleteStep());
  EXPECT_TRUE(m.tree.getParts(joi).front().hasIncompleteStep());
  EXPECT_FALSE(m.tree.getParts(ji).front().hasIncompleteStep());
}

TEST(IterationTree, MasksAreForStepsInTheRegisterTile) {
  Matmul m;
  auto [jo, ji] = m.tree.split(m.j, 24, TailPolicy::Mask);
  EXPECT_FALSE(m.tree.masksTail(m.tree.getParts(jo).front())) << "j.i is a loop";
  m.tree.annotate(ji, Annotation::Vectorize);
  EXPECT_TRUE(m.tree.masksTail(m.tree.getParts(jo).front()));
  auto [joo, joi] = m.tree.split(jo, 2, TailPolicy::Peel);
  EXPECT_FALSE(m.tree.masksTail(m.tree.getParts(joo).front()));
  EXPECT_TRUE(m.tree.masksTail(m.tree.getParts(joi).front()));
}

TEST(IterationTree, FusedAxesAreSplitIntoBoxes) {
  IterationTree tree;
  AxisId i = tree.addRoot("i", 6, AxisKind::Spatial);
  AxisId j = tree.addRoot("j", 4, AxisKind::Spatial);
  AxisId fused = tree.fuse(i, j);
  for (auto [factor, isBox] : {std::pair<int64_t, bool>(1, true),
                               {2, true},
                               {3, false},
                               {4, true},
                               {6, false},
                               {8, true},
                               {10, false},
                               {12, true},
                               {16, true},
                               {20, true},
                               {24, true},
                               {48, true}})
    EXPECT_EQ(tree.canSplit(fused, factor), isBox) << factor;
  // A part of j, all of j, and several i with all of j; 16 leaves two i over.
  auto split = [&](int64_t factor) {
    IterationTree other = tree;
    auto [outer, inner] = other.split(fused, factor, TailPolicy::Peel);
    EXPECT_EQ(other.getExtent(outer), (24 + factor - 1) / factor);
    EXPECT_EQ(other.getExtent(inner), factor);
    return std::pair(parts(other, outer), parts(other, inner));
  };
  EXPECT_EQ(split(2), std::pair(Steps({{i, 1, 6}, {j, 2, 2}}), Steps({{j, 1, 2}})));
  EXPECT_EQ(split(4), std::pair(Steps({{i, 1, 6}}), Steps({{j, 1, 4}})));
  EXPECT_EQ(split(8), std::pair(Steps({{i, 2, 3}}), Steps({{i, 1, 2}, {j, 1, 4}})));
  EXPECT_EQ(split(16), std::pair(Steps({{i, 4, 2}}), Steps({{i, 1, 4}, {j, 1, 4}})));
}

TEST(IterationTree, FuseMultipliesExtents) {
  Matmul m;
  auto [io, ii] = m.tree.split(m.i, 8, TailPolicy::Peel);
  m.tree.reorder({m.j, ii});
  AxisId fused = m.tree.fuse(io, m.j);
  EXPECT_EQ(m.tree[fused].name, "i.o*j");
  EXPECT_EQ(m.tree.getLeaves(), (std::vector<AxisId>{fused, ii, m.k}));
  EXPECT_EQ(m.tree.getExtent(fused), 8 * 128);
  EXPECT_TRUE(m.tree.derivesFromFused(fused));
  EXPECT_FALSE(m.tree.derivesFromFused(ii));
  EXPECT_EQ(m.tree.getRootsOf(fused), (std::vector<AxisId>{m.i, m.j}));
  EXPECT_EQ(parts(m.tree, fused), (Steps{{m.i, 8, 8}, {m.j, 1, 128}}));
  EXPECT_EQ(m.tree[io].state, AxisState::Fused);
}

TEST(IterationTree, AccumulatorsAreSetAtWhatTheirAxisBecomes) {
  for (bool isOuter : {true, false}) {
    IterationTree tree;
    AxisId i = tree.addRoot("i", 4, AxisKind::Spatial), j = tree.addRoot("j", 3, AxisKind::Spatial);
    tree.setInitAxis(isOuter ? i : j);
    auto [outer, inner] = tree.split(isOuter ? i : j, 2, TailPolicy::Peel);
    (void)inner;
    EXPECT_EQ(tree.getInitAxis(), outer);
  }
  for (int at : {0, 1, 2}) {
    IterationTree tree;
    for (const char *name : {"i", "j", "l"})
      tree.addRoot(name, 4, AxisKind::Spatial);
    tree.setInitAxis(at);
    AxisId fused = tree.fuse(0, 1);
    EXPECT_EQ(fused, 3);
    EXPECT_EQ(tree.getInitAxis(), at == 2 ? 2 : fused);
  }
}

TEST(IterationTree, ParseTakesTheLargestNumbers) {
  IterationTree tree;
  std::string error;
  std::string text = "axes(i=9223372036854775807) align(2147483647 by 1) at(D[2147483647])";
  EXPECT_TRUE(IterationTree::parse(text, tree, error)) << error;
  EXPECT_EQ(tree[0].extent, INT64_MAX);
  EXPECT_EQ(tree.getStorage().alignments.front().dim, INT32_MAX);
  EXPECT_EQ(tree.getAttachAxis(), INT32_MAX);
}

TEST(IterationTree, ReorderUsesTheGivenPositionsOnly) {
  Matmul m;
  m.tree.reorder({m.k, m.i});
  EXPECT_EQ(m.tree.getLeaves(), (std::vector<AxisId>{m.k, m.j, m.i}));
}

TEST(IterationTree, ReductionOrderIsThatOfTheRoots) {
  IterationTree tree;
  tree.addRoot("i", 8, AxisKind::Spatial);
  AxisId k = tree.addRoot("k", 6, AxisKind::Reduction);
  AxisId l = tree.addRoot("l", 12, AxisKind::Reduction);
  AxisId m = tree.addRoot("m", 5, AxisKind::Reduction);
  auto [lo, li] = tree.split(l, 4, TailPolicy::Peel);
  EXPECT_EQ(tree.getReductionOrder(), (std::vector<AxisId>{k, lo, li, m}));
  tree.reorder({m, k, li, lo});
  EXPECT_EQ(tree.getReductionOrder(), (std::vector<AxisId>{k, lo, li, m}));
  tree.reorder({k, lo, li, m});
  AxisId fused = tree.fuse(k, lo);
  EXPECT_EQ(tree.getReductionOrder(), (std::vector<AxisId>{fused, li, m}));
}

TEST(IterationTree, DerivedNamesAreUnique) {
  IterationTree tree;
  AxisId i = tree.addRoot("i", 8, AxisKind::Spatial);
  tree.addRoot("i.o", 4, AxisKind::Spatial);
  auto [io, ii] = tree.split(i, 2, TailPolicy::Peel);
  EXPECT_EQ(tree[io].name, "i.o_1");
  EXPECT_EQ(tree[ii].name, "i.i");
  roundTrip(tree);
}

TEST(IterationTree, TextShowsTheWholeState) {
  Matmul m;
  EXPECT_EQ(roundTrip(m.tree), "axes(i=61, j=128) reduce(k=?)");
  auto [io, ii] = m.tree.split(m.i, 8, TailPolicy::Peel);
  auto [ko, ki] = m.tree.split(m.k, 4, TailPolicy::Guard);
  m.tree.reorder({io, m.j, ko, ki, ii});
  AxisId fused = m.tree.fuse(io, m.j);
  m.tree.annotate(fused, Annotation::Parallel);
  m.tree.annotate(ii, Annotation::Vectorize);
  m.tree.annotate(ki, Annotation::Unroll);
  m.tree.placeAt("conv.pad", 7);
  EXPECT_EQ(roundTrip(m.tree),
            "axes(i=61, j=128) reduce(k=?) split(i by 8) split(k by 4, guard) fuse(i.o, j) "
            "order(i.o*j, k.o, k.i, i.i) parallel(i.o*j) unroll(k.i) vectorize(i.i) "
            "at(conv.pad[7])");
  m.tree.placeInline();
  EXPECT_EQ(m.tree.getAttachAxis(), -1);
  roundTrip(m.tree);
  m.tree.placeRoot();
  roundTrip(m.tree);
  EXPECT_EQ(roundTrip(IterationTree()), "");
}

TEST(IterationTree, RandomTreesRoundTrip) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    auto pick = [&](int bound) { return static_cast<int>(random() % bound); };
    IterationTree tree;
    for (int i = 0, n = 1 + pick(4); i < n; ++i)
      tree.addRoot("a" + std::to_string(i), 1 + pick(100),
                   pick(3) ? AxisKind::Spatial : AxisKind::Reduction);
    for (int step = 0; step < 8; ++step) {
      std::vector<AxisId> leaves = tree.getLeaves();
      int position = pick(leaves.size());
      switch (pick(4)) {
      case 0:
        if (int64_t factor = 1 + pick(9); tree.canSplit(leaves[position], factor))
          tree.split(leaves[position], factor, static_cast<TailPolicy>(pick(4)));
        break;
      case 1:
        if (position > 0 && tree[leaves[position - 1]].kind == tree[leaves[position]].kind)
          tree.fuse(leaves[position - 1], leaves[position]);
        break;
      case 2:
        std::shuffle(leaves.begin(), leaves.end(), random);
        tree.reorder(leaves);
        break;
      case 3:
        tree.annotate(leaves[position], static_cast<Annotation>(pick(4)));
        break;
      }
    }
    roundTrip(tree);
  }
}

TEST(IterationTree, ParseReportsWhatIsWrong) {
  EXPECT_EQ(parseError("loops(i=4)"),
            "expected axes, reduce, split, fuse, order, parallel, unroll, vectorize, tensorize, "
            "with, partition, specialize, note, init, scope, align, double, inline or at, got "
            "'loops' at position 5");
  EXPECT_EQ(parseError("(i=4)"), "expected a clause at position 0");
  EXPECT_EQ(parseError("axes i=4"), "expected '(' at position 5");
  EXPECT_EQ(parseError("axes(=4)"), "expected an axis name at position 5");
  EXPECT_EQ(parseError("axes(i=x)"), "expected an extent at position 7");
  EXPECT_EQ(parseError("axes(i=99999999999999999999)"),
            "expected an extent that fits 64 bits at position 25");
  EXPECT_EQ(parseError("axes(i=4, i=5)"),
            "expected unique axis names, got 'i' twice at position 11");
  EXPECT_EQ(parseError("axes(i=4) split(j by 2)"),
            "expected the name of a live axis, got 'j' at position 17");
  EXPECT_EQ(parseError("axes(i=4) split(i by 2) split(i by 2)"),
            "expected the name of a live axis, got 'i' at position 31");
  EXPECT_EQ(parseError("axes(i=4) split(i by 0)"),
            "expected a split factor of at least 1, got 0 at position 22");
  EXPECT_EQ(parseError("axes(i=4) split(i 2)"), "expected 'by' at position 19");
  EXPECT_EQ(parseError("axes(i=4) split(i by 2, drop)"),
            "expected 'guard', 'shift' or 'mask' at position 28");
  EXPECT_EQ(parseError("axes(i=4, j=4) fuse i, j)"), "expected '(' at position 20");
  EXPECT_EQ(parseError("axes(i=4, j=4) fuse(k, j)"),
            "expected the name of a live axis, got 'k' at position 21");
  EXPECT_EQ(parseError("axes(i=4, j=4) fuse(i j)"), "expected ',' at position 22");
  EXPECT_EQ(parseError("axes(i=9223372036854775808)"),
            "expected an extent that fits 64 bits at position 25");
  EXPECT_EQ(parseError("axes(i=4"), "expected ')' at position 8");
  EXPECT_EQ(parseError("axes(i=4) at(D[2147483648])"),
            "expected an axis id that fits 32 bits at position 27");
  EXPECT_EQ(parseError("axes(i=4) fuse(i, i)"),
            "expected two different axes to fuse at position 19");
  EXPECT_EQ(parseError("axes(i=4) reduce(k=4) fuse(i, k)"),
            "expected two axes of one kind to fuse at position 31");
  EXPECT_EQ(parseError("axes(i=4, j=4) order(i, i)"),
            "expected each axis once, got 'i' twice at position 25");
  EXPECT_EQ(parseError("axes(i=4, j=4) order(j)"),
            "expected all 2 axes in the order, got 1 at position 23");
  EXPECT_EQ(parseError("axes(i=4) unroll(i) vectorize(i)"),
            "expected one annotation on axis 'i' at position 32");
  EXPECT_EQ(parseError("axes(i=4) at([2])"), "expected a stage name at position 13");
  EXPECT_EQ(parseError("axes(i=4) at(D[])"), "expected an axis id at position 15");
  EXPECT_EQ(parseError("axes(i=4) at(D[4294967296])"),
            "expected an axis id that fits 32 bits at position 27");
  EXPECT_EQ(parseError("axes(i=4, j=3) fuse(i, j) split(i*j by 2)"),
            "expected a factor that cuts the fused axis 'i*j' into boxes, got 2 at position 40");
  EXPECT_EQ(parseError("axes(i=4) partition(j at 2)"),
            "expected the name of an axis of the stage, got 'j' at position 21");
  EXPECT_EQ(parseError("axes(i=4) partition(i 2)"), "expected 'at' at position 23");
  EXPECT_EQ(parseError("axes(i=4) partition(i at x)"), "expected a number at position 25");
  EXPECT_EQ(parseError("axes(i=4) specialize(i at 2)"), "expected 'to' at position 25");
  EXPECT_EQ(parseError("axes(i=4) note(i k)"), "expected '=' at position 18");
  EXPECT_EQ(parseError("axes(i=4) note(i k=)"), "expected a value at position 19");
  EXPECT_EQ(parseError("axes(i=4) init(k)"),
            "expected the name of a live axis, got 'k' at position 16");
  EXPECT_EQ(parseError("axes(i=4) scope()"), "expected a memory scope at position 16");
  EXPECT_EQ(parseError("axes(i=4) align(i by 2)"), "expected a dimension at position 16");
  EXPECT_EQ(parseError("axes(i=4) align(0 to 2)"), "expected 'by' at position 20");
  EXPECT_EQ(parseError("axes(i=4) align(0 by 0)"),
            "expected a factor of at least 1, got 0 at position 22");
  EXPECT_EQ(parseError("axes(i=4) align(0 by 2 on 1)"), "expected 'offset' at position 25");
  EXPECT_EQ(parseError("axes(i=4) align(4294967296 by 2)"),
            "expected a dimension that fits 32 bits at position 31");
}

} // namespace
