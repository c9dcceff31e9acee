//===-- Curve.cpp - a search as a picture ---------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dots of a kind are one path of lines without length, which round ends make dots: a trial takes
// ten bytes.
//
//===----------------------------------------------------------------------===//
#include "Curve.h"

#include "Printable.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace dl::tuning;
using llvm::StringRef;

/// The picture in its own units: the plot, the strip of the finals and the lines of failures.
static constexpr int width = 584, left = 62, right = 470, top = 12, bottom = 212, finalLeft = 482,
                     finalRight = 576, laneHeight = 17;

/// Records of strangers may tell any time; a picture of this range has places for all.
static double clampTime(double seconds) { return std::clamp(seconds, 1e-12, 1e6); }

static std::string formatPlace(double place) { return llvm::formatv("{0:f1}", place).str(); }

namespace {

/// Where times and trials are.
class Scale {
public:
  explicit Scale(const TaskHistory &history) : numTrials(history.trials.size()) {
    auto add = [&](double seconds) {
      if (!std::isfinite(seconds))
        return;
      least = std::min(least, clampTime(seconds));
      most = std::max(most, clampTime(seconds));
    };
    for (const TaskHistory::Trial &trial : history.trials)
      add(trial.seconds);
    for (const Record *record : history.finals)
      add(history.getSeconds(*record));
    if (!std::isfinite(least))
      least = most = 1e-6;
    least /= 1.06;
    most *= 1.06;
  }

  double getX(size_t trial) const {
    return numTrials < 2 ? (left + right) / 2
                         : left + 6 +
                               (right - left - 12) * static_cast<double>(trial) /
                                   static_cast<double>(numTrials - 1);
  }
  double getY(double seconds) const {
    double share = std::log(clampTime(seconds) / least) / std::log(most / least);
    return bottom - share * (bottom - top);
  }
  /// Microseconds of lines across the plot: 1, 2 and 5 of each power of ten, or more where these
  /// are too few, fewer where they are too many.
  std::vector<double> getTicks() const {
    const std::vector<std::vector<double>> choices = {
        {1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}};
    std::vector<double> ticks;
    for (const std::vector<double> &digits : choices) {
      ticks.clear();
      for (int power = -9; power < 12; ++power)
        for (double digit : digits) {
          double tick = digit * std::pow(10, power);
          if (tick * 1e-6 > least && tick * 1e-6 < most)
            ticks.push_back(tick);
        }
      if (ticks.size() >= 3)
        break;
    }
    if (!ticks.empty())
      return ticks;
    return {std::sqrt(least * most) * 1e6};
  }

private:
  size_t numTrials;
  double least = std::numeric_limits<double>::infinity(), most = 0;
};

class CurveWriter {
public:
  CurveWriter(const TaskHistory &history, llvm::raw_ostream &os)
      : history(history), os(os), scale(history) {
    for (size_t outcome = 0; outcome < numOutcomes; ++outcome)
      if (llvm::any_of(history.trials, [&](const TaskHistory::Trial &trial) {
            return getOutcome(trial) == outcome && outcome != static_cast<size_t>(Outcome::Ok);
          }))
        lanes.push_back(outcome);
  }

  void write() {
    double height = getLane(lanes.size()) + 18;
    os << llvm::formatv("<svg class=\"curve\" viewBox=\"0 0 {0} {1}\" data-x=\"{2},{3}\" "
                        "role=\"img\" aria-label=\"Time of each trial of {4}\">\n",
                        width, formatPlace(height), formatPlace(scale.getX(0)),
                        formatPlace(scale.getX(std::max<size_t>(history.trials.size(), 1) - 1)),
                        escapeHtml(history.getName(), 60));
    writeAxes();
    writeTrials();
    writeFailures();
    writeFinals();
    os << llvm::formatv("<path class=\"cursor\" d=\"M0 {0}V{1}\" hidden=\"\"/>\n", top,
                        formatPlace(getLane(lanes.size()) - 12));
    os << "</svg>\n";
  }

private:
  static size_t getOutcome(const TaskHistory::Trial &trial) {
    return static_cast<size_t>(trial.record->measurement.outcome);
  }
  static double getLane(size_t lane) {
    return bottom + 18 + laneHeight * static_cast<double>(lane);
  }

  void writeText(double x, double y, StringRef anchor, StringRef text) {
    os << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"{2}\">{3}</text>\n",
                        formatPlace(x), formatPlace(y), anchor, text);
  }

