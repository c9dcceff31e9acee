//===-- Traffic.cpp - bytes that loops move into caches -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where one iteration of a loop touches no more than a cache holds, what the next one
// touches again is still there: all iterations fetch the lines of the whole box once.
// Otherwise each one fetches all of its own.
//
//===----------------------------------------------------------------------===//
#include "Traffic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace dl::schedule;

/// Cycles between two lines that one set of a cache gets.
static constexpr double cyclesOfSet = 8;
/// Sets fill unevenly: the shares of a cache from which on it loses lines, and keeps none.
static constexpr double leastFull = 0.5, mostFull = 1.25;

double Stream::getBytes(int64_t lineBytes) const {
  // The rows of the dimensions that are not touched whole. What lies between them is touched with
  // them where it is less than a line.
  auto line = static_cast<double>(lineBytes);
  double row = static_cast<double>(elementBytes), pitch = row, rows = 1, distance = 0;
  for (size_t d = dims.size(); d-- > 0;) {
    auto size = static_cast<double>(std::min(dims[d].size, dims[d].extent));
    if (rows == 1 && pitch - row < line) {
      row += (size - 1) * pitch;
    } else {
      distance = rows == 1 ? pitch : distance;
      rows *= size;
    }
    pitch *= static_cast<double>(dims[d].extent);
  }
  // Rows that begin anywhere lie in a part of a line more, but for those that are whole lines
  // apart.
  bool isAligned = rows == 1 || std::fmod(distance, line) == 0;
  return rows * (isAligned ? std::ceil(row / line) * line
                           : row - static_cast<double>(elementBytes) + line);
}

Stream::Rows Stream::getRows(int64_t wayBytes) const {
  // The rows are those of the innermost dimension that is not touched whole. How far they are apart
  // matters modulo a way only, so that of a pitch of too many bits the lowest ones will do.
  Rows rows;
  rows.bytes = static_cast<double>(elementBytes);
  auto pitch = static_cast<uint64_t>(elementBytes);
  size_t d = dims.size();
  for (bool isContiguous = true; d > 0 && (isContiguous || dims[d - 1].size <= 1);) {
    --d;
    isContiguous &= dims[d].size >= dims[d].extent;
    rows.bytes *= static_cast<double>(std::min(dims[d].size, dims[d].extent));
    pitch *= static_cast<uint64_t>(dims[d].extent);
  }
  for (size_t outer = 0; outer < d; ++outer)
    rows.count *= static_cast<double>(std::min(dims[outer].size, dims[outer].extent));
  rows.apart =
      static_cast<double>(std::gcd(pitch, static_cast<uint64_t>(std::max<int64_t>(wayBytes, 1))));
  return rows;
}

double Stream::Rows::getShareOfSets(int64_t lineBytes) const {
  return std::min(std::max(bytes, static_cast<double>(lineBytes)) / apart, 1.0);
}

double Stream::getShareOfSets(int64_t lineBytes, int64_t wayBytes) const {
  return getRows(wayBytes).getShareOfSets(lineBytes);
}

double Stream::getOccupied(double bytes, int64_t lineBytes, int64_t wayBytes, int64_t ways) const {
  Rows rows = getRows(wayBytes);
  // Where few rows meet in a set, the ways between them are free for others.
  if (rows.count * rows.apart <= static_cast<double>(wayBytes * ways) / 2)
    return bytes;
  return bytes / rows.getShareOfSets(lineBytes);
}

double Traffic::getOccupied(const Stream &stream, double bytes, size_t cache) const {
  const Cache &known = target->caches[cache];
  return stream.getOccupied(bytes, target->lineBytes, known.bytes / known.ways, known.ways);
}

bool Traffic::fits(double bytes, size_t cache) const {
  return bytes <= static_cast<double>(target->caches[cache].bytes);
}

double Traffic::getKept(double bytes, size_t cache) const {
  double full = bytes / static_cast<double>(target->caches[cache].bytes);
  return std::clamp((mostFull - full) / (mostFull - leastFull), 0.0, 1.0);
}

