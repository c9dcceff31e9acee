//===-- GraphPicture.cpp - the graph of a report ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Pictures.h. A box says its operators, its nodes, the type of its result, and the time of the
// calls that compute it.
//
//===----------------------------------------------------------------------===//
#include "LayeredLayout.h"
#include "Pictures.h"

#include "dl/Support/HtmlPage.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using llvm::formatv;
using llvm::StringRef;

/// Of a box, and of the letters that fit into it.
static constexpr double boxWidth = 230, boxHeight = 66;
static constexpr size_t mostLetters = 31;
/// Larger graphs are drawn up to here.
static constexpr size_t mostNodes = 1500;

/// Whether all nodes that a call computes are among those of a box.
static bool computes(const ReportCall &call, const llvm::StringSet<> &nodes) {
  llvm::SmallVector<StringRef> own;
  StringRef(call.nodes).split(own, '+', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return !own.empty() && llvm::all_of(own, [&](StringRef node) { return nodes.contains(node); });
}

namespace {
struct Box {
  std::vector<size_t> calls = {};
  double microseconds = 0;
};
} // namespace

static std::vector<Box> findCalls(const ModelReport &report, size_t count) {
  std::vector<Box> boxes(count);
  std::vector<bool> isTaken(report.getCalls().size(), false);
  for (size_t i = 0; i < count; ++i) {
    llvm::StringSet<> nodes;
    llvm::SmallVector<StringRef> own;
    StringRef(report.getNodes()[i].nodes).split(own, '+', -1, false);
    nodes.insert(own.begin(), own.end());
    for (const auto &[c, call] : llvm::enumerate(report.getCalls()))
      if (!isTaken[c] && computes(call, nodes)) {
        isTaken[c] = true;
        boxes[i].calls.push_back(c);
        boxes[i].microseconds += report.getMicroseconds(call).value_or(0);
      }
  }
  return boxes;
}

static void drawBox(const ReportNode &node, const Box &box, LayeredLayout::Place place,
                    double longest, double total, llvm::raw_ostream &os) {
  double x = place.x - boxWidth / 2, y = place.y;
  std::string time = box.calls.empty()
                         ? ""
                         : formatv("{0} us, {1}%", formatShort(box.microseconds),
                                   formatShort(100 * box.microseconds / std::max(total, 1e-9)))
                               .str();
  if (!box.calls.empty())
    os << formatv("<a href=\"#{0}\" data-call=\"{1}\">", getCallAnchor(box.calls.front()),
                  box.calls.front());
  os << formatv("<g class=\"node{0}\"><title>{1}</title>", node.isTensor ? " tensor" : "",
                escapeHtml(node.title + (node.nodes.empty() ? "" : "\n" + node.nodes) + "\n" +
                               node.type + (time.empty() ? "" : "\n" + time),
                           600, /*keepsLines=*/true));
  os << formatv("<rect class=\"back\" x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f0}\" "
                "height=\"{3:f0}\" rx=\"6\"/>",
                x, y, boxWidth, boxHeight);
  // A bar as long as its time, which needs no colour to be seen.
  if (box.microseconds > 0)
    os << formatv("<rect class=\"share\" x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" height=\"5\"/>",
                  x + 8, y + boxHeight - 9, (boxWidth - 16) * box.microseconds / longest);
  double line = y + 17;
  for (const auto &[text, kind] :
       {std::pair(node.title, "title"), std::pair(node.nodes, "nodes"),
        std::pair(node.type + (time.empty() ? "" : "  " + time), "type")}) {
    if (text.empty())
      continue;
    os << formatv("<text class=\"{0}\" x=\"{1:f1}\" y=\"{2:f1}\">{3}</text>", kind, x + 8, line,
                  escapeHtml(text, mostLetters));
    line += 17;
  }
  os << "</g>" << (box.calls.empty() ? "\n" : "</a>\n");
}

void dl::drawGraph(const ModelReport &report, llvm::raw_ostream &os) {
  size_t count = std::min(report.getNodes().size(), mostNodes);
  if (count == 0) {
    os << "<p class=\"note\">The model was below the graph level when it was read.</p>\n";
    return;
  }
  std::vector<std::pair<size_t, size_t>> edges;
  for (size_t i = 0; i < count; ++i)
    for (unsigned operand : report.getNodes()[i].operands)
      edges.emplace_back(operand, i);
  LayeredLayout layout(count, std::move(edges), boxWidth, boxHeight);
  std::vector<Box> boxes = findCalls(report, count);
  double longest = 0, total = 0;
  for (const Box &box : boxes) {
    longest = std::max(longest, box.microseconds);
    total += box.microseconds;
  }
  os << formatv(
      "<div class=\"graph\" tabindex=\"0\" role=\"group\" aria-label=\"Graph; scroll with "
      "the arrow keys\"><svg class=\"graphpicture\" width=\"{0:f0}\" height=\"{1:f0}\" "
      "viewBox=\"0 0 {0:f0} {1:f0}\" aria-label=\"The optimised graph: {2} boxes\">\n",
      layout.getWidth(), layout.getHeight(), count);
  for (const LayeredLayout::Edge &edge : layout.getEdges()) {
    os << "<path class=\"edge\" d=\"";
    for (const auto &[i, point] : llvm::enumerate(edge.points)) {
      if (i == 0) {
        os << formatv("M{0:f1} {1:f1}", point.x, point.y);
        continue;
      }
      const LayeredLayout::Place &before = edge.points[i - 1];
      double middle = (before.y + point.y) / 2;
      os << formatv("C{0:f1} {1:f1} {2:f1} {1:f1} {2:f1} {3:f1}", before.x, middle, point.x,
                    point.y);
    }
    os << "\"/>\n";
  }
  for (size_t i = 0; i < count; ++i)
    drawBox(report.getNodes()[i], boxes[i], layout.getPlace(i), longest, total, os);
  os << "</svg></div>\n";
  if (count < report.getNodes().size())
    os << formatv("<p class=\"note\">The first {0} of {1} boxes.</p>\n", count,
                  report.getNodes().size());
}
