//===-- LayeredLayout.h - places of a graph's boxes -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws graphs that go down in layers, after Sugiyama, Tagawa and Toda ("Methods for Visual
// Understanding of Hierarchical System Structures", 1981): layers by longest paths, order in a
// layer by the means of neighbours, edges over several layers through places of their own.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REPORT_LAYEREDLAYOUT_H
#define DL_LIB_REPORT_LAYEREDLAYOUT_H

#include <cstddef>
#include <utility>
#include <vector>

namespace dl {

class LayeredLayout {
public:
  /// The middle of a box's upper side.
  struct Place {
    double x = 0, y = 0;
  };
  /// From the lower side of one box to the upper side of another, with places on its way.
  struct Edge {
    size_t from, to;
    std::vector<Place> points = {};
  };

  /// Boxes of one size; edges go from earlier to later ones.
  LayeredLayout(size_t numBoxes, std::vector<std::pair<size_t, size_t>> edges, double width,
                double height);

  const Place &getPlace(size_t box) const { return places[box]; }
  const std::vector<Edge> &getEdges() const { return edges; }
  double getWidth() const { return totalWidth; }
  double getHeight() const { return totalHeight; }

private:
  /// A box, or where an edge passes a layer.
  struct Item {
    double width;
    size_t layer;
    std::vector<size_t> above = {}, below = {};
  };

  void makeLayers();
  void orderLayers();
  void placeItems();
  double getMean(const std::vector<size_t> &neighbours, const std::vector<double> &of) const;

  size_t numBoxes;
  double height;
  std::vector<Edge> edges;
  std::vector<Item> items;
  /// The items of each edge between its ends.
  std::vector<std::vector<size_t>> passages;
  std::vector<std::vector<size_t>> layers;
  std::vector<Place> places;
  double totalWidth = 0, totalHeight = 0;
};

} // namespace dl

#endif // DL_LIB_REPORT_LAYEREDLAYOUT_H
