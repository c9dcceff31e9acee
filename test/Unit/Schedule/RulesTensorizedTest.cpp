//===-- RulesTensorizedTest.cpp - tiles that are steps of an intrinsic ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of bytes on CPUs with an intrinsic for lanes and groups of terms, or for tiles of rows
// too: how many steps stand beside each other, and how the operand of the lanes is packed.
//
//===----------------------------------------------------------------------===//
#include "EstimateKernels.h"

#include "dl/Schedule/DefaultSchedule.h"

using namespace dl::schedule;

namespace {

/// Bytes of A, of which an intrinsic multiplies rows, and of B, of which it multiplies lanes.
struct Intrinsics {
  int64_t lanes = 8, terms = 4;
  /// The most rows of a step of tiles; 0: steps have one row.
  int64_t rows = 0;
  int64_t laneRegisters = 1, rowRegisters = 1;
};

MatchingIntrinsic makeIntrinsic(const Intrinsics &numbers) {
  auto makeAxis = [](const char *name, int64_t extent, AxisKind kind) {
    AxisNode axis;
    axis.name = name;
    axis.extent = extent;
    axis.kind = kind;
    return axis;
  };
  std::vector<AxisNode> axes = {makeAxis("n", numbers.lanes, AxisKind::Spatial),
                                makeAxis("k", numbers.terms, AxisKind::Reduction)};
  if (numbers.rows == 0)
    return {{"dot", axes},
            {{{0, {{0, 1}}, numbers.rowRegisters}, {1, {{1, 0}, {0, 1}}, numbers.laneRegisters}}}};
  axes.insert(axes.begin(), makeAxis("m", numbers.rows, AxisKind::Spatial));
  TileStep group{0, 0, 1}, term{0, 0, 1};
  group.divisor = 4;
  term.modulus = 4;
  return {{"tiles", axes, {1, 0, 4}},
          {{{0, {{1, 0, 0}, {0, 0, 1}}}, {1, {group, {0, 1, 0}, term}}}}};
}

/// C(p, m, o, n) = sum over k of A(p, m, k) * B(o, k, n), of bytes; p and o only where they are
/// more than 1.
KernelSchedule makeBytes(int64_t p, int64_t m, int64_t o, int64_t n, int64_t k,
                         const Intrinsics &numbers, VectorRegisters registers) {
  KernelSchedule kernel;
  auto target = std::make_shared<Target>();
  target->vector = registers;
  kernel.target = target;
  std::vector<std::pair<std::string, int64_t>> axes;
  std::vector<IndexExpression> a, b;
  kernel.operands = {{}, {}};
  size_t rank = 3 + (p != 1) + (o != 1);
  auto add = [&](const char *name, int64_t extent, int operand) {
    (operand == 0 ? a : b).push_back(index(rank, {{axes.size(), 1}}));
    kernel.operands[operand].push_back(extent);
    axes.push_back({name, extent});
  };
  if (p != 1)
    add("p", p, 0);
  add("m", m, 0);
  if (o != 1)
    add("o", o, 1);
  a.push_back(index(rank, {{rank - 1, 1}}));
  b.push_back(index(rank, {{rank - 1, 1}}));
  kernel.operands[0].push_back(k);
  kernel.operands[1].push_back(k);
  add("n", n, 1);
  kernel.operandBytes = {1, 1};
  kernel.operandLayouts = {OperandLayout::Fixed, OperandLayout::Free};
  StageSchedule c = makeStage("C", axes, {{"k", k}});
  c.computeBytes = 4;
  c.resultBytes = {4};
  c.formula.integers = 3;
  c.combination.integers = 1;
  c.reads = {readOperand(0, a), readOperand(1, b)};
  c.isResult = true;
  c.intrinsics = {makeIntrinsic(numbers)};
  kernel.stages = {c};
  return kernel;
}

/// The tree of the product, then the shape that callers pack B into.
std::string tensorize(int64_t p, int64_t m, int64_t o, int64_t n, int64_t k,
                      const Intrinsics &numbers, int64_t registers, int64_t numTiles = 0) {
  VectorRegisters vector{32, registers};
  vector.numTiles = numTiles;
  KernelSchedule kernel = makeBytes(p, m, o, n, k, numbers, vector);
  RulesDecide rules;
  applyRules(kernel, {}, rules);
  std::string text = kernel[0].tree.str();
  for (int64_t extent : kernel.operands[1])
    text += " " + std::to_string(extent);
  return text;
}

/// As many rows as registers hold beside the vectors, which leave no rest.
TEST(RulesTensorizedTest, StepsOfVectors) {
  EXPECT_EQ(tensorize(1, 100, 1, 128, 96, {8, 4}, 16),
            "axes(m=100, n=128) reduce(k=96) split(m by 6) split(n by 16) split(k by 4) split(n.i "
            "by 8) order(n.o, m.o, k.o, m.i, n.i.o, n.i.i, k.i) parallel(n.o, m.o) unroll(m.i, "
            "n.i.o) tensorize(n.i.i, k.i) with(dot) 8 24 16 4");
  EXPECT_EQ(tensorize(1, 16, 1, 8, 4, {16, 4}, 32),
            "axes(m=16, n=8) reduce(k=4) order(k, m, n) unroll(k, m) vectorize(n) 4 8");
  EXPECT_EQ(tensorize(1, 33, 1, 64, 64, {8, 4, 0, 3, 2}, 16),
            "axes(m=33, n=64) reduce(k=64) split(m by 3) split(n by 16) split(k by 4) split(n.i by "
            "8) order(n.o, m.o, k.o, m.i, n.i.o, n.i.i, k.i) parallel(n.o, m.o) unroll(m.i, n.i.o) "
            "tensorize(n.i.i, k.i) with(dot) 4 16 16 4");
}

/// Where each block of lanes is one vector, blocks stand beside each other.
TEST(RulesTensorizedTest, StepsOfBlocks) {
  EXPECT_EQ(tensorize(3, 1, 4, 8, 64, {8, 4}, 32),
            "axes(p=3, m=1, o=4, n=8) reduce(k=64) split(k by 4) order(m, k.o, p, o, n, k.i) "
            "unroll(p, o) tensorize(n, k.i) with(dot) 1 4 16 8 4");
  EXPECT_EQ(tensorize(1, 16, 6, 8, 4, {8, 4}, 16),
            "axes(m=16, o=6, n=8) reduce(k=4) split(m by 6) split(o by 2) order(o.o, m.o, m.i, "
            "o.i, n, k) unroll(m.i, o.i) tensorize(n, k) with(dot) 1 6 1 8 4");
  EXPECT_EQ(tensorize(1, 16, 6, 8, 4, {8, 4}, 32),
            "axes(m=16, o=6, n=8) reduce(k=4) split(m by 8) split(o by 3) order(o.o, m.o, m.i, "
            "o.i, n, k) unroll(m.i, o.i) tensorize(n, k) with(dot) 1 6 1 8 4");
}

/// Tiles of up to so many rows, as registers of tiles hold.
TEST(RulesTensorizedTest, StepsOfTiles) {
  EXPECT_EQ(tensorize(1, 16, 1, 8, 16, {8, 16, 4}, 16, 8),
            "axes(m=16, n=8) reduce(k=16) split(m by 12) split(m.i by 4) order(m.o, m.i.o, m.i.i, "
            "n, k) unroll(m.i.o) tensorize(m.i.i, n, k) with(tiles) 1 4 8 4");
  EXPECT_EQ(tensorize(7, 1, 1, 64, 64, {8, 16, 4}, 16, 3),
            "axes(p=7, m=1, n=64) reduce(k=64) split(p by 4, shift) split(n by 8) split(k by 16) "
            "order(n.o, p.o, m, k.o, p.i, n.i, k.i) parallel(n.o, p.o) tensorize(p.i, n.i, k.i) "
            "with(tiles) 8 16 8 4");
  EXPECT_EQ(tensorize(1, 7, 6, 8, 64, {8, 16, 4}, 16, 8),
            "axes(m=7, o=6, n=8) reduce(k=64) split(m by 4, shift) split(o by 3) split(k by 16) "
            "order(o.o, m.o, k.o, o.i, m.i, n, k.i) parallel(o.o, m.o) unroll(o.i) tensorize(m.i, "
            "n, k.i) with(tiles) 1 6 16 8 4");
  EXPECT_EQ(tensorize(1, 199, 6, 8, 768, {8, 16, 4}, 16, 3),
            "axes(m=199, o=6, n=8) reduce(k=768) split(m by 4, shift) split(k by 16) order(o, m.o, "
            "k.o, m.i, n, k.i) parallel(o, m.o) tensorize(m.i, n, k.i) with(tiles) 1 6 192 8 4");
  EXPECT_EQ(tensorize(1, 29, 1, 32, 256, {16, 64, 16}, 16, 8),
            "axes(m=29, n=32) reduce(k=256) split(m by 15, shift) split(k by 64) split(n by 16) "
            "order(m.o, k.o, n.o, m.i, n.i, k.i) parallel(m.o) unroll(n.o) tensorize(m.i, n.i, "
            "k.i) with(tiles) 1 64 32 4");
  EXPECT_EQ(tensorize(1, 31, 1, 16, 256, {16, 64, 16}, 16, 8),
            "axes(m=31, n=16) reduce(k=256) split(m by 16, shift) split(k by 64) order(m.o, k.o, "
            "m.i, n, k.i) parallel(m.o) tensorize(m.i, n, k.i) with(tiles) 1 64 16 4");
  EXPECT_EQ(tensorize(12, 5, 1, 32, 256, {16, 64, 16}, 16, 8),
            "axes(p=12, m=5, n=32) reduce(k=256) split(p by 2) split(k by 64) split(n by 16) "
            "order(p.o, k.o, p.i, n.o, m, n.i, k.i) parallel(p.o) unroll(p.i, n.o) tensorize(m, "
            "n.i, k.i) with(tiles) 1 64 32 4");
  EXPECT_EQ(tensorize(3, 15, 5, 16, 96, {16, 64, 16}, 16, 8),
            "axes(p=3, m=15, o=5, n=16) reduce(k=96) split(k by 48) order(o, k.o, p, m, n, k.i) "
            "parallel(o) unroll(p) tensorize(m, n, k.i) with(tiles) 1 5 24 16 4");
}

/// A group of terms that is none of the intrinsic's, and machines without enough registers of
/// tiles.
TEST(RulesTensorizedTest, WhatIsNotTensorized) {
  EXPECT_EQ(tensorize(1, 16, 6, 16, 4, {16, 64, 16}, 16, 2),
            "axes(m=16, o=6, n=16) reduce(k=4) split(m by 4) order(o, m.o, k, m.i, n) unroll(k, "
            "m.i) vectorize(n) 6 4 16");
  EXPECT_EQ(tensorize(1, 31, 6, 8, 20, {8, 16, 4}, 16, 2),
            "axes(m=31, o=6, n=8) reduce(k=20) split(m by 4) split(o by 2) split(k by 4) "
            "order(o.o, m.o, k.o, k.i, m.i, o.i, n) unroll(k.i, m.i, o.i) vectorize(n) 6 20 8");
  EXPECT_EQ(tensorize(1, 16, 1, 64, 6, {8, 4}, 16),
            "axes(m=16, n=64) reduce(k=6) split(m by 4) split(n by 16) order(n.o, m.o, k, m.i, "
            "n.i) unroll(k, m.i) vectorize(n.i) 4 6 16");
  EXPECT_EQ(tensorize(1, 16, 1, 60, 64, {8, 4}, 16),
            "axes(m=16, n=60) reduce(k=64) split(m by 6) split(n by 16) split(k by 4) order(n.o, "
            "m.o, k.o, k.i, m.i, n.i) parallel(n.o, m.o) unroll(k.i, m.i) vectorize(n.i) 4 64 16");
}

} // namespace
