//===-- Page.cpp - a report as one page -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables, sections of kernels, and the frame around the pictures. All names go through escapeHtml.
//
//===----------------------------------------------------------------------===//
#include "Pictures.h"

#include "dl/Report/ModelReport.h"
#include "dl/Support/HtmlPage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using llvm::formatv;
using llvm::StringRef;

static const unsigned char styleBytes[] = {
#include "report.css.inc"
};
static const unsigned char scriptBytes[] = {
#include "report.js.inc"
};

/// What is shown of long texts.
static constexpr size_t mostText = 120000;

template <size_t N> static StringRef getText(const unsigned char (&bytes)[N]) {
  return StringRef(reinterpret_cast<const char *>(bytes), N);
}

static size_t getKernelNumber(const ModelReport &report, StringRef name) {
  return std::distance(report.getKernels().begin(),
                       llvm::find_if(report.getKernels(), [&](const ReportKernel &kernel) {
                         return kernel.name == name;
                       }));
}

static bool hasMeasurements(const ModelReport &report) {
  return llvm::any_of(report.getCalls(), [](const ReportCall &call) { return call.measured; });
}
static bool hasErrors(const ModelReport &report) {
  return llvm::any_of(report.getCalls(), [](const ReportCall &call) { return call.error; });
}

static void writeSummary(const ModelReport &report, llvm::raw_ostream &os) {
  double expected = 0, measured = 0;
  for (const ReportCall &call : report.getCalls()) {
    const ReportKernel *kernel = report.lookupKernel(call.kernel);
    if (kernel && kernel->estimate)
      expected += kernel->estimate->seconds * 1e6;
    measured += call.measured.value_or(0);
  }
  os << formatv("<h1><bdi>{0}</bdi></h1>\n<p class=\"facts\">for <bdi>{1}</bdi>, {2} {3}</p>\n",
                escapeHtml(report.getName()), escapeHtml(report.getTarget().name),
                report.getThreads(), report.getThreads() == 1 ? "thread" : "threads");
  os << "<dl class=\"sums\">";
  auto tell = [&](StringRef what, const std::string &value) {
    os << "<div><dt>" << what << "</dt><dd>" << value << "</dd></div>";
  };
  if (hasMeasurements(report))
    tell("measured", formatShort(measured) + " us");
  tell("expected", formatShort(expected) + " us");
  tell("calls",
       formatv("{0}, of {1} kernels", report.getCalls().size(), report.getKernels().size()));
  tell("weights", formatBytes(static_cast<double>(report.getWeightsBytes())));
  tell("arena", formatBytes(static_cast<double>(report.getArenaBytes())));
  tell("refusals", std::to_string(report.getRemarks().size()));
  os << "</dl>\n<nav aria-label=\"Sections\"><a href=\"#graph\">Graph</a> <a "
        "href=\"#calls\">Calls</a> <a href=\"#roofline\">Roofline</a> <a "
        "href=\"#memory\">Memory</a> "
     << (hasErrors(report) ? "<a href=\"#errors\">Differences</a> " : "")
     << "<a href=\"#refusals\">Refusals</a> <a href=\"#kernels\">Kernels</a></nav>\n";
}

static void beginSection(StringRef anchor, StringRef title, StringRef note, llvm::raw_ostream &os) {
  os << formatv("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 "
                "id=\"{0}-title\">{1}</h2>\n<p class=\"facts\">{2}</p>\n",
                anchor, title, note);
}

/// The header of a column that can be sorted by.
static void writeColumn(StringRef name, llvm::raw_ostream &os) {
  os << "<th scope=\"col\" aria-sort=\"none\"><button type=\"button\">" << name << "</button></th>";
}