void Traffic::add(Stream stream) {
  double bytes = stream.getBytes(target->lineBytes);
  for (size_t cache = 0; cache < target->caches.size(); ++cache)
    stream.fetched[cache] = std::max(stream.fetched[cache], bytes);
  for (Stream &known : streams) {
    if (known.buffer != stream.buffer || known.growth != stream.growth)
      continue;
    double before = known.getBytes(target->lineBytes);
    for (size_t d = 0; d < known.dims.size(); ++d) {
      Stream::Dim &dim = known.dims[d];
      int64_t end = std::max(dim.begin + dim.size, stream.dims[d].begin + stream.dims[d].size);
      dim.begin = std::min(dim.begin, stream.dims[d].begin);
      dim.size = end - dim.begin;
    }
    known.isStored |= stream.isStored;
    double both = known.getBytes(target->lineBytes);
    for (size_t cache = 0; cache < target->caches.size(); ++cache)
      known.fetched[cache] = fits(getOccupied(known, both, cache), cache)
                                 ? known.fetched[cache] + stream.fetched[cache] - before - bytes +
                                       std::min(both, before + bytes)
                                 : known.fetched[cache] + stream.fetched[cache];
    return;
  }
  streams.push_back(std::move(stream));
}

void Traffic::add(Traffic &&next) {
  streams.reserve(streams.size() + next.streams.size());
  for (Stream &stream : next.streams)
    add(std::move(stream));
}

void Traffic::repeat(double count, size_t depth) {
  std::array<double, maxCaches> occupied = {};
  for (Stream &stream : streams) {
    double lines = stream.getBytes(target->lineBytes);
    for (size_t cache = 0; cache < target->caches.size(); ++cache) {
      double bytes = getOccupied(stream, lines, cache);
      occupied[cache] += bytes;
      if (!fits(bytes, cache))
        stream.slowdown[cache] = std::max(stream.slowdown[cache], getSlowdown(stream, cache));
    }
  }
  for (Stream &stream : streams) {
    double body = stream.getBytes(target->lineBytes);
    size_t numDims = stream.dims.size();
    for (size_t d = 0; d < numDims; ++d)
      stream.dims[d].size += stream.growth[depth * numDims + d];
    stream.growth.resize(depth * numDims);
    double whole = std::min(stream.getBytes(target->lineBytes), count * body);
    for (size_t cache = 0; cache < target->caches.size(); ++cache) {
      double &fetched = stream.fetched[cache];
      double kept = getKept(occupied[cache], cache);
      fetched = count * fetched - kept * (count * body - whole);
    }
  }
}

double Traffic::getSlowdown(const Stream &stream, size_t cache) const {
  const Cache &known = target->caches[cache];
  auto wayBytes = static_cast<double>(known.bytes / known.ways);
  double share = stream.getShareOfSets(target->lineBytes, known.bytes / known.ways);
  return std::max(getBytesPerCycle(stream, cache) * cyclesOfSet / (wayBytes * share), 1.0);
}

double Traffic::getBytesPerCycle(const Stream &stream, size_t cache) const {
  const Cache &known = target->caches[cache];
  return stream.isStored && known.storedBytesPerCycle > 0 ? known.storedBytesPerCycle
                                                          : known.bytesPerCycle;
}

void Traffic::keepLastRun() {
  for (size_t cache = 0; cache < target->caches.size(); ++cache) {
    double occupied = 0;
    for (const Stream &stream : streams)
      occupied += getOccupied(stream, stream.getBytes(target->lineBytes), cache);
    double kept = getKept(occupied, cache);
    for (Stream &stream : streams)
      stream.fetched[cache] =
          std::max(stream.fetched[cache] - kept * stream.getBytes(target->lineBytes), 0.0);
  }
}

double Traffic::getFetched(size_t cache) const {
  double bytes = 0;
  for (const Stream &stream : streams)
    bytes += stream.fetched[cache];
  return bytes;
}

double Traffic::getCycles(size_t cache) const {
  double cycles = 0;
  for (const Stream &stream : streams)
    cycles += getCycles(stream, cache);
  return cycles;
}

double Traffic::getStoredCycles(size_t cache) const {
  double cycles = 0;
  for (const Stream &stream : streams)
    if (stream.isStored)
      cycles += getCycles(stream, cache);
  return cycles;
}

double Traffic::getCycles(const Stream &stream, size_t cache) const {
  return stream.fetched[cache] * std::max(stream.slowdown[cache], 1.0) /
         getBytesPerCycle(stream, cache);
}