  void writeAxes() {
    os << "<path class=\"grid\" d=\"";
    for (double tick : scale.getTicks())
      os << llvm::formatv("M{0} {1}H{2}", left, formatPlace(scale.getY(tick * 1e-6)), right);
    os << "\"/>\n";
    for (double tick : scale.getTicks()) {
      std::string text;
      llvm::raw_string_ostream(text) << llvm::format("%.4g", tick);
      writeText(left - 6, scale.getY(tick * 1e-6) + 4, "end", text);
    }
    writeText(left - 6, top - 1, "end", "us");
    double numbers = getLane(lanes.size()) + 6;
    if (!history.trials.empty()) {
      writeText(scale.getX(0), numbers, "middle", "1");
      if (history.trials.size() > 1)
        writeText(scale.getX(history.trials.size() - 1), numbers, "middle",
                  std::to_string(history.trials.size()));
    }
    writeText((left + right) / 2, numbers, "middle", "trial");
    if (!history.finals.empty())
      writeText((finalLeft + finalRight) / 2, numbers, "middle", "at the end");
  }

  template <typename Select> void writeDots(StringRef kind, Select select) {
    std::string path;
    for (auto [number, trial] : llvm::enumerate(history.trials))
      if (std::optional<double> y = select(trial))
        path += "M" + formatPlace(scale.getX(number)) + " " + formatPlace(*y) + "h0";
    if (!path.empty())
      os << "<path class=\"" << kind << "\" d=\"" << path << "\"/>\n";
  }

  void writeTrials() {
    auto getPlace = [&](const TaskHistory::Trial &trial) -> std::optional<double> {
      if (!std::isfinite(trial.seconds))
        return std::nullopt;
      return scale.getY(trial.seconds);
    };
    writeDots("ring", [&](const TaskHistory::Trial &trial) {
      return trial.isFinalist ? getPlace(trial) : std::nullopt;
    });
    writeDots("dot", getPlace);
    std::string path;
    double before = std::numeric_limits<double>::infinity();
    for (auto [number, trial] : llvm::enumerate(history.trials)) {
      if (trial.best < before)
        path += (path.empty() ? "M" + formatPlace(scale.getX(number)) + " "
                              : "H" + formatPlace(scale.getX(number)) + "V") +
                formatPlace(scale.getY(trial.best));
      before = trial.best;
    }
    if (!path.empty())
      os << "<path class=\"best\" d=\"" << path << "H" << right << "\"/>\n";
  }

  void writeFailures() {
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
      double y = getLane(lane);
      size_t outcome = lanes[lane];
      os << llvm::formatv("<path class=\"grid\" d=\"M{0} {1}H{2}\"/>\n", left, formatPlace(y),
                          right);
      writeDots("failed", [&](const TaskHistory::Trial &trial) {
        return getOutcome(trial) == outcome ? std::optional<double>(y) : std::nullopt;
      });
      // On the right of the plot, where names are longer than its margin.
      writeText(right + 6, y + 4, "start", getOutcomeName(static_cast<Outcome>(outcome)));
    }
  }

  /// The finals from the fastest to the slowest; the rules' as a square, and as a line over all.
  void writeFinals() {
    std::vector<const Record *> finals;
    for (const Record *record : history.finals)
      if (std::isfinite(history.getSeconds(*record)))
        finals.push_back(record);
    llvm::sort(finals, [&](const Record *a, const Record *b) {
      return std::make_pair(history.getSeconds(*a), a->hash) <
             std::make_pair(history.getSeconds(*b), b->hash);
    });
    for (auto [number, record] : llvm::enumerate(finals)) {
      double x = finalLeft + (finalRight - finalLeft) * (static_cast<double>(number) + 0.5) /
                                 static_cast<double>(finals.size());
      double y = scale.getY(history.getSeconds(*record));
      bool isRules = record->search == "rules";
      if (record == history.rules)
        os << llvm::formatv("<path class=\"rules\" d=\"M{0} {1}H{2}\"/>\n", left, formatPlace(y),
                            finalRight);
      os << llvm::formatv("<path class=\"{0}\" d=\"M{1} {2}{3}\"/>\n",
                          isRules ? "rulesmark" : "final", formatPlace(x), formatPlace(y),
                          isRules ? "m-4-4h8v8h-8z" : "m0-5l5 5l-5 5l-5-5z");
    }
  }

  const TaskHistory &history;
  llvm::raw_ostream &os;
  Scale scale;
  /// Outcomes that have a line.
  std::vector<size_t> lanes;
};

} // namespace

void dl::tuning::writeCurve(const TaskHistory &history, llvm::raw_ostream &os) {
  if (!history.trials.empty() || !history.finals.empty())
    CurveWriter(history, os).write();
}

void dl::tuning::writeCurveData(const TaskHistory &history, llvm::raw_ostream &os) {
  os << "[";
  for (auto [number, trial] : llvm::enumerate(history.trials)) {
    os << (number == 0 ? "" : ",");
    if (std::isfinite(trial.seconds))
      os << llvm::format("%.4g", clampTime(trial.seconds) * 1e6);
    else
      os << "-" << static_cast<size_t>(trial.record->measurement.outcome);
  }
  os << "]";
}