static void writeCall(const ModelReport &report, size_t number, double longest,
                      llvm::raw_ostream &os) {
  const ReportCall &call = report.getCalls()[number];
  const ReportKernel *kernel = report.lookupKernel(call.kernel);
  const schedule::Estimate *estimate = kernel && kernel->estimate ? &*kernel->estimate : nullptr;
  os << formatv("<tr id=\"{0}\" tabindex=\"-1\" data-call=\"{1}\"><td data-value=\"{1}\">{1}</td>",
                getCallAnchor(number), number);
  if (kernel)
    os << formatv("<th scope=\"row\"><a href=\"#{0}\"><bdi>{1}</bdi></a></th>",
                  getKernelAnchor(getKernelNumber(report, call.kernel)),
                  escapeHtml(call.kernel, 60));
  else
    os << "<th scope=\"row\"><bdi>" << escapeHtml(call.kernel, 60) << "</bdi></th>";
  auto cell = [&](std::optional<double> value, const std::string &text) {
    if (value)
      os << formatv("<td data-value=\"{0:f9}\">{1}</td>", *value, text);
    else
      os << "<td>-</td>";
  };
  std::optional<double> time = report.getMicroseconds(call);
  if (hasMeasurements(report)) {
    cell(call.measured, formatShort(call.measured.value_or(0)));
  }
  double expected = estimate ? estimate->seconds * 1e6 : 0;
  cell(estimate ? std::optional(expected) : std::nullopt, formatShort(expected));
  if (hasMeasurements(report)) {
    bool isKnown = estimate && call.measured && expected > 0;
    double ratio = isKnown ? *call.measured / expected : 0;
    cell(isKnown ? std::optional(ratio) : std::nullopt, formatShort(ratio));
  }
  bool hasSpeed = estimate && time && *time > 0;
  double speed = hasSpeed ? estimate->operations / *time / 1e3 : 0;
  cell(hasSpeed ? std::optional(speed) : std::nullopt, formatShort(speed));
  double share = speed / getPeak(report) * 100;
  cell(hasSpeed ? std::optional(share) : std::nullopt, formatShort(share));
  cell(kernel && kernel->bytes > 0 ? std::optional(static_cast<double>(kernel->bytes))
                                   : std::nullopt,
       formatBytes(kernel ? static_cast<double>(kernel->bytes) : 0));
  os << "<td>" << (estimate ? escapeHtml(estimate->getBound()) : "-") << "</td>";
  if (hasErrors(report))
    cell(call.error, formatv("{0:e1}", call.error.value_or(0)));
  os << formatv("<td class=\"bar\"><svg width=\"80\" height=\"10\" aria-hidden=\"true\"><rect "
                "width=\"{0:f1}\" height=\"10\"/></svg></td>",
                longest > 0 ? 80 * time.value_or(0) / longest : 0);
  os << "<td class=\"nodes\"><bdi>" << escapeHtml(call.nodes, 200) << "</bdi></td></tr>\n";
}

static void writeCalls(const ModelReport &report, llvm::raw_ostream &os) {
  bool measured = hasMeasurements(report);
  beginSection("calls", "Calls of kernels",
               measured ? "Times are medians of runs; what is expected is the estimate of the "
                          "schedule's loops. A column's name sorts by it."
                        : "What is expected is the estimate of the schedule's loops; dl-run "
                          "--report measures too. A column's name sorts by it.",
               os);
  os << "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table of calls\"><table "
        "class=\"sortable\"><thead><tr>";
  for (StringRef column : {"call", "kernel"})
    writeColumn(column, os);
  if (measured)
    writeColumn("measured, us", os);
  writeColumn("expected, us", os);
  if (measured)
    writeColumn("measured / expected", os);
  for (StringRef column : {"GFLOP/s", "% of peak", "bytes", "bound by"})
    writeColumn(column, os);
  if (hasErrors(report))
    writeColumn("error", os);
  os << "<th scope=\"col\">time</th>";
  writeColumn("nodes", os);
  os << "</tr></thead>\n<tbody>\n";
  double longest = 0;
  for (const ReportCall &call : report.getCalls())
    longest = std::max(longest, report.getMicroseconds(call).value_or(0));
  for (size_t i = 0; i < report.getCalls().size(); ++i)
    writeCall(report, i, longest, os);
  os << "</tbody></table></div>\n</section>\n";
}

/// What a refusal costs: what is moved once more, and at the rate of the nearest cache that holds
/// it.
static std::string getCost(const ModelReport &report, const ReportRemark &remark) {
  if (remark.bytes > 0) {
    double rate = 0;
    for (const schedule::Cache &cache : report.getTarget().caches) {
      rate = getBandwidth(report, cache);
      // What the next level gives, if this one does not hold it.
      if (cache.bytes >= remark.bytes)
        break;
    }
    double bytes = 2 * static_cast<double>(remark.bytes);
    return formatBytes(bytes) + " more" +
           (rate > 0 ? ", about " + formatShort(bytes / rate * 1e6) + " us" : "");
  }
  for (const ReportCall &call : report.getCalls())
    if (call.kernel == remark.function)
      if (std::optional<double> time = report.getMicroseconds(call))
        return "part of " + formatShort(*time) + " us";
  return "-";
}

