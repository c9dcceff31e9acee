//===-- Pictures.cpp - roofline, memory and errors --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Pictures.h. Colours are those of the page's style, so that they follow light and dark.
//
//===----------------------------------------------------------------------===//
#include "Pictures.h"

#include "dl/Support/HtmlPage.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace dl;
using llvm::formatv;

std::string dl::getCallAnchor(size_t call) { return formatv("c{0}", call); }
std::string dl::getKernelAnchor(size_t kernel) { return formatv("k{0}", kernel); }

std::string dl::formatShort(double value) {
  if (!std::isfinite(value))
    return "-";
  double size = std::fabs(value);
  if (size >= 100)
    return formatv("{0:f0}", value);
  if (size >= 10)
    return formatv("{0:f1}", value);
  if (size >= 0.1 || size == 0)
    return formatv("{0:f2}", value);
  return formatv("{0:e1}", value);
}

std::string dl::formatBytes(double bytes) {
  for (const char *unit : {"B", "kB", "MB"}) {
    if (bytes < 1000)
      return formatv("{0} {1}",
                     unit[0] == 'B' ? formatv("{0:f0}", bytes).str() : formatShort(bytes), unit);
    bytes /= 1000;
  }
  return formatShort(bytes) + " GB";
}

double dl::getPeak(const ModelReport &report) {
  const schedule::Target &target = report.getTarget();
  double lanes = static_cast<double>(target.vector.bytes) / sizeof(float);
  return target.core.hertz * target.core.operations * lanes * (target.vector.fuses ? 2 : 1) *
         static_cast<double>(report.getThreads()) / 1e9;
}

double dl::getBandwidth(const ModelReport &report, const schedule::Cache &cache) {
  return cache.bytesPerCycle * report.getTarget().core.hertz;
}

static std::string place(double value) { return formatv("{0:f1}", value); }

static void beginPicture(double width, double height, llvm::StringRef label, llvm::StringRef kind,
                         llvm::raw_ostream &os) {
  os << formatv("<svg class=\"picture {0}\" viewBox=\"0 0 {1} {2}\" role=\"img\" "
                "aria-label=\"{3}\">\n",
                kind, place(width), place(height), escapeHtml(label, 400));
}

namespace {
/// A logarithmic axis from power to power of ten.
struct LogAxis {
  LogAxis(double least, double most, double from, double to)
      : low(std::floor(std::log10(least))), high(std::ceil(std::log10(most))), from(from), to(to) {
    if (high <= low)
      high = low + 1;
  }
  double getPlace(double value) const {
    double share = (std::log10(std::max(value, 1e-300)) - low) / (high - low);
    return from + (to - from) * std::clamp(share, 0.0, 1.0);
  }
  double getLeast() const { return std::pow(10, low); }
  double getMost() const { return std::pow(10, high); }

  double low, high, from, to;
};
} // namespace

/// "0.001", "1", "1000" or "1e6": the power of ten at a line of the grid.
static std::string formatPower(int power) {
  if (power >= 0 && power <= 4)
    return formatv("{0:f0}", std::pow(10, power));
  if (power < 0 && power >= -3)
    return formatv("{0}", formatv("{0:f3}", std::pow(10, power)).str().substr(0, 2 - power));
  return formatv("1e{0}", power);
}

//===----------------------------------------------------------------------===//
// Roofline
//===----------------------------------------------------------------------===//

namespace {
struct RoofPoint {
  size_t call;
  /// Operations a byte, billions of operations a second.
  double intensity, speed, microseconds;
};
} // namespace

static std::vector<RoofPoint> getRoofPoints(const ModelReport &report) {
  std::vector<RoofPoint> points;
  for (const auto &[i, call] : llvm::enumerate(report.getCalls())) {
    const ReportKernel *kernel = report.lookupKernel(call.kernel);
    std::optional<double> time = report.getMicroseconds(call);
    if (!kernel || !kernel->estimate || !time || *time <= 0 || kernel->bytes <= 0 ||
        kernel->estimate->operations <= 0)
      continue;
    double operations = kernel->estimate->operations;
    points.push_back(
        {i, operations / static_cast<double>(kernel->bytes), operations / *time / 1e3, *time});
  }
  return points;
}

