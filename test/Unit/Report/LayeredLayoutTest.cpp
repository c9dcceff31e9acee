//===-- LayeredLayoutTest.cpp - places of a graph's boxes -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayeredLayout.h"

#include "gtest/gtest.h"

#include <cmath>
#include <random>

using dl::LayeredLayout;

namespace {

TEST(LayeredLayout, ChainsAreStraight) {
  LayeredLayout layout(3, {{0, 1}, {1, 2}}, 100, 40);
  EXPECT_DOUBLE_EQ(layout.getPlace(0).x, layout.getPlace(1).x);
  EXPECT_DOUBLE_EQ(layout.getPlace(1).x, layout.getPlace(2).x);
  EXPECT_GE(layout.getPlace(1).y, layout.getPlace(0).y + 40);
}

TEST(LayeredLayout, AnEdgeOverLayersPassesBesideBoxes) {
  // A residual connection.
  LayeredLayout layout(3, {{0, 1}, {1, 2}, {0, 2}}, 100, 40);
  const LayeredLayout::Edge &edge = layout.getEdges().back();
  ASSERT_EQ(edge.points.size(), 4u);
  EXPECT_GT(std::abs(edge.points[1].x - layout.getPlace(1).x), 50);
}

TEST(LayeredLayout, AnOperandStandsRightAboveWhatTakesIt) {
  LayeredLayout layout(4, {{0, 2}, {2, 3}, {1, 3}}, 100, 40);
  EXPECT_DOUBLE_EQ(layout.getPlace(1).y, layout.getPlace(2).y);
}

TEST(LayeredLayout, BoxesDoNotOverlap) {
  std::mt19937 random(3);
  for (int run = 0; run < 20; ++run) {
    std::vector<std::pair<size_t, size_t>> edges;
    for (size_t to = 1; to < 40; ++to)
      for (int i = 0; i < 2; ++i)
        edges.emplace_back(random() % to, to);
    LayeredLayout layout(40, edges, 100, 40);
    for (size_t a = 0; a < 40; ++a) {
      EXPECT_GE(layout.getPlace(a).x, 50);
      EXPECT_LE(layout.getPlace(a).x + 50, layout.getWidth());
      EXPECT_LE(layout.getPlace(a).y + 40, layout.getHeight());
      for (size_t b = 0; b < a; ++b) {
        if (layout.getPlace(a).y == layout.getPlace(b).y)
          EXPECT_GE(std::abs(layout.getPlace(a).x - layout.getPlace(b).x), 100);
      }
    }
    for (auto [from, to] : edges)
      EXPECT_LT(layout.getPlace(from).y, layout.getPlace(to).y);
  }
}

} // namespace