static void writeRemarks(const ModelReport &report, llvm::raw_ostream &os) {
  beginSection("refusals", "What passes refused to do",
               "With the reason, and what it costs in a run: bytes that are written and read once "
               "more, or the time of the kernel that is slower for it.",
               os);
  if (report.getRemarks().empty()) {
    os << "<p>Nothing was refused.</p>\n</section>\n";
    return;
  }
  os << "<p><label>Show those with <input type=\"search\" id=\"filter\" "
        "autocomplete=\"off\"></label></p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" "
        "aria-label=\"Table of refusals\"><table class=\"left sortable\" "
        "id=\"refused\"><thead><tr>";
  for (StringRef column : {"pass", "refusal", "nodes or kernel", "reason", "cost"})
    writeColumn(column, os);
  os << "</tr></thead>\n<tbody>\n";
  for (const ReportRemark &remark : report.getRemarks()) {
    StringRef where = remark.nodes.empty() ? remark.function : StringRef(remark.nodes);
    os << formatv("<tr><td>{0}</td><td>{1}</td><td><bdi>{2}</bdi></td><td>{3}</td><td "
                  "data-value=\"{4}\">{5}</td></tr>\n",
                  escapeHtml(remark.pass), escapeHtml(remark.name), escapeHtml(where),
                  escapeHtml(remark.reason, 600), remark.bytes, getCost(report, remark));
  }
  os << "</tbody></table></div>\n</section>\n";
}

static void writeKernel(const ModelReport &report, size_t number, llvm::raw_ostream &os) {
  const ReportKernel &kernel = report.getKernels()[number];
  os << formatv("<details class=\"kernel\" id=\"{0}\"><summary><bdi>{1}</bdi></summary>\n",
                getKernelAnchor(number), escapeHtml(kernel.name));
  os << "<p class=\"facts\">called by";
  for (const auto &[i, call] : llvm::enumerate(report.getCalls()))
    if (call.kernel == kernel.name)
      os << formatv(" <a href=\"#{0}\">call {1}</a> for <bdi>{2}</bdi>;", getCallAnchor(i), i,
                    escapeHtml(call.nodes));
  os << "</p>\n";
  if (kernel.estimate) {
    const schedule::Estimate &estimate = *kernel.estimate;
    os << formatv("<table><caption>Estimate: {0} us, bound by {1}; {2} million operations in {3} "
                  "million instructions</caption><thead><tr><th scope=\"col\">level</th><th "
                  "scope=\"col\">bytes</th><th scope=\"col\">us</th></tr></thead><tbody>\n",
                  formatShort(estimate.seconds * 1e6), escapeHtml(estimate.getBound()),
                  formatShort(estimate.operations / 1e6), formatShort(estimate.instructions / 1e6));
    os << formatv("<tr><th scope=\"row\">instructions</th><td>-</td><td>{0}</td></tr>\n",
                  formatShort(estimate.computeSeconds * 1e6));
    for (const schedule::LevelEstimate &level : estimate.levels)
      os << formatv("<tr><th scope=\"row\">into {0}</th><td>{1}</td><td>{2}</td></tr>\n",
                    escapeHtml(level.name), formatBytes(level.bytes),
                    formatShort(level.seconds * 1e6));
    os << "</tbody></table>\n";
  }
  if (!kernel.loops.empty())
    os << "<h3>Loops</h3>\n<pre tabindex=\"0\">" << escapeHtml(kernel.loops, mostText, true)
       << "</pre>\n";
  if (!kernel.sequence.empty())
    os << "<h3>Schedule</h3>\n<pre tabindex=\"0\">" << escapeHtml(kernel.sequence, mostText, true)
       << "</pre>\n";
  os << "</details>\n";
}

void ModelReport::write(llvm::raw_ostream &os) const {
  std::string title = "Report of " + name;
  PageParts parts{title, getText(styleBytes), getText(scriptBytes)};
  beginPage(parts, os);
  writeSummary(*this, os);
  beginSection(
      "graph", "Graph",
      "The optimised graph. A box is an operator or a group that became one kernel; its bar "
      "is as long as its time. A box leads to its call.",
      os);
  drawGraph(*this, os);
  os << "</section>\n";
  writeCalls(*this, os);
  beginSection("roofline", "Roofline",
               hasMeasurements(*this)
                   ? "Calls by what they were measured to do, under what the machine can."
                   : "Calls by what they are expected to do, under what the machine can.",
               os);
  os << "<figure>";
  drawRoofline(*this, os);
  os << "</figure></section>\n";
  beginSection("memory", "Memory over time",
               "The arena, one buffer for each value between kernels. Buffers that are not needed "
               "at the same time share their place.",
               os);
  os << "<figure>";
  drawMemory(*this, os);
  os << "</figure></section>\n";
  if (hasErrors(*this)) {
    beginSection("errors", "Differences by call",
                 "From the interpreter, in units of the largest value that it computes.", os);
    os << "<figure>";
    drawErrors(*this, os);
    os << "</figure></section>\n";
  }
  writeRemarks(*this, os);
  beginSection("kernels", "Kernels", "Loops and schedule of each.", os);
  for (size_t i = 0; i < kernels.size(); ++i)
    writeKernel(*this, i, os);
  os << "</section>\n";
  endPage(parts, os);
}