void dl::drawRoofline(const ModelReport &report, llvm::raw_ostream &os) {
  std::vector<RoofPoint> points = getRoofPoints(report);
  if (points.empty()) {
    os << "<p class=\"note\">No kernel has both a known number of operations and a time.</p>\n";
    return;
  }
  double peak = getPeak(report), leastX = 0.1, mostX = 10, leastY = peak, mostY = peak, longest = 0;
  for (const RoofPoint &point : points) {
    leastX = std::min(leastX, point.intensity);
    mostX = std::max(mostX, point.intensity);
    leastY = std::min(leastY, point.speed);
    mostY = std::max(mostY, point.speed);
    longest = std::max(longest, point.microseconds);
  }
  constexpr double width = 640, height = 360, left = 64, right = 620, top = 16, bottom = 312;
  LogAxis x(leastX, mostX, left, right), y(leastY, mostY, bottom, top);
  beginPicture(width, height,
               "Roofline: billions of operations a second of each call over its operations a byte; "
               "the table of calls has the numbers",
               "roofline", os);
  for (int power = static_cast<int>(x.low); power <= static_cast<int>(x.high); ++power)
    os << formatv("<path class=\"grid\" d=\"M{0} {1}V{2}\"/><text x=\"{0}\" y=\"{3}\" "
                  "text-anchor=\"middle\">{4}</text>\n",
                  place(x.getPlace(std::pow(10, power))), place(top), place(bottom),
                  place(bottom + 16), formatPower(power));
  for (int power = static_cast<int>(y.low); power <= static_cast<int>(y.high); ++power)
    os << formatv("<path class=\"grid\" d=\"M{0} {1}H{2}\"/><text x=\"{3}\" y=\"{4}\" "
                  "text-anchor=\"end\">{5}</text>\n",
                  place(left), place(y.getPlace(std::pow(10, power))), place(right),
                  place(left - 6), place(y.getPlace(std::pow(10, power)) + 4), formatPower(power));
  os << formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">operations a byte of operands "
                "and results</text><text x=\"12\" y=\"{2}\" class=\"turned\" "
                "transform=\"rotate(-90 12 {2})\" text-anchor=\"middle\">GFLOP/s</text>\n",
                place((left + right) / 2), place(height - 8), place((top + bottom) / 2));
  auto drawRoof = [&](double bytesPerSecond, llvm::StringRef name) {
    // speed = intensity * bandwidth, up to the peak.
    double ridge = peak * 1e9 / bytesPerSecond;
    double from = std::max(x.getLeast(), y.getLeast() * 1e9 / bytesPerSecond);
    double to = std::min(ridge, x.getMost());
    if (from >= to)
      return;
    os << formatv("<path class=\"roof\" d=\"M{0} {1}L{2} {3}\"/><text class=\"roofname\" x=\"{0}\" "
                  "y=\"{4}\">{5}</text>\n",
                  place(x.getPlace(from)), place(y.getPlace(from * bytesPerSecond / 1e9)),
                  place(x.getPlace(to)), place(y.getPlace(to * bytesPerSecond / 1e9)),
                  place(y.getPlace(from * bytesPerSecond / 1e9) - 5), escapeHtml(name));
  };
  // A cache's rate is that at which the level behind it gives.
  llvm::ArrayRef<schedule::Cache> caches = report.getTarget().caches;
  for (size_t i = 0; i < caches.size(); ++i)
    drawRoof(getBandwidth(report, caches[i]),
             i + 1 < caches.size() ? caches[i + 1].name : std::string("memory"));
  os << formatv("<path class=\"roof peak\" d=\"M{0} {1}H{2}\"/><text class=\"roofname\" x=\"{2}\" "
                "y=\"{3}\" text-anchor=\"end\">peak {4} GFLOP/s</text>\n",
                place(left), place(y.getPlace(peak)), place(right), place(y.getPlace(peak) - 5),
                formatShort(peak));
  for (const RoofPoint &point : points) {
    const ReportCall &call = report.getCalls()[point.call];
    std::string text = formatv("call {0}, {1}: {2} GFLOP/s, {3} operations a byte, {4} us",
                               point.call, call.kernel, formatShort(point.speed),
                               formatShort(point.intensity), formatShort(point.microseconds));
    os << formatv(
        "<a href=\"#{0}\" data-call=\"{5}\"><circle class=\"point\" cx=\"{1}\" cy=\"{2}\" "
        "r=\"{3}\"><title>{4}</title></circle></a>\n",
        getCallAnchor(point.call), place(x.getPlace(point.intensity)),
        place(y.getPlace(point.speed)), place(4 + 8 * std::sqrt(point.microseconds / longest)),
        escapeHtml(text), point.call);
  }
  os << "</svg>\n";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void dl::drawMemory(const ModelReport &report, llvm::raw_ostream &os) {
  size_t numCalls = report.getCalls().size();
  int64_t arena = report.getArenaBytes();
  if (report.getBuffers().empty() || arena <= 0 || numCalls == 0) {
    os << "<p class=\"note\">No buffer has a place that is known before a run.</p>\n";
    return;
  }
  constexpr double width = 640, height = 300, left = 64, right = 620, top = 12, bottom = 260;
  auto getX = [&](double call) {
    return left + (right - left) * call / static_cast<double>(numCalls);
  };
  auto getY = [&](double bytes) {
    return bottom - (bottom - top) * bytes / static_cast<double>(arena);
  };
  beginPicture(width, height,
               "Memory: each buffer from the call that writes it to the last one that reads it, at "
               "its place in the arena",
               "memory", os);
  for (int i = 0; i <= 4; ++i)
    os << formatv("<path class=\"grid\" d=\"M{0} {1}H{2}\"/><text x=\"{3}\" y=\"{4}\" "
                  "text-anchor=\"end\">{5}</text>\n",
                  place(left), place(getY(static_cast<double>(arena) * i / 4)), place(right),
                  place(left - 6), place(getY(static_cast<double>(arena) * i / 4) + 4),
                  formatBytes(static_cast<double>(arena) * i / 4));
  size_t step = std::max<size_t>(1, (numCalls + 9) / 10);
  for (size_t call = 0; call < numCalls; call += step)
    os << formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">{2}</text>\n",
                  place(getX(static_cast<double>(call) + 0.5)), place(bottom + 16), call);
  os << formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">call</text>\n",
                place((left + right) / 2), place(height - 8));
  for (const ReportBuffer &buffer : report.getBuffers()) {
    const ReportCall &writer = report.getCalls()[std::min(buffer.first, numCalls - 1)];
    std::string text = formatv("{0} at {1}, from call {2} ({3}) to call {4}",
                               formatBytes(static_cast<double>(buffer.bytes)), buffer.offset,
                               buffer.first, writer.kernel, buffer.last);
    double y = getY(static_cast<double>(buffer.offset + buffer.bytes));
    os << formatv("<a href=\"#{0}\" data-call=\"{6}\"><rect class=\"buffer\" x=\"{1}\" y=\"{2}\" "
                  "width=\"{3}\" height=\"{4}\"><title>{5}</title></rect></a>\n",
                  getCallAnchor(buffer.first), place(getX(static_cast<double>(buffer.first))),
                  place(y),
                  place(std::max(getX(static_cast<double>(buffer.last) + 1) -
                                     getX(static_cast<double>(buffer.first)),
                                 1.0)),
                  place(std::max(getY(static_cast<double>(buffer.offset)) - y, 1.0)),
                  escapeHtml(text), buffer.first);
  }
  os << "</svg>\n";
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void dl::drawErrors(const ModelReport &report, llvm::raw_ostream &os) {
  size_t numCalls = report.getCalls().size();
  double least = 1e-8, most = 1e-5;
  for (const ReportCall &call : report.getCalls())
    if (call.error && *call.error > 0) {
      least = std::min(least, *call.error);
      most = std::max(most, std::min(*call.error, 1e6));
    }
  constexpr double width = 640, height = 220, left = 64, right = 620, top = 12, bottom = 180;
  LogAxis y(least, most, bottom, top);
  beginPicture(width, height,
               "Differences: the largest error of each call in units of the largest value that the "
               "interpreter computes",
               "errors", os);
  for (int power = static_cast<int>(y.low); power <= static_cast<int>(y.high); ++power)
    os << formatv("<path class=\"grid\" d=\"M{0} {1}H{2}\"/><text x=\"{3}\" y=\"{4}\" "
                  "text-anchor=\"end\">{5}</text>\n",
                  place(left), place(y.getPlace(std::pow(10, power))), place(right),
                  place(left - 6), place(y.getPlace(std::pow(10, power)) + 4), formatPower(power));
  size_t step = std::max<size_t>(1, (numCalls + 9) / 10);
  for (const auto &[i, call] : llvm::enumerate(report.getCalls())) {
    double x =
        left + (right - left) * (static_cast<double>(i) + 0.5) / static_cast<double>(numCalls);
    if (i % step == 0)
      os << formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">{2}</text>\n", place(x),
                    place(bottom + 16), i);
    if (!call.error)
      continue;
    os << formatv("<a href=\"#{0}\" data-call=\"{1}\"><circle class=\"point\" cx=\"{2}\" "
                  "cy=\"{3}\" r=\"5\"><title>call {1}, {4}: {5:e2}</title></circle></a>\n",
                  getCallAnchor(i), i, place(x), place(y.getPlace(*call.error)),
                  escapeHtml(call.kernel), *call.error);
  }
  os << formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">call</text>\n",
                place((left + right) / 2), place(height - 6));
  os << "</svg>\n";
}
