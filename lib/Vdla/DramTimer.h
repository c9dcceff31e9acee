//===-- DramTimer.h - the port to DRAM over time ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_DRAMTIMER_H
#define DL_LIB_VDLA_DRAMTIMER_H

#include "Shapes.h"

#include <deque>

namespace dl::vdla {

/// What a transfer still has to ask for: rows of bytes, in requests that do not cross rows.
class RequestStream {
public:
  RequestStream() = default;
  RequestStream(const TransferShape &shape, bool isWrite) : isWrite(isWrite) {
    if (!shape.movesData())
      return;
    rowBytes = shape.x * shape.elementBytes;
    rows = shape.y;
    if (shape.stride == shape.x || rows == 1) {
      rowBytes *= rows;
      rows = 1;
    }
    left = rowBytes;
  }
  bool isEmpty() const { return rows == 0; }
  /// Takes the next request.
  int64_t take(int64_t burstBytes) {
    int64_t bytes = left < burstBytes ? left : burstBytes;
    left -= bytes;
    if (left == 0 && --rows > 0)
      left = rowBytes;
    return bytes;
  }

  bool isWrite = false;

private:
  int64_t rowBytes = 0, rows = 0, left = 0;
};

/// Serves requests one after the other.
class DramTimer {
public:
  explicit DramTimer(const DramPort &port) : port(port) {}

  /// Forgets reads whose data is there.
  void advance(int64_t now) {
    while (!underway.empty() && underway.front() <= now)
      underway.pop_front();
  }
  bool isFree(int64_t now) const { return freeAt <= now; }
  bool canTake(bool isWrite) const {
    return isWrite || int64_t(underway.size()) < port.outstanding;
  }
  /// Serves a request from now on. Returns when its data is moved.
  int64_t serve(unsigned stage, int64_t bytes, bool isWrite, int64_t now) {
    int64_t beats = (bytes + port.bytesPerCycle - 1) / port.bytesPerCycle;
    freeAt = now + beats;
    busyCycles += beats;
    owner = stage;
    if (isWrite)
      return freeAt;
    underway.push_back(freeAt + port.latency);
    return underway.back();
  }
  int64_t getFreeTime() const { return freeAt; }
  /// When the oldest read is over; there is one.
  int64_t getNextArrival() const { return underway.front(); }
  bool isServing(unsigned stage, int64_t now) const { return owner == stage && freeAt > now; }
  int64_t getBusyCycles() const { return busyCycles; }

private:
  const DramPort &port;
  int64_t freeAt = 0, busyCycles = 0;
  unsigned owner = 0;
  std::deque<int64_t> underway;
};

} // namespace dl::vdla

#endif // DL_LIB_VDLA_DRAMTIMER_H
