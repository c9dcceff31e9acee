//===-- LayeredLayoutTest.cpp - places of a graph's boxes -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayeredLayout.h"

#include "gtest/gtest.h"

#include <algorithm>
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

TEST(LayeredLayout, AParentStandsInTheMiddleOfItsChildren) {
  LayeredLayout layout(4, {{0, 1}, {0, 2}, {0, 3}}, 100, 40);
  double least = 1e9, most = 0, sum = 0;
  for (size_t child = 1; child < 4; ++child) {
    least = std::min(least, layout.getPlace(child).x);
    most = std::max(most, layout.getPlace(child).x);
    sum += layout.getPlace(child).x;
  }
  EXPECT_NEAR(layout.getPlace(0).x, sum / 3, 1e-6);
  EXPECT_NEAR(layout.getPlace(0).x, (least + most) / 2, 1e-6);
}

TEST(LayeredLayout, OperandsOfOneBoxStandSideBySide) {
  LayeredLayout layout(5, {{0, 3}, {2, 3}, {1, 4}}, 100, 40);
  EXPECT_DOUBLE_EQ(layout.getPlace(2).x, layout.getPlace(0).x + 116);
  EXPECT_GT(layout.getPlace(1).x, layout.getPlace(2).x);
  EXPECT_GT(layout.getPlace(4).x, layout.getPlace(3).x);
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

TEST(LayeredLayout, PlacesOfASmallGraph) {
  // Two operands, of which one goes past a layer, and two results.
  LayeredLayout layout(6, {{0, 2}, {0, 3}, {1, 2}, {2, 4}, {3, 4}, {1, 4}, {3, 5}}, 100, 40);
  const double x[] = {113.48, 229.48, 182.73, 66.73, 178, 62}, y[] = {12, 12, 80, 80, 148, 148};
  for (size_t box = 0; box < 6; ++box) {
    EXPECT_NEAR(layout.getPlace(box).x, x[box], 0.01) << box;
    EXPECT_DOUBLE_EQ(layout.getPlace(box).y, y[box]) << box;
  }
  EXPECT_NEAR(layout.getWidth(), 291.48, 0.01);
  EXPECT_DOUBLE_EQ(layout.getHeight(), 200);
  // From below a box to above the next, by both ends of what it passes.
  auto expect = [&](size_t edge, const std::vector<LayeredLayout::Place> &points) {
    const LayeredLayout::Edge &given = layout.getEdges()[edge];
    ASSERT_EQ(given.points.size(), points.size());
    for (size_t i = 0; i < points.size(); ++i) {
      EXPECT_NEAR(given.points[i].x, points[i].x, 0.01) << edge << ", " << i;
      EXPECT_DOUBLE_EQ(given.points[i].y, points[i].y) << edge << ", " << i;
    }
  };
  expect(1, {{113.48, 52}, {66.73, 80}});
  expect(5, {{229.48, 52}, {253.73, 80}, {253.73, 120}, {178, 148}});
}

TEST(LayeredLayout, BoxesWithoutEdgesStandInARow) {
  LayeredLayout layout(3, {}, 100, 40);
  for (size_t box = 0; box < 3; ++box) {
    EXPECT_DOUBLE_EQ(layout.getPlace(box).x, 62 + 116 * static_cast<double>(box));
    EXPECT_DOUBLE_EQ(layout.getPlace(box).y, 12);
  }
  EXPECT_DOUBLE_EQ(layout.getWidth(), 356);
  EXPECT_DOUBLE_EQ(layout.getHeight(), 64);
}

} // namespace
