//===-- LayeredLayout.cpp - places of a graph's boxes -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LayeredLayout.h.
//
//===----------------------------------------------------------------------===//
#include "LayeredLayout.h"

#include <algorithm>
#include <numeric>

using namespace dl;

/// Between boxes of a layer, between layers, and what an edge takes that passes a layer.
static constexpr double gap = 16, layerGap = 28, passageWidth = 10, margin = 12;
/// How often layers are put in order and in place.
static constexpr int numSweeps = 8;

LayeredLayout::LayeredLayout(size_t numBoxes, std::vector<std::pair<size_t, size_t>> given,
                             double width, double height)
    : numBoxes(numBoxes), height(height), items(numBoxes, {width, 0}) {
  for (auto [from, to] : given)
    edges.push_back({from, to});
  makeLayers();
  orderLayers();
  placeItems();
}

void LayeredLayout::makeLayers() {
  std::vector<std::vector<size_t>> after(numBoxes);
  for (const Edge &edge : edges)
    after[edge.from].push_back(edge.to);
  for (size_t box = 0; box < numBoxes; ++box)
    for (size_t next : after[box])
      items[next].layer = std::max(items[next].layer, items[box].layer + 1);
  // What nothing comes before stands right above what takes it.
  std::vector<bool> hasOperand(numBoxes, false);
  for (const Edge &edge : edges)
    hasOperand[edge.to] = true;
  for (size_t box = 0; box < numBoxes; ++box)
    if (!hasOperand[box] && !after[box].empty()) {
      size_t least = items[after[box].front()].layer;
      for (size_t next : after[box])
        least = std::min(least, items[next].layer);
      items[box].layer = least - 1;
    }
  passages.resize(edges.size());
  for (size_t e = 0; e < edges.size(); ++e) {
    size_t previous = edges[e].from;
    for (size_t layer = items[edges[e].from].layer + 1; layer < items[edges[e].to].layer; ++layer) {
      size_t item = items.size();
      items.push_back({passageWidth, layer});
      passages[e].push_back(item);
      items[previous].below.push_back(item);
      items[item].above.push_back(previous);
      previous = item;
    }
    items[previous].below.push_back(edges[e].to);
    items[edges[e].to].above.push_back(previous);
  }
  for (size_t item = 0; item < items.size(); ++item) {
    layers.resize(std::max(layers.size(), items[item].layer + 1));
    layers[items[item].layer].push_back(item);
  }
}

double LayeredLayout::getMean(const std::vector<size_t> &neighbours,
                              const std::vector<double> &of) const {
  double sum = 0;
  for (size_t neighbour : neighbours)
    sum += of[neighbour];
  return sum / static_cast<double>(neighbours.size());
}

void LayeredLayout::orderLayers() {
  std::vector<double> position(items.size());
  auto number = [&](const std::vector<size_t> &layer) {
    for (size_t i = 0; i < layer.size(); ++i)
      position[layer[i]] = static_cast<double>(i);
  };
  for (const auto &layer : layers)
    number(layer);
  for (int sweep = 0; sweep < numSweeps; ++sweep)
    for (size_t i = 0; i < layers.size(); ++i) {
      bool isDown = sweep % 2 == 0;
      std::vector<size_t> &layer = layers[isDown ? i : layers.size() - 1 - i];
      std::vector<double> wish(items.size());
      for (size_t item : layer) {
        const auto &neighbours = isDown ? items[item].above : items[item].below;
        wish[item] = neighbours.empty() ? position[item] : getMean(neighbours, position);
      }
      std::stable_sort(layer.begin(), layer.end(),
                       [&](size_t a, size_t b) { return wish[a] < wish[b]; });
      number(layer);
    }
}

void LayeredLayout::placeItems() {
  std::vector<double> x(items.size(), 0);
  for (int sweep = 0; sweep < numSweeps; ++sweep)
    for (size_t i = 0; i < layers.size(); ++i) {
      std::vector<size_t> &layer = layers[sweep % 2 == 0 ? i : layers.size() - 1 - i];
      std::vector<double> wish;
      for (size_t item : layer) {
        std::vector<size_t> neighbours = items[item].above;
        neighbours.insert(neighbours.end(), items[item].below.begin(), items[item].below.end());
        wish.push_back(neighbours.empty() ? x[item] : getMean(neighbours, x));
      }
      // As near to the wishes as the order allows: from the left, then back by what that shifted.
      double shift = 0, end = -1e300;
      std::vector<double> at(layer.size());
      for (size_t k = 0; k < layer.size(); ++k) {
        double half = items[layer[k]].width / 2;
        at[k] = std::max(wish[k], end + half);
        end = at[k] + half + gap;
        shift += at[k] - wish[k];
      }
      shift /= static_cast<double>(std::max<size_t>(layer.size(), 1));
      for (size_t k = 0; k < layer.size(); ++k)
        x[layer[k]] = at[k] - shift;
    }
  double least = 0, most = 0;
  for (size_t item = 0; item < items.size(); ++item) {
    least =
        item == 0 ? x[0] - items[0].width / 2 : std::min(least, x[item] - items[item].width / 2);
    most = item == 0 ? x[0] + items[0].width / 2 : std::max(most, x[item] + items[item].width / 2);
  }
  auto getY = [&](size_t item) {
    return margin + static_cast<double>(items[item].layer) * (height + layerGap);
  };
  for (size_t box = 0; box < numBoxes; ++box)
    places.push_back({x[box] - least + margin, getY(box)});
  totalWidth = most - least + 2 * margin;
  totalHeight = static_cast<double>(layers.size()) * (height + layerGap) - layerGap + 2 * margin;
  for (size_t e = 0; e < edges.size(); ++e) {
    edges[e].points.push_back({places[edges[e].from].x, places[edges[e].from].y + height});
    for (size_t item : passages[e]) {
      edges[e].points.push_back({x[item] - least + margin, getY(item)});
      edges[e].points.push_back({x[item] - least + margin, getY(item) + height});
    }
    edges[e].points.push_back(places[edges[e].to]);
  }
}
