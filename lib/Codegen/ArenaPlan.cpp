//===-- ArenaPlan.cpp - offsets for buffers from their lifetimes -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy placement by size, best fit among the buffers alive at the same time.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/ArenaPlan.h"

#include <algorithm>
#include <numeric>

using namespace dl::codegen;

/// Of orders in which buffers are placed, and of pairs of buffers that are looked at for them.
static constexpr int64_t mostTries = 256, mostPairs = int64_t(1) << 24;

int64_t ArenaPlan::addBuffer(int64_t size, int64_t first, int64_t last) {
  int64_t rounded = (size + alignment - 1) / alignment * alignment;
  buffers.push_back({rounded, first, last, 0});
  return this->size() - 1;
}

int64_t ArenaPlan::findGap(const std::vector<const Buffer *> &placed, int64_t size) {
  int64_t end = 0, best = -1, bestGap = INT64_MAX;
  for (const Buffer *buffer : placed) {
    int64_t gap = buffer->offset - end;
    if (gap >= size && gap < bestGap) {
      best = end;
      bestGap = gap;
    }
    end = std::max(end, buffer->offset + buffer->size);
  }
  return best >= 0 ? best : end;
}

int64_t ArenaPlan::place(const std::vector<int64_t> &order) {
  std::vector<const Buffer *> placed;
  for (auto it = order.begin(); it != order.end(); ++it) {
    Buffer &buffer = buffers[*it];
    placed.clear();
    for (auto other = order.begin(); other != it; ++other)
      if (buffers[*other].meets(buffer))
        placed.push_back(&buffers[*other]);
    std::sort(placed.begin(), placed.end(),
              [](const Buffer *a, const Buffer *b) { return a->offset < b->offset; });
    buffer.offset = findGap(placed, buffer.size);
  }
  return getPeak();
}

void ArenaPlan::assignOffsets() {
  std::vector<int64_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return std::make_pair(-buffers[a].size, a) < std::make_pair(-buffers[b].size, b);
  });
  std::vector<int64_t> bestOrder = order;
  int64_t best = place(order), bound = getLowerBound();
  // A try looks at all pairs of buffers.
  int64_t tries = std::min(mostTries, mostPairs / std::max<int64_t>(1, size() * size()));
  for (; tries > 0 && best > bound; --tries) {
    int64_t peak = getPeak();
    auto highest = std::find_if(order.begin(), order.end(), [&](int64_t index) {
      return buffers[index].offset + buffers[index].size == peak;
    });
    std::rotate(order.begin(), highest, highest + 1);
    if (int64_t other = place(order); other < best) {
      best = other;
      bestOrder = order;
    }
  }
  place(bestOrder);
}

std::vector<int64_t> ArenaPlan::getOrder() const {
  std::vector<int64_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return std::make_pair(buffers[a].offset, a) < std::make_pair(buffers[b].offset, b);
  });
  return order;
}

std::vector<std::vector<int64_t>> ArenaPlan::getSupports() const {
  std::vector<int64_t> order = getOrder();
  std::vector<std::vector<int64_t>> supports(buffers.size());
  for (auto it = order.begin(); it != order.end(); ++it) {
    std::vector<int64_t> &below = supports[*it];
    // From the nearest on: what is below one of these is below the buffer anyhow.
    for (auto other = std::make_reverse_iterator(it); other != order.rend(); ++other)
      if (buffers[*other].meets(buffers[*it]) &&
          std::none_of(below.begin(), below.end(),
                       [&](int64_t nearer) { return buffers[*other].meets(buffers[nearer]); }))
        below.push_back(*other);
  }
  return supports;
}

int64_t ArenaPlan::getPeak() const {
  int64_t peak = 0;
  for (const Buffer &buffer : buffers)
    peak = std::max(peak, buffer.offset + buffer.size);
  return peak;
}

int64_t ArenaPlan::getTotal() const {
  int64_t total = 0;
  for (const Buffer &buffer : buffers)
    total += buffer.size;
  return total;
}

int64_t ArenaPlan::getLowerBound() const {
  // What begins at a time is alive before what ends there is dead.
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (const Buffer &buffer : buffers) {
    changes.push_back({2 * buffer.first, buffer.size});
    changes.push_back({2 * buffer.last + 1, -buffer.size});
  }
  std::sort(changes.begin(), changes.end());
  int64_t alive = 0, most = 0;
  for (auto [time, change] : changes)
    most = std::max(most, alive += change);
  return most;
}
